'use strict';

// The text each record was read from, so that a record nobody changed is written as it was: spacing,
// escapes and numbers that JavaScript can't hold included.

/** Hands out an object that was there before, so that a class can give it private members. */
class Given {
  constructor(object) {
    // biome-ignore lint/correctness/noConstructorReturn: this is how a private member gets into it
    return object;
  }
}

/**
 * Marks a record with where it came from: invisible to everything but this class, not copied with the
 * record, and gone with it. A WeakMap would do, and makes a walk through a large file a tenth slower.
 */
class Source extends Given {
  #source;

  constructor(record, source) {
    super(record);
    this.#source = source;
  }

  /** @returns {{bytes: Buffer, spans: Uint32Array, index: number} | {text: string} | undefined} */
  static of(record) {
    return #source in record ? record.#source : undefined;
  }
}

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
  const source = { bytes, spans, index };
  const record = JSON.parse(textOf(source));
  new Source(record, source);
  return record;
}

/** The text a record was read from, or `undefined` when it was not read or was changed since. */
function unchangedText(record, json) {
  const source = Source.of(record);
  if (source === undefined) {
    return undefined;
  }
  const text = source.text ?? textOf(source);
  return JSON.stringify(JSON.parse(text)) === json ? text : undefined;
}

/** Lets a copy of a record that was read be written as that was, but for the members that are named. */
function inherit(copy, record, names) {
  const source = Source.of(record);
  if (source === undefined || source.bytes === undefined) {
    return;
  }
  let text = textOf(source);
  for (const name of names) {
    const [before, after] = [record[name], copy[name]].map((value) => JSON.stringify(value));
    const [here, twice] = text.split(`"${name}":${before}`);
    if (before !== after && twice !== undefined) {
      text = `${here}"${name}":${after}${text.slice(here.length + name.length + 3 + before.length)}`;
    }
  }
  // Should another member have been meant, the text says something else and is not used.
  new Source(copy, { text });
}

/** Where a record stands among those it was read with: `{ bytes, index }`, or `undefined`. */
function placeOf(record) {
  const source = Source.of(record);
  return source?.bytes === undefined ? undefined : source;
}

/** What is between a record and the one after it in the file, or the file's end: line ends, damage. */
function gapAfter({ bytes, spans }, index) {
  const start = index < 0 ? 0 : endOf(spans, index);
  const end = index + 1 < countOf(spans) ? spans[(index + 1) * NUMBERS_PER_SPAN] : bytes.length;
  return bytes.utf8Slice(start, end);
}

function endOf(spans, index) {
  return spans[index * NUMBERS_PER_SPAN] + spans[index * NUMBERS_PER_SPAN + 1];
}

function textOf({ bytes, spans, index }) {
  const [start, end] = [spans[index * NUMBERS_PER_SPAN], endOf(spans, index)];
  // Several times faster than UTF-8, and the same for ASCII.
  return spans[index * NUMBERS_PER_SPAN + 2] & ASCII_BIT ? bytes.latin1Slice(start, end) : bytes.utf8Slice(start, end);
}

module.exports = { KINDS, countOf, kindOf, parseSpan, unchangedText, inherit, placeOf, gapAfter };
