// Settings files on disk: read as they are, backed up before they are changed, replaced as a whole.

import { createHash } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { CommandError } from '../cli/output.ts';
import { JsonText } from './json-text.ts';

/** A chain of more links is a loop. */
const MOST_LINKS = 40;
const BOM = '\uFEFF';
/** Of files that did not exist. Settings may hold secrets. */
const NEW_FILE_MODE = 0o600;
/** What a file is that is made here. */
const EMPTY = '{}\n';

/** What is done to a settings file. */
export interface Change {
  file: string;
  /** Its bytes before; `undefined` when there was no such file. */
  before: Buffer | undefined;
  /** Its bytes after; `undefined` when it is to go. */
  after: Buffer | undefined;
  /** A backup whose content the file gets again, and which is then of no use. */
  restored?: string;
}

/** The bytes of a file, or `undefined` when there is none. */
export function bytesOf(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}

/** A settings file's JSON, `{}` when there is none. Throws when it is not readable as that. */
export function readSettings(file: string): JsonText {
  return textOf(file, bytesOf(file));
}

function textOf(file: string, bytes: Buffer | undefined): JsonText {
  const text = (bytes ?? Buffer.from(EMPTY)).toString('utf8');
  if (bytes !== undefined && !Buffer.from(text).equals(bytes)) {
    throw new CommandError(`${file} is not UTF-8. It was left alone. Save it as UTF-8, and try again.`);
  }
  return new JsonText(file, text.trim() === '' ? EMPTY : withoutBom(text));
}

/** Plans what `edit` does to a file. */
export function planEdit(file: string, edit: (json: JsonText) => void): Change {
  const before = bytesOf(file);
  const json = textOf(file, before);
  const unedited = json.text;
  edit(json);
  if (json.text === unedited) {
    return { file, before, after: before };
  }
  const bom = before?.toString('utf8').startsWith(BOM) ? BOM : '';
  return { file, before, after: Buffer.from(bom + json.text) };
}

/**
 * Plans to take back what `install` did. When nothing else has changed the file since, it becomes what it was before, to
 * the byte; otherwise `remove` edits it. So it does when there were older entries before, which `install` replaced.
 */
export function planRemoval(file: string, install: (json: JsonText) => void, remove: (json: JsonText) => void): Change {
  const change = planEdit(file, remove);
  const { before, after } = change;
  if (before === undefined || after === before) {
    return change;
  }
  const backup = backupsOf(file, before).at(-1);
  if (backup !== undefined) {
    const { before: content, after: rest } = planEdit(backup, remove);
    return content !== undefined && rest === content ? { file, before, after: content, restored: backup } : change;
  }
  const created = new JsonText(file, EMPTY);
  install(created);
  return before.equals(Buffer.from(created.text)) ? { file, before, after: undefined } : change;
}

/** Carries out a plan. The path of the backup, when one was made. */
export function carryOut({ file, before, after, restored }: Change): string | undefined {
  const target = resolved(file);
  const now = bytesOf(target);
  if (before === undefined ? now !== undefined : !now?.equals(before)) {
    throw new CommandError(`${file} was changed by another program meanwhile. It was left alone. Try again.`);
  }
  if (after === undefined) {
    unlinkSync(target);
    return undefined;
  }
  const backup = before === undefined || restored !== undefined ? undefined : backUp(target, before, after);
  mkdirSync(dirname(target), { recursive: true });
  replace(target, after);
  if (restored !== undefined) {
    unlinkSync(restored);
  }
  return backup;
}

/** Where a file really is: links are written through, not replaced. */
function resolved(file: string, depth = 0): string {
  try {
    return realpathSync(file);
  } catch {
    // What a link leads to may be missing yet; a loop ends with the system's own error.
    const isLink = depth < MOST_LINKS && lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink();
    return isLink ? resolved(resolve(dirname(file), readlinkSync(file)), depth + 1) : file;
  }
}

/** Backups name what the file became, so that an unchanged file is known again. */
function backupName(target: string, after: Buffer): string {
  return `${target}.bak-${createHash('sha256').update(after).digest('hex').slice(0, 16)}`;
}

function backUp(target: string, before: Buffer, after: Buffer): string {
  const name = backupName(target, after);
  for (let number = 1; ; number += 1) {
    const backup = number === 1 ? name : `${name}-${number}`;
    try {
      writeFileSync(backup, before, { flag: 'wx', mode: statSync(target).mode & 0o777 });
      return backup;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        throw error;
      }
      if (readFileSync(backup).equals(before)) {
        return backup;
      }
    }
  }
}

/** The backups made when the file became what it is now, oldest first. */
function backupsOf(file: string, now: Buffer): string[] {
  const target = resolved(file);
  const name = basename(backupName(target, now));
  return readdirSync(dirname(target))
    .filter((entry) => entry === name || entry.startsWith(`${name}-`))
    .sort((a, b) => numberOf(a, name) - numberOf(b, name))
    .map((entry) => join(dirname(target), entry));
}

function numberOf(entry: string, name: string): number {
  return Number(entry.slice(name.length + 1) || 1);
}

/** Readers see the old file or the new one. */
function replace(target: string, content: Buffer): void {
  const mode = (statSync(target, { throwIfNoEntry: false })?.mode ?? NEW_FILE_MODE) & 0o777;
  const temporary = `${target}.${process.pid}.tmp`;
  try {
    const descriptor = openSync(temporary, 'wx', mode);
    try {
      writeFileSync(descriptor, content);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, target);
  } catch (error) {
    try {
      unlinkSync(temporary);
    } catch {
      // It may never have come to be.
    }
    throw error;
  }
}

function withoutBom(text: string): string {
  return text.startsWith(BOM) ? text.slice(1) : text;
}
