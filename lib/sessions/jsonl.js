'use strict';

// Records to text and back.

const { invalid, requireText } = require('./check.js');
const { readTranscript, scanTranscript } = require('./native.js');
const { countOf, parseSpan, unchangedText } = require('./sources.js');

/** Every record of a text. What can't be parsed is left out, and told to `onLoss`. */
function parseJsonl(content, onLoss) {
  if (typeof content !== 'string') {
    throw invalid(`parseJsonl takes the text of a file, and was given a ${typeof content}.`);
  }
  return recordsOf(scanTranscript(Buffer.from(content)), onLoss);
}

/** Every record of a file. What can't be parsed is left out, and told to `onLoss`. */
function parseJsonlFile(path, onLoss) {
  return recordsOf(readTranscript(requireText(path, 'path')), onLoss);
}

/** One record as a line, without the line's end. A record nobody changed is written as it was read. */
function serializeRecord(record) {
  const json = toJson(record);
  return unchangedText(record, json) ?? json;
}

/** Records as lines. */
function serializeJsonl(records) {
  return records.map((record) => `${serializeRecord(record)}\n`).join('');
}

function recordsOf({ bytes, spans, losses }, onLoss) {
  const records = Array.from({ length: countOf(spans) }, (_, index) => parseSpan(bytes, spans, index));
  if (onLoss) {
    losses.forEach((loss) => {
      onLoss(loss);
    });
  }
  return records;
}

function toJson(record) {
  if (record === null || typeof record !== 'object' || Array.isArray(record)) {
    throw invalid(`A record must be an object, and this is ${JSON.stringify(record) ?? typeof record}.`);
  }
  let json;
  try {
    json = JSON.stringify(record);
  } catch (error) {
    throw invalid(`This ${record.type ?? 'record'} record can't be written as JSON: ${error?.message ?? error}`);
  }
  if (json === undefined) {
    throw invalid(`This ${record.type ?? 'record'} record has a toJSON that makes nothing of it.`);
  }
  return json;
}

module.exports = { parseJsonl, parseJsonlFile, serializeRecord, serializeJsonl };
