'use strict';

// The text each record was read from, so that a record nobody changed is written as it was: spacing,
// escapes and numbers that JavaScript can't hold included.

/** @type {WeakMap<object, {bytes: Buffer, start: number, end: number, ascii: boolean}>} */
const sources = new WeakMap();

/** The kinds of records, as the engine numbers them in the lowest two bits of a span's flags. */
const KINDS = Object.freeze({ other: 0, user: 1, assistant: 2, attachment: 3 });
const KIND_BITS = 0b011;
const ASCII_BIT = 0b100;
const NUMBERS_PER_SPAN = 3;

/** How many records the spans are of. */
function countOf(spans) {
  return spans.length / NUMBERS_PER_SPAN;
}

/** What kind of record a span is. */
function kindOf(spans, index) {
  return spans[index * NUMBERS_PER_SPAN + 2] & KIND_BITS;
}

/** Parses one record, and remembers where it came from. */
function parseSpan(bytes, spans, index) {
  const at = index * NUMBERS_PER_SPAN;
  const start = spans[at];
  const source = { bytes, start, end: start + spans[at + 1], ascii: (spans[at + 2] & ASCII_BIT) !== 0 };
  const record = JSON.parse(textOf(source));
  sources.set(record, source);
  return record;
}

/** The text a record was read from, or `undefined` when it was not read or was changed since. */
function unchangedText(record, json) {
  const source = sources.get(record);
  if (source === undefined) {
    return undefined;
  }
  const text = textOf(source);
  return JSON.stringify(JSON.parse(text)) === json ? text : undefined;
}

function textOf({ bytes, start, end, ascii }) {
  // Several times faster than UTF-8, and the same for ASCII.
  return ascii ? bytes.latin1Slice(start, end) : bytes.utf8Slice(start, end);
}

module.exports = { KINDS, countOf, kindOf, parseSpan, unchangedText };
