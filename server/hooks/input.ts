// What the client tells a hook on standard input, and what a hook answers on standard output.

import { readSync, writeSync } from 'node:fs';

/** What a hook may look at; every field may be missing or of another type. */
export type HookInput = Record<string, unknown>;

/**
 * Longest input that is read. The server refuses messages of 10 MiB and more, so that a longer call would come to
 * nothing anyway.
 */
const MOST_BYTES = 16 * 1024 * 1024;
/** Most inputs fit the first. */
const CHUNK_BYTES = [4 * 1024, 256 * 1024] as const;
const PAUSE_MILLISECONDS = 5;
const RETRIES = 400;

/** Why an input could not be used; `code` is stable. */
export class HookError extends Error {
  constructor(readonly code: string) {
    super(code);
    this.name = 'HookError';
  }
}

/** Reads the whole input. Throws a `HookError` when it is no JSON object. */
export function readInput(): HookInput {
  // Streams of Node take longer to set up than the rest of a hook takes.
  const text = readAll()
    .toString('utf8')
    .replace(/^\ufeff/, '');
  if (text.trim() === '') {
    throw new HookError('STDIN_EMPTY');
  }
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch {
    throw new HookError('STDIN_NOT_JSON');
  }
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new HookError('STDIN_NO_OBJECT');
  }
  return input as HookInput;
}

/** Throws a `HookError` when a hook is registered for an event that it is not made for. */
export function expectEvent(input: HookInput, event: string): void {
  if ((input['hook_event_name'] ?? event) !== event) {
    throw new HookError('EVENT_UNKNOWN');
  }
}

/** A field, if it is a text that is not empty. */
export function textOf(input: HookInput, field: string): string | undefined {
  const value = input[field];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Tells the model something. */
export function say(event: string, additionalContext: string): void {
  answer({ hookEventName: event, additionalContext });
}

/** Answers a hook's event. A client that does not listen any more is no reason to fail. */
export function answer(hookSpecificOutput: Record<string, string>): void {
  let rest: Buffer = Buffer.from(`${JSON.stringify({ hookSpecificOutput })}\n`);
  while (rest.length > 0) {
    const written = patiently(() => writeSync(1, rest));
    rest = rest.subarray(written ?? rest.length);
  }
}

function readAll(): Buffer {
  const chunks: Buffer[] = [];
  for (let total = 0; ; ) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES[chunks.length === 0 ? 0 : 1]);
    const length = patiently(() => readSync(0, chunk, 0, chunk.length, null)) ?? 0;
    const [only] = chunks;
    if (length === 0) {
      return only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks);
    }
    total += length;
    if (total > MOST_BYTES) {
      throw new HookError('STDIN_TOO_LARGE');
    }
    chunks.push(chunk.subarray(0, length));
  }
}

/** Standard input and output may be pipes that answer "not now". `undefined`: it will not work any more. */
function patiently(act: () => number): number | undefined {
  for (let attempt = 0; attempt < RETRIES; attempt += 1) {
    try {
      return act();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF' || code === 'EPIPE') {
        return undefined;
      }
      if (code !== 'EAGAIN') {
        throw error;
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MILLISECONDS);
    }
  }
  throw new HookError('STDIO_BUSY');
}
