'use strict';

// What `require('session-checkpoint-mcp')` gives: the three tools as functions, and what only people and hooks ask for.
// The engine does every check; this file only carries plain data across.

const { CheckpointError } = require('./lib/errors.js');
const { engine } = require('./lib/engine.js');
const contract = require('./server/generated/contract.json');

const { version } = contract;
const limits = Object.freeze({ ...contract.limits });

/** Saves a checkpoint. */
async function save(input, options) {
  return call('save', input, options);
}

/** Loads a checkpoint and compares it with the working tree. */
async function load(input = {}, options = {}) {
  return call('load', input, options);
}

/** Lists the checkpoints of a project. */
async function list(input = {}, options = {}) {
  return call('list', input, options);
}

/** Loads what was saved before the last save. */
async function loadPrevious(input = {}, options = {}) {
  return call('loadPrevious', input, options);
}

/** Makes the backup the checkpoint again, and the checkpoint the backup. */
async function restorePrevious(input = {}, options = {}) {
  return call('restorePrevious', input, options);
}

/** Deletes a checkpoint with everything that belongs to it. */
async function deleteCheckpoint(input, options) {
  return call('deleteCheckpoint', input, options);
}

/** Deletes checkpoints that were last saved long ago. */
async function prune(input, options) {
  return call('prune', input, options);
}

/** Keeps what a session did so far. */
async function capture(input, options) {
  return call('capture', input, options);
}

/** Tells what was observed of a session. */
async function trail(input = {}, options = {}) {
  return call('trail', input, options);
}

/** Lists the sessions that touched a file. */
async function touched(input, options) {
  return call('touched', input, options);
}

/**
 * Replaces every secret in a text, as a save does. Synchronous: it takes less time than a thread.
 */
function redact(text) {
  if (typeof text !== 'string') {
    throw new CheckpointError('INPUT_INVALID', 'redact takes a string.');
  }
  try {
    const { text: clean, redactions } = engine().redact(text.toWellFormed());
    return { text: clean, redactions };
  } catch (error) {
    if (error instanceof CheckpointError) {
      throw error;
    }
    throw new CheckpointError('INTERNAL', 'The text could not be redacted.');
  }
}

async function call(useCase, input, options) {
  const { env = {}, cwd, roots, conversation, live, briefUnits } = options ?? {};
  const request = encode({ input, env, cwd, roots, conversation, live, briefUnits });
  const answer = JSON.parse(await engine()[useCase](request));
  if (answer.error) {
    const { code, message, violations } = answer.error;
    throw new CheckpointError(code, message, violations);
  }
  return answer.ok;
}

function encode(request) {
  try {
    return wellFormed(JSON.stringify(request, finite));
  } catch (error) {
    throw new CheckpointError('INPUT_INVALID', `The input can't be written as JSON: ${error?.message ?? error}`);
  }
}

/** JSON would turn such a number into nothing, and nobody would notice. */
function finite(key, value) {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new RangeError(`${key} is ${value}`);
  }
  return value;
}

/**
 * JavaScript strings may hold half a surrogate pair, which JSON.stringify escapes and no UTF-8
 * parser accepts. An escaped backslash is matched too, so that text which only looks like such an
 * escape stays as it is.
 */
function wellFormed(json) {
  return json.includes('\\ud')
    ? json.replace(/\\\\|\\ud[89a-f][0-9a-f]{2}/g, (match) => (match === '\\\\' ? match : '\ufffd'))
    : json;
}

module.exports = {
  save,
  load,
  list,
  loadPrevious,
  restorePrevious,
  deleteCheckpoint,
  prune,
  capture,
  trail,
  touched,
  redact,
  limits,
  version,
  CheckpointError,
};
