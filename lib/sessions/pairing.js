'use strict';

// Every tool_use needs exactly one tool_result in the message after it, or the API refuses the
// conversation. The engine plans the repair from the ids alone; here the plan is carried out.

const { invalid, requireObjects } = require('./check.js');
const { planPairing } = require('./native.js');

const MISSING_RESULT = 'The result of this call was not recorded.';
const ORPHAN_RESULTS = 'The conversation began with results of calls that were not recorded; they were left out.';

/** Messages in which each tool call has its one result. Changes nothing that it is given. */
function repairToolPairing(messages) {
  return repairWithOrigin(messages).messages;
}

/** The same, and for each message the index of the one it was made from, `null` for one that is new. */
function repairWithOrigin(messages) {
  requireObjects(messages, 'messages');
  const plan = planPairing(messages.map(skeletonOf));
  return {
    messages: plan.map((step) => carryOut(step, messages)),
    origin: plan.map(({ origin }) => origin),
  };
}

function skeletonOf({ role, content }, index) {
  if (role !== 'user' && role !== 'assistant') {
    throw invalid(`messages[${index}].role must be "user" or "assistant", and it is ${JSON.stringify(role)}.`);
  }
  if (typeof content === 'string') {
    return { role, uses: [], results: content === '' ? [] : [null] };
  }
  const blocks = requireObjects(content, `messages[${index}].content`);
  return {
    role,
    uses: blocks.filter(({ type }) => type === 'tool_use').map(({ id }) => encodeId(id)),
    results: blocks.map(({ type, tool_use_id }) => (type === 'tool_result' ? encodeId(tool_use_id) : null)),
  };
}

/** The engine's strings can't hold half a surrogate pair, and an id may. */
function encodeId(id) {
  return JSON.stringify(id ?? null);
}

function carryOut({ origin, drop = [], missing = [], orphan = false }, messages) {
  if (orphan) {
    return { role: 'user', content: [{ type: 'text', text: ORPHAN_RESULTS }] };
  }
  if (origin === null) {
    return { role: 'user', content: missing.map(missingResult) };
  }
  const message = messages[origin];
  if (drop.length === 0 && missing.length === 0) {
    return message;
  }
  const dropped = new Set(drop);
  const kept = blocksOf(message.content).filter((_, index) => !dropped.has(index));
  return { ...message, content: [...missing.map(missingResult), ...kept] };
}

function blocksOf(content) {
  if (typeof content !== 'string') {
    return content;
  }
  return content === '' ? [] : [{ type: 'text', text: content }];
}

function missingResult(encodedId) {
  return { type: 'tool_result', tool_use_id: JSON.parse(encodedId), content: MISSING_RESULT, is_error: true };
}

module.exports = { repairToolPairing, repairWithOrigin };
