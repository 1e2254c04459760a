'use strict';

// Making, finding and deleting sessions.

const { randomUUID } = require('node:crypto');
const { basename, resolve } = require('node:path');
const { CheckpointError } = require('../errors.js');
const { requireObject, requireText } = require('./check.js');
const { readEnds, readTranscript } = require('./native.js');
const { place } = require('./paths.js');
const { EXTENSION, companionOf, removeSession } = require('./removal.js');
const { Session } = require('./session.js');

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Starts a session. Nothing is written before its first save, which never overwrites a file. */
function createSession(options) {
  const { projectPath, claudeDir, sessionId = randomUUID(), ...rest } = requireObject(options, 'options');
  const { path, project } = place(sessionId, projectPath, claudeDir);
  const { cwd, gitBranch, version, model } = rest;
  return new Session({ sessionId, projectPath: project, jsonlPath: path, claudeDir, cwd, gitBranch, version, model });
}

/** Opens a session by its id. Looks in the project's folder first, then in those of other projects. */
function openSession(options) {
  const { sessionId, projectPath, claudeDir } = requireObject(options, 'options');
  const { path, found, project } = place(sessionId, projectPath, claudeDir);
  if (found === null) {
    throw new CheckpointError(
      'TRANSCRIPT_NOT_FOUND',
      `There is no session ${sessionId} of ${project}: looked for ${path} and in the folders beside it.`,
    );
  }
  return new Session({
    sessionId,
    projectPath: project,
    jsonlPath: found,
    claudeDir,
    transcript: readTranscript(found),
  });
}

/** Reads a session's file. The project is the one given, or where the session was, as its records say. */
function readSession(jsonlPath, projectPath) {
  const path = resolve(requireText(jsonlPath, 'jsonlPath'));
  return sessionIn(path, projectPath, readTranscript(path));
}

/** A session to append to, whose file is not read: it is told from the file's ends, whatever its size. */
function extendSession(jsonlPath, projectPath) {
  const path = resolve(requireText(jsonlPath, 'jsonlPath'));
  return sessionIn(path, projectPath, { facts: readEnds(path), losses: [] });
}

function sessionIn(path, projectPath, transcript) {
  const name = basename(path, EXTENSION);
  const { sessionId, cwd } = transcript.facts;
  return new Session({
    // The client resumes what a file is called, whatever its records say. A copy under a name of
    // somebody's own is still the session that its records name.
    sessionId: UUID.test(name) ? name : (sessionId ?? name),
    projectPath: projectPath ?? cwd ?? '',
    jsonlPath: path,
    transcript,
  });
}

/** Deletes a session of a project without reading it. None is no error. */
function deleteSession(sessionId, projectPath, claudeDir) {
  const { path, own } = place(sessionId, projectPath, claudeDir);
  removeSession(own ?? path, claudeDir);
}

/** What deleting a session's file takes along: the client's directory beside it, or `null`. */
function sessionDirectory(jsonlPath) {
  return companionOf(resolve(requireText(jsonlPath, 'jsonlPath')));
}

/** Deletes a session by its file. */
function deleteSessionFile(jsonlPath) {
  removeSession(resolve(requireText(jsonlPath, 'jsonlPath')));
}

module.exports = {
  createSession,
  openSession,
  readSession,
  extendSession,
  deleteSession,
  deleteSessionFile,
  sessionDirectory,
};
