// One file per client process: the sessions it has had. `/clear` gives a conversation a new id while the
// process, and the server it started, go on; this is what joins the ids.

import { lstatSync, mkdirSync, readdirSync, statSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { isOwn } from './directory.ts';
import { readObject, replaceFile } from './files.ts';
import { isAlive, processStart } from './process-start.ts';

/** A session as its SessionStart hook saw it begin. */
export interface Session {
  id: string;
  /** `startup`, `resume`, `clear`, `compact`, `fork`, or what later clients say. */
  source: string;
  /** ISO 8601, UTC. */
  at: string;
  /** The project. */
  root?: string;
  /** The transcript's file. */
  transcript?: string;
}

/** What is remembered of one client process. */
export interface ProcessRecord {
  version: 1;
  pid: number;
  /** As `processStart` has it; absent where the system does not tell. */
  procStart?: string;
  /** Oldest first. */
  sessions: Session[];
  /** Ids of the sessions that were reminded to save. */
  reminded: string[];
}

const DIRECTORY = 'processes';
const MOST_SESSIONS = 50;
/** A longer id names no checkpoint. */
const LONGEST_ID = 128;
/** A longer path is not kept. */
const LONGEST_PATH = 1024;
const FILE_BYTES = 32 * 1024;
/** All files together; the log of failures has the rest of the 1 MB of the state directory. */
const TOTAL_BYTES = 900 * 1024;
const DAY = 24 * 3600 * 1000;
const OLDEST = 30 * DAY;
/** A process of another container looks dead from here, so the dead keep their records for a while. */
const DEAD_FOR = DAY;

/** Where the record of a process is. */
export function recordFile(state: string, pid: number): string {
  return join(state, DIRECTORY, `${pid}.json`);
}

/**
 * The record of a process. `undefined` when there is none, or it is one of an earlier process that had the same
 * pid. Where the system does not tell when a process started, the caller has to find proof: see `conversation.ts`.
 */
export function readRecord(state: string, pid: number): ProcessRecord | undefined {
  const record = isOwn(join(state, DIRECTORY)) ? parsed(readObject(recordFile(state, pid), FILE_BYTES)) : undefined;
  return record?.pid === pid && record.procStart === processStart(pid) ? record : undefined;
}

/** Every record there is, also of processes that are gone: who came from whom. */
export function readRecords(state: string): ProcessRecord[] {
  const directory = join(state, DIRECTORY);
  try {
    return (isOwn(directory) ? readdirSync(directory) : [])
      .filter((name) => name.endsWith('.json'))
      .flatMap((name) => parsed(readObject(join(directory, name), FILE_BYTES)) ?? []);
  } catch {
    return [];
  }
}

function parsed(found: Record<string, unknown> | undefined): ProcessRecord | undefined {
  const { version, pid, procStart, sessions, reminded } = found ?? {};
  if (version !== 1 || typeof pid !== 'number' || !Array.isArray(sessions)) {
    return undefined;
  }
  return {
    version,
    pid,
    ...(typeof procStart === 'string' && { procStart }),
    sessions: sessions.filter(isSession).slice(-MOST_SESSIONS),
    reminded: Array.isArray(reminded) ? reminded.filter(isId).slice(-MOST_SESSIONS) : [],
  };
}

/** Writes a record. The first one of a process removes what is outdated. Throws what the file system says. */
export function writeRecord(state: string, record: ProcessRecord): void {
  const file = recordFile(state, record.pid);
  const text = bounded(record);
  const directory = join(state, DIRECTORY);
  if (!isOwn(directory) && lstatSync(directory, { throwIfNoEntry: false }) !== undefined) {
    // A link, for one: what it leads to is not ours to write into.
    throw Object.assign(new Error(`${directory} is not used`), { code: 'STATE_UNSAFE' });
  }
  try {
    replaceFile(file, text);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw error;
    }
    mkdirSync(join(state, DIRECTORY), { mode: 0o700 });
    replaceFile(file, text);
  }
  if (record.sessions.length <= 1) {
    prune(join(state, DIRECTORY), record.pid);
  }
}

