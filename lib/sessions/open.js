'use strict';

// Making, finding and deleting sessions.

const { randomUUID } = require('node:crypto');
const { basename, dirname, resolve } = require('node:path');
const { CheckpointError } = require('../errors.js');
const { requireObject, requireText } = require('./check.js');
const { readTranscript } = require('./native.js');
const { place } = require('./paths.js');
const { EXTENSION, removeSession } = require('./removal.js');
const { Session } = require('./session.js');

/** Starts a session. Nothing is written before its first save, which never overwrites a file. */
function createSession(options) {
  const { projectPath, claudeDir, sessionId = randomUUID(), ...rest } = requireObject(options, 'options');
  const { path, project } = place(sessionId, projectPath, claudeDir);
  const { cwd, gitBranch, version, model } = rest;
  return new Session({ sessionId, projectPath: project, jsonlPath: path, cwd, gitBranch, version, model });
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
  return new Session({ sessionId, projectPath: project, jsonlPath: found, transcript: readTranscript(found) });
}

/** Reads a session's file. The project is the one given, or where the session was, as its records say. */
function readSession(jsonlPath, projectPath) {
  const path = resolve(requireText(jsonlPath, 'jsonlPath'));
  const transcript = readTranscript(path);
  const { sessionId, cwd } = transcript.facts;
  return new Session({
    sessionId: sessionId ?? basename(path, EXTENSION),
    projectPath: projectPath ?? cwd ?? '',
    jsonlPath: path,
    transcript,
  });
}

/** Deletes a session of a project without reading it. None is no error. */
function deleteSession(sessionId, projectPath, claudeDir) {
  const { path, found } = place(sessionId, projectPath, claudeDir);
  removeSession(found !== null && isOfProject(found, path) ? found : path, sessionId);
}

/**
 * Whether a session was found in the folder of the project it was asked for. The end of a long
 * folder's name depends on what computed it; its first 200 characters do not.
 */
function isOfProject(found, path) {
  const [there, here] = [dirname(found), dirname(path)].map((folder) => basename(folder));
  return there === here || (here.length > 200 && there.length > 200 && there.slice(0, 200) === here.slice(0, 200));
}

module.exports = { createSession, openSession, readSession, deleteSession };
