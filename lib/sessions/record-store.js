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

  /** All records, as they are now: what is added later is in the next list. */
  all() {
    return this.#list('all', () => lazyList(this.length, (index) => this.at(index)));
  }

  /** The records of some kinds. Parses nothing. */
  ofKinds(...kinds) {
    return this.#list(kinds.join(), () => {
      const indexes = [];
      for (let index = 0; index < this.length; index += 1) {
        if (kinds.includes(this.#kindAt(index))) {
          indexes.push(index);
        }
      }
      return lazyList(indexes.length, (index) => this.at(indexes[index]));
    });
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

  #list(name, make) {
    if (!this.#lists.has(name)) {
      this.#lists.set(name, make());
    }
    return this.#lists.get(name);
  }
}

module.exports = { RecordStore };
