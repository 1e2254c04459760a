// Which checkpoint files of a project git tracks: those came with the project. Read from git's index, because a
// hook has neither the engine nor, perhaps, a git program.

import { closeSync, fstatSync, lstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

/** A larger index is not read. */
const MOST_BYTES = 64 * 1024 * 1024;
const DIRECTORY = '.claude-checkpoints/';
const LEGACY = '.claude-checkpoint';
/** Bytes of a blob id: SHA-1 or SHA-256. The index does not say which. */
const ID_BYTES = [20, 32];

/**
 * Names of the tracked checkpoint files, relative to the root, in lower case. `undefined` when git has an index that
 * can't be understood: then any file may be tracked.
 */
export function trackedCheckpoints(root: string): Set<string> | undefined {
  try {
    const place = repositoryOf(root);
    if (place === undefined) {
      return new Set();
    }
    const below = relative(place.top, root).split(sep).join('/');
    return namesIn(place.git, 'index', below === '' ? '' : `${below}/`);
  } catch {
    return undefined;
  }
}

/** The repository around a directory: its working tree's top and where its index is. */
function repositoryOf(root: string): { top: string; git: string } | undefined {
  for (let top = root; ; top = dirname(top)) {
    const git = join(top, '.git');
    const stat = lstatSync(git, { throwIfNoEntry: false });
    if (stat?.isFile()) {
      const target = /^gitdir: (.+)$/m.exec(readFileSync(git, 'utf8'))?.[1];
      if (target === undefined || !isRepository(resolve(top, target))) {
        throw new Error('broken link to a repository');
      }
      return { top, git: resolve(top, target) };
    }
    if (stat !== undefined && isRepository(git)) {
      return { top, git };
    }
    if (dirname(top) === top) {
      return undefined;
    }
  }
}

function isRepository(git: string): boolean {
  return lstatSync(join(git, 'HEAD'), { throwIfNoEntry: false }) !== undefined;
}

function namesIn(git: string, file: string, prefix: string): Set<string> {
  const index = readIndex(join(git, file));
  const names = new Set<string>();
  if (index === undefined) {
    return names;
  }
  if (index.toString('latin1', 0, 4) !== 'DIRC') {
    throw new Error('no index');
  }
  const wanted = Buffer.from(prefix).toString('latin1').toLowerCase();
  for (const idBytes of ID_BYTES) {
    const end = collect(index, idBytes, wanted, names);
    if (end !== undefined) {
      const shared = sharedIndex(index, end, idBytes);
      return shared === undefined ? names : new Set([...names, ...namesIn(git, shared, prefix)]);
    }
    names.clear();
  }
  throw new Error('an index of another kind');
}

/** `undefined` when there is none, as before the first `git add`. */
function readIndex(file: string): Buffer | undefined {
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) {
    return undefined;
  }
  const descriptor = openSync(file, 'r');
  try {
    const { size } = fstatSync(descriptor);
    if (size > MOST_BYTES) {
      throw new Error('too large');
    }
    const index = Buffer.allocUnsafe(size);
    let length = 0;
    for (let read = -1; read !== 0; length += read) {
      read = readSync(descriptor, index, length, size - length, length);
    }
    return index.subarray(0, length);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Adds the checkpoint files among the entries. Gives back where the entries end, or `undefined` when they do not fit
 * together, as with ids of another length. Throws when a folded directory may hold checkpoint files.
 */
function collect(index: Buffer, idBytes: number, prefix: string, names: Set<string>): number | undefined {
  const [version, count] = [index.readUInt32BE(4), index.readUInt32BE(8)];
  if (version < 2 || version > 4) {
    return undefined;
  }
  let previous = '';
  let at = 12;
  for (let entry = 0; entry < count; entry += 1) {
    const flagsAt = at + 40 + idBytes;
    if (flagsAt + 2 > index.length) {
      return undefined;
    }
    const flags = index.readUInt16BE(flagsAt);
    let start = flagsAt + 2 + (version > 2 && (flags & 0x4000) !== 0 ? 2 : 0);
    let kept = 0;
    if (version === 4) {
      const strip = varint(index, start);
      if (strip.value > previous.length) {
        return undefined;
      }
      kept = previous.length - strip.value;
      start = strip.end;
    }
    const end = index.indexOf(0, start);
    const length = kept + end - start;
    // The flags have the length too, up to their size: entries that were read wrongly do not agree.
    if (end < 0 || Math.min(length, 0xfff) !== (flags & 0xfff)) {
      return undefined;
    }
    if (version === 4) {
      previous = previous.slice(0, kept) + index.toString('latin1', start, end);
      note(previous, prefix, names);
      at = end + 1;
    } else {
      // Most names are looked at without making a text of them.
      if (index[start + prefix.length] === 0x2e || index[end - 1] === 0x2f) {
        note(index.toString('latin1', start, end), prefix, names);
      }
      at += Math.floor((end - at + 8) / 8) * 8;
    }
  }
  return at;
}

function note(entry: string, prefix: string, names: Set<string>): void {
  const name = entry.toLowerCase();
  const below = name.slice(prefix.length);
  if (name.endsWith('/') && (prefix + DIRECTORY).startsWith(name)) {
    throw new Error('a sparse index');
  }
  if (name.startsWith(prefix) && (below.startsWith(DIRECTORY) || below.startsWith(LEGACY))) {
    names.add(below);
  }
}

/** The file that has the rest of a split index. */
function sharedIndex(index: Buffer, end: number, idBytes: number): string | undefined {
  for (let at = end; at + 8 + idBytes <= index.length; at += 8 + index.readUInt32BE(at + 4)) {
    if (index.toString('latin1', at, at + 4) === 'link') {
      const id = index.toString('hex', at + 8, at + 8 + idBytes);
      return /^0+$/.test(id) ? undefined : `sharedindex.${id}`;
    }
  }
  return undefined;
}

/** Git's number of variable length. */
function varint(buffer: Buffer, start: number): { value: number; end: number } {
  let at = start;
  let byte = buffer[at++] ?? 0;
  let value = byte & 0x7f;
  while ((byte & 0x80) !== 0 && value < MOST_BYTES) {
    byte = buffer[at++] ?? 0;
    value = (value + 1) * 128 + (byte & 0x7f);
  }
  return { value, end: at };
}
