// The client's own list of its running processes. It is not documented: whatever is missing or looks
// different means that the list says nothing. Beside a file lies a key, which is never opened.

import { join } from 'node:path';
import type { Environment } from './directory.ts';
import { readObject } from './files.ts';
import { isId } from './processes.ts';

const FILE_BYTES = 64 * 1024;

/** What the list says of a client process. */
export interface Registered {
  /** The session it has now, also after `/clear`. */
  id: string;
  /** When the process started, in the words of `processStart`. */
  procStart?: string;
}

/** Where the client keeps its files. */
export function clientDirectory(env: Environment): string | undefined {
  const home = env['HOME'] || env['USERPROFILE'];
  return env['CLAUDE_CONFIG_DIR'] || (home && join(home, '.claude')) || undefined;
}

/** The entry of a process; it may be left over from an earlier one that had the same pid. */
export function registered(env: Environment, pid: number): Registered | undefined {
  const config = clientDirectory(env);
  const entry = config ? readObject(join(config, 'sessions', `${pid}.json`), FILE_BYTES) : undefined;
  if (entry?.['pid'] !== pid || !isId(entry['sessionId'])) {
    return undefined;
  }
  const { sessionId, procStart } = entry;
  return { id: sessionId, ...(typeof procStart === 'string' && { procStart }) };
}
