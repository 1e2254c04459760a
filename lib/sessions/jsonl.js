'use strict';

// Records to text and back.

const { invalid, requireText } = require('./check.js');
const { readTranscript, scanTranscript } = require('./native.js');
const { countOf, gapAfter, parseSpan, placeOf, unchangedText } = require('./sources.js');

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

/**
 * Records as lines. What stood between two records that were read one after the other, before the first
 * and behind the last stays as it was: line ends, blank lines, damage, a byte order mark.
 */
function serializeJsonl(records) {
  if (!Array.isArray(records)) {
    throw invalid(
      `serializeJsonl takes an array of records, and was given ${records === null ? 'null' : `a ${typeof records}`}.`,
    );
  }
  const places = records.map((record) => (isObject(record) ? placeOf(record) : undefined));
  return records
    .map((record, index) => {
      const place = places[index];
      const head = index === 0 && place?.index === 0 ? gapAfter(place, -1) : '';
      return `${head}${serializeRecord(record)}${between(place, places[index + 1], index + 1 < records.length)}`;
    })
    .join('');
}

/** What goes between a record and the next one. */
function between(place, next, hasNext) {
  if (place === undefined) {
    return '\n';
  }
  const gap = gapAfter(place, place.index);
  const isLast = place.index + 1 === countOf(place.spans);
  if (isLast ? !hasNext : next?.bytes === place.bytes && next.index === place.index + 1) {
    return gap;
  }
  const kept = isLast ? gap : (/^[ \t]*\r?\n/.exec(gap)?.[0] ?? '');
  return kept.endsWith('\n') ? kept : `${kept}\n`;
}

function isObject(value) {
  return value !== null && typeof value === 'object';
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
