'use strict';

// Taking a session off the disk.

const { lstatSync, rmSync } = require('node:fs');
const { basename, dirname, resolve } = require('node:path');
const { readEnds } = require('./native.js');
const { getClaudeDir } = require('./paths.js');

const EXTENSION = '.jsonl';
/** What can name a session, so that the directory beside its file is no other. */
const NAME = /^[\w-][\w.-]{0,127}$/;

/**
 * The directory beside a session's file in which the client keeps its subagents and tool results, or
 * `null`. It is the session's only when the file lies where the client keeps sessions, or a record in
 * it names the session that the file is named after: any other file may have any directory beside it.
 */
function companionOf(jsonlPath, claudeDir) {
  const id = basename(jsonlPath, EXTENSION);
  const path = jsonlPath.slice(0, -EXTENSION.length);
  if (!jsonlPath.endsWith(EXTENSION) || !NAME.test(id) || lstatSync(path, { throwIfNoEntry: false }) === undefined) {
    return null;
  }
  return isInProjects(jsonlPath, claudeDir) || nameOf(jsonlPath) === id ? path : null;
}

/** Whether a file is `<client's directory>/projects/<folder>/<name>`. */
function isInProjects(jsonlPath, claudeDir) {
  return dirname(dirname(resolve(jsonlPath))) === resolve(getClaudeDir(claudeDir), 'projects');
}

/** The session that the records of a file name. */
function nameOf(jsonlPath) {
  try {
    return readEnds(jsonlPath).sessionId;
  } catch {
    return null;
  }
}

/**
 * Removes a session's file and what the client keeps beside it. What is not there is no error. A
 * symlink is removed, not what it leads to.
 */
function removeSession(jsonlPath, claudeDir) {
  const companion = companionOf(jsonlPath, claudeDir);
  rmSync(jsonlPath, { force: true });
  if (companion !== null) {
    rmSync(companion, { recursive: true, force: true });
  }
}

module.exports = { EXTENSION, companionOf, removeSession };
