'use strict';

// Where the client keeps the sessions of a project.

const { realpathSync } = require('node:fs');
const { homedir } = require('node:os');
const { join, resolve } = require('node:path');
const { invalid, requireText } = require('./check.js');
const { placeOf, projectFolder } = require('./native.js');

/** The client's directory: the one given, `CLAUDE_CONFIG_DIR`, or `.claude` in the home directory. */
function getClaudeDir(claudeDir) {
  if (claudeDir) {
    return requireText(claudeDir, 'claudeDir');
  }
  return process.env.CLAUDE_CONFIG_DIR || join(homedir(), '.claude');
}

/** A project's path as the client sees it: without symlinks, in Unicode's form NFC. */
function normalizeProjectPath(projectPath) {
  requireText(projectPath, 'projectPath');
  try {
    return realpathSync(projectPath).normalize('NFC');
  } catch {
    // There may be no such directory on this machine.
    return projectPath.normalize('NFC');
  }
}

/** The name of a project's folder. Takes the path as it is. */
function projectPathToHash(projectPath) {
  return projectFolder(requireText(projectPath, 'projectPath'));
}

/** The folder of a project's sessions. */
function getProjectDir(projectPath, claudeDir) {
  return join(getClaudeDir(claudeDir), 'projects', projectPathToHash(normalizeProjectPath(projectPath)));
}

/** The file in which a project's session would be written. */
function getSessionPath(sessionId, projectPath, claudeDir) {
  return place(sessionId, projectPath, claudeDir).path;
}

/** Where a session would be written (`path`), is found in the project's folders (`own`, or `null`) or anywhere (`found`, or `null`), and the project's path (`project`). */
function place(sessionId, projectPath, claudeDir) {
  if (typeof sessionId !== 'string') {
    throw invalid(`sessionId must be a string, and it is of type ${typeof sessionId}.`);
  }
  const project = normalizeProjectPath(projectPath);
  return { ...placeOf(sessionId, project, resolve(getClaudeDir(claudeDir))), project };
}

module.exports = { getClaudeDir, normalizeProjectPath, projectPathToHash, getProjectDir, getSessionPath, place };
