'use strict';

// The records of a session: those of its file, parsed when they are looked at, and those added since.

const { lazyList } = require('./lazy-list.js');
const { KINDS, countOf, kindOf, parseSpan } = require('./sources.js');

class RecordStore {
  #bytes;
  #spans;
  #parsed = [];
  #added = [];
  #lists = new Map();

  constructor(bytes = Buffer.alloc(0), spans = new Uint32Array()) {
    this.#bytes = bytes;
    this.#spans = spans;
  }

  /** How many records there are. Parses nothing. */
  get length() {
    return countOf(this.#spans) + this.#added.length;
  }

  /** One record: the same object each time. */
  at(index) {
    const inFile = countOf(this.#spans);
    if (index >= inFile) {
      return this.#added[index - inFile];
    }
    this.#parsed[index] ??= parseSpan(this.#bytes, this.#spans, index);
    return this.#parsed[index];
  }

  add(record) {
    this.#added.push(record);
    this.#lists.clear();
  }

  /** Takes back what was added since there were this many records. */
  shorten(length) {
    this.#added.length = length - countOf(this.#spans);
    this.#lists.clear();
  }

  /** All records, as they are now: what is added later is in the next list. */
  all() {
    return this.#list('all', () => true);
  }

  /** The records of some kinds. Parses nothing. */
  ofKinds(...kinds) {
    return this.#list(kinds.join(), (index) => kinds.includes(this.#kindAt(index)));
  }

  /** Whether a record has this uuid. Looks from the end, where it nearly always is. */
  hasUuid(uuid) {
    for (let index = this.length - 1; index >= 0; index -= 1) {
      if (this.at(index).uuid === uuid) {
        return true;
      }
    }
    return false;
  }

  #kindAt(index) {
    const inFile = countOf(this.#spans);
    return index < inFile ? kindOf(this.#spans, index) : (KINDS[this.#added[index - inFile].type] ?? KINDS.other);
  }

  #list(name, belongs) {
    if (!this.#lists.has(name)) {
      const indexes = Array.from({ length: this.length }, (_, index) => index).filter(belongs);
      // A list that somebody writes to is theirs from then on.
      const forget = () => this.#lists.delete(name);
      const list = lazyList(indexes.length, (index) => this.at(indexes[index]), forget);
      this.#lists.set(name, list);
    }
    return this.#lists.get(name);
  }
}

module.exports = { RecordStore };