/** A record with one more session, unless it is the newest one already: a compaction begins none. Nothing is written. */
export function withSession(record: ProcessRecord | undefined, pid: number, session: Session): ProcessRecord {
  const newest = record?.sessions.at(-1);
  if (record && newest?.id === session.id && (session.source === 'compact' || session.source === newest.source)) {
    return record;
  }
  const start = processStart(pid);
  const { id, source, at, root, transcript } = session;
  const short = (path: string | undefined) => path !== undefined && path.length <= LONGEST_PATH;
  const last: Session = {
    id,
    source: source.slice(0, 20),
    at,
    ...(root !== undefined && short(root) && { root }),
    ...(transcript !== undefined && short(transcript) && { transcript }),
  };
  return {
    version: 1,
    pid,
    ...(start !== undefined && { procStart: start }),
    sessions: [...(record?.sessions ?? []), last].slice(-MOST_SESSIONS),
    reminded: record?.reminded ?? [],
  };
}

/** A record that knows of one more reminded session. Nothing is written. */
export function withReminder(record: ProcessRecord, id: string): ProcessRecord {
  return { ...record, reminded: [...record.reminded, id].slice(-MOST_SESSIONS) };
}

/**
 * The ids of the conversation that a session belongs to, newest first: back over `/clear` and compaction, and not
 * beyond a start, a resume or a fork, which are conversations of their own.
 */
export function conversationIn(record: ProcessRecord, id: string): string[] {
  const ids: string[] = [];
  for (let at = record.sessions.findLastIndex((session) => session.id === id); at >= 0; at -= 1) {
    const session = record.sessions[at];
    if (session === undefined) {
      break;
    }
    if (!ids.includes(session.id)) {
      ids.push(session.id);
    }
    if (isBeginning(session)) {
      break;
    }
  }
  return ids;
}

/** Whether a conversation is known to have begun with this session. */
export function beginsIn(record: ProcessRecord, id: string): boolean {
  const session = record.sessions.findLast((one) => one.id === id);
  return session !== undefined && isBeginning(session);
}

/** Whether the process itself began with this session, as a fork. */
export function startedAsFork({ sessions }: ProcessRecord, id: string): boolean {
  const [first] = sessions;
  return first?.id === id && first.source === 'fork' && sessions.findLast((one) => one.id === id) === first;
}

function isBeginning({ source }: Session): boolean {
  return source !== 'clear' && source !== 'compact';
}

/** Which session each fork was made of, where it was made within a client: by the fork's id. */
export function forkParents(records: readonly ProcessRecord[]): Map<string, string> {
  const parents = new Map<string, string>();
  for (const { sessions } of records) {
    for (const [position, { id, source }] of sessions.entries()) {
      const parent = sessions[position - 1]?.id;
      if (source === 'fork' && parent !== undefined && parent !== id) {
        parents.set(id, parent);
      }
    }
  }
  return parents;
}

/** Whether a text can name a session, by the engine's rules: it becomes part of file names. */
export function isId(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length <= LONGEST_ID &&
    /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(value) &&
    !/^legacy$|\.(json|prev|lock)$/i.test(value)
  );
}

function isSession(value: unknown): value is Session {
  const { id, source, at } = (value ?? {}) as Record<string, unknown>;
  return isId(id) && typeof source === 'string' && typeof at === 'string';
}

/** As text; the oldest sessions go when it is too long. */
function bounded(record: ProcessRecord): string {
  let text = `${JSON.stringify(record)}\n`;
  for (let { sessions } = record; Buffer.byteLength(text) > FILE_BYTES && sessions.length > 1; ) {
    sessions = sessions.slice(Math.ceil(sessions.length / 4));
    text = `${JSON.stringify({ ...record, sessions })}\n`;
  }
  return text;
}

function prune(directory: string, own: number): void {
  const now = Date.now();
  const files = readdirSync(directory).flatMap((name) => {
    const file = join(directory, name);
    const stat = statSync(file, { throwIfNoEntry: false });
    return stat === undefined
      ? []
      : [{ file, pid: Number.parseInt(name, 10), size: stat.size, age: now - stat.mtimeMs }];
  });
  let total = 0;
  for (const { file, pid, size, age } of files.sort((one, other) => one.age - other.age)) {
    total += size;
    const outdated = age > OLDEST || (age > DEAD_FOR && (file.endsWith('.tmp') || !isAlive(pid)));
    if ((outdated || total > TOTAL_BYTES) && pid !== own) {
      total -= size;
      try {
        unlinkSync(file);
      } catch {
        // Another hook was faster, or it is no file.
      }
    }
  }
}
