'use strict';

// Looking for sessions and through them, without holding a file in memory.

const { resolve } = require('node:path');
const { requireObject, requireText } = require('./check.js');
const { filesOf, listTranscripts, transcriptPage } = require('./native.js');
const { getClaudeDir, normalizeProjectPath, place } = require('./paths.js');

/** The sessions of a project, or of all, newest first, and what could not be read. */
function listSessions(options = {}) {
  const { projectPath, claudeDir } = requireObject(options, 'options');
  const project = projectPath === undefined ? null : normalizeProjectPath(projectPath);
  return listTranscripts(project, resolve(getClaudeDir(claudeDir)));
}

/** Every file of a session, that of the project first. */
function findSession(sessionId, options = {}) {
  const { projectPath, claudeDir, elsewhere = true } = requireObject(options, 'options');
  const files = filesOf(requireText(sessionId, 'sessionId'), resolve(getClaudeDir(claudeDir)));
  if (projectPath === undefined) {
    return files;
  }
  const { own, found } = place(sessionId, projectPath, claudeDir);
  if (!elsewhere) {
    return own === null ? [] : [own];
  }
  return found === null ? [] : [found, ...files.filter((file) => file !== found)];
}

/** A file piece by piece, each of about a megabyte. */
function* readPages(jsonlPath, options = {}) {
  const { json = false, everything = false } = requireObject(options, 'options');
  const path = resolve(requireText(jsonlPath, 'jsonlPath'));
  let from = null;
  do {
    const { next, ...page } = transcriptPage({ path, from, json, everything });
    yield page;
    from = next;
  } while (from !== null);
}

module.exports = { listSessions, findSession, readPages };
