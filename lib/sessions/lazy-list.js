'use strict';

// An array whose elements are made when somebody looks at them. Its length is known from the start.
// Apart from that it is an ordinary array: `Array.isArray` holds, and it can be written to. The one
// thing that does not work is structuredClone: clone `[...list]` instead.

const { inspect } = require('node:util');

/**
 * @param {number} length how many elements there are
 * @param {(index: number) => unknown} at makes an element; called once for each
 * @param {() => void} onWrite called before anything is written to the array
 */
function lazyList(length, at, onWrite) {
  const target = new Array(length);
  /** No element is left to make. */
  let whole = length === 0;

  const makeOne = (key) => {
    if (whole || typeof key !== 'string' || Object.hasOwn(target, key)) {
      return;
    }
    const index = Number(key);
    if (Number.isInteger(index) && index >= 0 && index < length && String(index) === key) {
      target[index] = at(index);
    }
  };
  const makeAll = () => {
    for (let index = 0; !whole && index < length; index += 1) {
      if (!Object.hasOwn(target, index)) {
        target[index] = at(index);
      }
    }
    whole = true;
  };

  /** Walks the array without asking the proxy at each step. */
  const walk = () => {
    let index = 0;
    return {
      next: () => {
        if (index >= target.length) {
          return { done: true, value: undefined };
        }
        if (!whole && index < length && !Object.hasOwn(target, index)) {
          target[index] = at(index);
        }
        index += 1;
        return { done: false, value: target[index - 1] };
      },
      [Symbol.iterator]() {
        return this;
      },
    };
  };

  // console.log looks at the target behind the proxy.
  Object.defineProperty(target, inspect.custom, {
    configurable: true,
    value: () => {
      makeAll();
      return [...target];
    },
  });

  const afterOne =
    (operation) =>
    (_, key, ...rest) => {
      makeOne(key);
      return operation(target, key, ...rest);
    };
  const afterAll =
    (operation) =>
    (_, ...rest) => {
      makeAll();
      return operation(target, ...rest);
    };
  // A write ends the laziness, so that nothing is made again where an element was taken away.
  const writing = (operation) =>
    afterAll((...operands) => {
      onWrite();
      return operation(...operands);
    });
  return new Proxy(target, {
    get: (_, key) => {
      if (key === Symbol.iterator) {
        return walk;
      }
      makeOne(key);
      return target[key];
    },
    has: afterOne(Reflect.has),
    getOwnPropertyDescriptor: afterOne(Reflect.getOwnPropertyDescriptor),
    ownKeys: afterAll(Reflect.ownKeys),
    set: writing((_, key, value) => Reflect.set(target, key, value)),
    defineProperty: writing(Reflect.defineProperty),
    deleteProperty: writing(Reflect.deleteProperty),
    preventExtensions: writing(Reflect.preventExtensions),
  });
}

module.exports = { lazyList };
