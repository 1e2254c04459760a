'use strict';

// The engine's functions on session files. It answers with a JSON text: `ok` or an error.

const { CheckpointError } = require('../errors.js');
const { engine } = require('../engine.js');

/** Reads a file: its bytes, where its records are, and what could not be read. */
function readTranscript(path) {
  return transcript(engine().transcriptRead(path));
}

/** What the first and the last 64 KB of a file say of its session. */
function readEnds(path) {
  return unwrap(engine().transcriptEnds(path));
}

/** The same for bytes in memory. */
function scanTranscript(bytes) {
  return { ...transcript(engine().transcriptScan(bytes)), bytes };
}

/** Appends whole lines in one write. `chainAt` is the line whose parent is what the file then ends with. */
function appendLines(path, lines, chainAt) {
  return unwrap(engine().transcriptAppend(JSON.stringify({ path: path.toWellFormed(), lines, chainAt })));
}

/** The name of a project's folder below `projects`. */
function projectFolder(path) {
  return engine().projectFolder(path);
}

/** Where a session's file would be written, and where it is found, if it is. Refuses what is no session id. */
function placeOf(sessionId, projectPath, claudeDir) {
  return unwrap(engine().transcriptPlace(wellFormed({ claudeDir, projectPath, sessionId })));
}

/** Every file of a session's name, whatever project's folder it is in. */
function filesOf(sessionId, claudeDir) {
  return unwrap(engine().transcriptPlace(wellFormed({ claudeDir, sessionId }))).files;
}

/** The sessions of a project, or of all, told from the ends of their files. */
function listTranscripts(projectPath, claudeDir) {
  return unwrap(engine().transcriptList(wellFormed({ claudeDir, projectPath })));
}

/** A part of a file, from where the part before ended. */
function transcriptPage(request) {
  return unwrap(engine().transcriptPage(wellFormed(request)));
}

/** What to do to each message so that every tool call has its one result. */
function planPairing(skeleton) {
  return unwrap(engine().toolPairing(JSON.stringify(skeleton)));
}

/** A request as JSON. The engine's strings can't hold half a surrogate pair, and no name on disk does. */
function wellFormed(request) {
  return JSON.stringify(request, (_, value) => (typeof value === 'string' ? value.toWellFormed() : value));
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
  readEnds,
  scanTranscript,
  appendLines,
  projectFolder,
  placeOf,
  filesOf,
  listTranscripts,
  transcriptPage,
  planPairing,
};
