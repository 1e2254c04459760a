'use strict';

// The engine's functions on session files. It answers with a JSON text: `ok` or an error.

const { CheckpointError } = require('../errors.js');
const { engine } = require('../engine.js');

/** Reads a file: its bytes, where its records are, and what could not be read. */
function readTranscript(path) {
  return transcript(engine().transcriptRead(path));
}

/** The same for bytes in memory. */
function scanTranscript(bytes) {
  return { ...transcript(engine().transcriptScan(bytes)), bytes };
}

/** Appends whole lines in one write. `chainAt` is the line whose parent is what the file then ends with. */
function appendLines(path, lines, chainAt) {
  return unwrap(engine().transcriptAppend(JSON.stringify({ path, lines, chainAt })));
}

/** The name of a project's folder below `projects`. */
function projectFolder(path) {
  return engine().projectFolder(path);
}

/** Where a session's file would be written, and where it is found, if it is. Refuses what is no session id. */
function placeOf(sessionId, projectPath, claudeDir) {
  const place = { claudeDir, projectPath, sessionId };
  const wellFormed = Object.fromEntries(Object.entries(place).map(([name, text]) => [name, text.toWellFormed()]));
  return unwrap(engine().transcriptPlace(JSON.stringify(wellFormed)));
}

/** Every file of a session's name, whatever project's folder it is in. */
function filesOf(sessionId, claudeDir) {
  return unwrap(engine().transcriptPlace(JSON.stringify({ claudeDir, sessionId }))).files;
}

/** The sessions of a project, or of all, told from the ends of their files. */
function listTranscripts(projectPath, claudeDir) {
  return unwrap(engine().transcriptList(JSON.stringify({ claudeDir, projectPath })));
}

/** A part of a file, from where the part before ended. */
function transcriptPage(request) {
  return unwrap(engine().transcriptPage(JSON.stringify(request)));
}

/** What to do to each message so that every tool call has its one result. */
function planPairing(skeleton) {
  return unwrap(engine().toolPairing(JSON.stringify(skeleton)));
}

function transcript({ bytes, spans, answer }) {
  const { losses, facts } = unwrap(answer);
  return { bytes, spans, losses, facts };
}

function unwrap(answer) {
  const { ok, error } = JSON.parse(answer);
  if (error) {
    throw new CheckpointError(error.code, error.message, error.violations);
  }
  return ok;
}

module.exports = {
  readTranscript,
  scanTranscript,
  appendLines,
  projectFolder,
  placeOf,
  filesOf,
  listTranscripts,
  transcriptPage,
  planPairing,
};
