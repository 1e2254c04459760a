'use strict';

// Ids in the client's style. What follows the prefix is random.

const { randomUUID } = require('node:crypto');

const digits = () => randomUUID().replaceAll('-', '').slice(0, 24);

/** The id of an assistant's message. */
const messageId = () => `msg_${digits()}`;

/** The id of a tool call. */
const toolUseId = () => `toolu_${digits()}`;

/** The id of a request to the API. */
const requestId = () => `req_${digits()}`;

/** The client resumes without a slug, and writes one only after a compaction. Readers of records may look for it. */
const slugOf = (sessionId) => `session-${sessionId.slice(0, 8).toLowerCase()}`;

module.exports = { messageId, toolUseId, requestId, slugOf };
