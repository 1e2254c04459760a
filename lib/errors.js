'use strict';

/**
 * Why a call was refused or failed. `code` is stable, the message is for people and models.
 */
class CheckpointError extends Error {
  /**
   * @param {string} code one of the codes in the README
   * @param {string} message what happened and what to do next
   * @param {Array<{field: string, limit: string, actual: string}>} violations what is wrong with the input, field by field
   */
  constructor(code, message, violations = []) {
    super(message);
    this.name = 'CheckpointError';
    this.code = code;
    this.violations = violations;
  }
}

/** The codes that arise on this side of the engine, for the documentation. The engine documents its own. */
const OWN_CODES = [
  { code: 'ENGINE_MISSING', meaning: 'no native binary fits this platform; the message has the command that fixes it' },
  { code: 'ROOTS_UNAVAILABLE', meaning: 'the client offers roots and did not list them when it was asked' },
];

module.exports = { CheckpointError, OWN_CODES };
