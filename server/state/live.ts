// Which sessions are open right now, so that nobody deletes what a client is using.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { conversationOf } from './conversation.ts';
import { type Environment, existingStateDirectory } from './directory.ts';
import { isAlive, processStart } from './process-start.ts';
import { conversationIn, readRecords } from './processes.ts';
import { clientDirectory, registered } from './registry.ts';

/**
 * Ids of the sessions of running clients, with those their conversations had before `/clear`: a server that
 * was started before it still saves under the old one. An id too many protects a checkpoint nobody uses; so
 * what can't be told counts as open. Empty when nothing is known.
 */
export function liveSessions(env: Environment): string[] {
  const ids = new Set(conversationOf(env, process.ppid));
  for (const pid of listedProcesses(env)) {
    const entry = registered(env, pid);
    if (entry !== undefined && isRunning(pid, entry.procStart)) {
      ids.add(entry.id);
    }
  }
  const state = existingStateDirectory(env);
  for (const record of state === undefined ? [] : readRecords(state)) {
    const newest = record.sessions.at(-1);
    if (newest !== undefined && isRunning(record.pid, record.procStart)) {
      for (const id of conversationIn(record, newest.id)) {
        ids.add(id);
      }
    }
  }
  return [...ids];
}

function listedProcesses(env: Environment): number[] {
  const directory = clientDirectory(env);
  if (directory === undefined) {
    return [];
  }
  try {
    return readdirSync(join(directory, 'sessions')).flatMap((name) => {
      const pid = /^([1-9]\d{0,9})\.json$/.exec(name)?.[1];
      return pid === undefined ? [] : [Number(pid)];
    });
  } catch {
    return [];
  }
}

/** Whether a process exists, and is not a later one with the same pid. */
function isRunning(pid: number, start: string | undefined): boolean {
  const found = processStart(pid);
  return isAlive(pid) && (start === undefined || found === undefined || start === found);
}
