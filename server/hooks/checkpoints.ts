// Which checkpoints a project has, without reading one: their files' names and times.

import { lstatSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { isId } from '../state/processes.ts';
import { trackedCheckpoints } from './tracked.ts';

/** A checkpoint file of this person's. */
export interface CheckpointFile {
  /** Selector: the session's id, or `legacy`. */
  selector: string;
  /** When it was saved, in milliseconds since 1970. */
  savedAt: number;
  /** It is no checkpoint, but what was kept of a session that ended without saving one. */
  isTrail?: true;
}

const DIRECTORY = '.claude-checkpoints';
const TRAILS = `${DIRECTORY}/trails`;
/** An older trail is history. */
const TRAIL_MILLISECONDS = 72 * 3_600_000;
const LEGACY = '.claude-checkpoint';
const BACKUP = '.prev';

/**
 * Newest first. What may have come with the project, or belongs to another user, is left out, unless a session of this
 * conversation has saved it: its own checkpoint is never foreign.
 */
export function ownCheckpoints(root: string, conversation: readonly string[]): CheckpointFile[] {
  const files = new Map<string, { selector: string; names: string[] }>();
  for (const [selector, name] of [...namesOf(root), ...legacyNames()]) {
    const file = files.get(selector) ?? { selector, names: [] };
    file.names.push(name);
    files.set(selector, file);
  }
  const isOwn = (selector: string) => conversation.includes(selector);
  const isOwned = ownership(root);
  const found = [...files.values()].flatMap(({ selector, names }) => {
    const stats = names.flatMap((name) => lstatSync(join(root, name), { throwIfNoEntry: false }) ?? []);
    // An empty one is what a crash of the system leaves, and holds nothing to load.
    const [newest] = stats.filter((stat) => stat.isFile() && stat.size > 0);
    return newest !== undefined && (isOwn(selector) || stats.every(isOwned))
      ? [{ selector, names, savedAt: newest.mtimeMs }]
      : [];
  });
  const tracked = found.every(({ selector }) => isOwn(selector)) ? new Set<string>() : trackedCheckpoints(root);
  const isUntracked = (names: string[]) => tracked !== undefined && !names.some((name) => tracked.has(latin(name)));
  return found
    .filter(({ selector, names }) => isOwn(selector) || isUntracked(names))
    .map(({ selector, savedAt }) => ({ selector, savedAt }))
    .sort((one, other) => other.savedAt - one.savedAt);
}

/**
 * The trails of sessions that are over and saved no checkpoint, up to 72 hours old, newest first. A trail is only kept
 * once its session did something, so that there is no need to read one. `isOpen` is asked only if there are any.
 */
export function endedTrails(root: string, now: number, isOpen: () => (id: string) => boolean): CheckpointFile[] {
  const directory = join(root, TRAILS);
  if (!isDirectory(join(root, DIRECTORY)) || !isDirectory(directory)) {
    return [];
  }
  const saved = new Set(namesOf(root).map(([selector]) => selector.toLowerCase()));
  const isOwned = ownership(root);
  const found = readdirSync(directory).flatMap((name) => {
    const selector = /^(.+)\.json$/.exec(name)?.[1];
    const stat = lstatSync(join(directory, name), { throwIfNoEntry: false });
    if (!stat?.isFile() || !isOwned(stat) || now - stat.mtimeMs >= TRAIL_MILLISECONDS) {
      return [];
    }
    return isId(selector) && !saved.has(selector.toLowerCase())
      ? [{ selector, savedAt: stat.mtimeMs, isTrail: true as const }]
      : [];
  });
  const tracked = found.length === 0 ? undefined : trackedCheckpoints(root);
  if (tracked === undefined) {
    return [];
  }
  const open = isOpen();
  return found
    .filter(({ selector }) => !tracked.has(latin(`${TRAILS}/${selector}.json`)) && !open(selector))
    .sort((one, other) => other.savedAt - one.savedAt);
}

/** When the newest of these sessions' checkpoints was saved; `undefined` when none was. */
export function lastSave(root: string, ids: readonly string[]): number | undefined {
  const times = ids.flatMap((id) => lstatSync(join(root, DIRECTORY, `${id}.json`), { throwIfNoEntry: false }) ?? []);
  return times.length === 0 ? undefined : Math.max(...times.map(({ mtimeMs }) => mtimeMs));
}

/** Selector and name of the files in the directory: each checkpoint and its backup, the checkpoint first. */
function namesOf(root: string): [string, string][] {
  const directory = join(root, DIRECTORY);
  if (!isDirectory(directory)) {
    return [];
  }
  return readdirSync(directory)
    .sort()
    .flatMap((name) => {
      const selector = /^(.+)\.json(?:\.prev)?$/.exec(name)?.[1];
      return isId(selector) ? [[selector, `${DIRECTORY}/${name}`] as [string, string]] : [];
    });
}

function isDirectory(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Whether a file is this user's, or the owner's of the project. */
function ownership(root: string): (stat: Stats) => boolean {
  const owners = [process.geteuid?.(), lstatSync(root).uid];
  return ({ uid }) => process.platform === 'win32' || owners.includes(uid);
}

function legacyNames(): [string, string][] {
  return [LEGACY, LEGACY + BACKUP].map((name) => ['legacy', name]);
}

/** As git's index is read: bytes, in lower case. */
function latin(name: string): string {
  return Buffer.from(name).toString('latin1').toLowerCase();
}
