'use strict';

// What `require('session-checkpoint-mcp/sessions')` gives: the session files of Claude Code, to read,
// create and append to. Where records are in a file, what is appended and where, and which results
// tool calls lack is the engine's to say; this side makes records and holds them.

const { CheckpointError } = require('./lib/errors.js');
const { parseJsonl, parseJsonlFile, serializeRecord, serializeJsonl } = require('./lib/sessions/jsonl.js');
const { findSession, listSessions, readPages } = require('./lib/sessions/look.js');
const {
  createSession,
  openSession,
  readSession,
  extendSession,
  deleteSession,
  deleteSessionFile,
  sessionDirectory,
} = require('./lib/sessions/open.js');
const { repairToolPairing, repairWithOrigin } = require('./lib/sessions/pairing.js');
const {
  getClaudeDir,
  getProjectDir,
  getSessionPath,
  normalizeProjectPath,
  projectPathToHash,
} = require('./lib/sessions/paths.js');
const { Session } = require('./lib/sessions/session.js');

module.exports = {
  CheckpointError,
  Session,
  createSession,
  openSession,
  readSession,
  extendSession,
  deleteSession,
  deleteSessionFile,
  sessionDirectory,
  listSessions,
  findSession,
  readPages,
  repairToolPairing,
  repairWithOrigin,
  parseJsonl,
  parseJsonlFile,
  serializeRecord,
  serializeJsonl,
  getClaudeDir,
  getProjectDir,
  getSessionPath,
  normalizeProjectPath,
  projectPathToHash,
};
