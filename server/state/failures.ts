// What went wrong in hooks, which must stay silent when it does: kept for `doctor`.

import { appendFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Environment, existingStateDirectory, makeStateDirectory } from './directory.ts';
import { readSmall, replaceFile } from './files.ts';

/** One failure. It holds no text of the input: there is no redaction here. */
export interface Failure {
  /** ISO 8601, UTC. */
  at: string;
  /** `hook`, `guard`, `restore`, `remind` or `trail`. */
  hook: string;
  /** Stable, such as `STDIN_NOT_JSON` or `ENOENT`. */
  code: string;
  /** The error's class, such as `TypeError`, when it was thrown. */
  name?: string;
}

const FILE = 'failures.jsonl';
const FILE_BYTES = 64 * 1024;
/** Beyond this size the older half goes. */
const FULL_BYTES = 60 * 1024;
const LONGEST_WORD = 60;

/** Keeps a failure; when that is not possible either, it is lost. */
export function keepFailure(env: Environment, hook: string, error: unknown): void {
  try {
    const state = makeStateDirectory(env);
    if (state === undefined) {
      return;
    }
    const file = join(state, FILE);
    const line = `${JSON.stringify(failureOf(hook, error))}\n`;
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size > FULL_BYTES) {
      const lines = (readSmall(file, FILE_BYTES) ?? '').split('\n');
      replaceFile(file, lines.slice(Math.floor(lines.length / 2)).join('\n') + line);
    } else {
      appendFileSync(file, line, { mode: 0o600 });
    }
  } catch {
    // A hook has nobody to tell.
  }
}

/** The failures that are kept, oldest first. Lines that are no failure are skipped. */
export function readFailures(env: Environment): Failure[] {
  const state = existingStateDirectory(env);
  const text = state === undefined ? '' : (readSmall(join(state, FILE), FILE_BYTES) ?? '');
  return text.split('\n').flatMap((line) => {
    try {
      const failure = JSON.parse(line);
      return typeof failure?.at === 'string' && typeof failure.code === 'string' ? [failure as Failure] : [];
    } catch {
      return [];
    }
  });
}

function failureOf(hook: string, error: unknown): Failure {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  const word = (value: unknown) =>
    typeof value === 'string' ? value.replace(/[^A-Za-z0-9_]/g, '').slice(0, LONGEST_WORD) : '';
  return {
    at: new Date().toISOString(),
    hook,
    code: word(code) || 'INTERNAL',
    ...(word(name) && { name: word(name) }),
  };
}
