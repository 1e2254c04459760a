// Edits of JSON as text: whatever is not edited keeps its bytes, with comments, line ends and indentation.
//
// `modify` of jsonc-parser is not used: it formats the lines it touches anew, and removes the comments between what is
// removed and what stands before it.

import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { CommandError } from '../cli/output.ts';

/** Where a value is: names of properties, and positions in lists. */
export type Location = (string | number)[];

const OPTIONS = { allowTrailingComma: true, disallowComments: false };

/** A text of JSON whose root is an object. Comments and trailing commas are fine. */
export class JsonText {
  readonly #file: string;
  #text: string;
  #root: Node;

  /** Throws when the text is something else. `file` is what the error calls it. */
  constructor(file: string, text: string) {
    this.#file = file;
    this.#text = text;
    this.#root = this.#parsed();
  }

  get text(): string {
    return this.#text;
  }

  /** The value at a place, or `undefined`. */
  get(location: Location): unknown {
    const node = findNodeAtLocation(this.#root, location);
    return node === undefined ? undefined : getNodeValue(node);
  }

  /** Replaces a value by another one, which is written on one line. */
  replace(location: Location, value: unknown): void {
    const node = this.#existing(location);
    this.#edit(node.offset, node.length, JSON.stringify(value));
  }

  /** Adds a property, or an item to a list, behind the others. The lists and objects it is in are made when missing. */
  append(container: Location, key: string | undefined, value: unknown): void {
    const node = findNodeAtLocation(this.#root, container);
    const wanted = key === undefined ? 'array' : 'object';
    if (node === undefined) {
      const last = container.at(-1);
      if (typeof last !== 'string') {
        throw new Error(`there is no ${JSON.stringify(container)}`);
      }
      this.append(container.slice(0, -1), last, key === undefined ? [value] : { [key]: value });
      return;
    }
    if (node.type !== wanted) {
      throw new CommandError(
        `${this.#file}: ${container.join('.')} is no ${wanted === 'array' ? 'list' : 'object'}. Nothing was changed. Repair it, and try again.`,
      );
    }
    this.#insert(node, key, value);
  }

  /** Removes a property or an item, with its line when nothing else is on it. */
  remove(location: Location): void {
    const value = this.#existing(location);
    const node = value.parent?.type === 'property' ? value.parent : value;
    const siblings = node.parent?.children ?? [];
    const previous = siblings[siblings.indexOf(node) - 1];
    let [start, end] = [node.offset, node.offset + node.length];
    const comma = skipTrivia(this.#text, end);
    const hasComma = this.#text[comma] === ',';
    if (hasComma && this.#text.slice(end, comma).trim() === '') {
      end = comma + 1;
    }
    const lineStart = this.#text.lastIndexOf('\n', start - 1) + 1;
    const lineEnd = /\r?\n|$/g;
    lineEnd.lastIndex = end;
    const found = lineEnd.exec(this.#text);
    const rest = this.#text.slice(end, found?.index ?? end);
    if (this.#text.slice(lineStart, start).trim() === '' && rest.trim() === '' && found?.[0]) {
      [start, end] = [lineStart, found.index + found[0].length];
    } else if (previous === undefined || hasComma) {
      end += rest.length - rest.trimStart().length;
    } else {
      start -= this.#text.slice(0, start).length - this.#text.slice(0, start).trimEnd().length;
    }
    this.#edit(start, end - start, '');
    if (!hasComma && previous !== undefined) {
      const before = skipTrivia(this.#text, previous.offset + previous.length);
      if (this.#text[before] === ',') {
        this.#edit(before, 1, '');
      }
    }
  }

  #insert(container: Node, key: string | undefined, value: unknown): void {
    const text = this.#text;
    const open = container.offset;
    const close = open + container.length - 1;
    const children = container.children ?? [];
    const last = children.at(-1);
    // Behind whatever is said about the last one.
    const place = text.slice(0, close).trimEnd().length;
    const name = key === undefined ? '' : `${JSON.stringify(key)}: `;
    const isOnOneLine = !text.slice(open, close).includes('\n');
    const lastEnd = last === undefined ? open + 1 : last.offset + last.length;
    const hasComma = last !== undefined && text[skipTrivia(text, lastEnd)] === ',';

    let insertion: string;
    if (isOnOneLine && last !== undefined) {
      insertion = ` ${name}${JSON.stringify(value)}`;
    } else {
      const { eol, unit } = styleOf(text);
      const base = indentationAt(text, open);
      const inner =
        last === undefined || isOnOneLine ? base + unit : (ownIndentation(text, children[0]) ?? base + unit);
      const body = JSON.stringify(value, undefined, unit).replaceAll('\n', `${eol}${inner}`);
      insertion = `${eol}${inner}${name}${body}${hasComma ? ',' : ''}${isOnOneLine ? eol + base : ''}`;
    }
    const comma = last !== undefined && !hasComma ? ',' : '';
    // From the end to the start, so that the earlier place stays where it is.
    this.#text = text.slice(0, place) + insertion + text.slice(place);
    this.#edit(lastEnd, 0, comma);
  }

  #existing(location: Location): Node {
    const node = findNodeAtLocation(this.#root, location);
    if (node === undefined) {
      throw new Error(`there is no ${JSON.stringify(location)}`);
    }
    return node;
  }

  #edit(start: number, length: number, replacement: string): void {
    this.#text = this.#text.slice(0, start) + replacement + this.#text.slice(start + length);
    this.#root = this.#parsed();
  }

  #parsed(): Node {
    const errors: ParseError[] = [];
    const root = parseTree(this.#text, errors, OPTIONS);
    const [error] = errors;
    if (error !== undefined) {
      const line = this.#text.slice(0, error.offset).split('\n').length;
      throw this.#unusable(`line ${line}: ${printParseErrorCode(error.error)}`);
    }
    if (root?.type !== 'object') {
      throw this.#unusable('it holds no object');
    }
    return root;
  }

  #unusable(why: string): CommandError {
    return new CommandError(
      `${this.#file} can't be read as JSON (${why}). It was left alone. Repair it, and try again.`,
    );
  }
}

/** Where the next thing that is neither space nor comment begins. */
function skipTrivia(text: string, from: number): number {
  const trivia = /(?:\s|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)*/y;
  trivia.lastIndex = from;
  return from + (trivia.exec(text)?.[0].length ?? 0);
}

function styleOf(text: string): { eol: string; unit: string } {
  return {
    eol: text.includes('\r\n') ? '\r\n' : '\n',
    unit: text.match(/^[{[][^\S\n]*\r?\n([ \t]+)["}\]/]/)?.[1] ?? text.match(/\n([ \t]+)"/)?.[1] ?? '  ',
  };
}

function indentationAt(text: string, offset: number): string {
  return text.slice(text.lastIndexOf('\n', offset - 1) + 1).match(/^[ \t]*/)?.[0] ?? '';
}

/** A node's indentation, if it is the first on its line. */
function ownIndentation(text: string, node: Node | undefined): string | undefined {
  if (node === undefined) {
    return undefined;
  }
  const before = text.slice(text.lastIndexOf('\n', node.offset - 1) + 1, node.offset);
  return before.trim() === '' ? before : undefined;
}
