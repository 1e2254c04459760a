'use strict';

// Taking a session off the disk.

const { rmSync } = require('node:fs');
const { basename } = require('node:path');

const EXTENSION = '.jsonl';

/**
 * Removes a session's file and the directory beside it in which the client keeps its subagents and
 * tool results. What is not there is no error. A symlink is removed, not what it leads to.
 */
function removeSession(jsonlPath, sessionId) {
  rmSync(jsonlPath, { force: true });
  // The directory is only this session's if it bears its id: the file may be a copy under another name.
  if (isName(sessionId) && basename(jsonlPath) === sessionId + EXTENSION) {
    rmSync(jsonlPath.slice(0, -EXTENSION.length), { recursive: true, force: true });
  }
}

/** The id of a session may be what a file's records say. */
function isName(text) {
  return !['', '.', '..'].includes(text);
}

module.exports = { EXTENSION, removeSession };
