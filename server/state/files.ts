// Reading and writing small files of the state directory.

import { closeSync, constants, fstatSync, openSync, readSync, renameSync, unlinkSync, writeSync } from 'node:fs';

/** The text of a small regular file; `undefined` when there is none, or it is larger than `most` bytes. */
export function readSmall(file: string, most: number): string | undefined {
  let descriptor: number | undefined;
  try {
    // Neither a link is followed nor a pipe waited for.
    descriptor = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(descriptor);
    if (!stat.isFile() || stat.size > most) {
      return undefined;
    }
    const buffer = Buffer.allocUnsafe(stat.size);
    return buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, stat.size, 0));
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) {
      closeSync(descriptor);
    }
  }
}

/** The same as an object of JSON; `undefined` for anything else. */
export function readObject(file: string, most: number): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(readSmall(file, most) ?? '');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Writes a file as a whole: readers see the old or the new one. Throws what the file system says. */
export function replaceFile(file: string, text: string): void {
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    // The functions for whole files take a hook more time than these.
    const descriptor = openSync(temporary, 'w', 0o600);
    try {
      writeSync(descriptor, text);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, file);
  } catch (error) {
    try {
      unlinkSync(temporary);
    } catch {
      // It may never have come to be.
    }
    throw error;
  }
}
