'use strict';

// What callers pass, looked at before anything is done with it.

const { CheckpointError } = require('../errors.js');

/** Refuses what is no string, or an empty one. */
function requireText(value, name) {
  if (typeof value !== 'string' || value === '') {
    throw invalid(`${name} must be a string that is not empty, and it is ${describe(value)}.`);
  }
  return value;
}

/** Refuses what is no object, such as a record or a content block. */
function requireObject(value, name) {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw invalid(`${name} must be an object, and it is ${describe(value)}.`);
  }
  return value;
}

/** Refuses what is no array of objects. */
function requireObjects(value, name) {
  if (!Array.isArray(value)) {
    throw invalid(`${name} must be an array, and it is ${describe(value)}.`);
  }
  value.forEach((item, index) => {
    requireObject(item, `${name}[${index}]`);
  });
  return value;
}

/** Refuses an empty array too. */
function requireSomeObjects(value, name) {
  if (requireObjects(value, name).length === 0) {
    throw invalid(`${name} is an empty array, and the API refuses a message without content. Leave the call out.`);
  }
  return value;
}

/** The error for an argument that can't be used. */
function invalid(message) {
  return new CheckpointError('INPUT_INVALID', message);
}

function describe(value) {
  if (value === null || value === undefined) {
    return String(value);
  }
  if (value === '') {
    return 'an empty string';
  }
  return Array.isArray(value) ? 'an array' : `of type ${typeof value}`;
}

module.exports = { requireText, requireObject, requireObjects, requireSomeObjects, invalid };
