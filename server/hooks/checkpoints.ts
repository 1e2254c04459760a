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
}

const DIRECTORY = '.claude-checkpoints';
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
  const owners = [process.geteuid?.(), lstatSync(root).uid];
  const isOwn = (selector: string) => conversation.includes(selector);
  const isOwned = ({ uid }: Stats) => process.platform === 'win32' || owners.includes(uid);
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

/** When the newest of these sessions' checkpoints was saved; `undefined` when none was. */
export function lastSave(root: string, ids: readonly string[]): number | undefined {
  const times = ids.flatMap((id) => lstatSync(join(root, DIRECTORY, `${id}.json`), { throwIfNoEntry: false }) ?? []);
  return times.length === 0 ? undefined : Math.max(...times.map(({ mtimeMs }) => mtimeMs));
}

/** Selector and name of the files in the directory: each checkpoint and its backup, the checkpoint first. */
function namesOf(root: string): [string, string][] {
  const directory = join(root, DIRECTORY);
  if (!lstatSync(directory, { throwIfNoEntry: false })?.isDirectory()) {
    return [];
  }
  return readdirSync(directory)
    .sort()
    .flatMap((name) => {
      const selector = /^(.+)\.json(?:\.prev)?$/.exec(name)?.[1];
      return isId(selector) ? [[selector, `${DIRECTORY}/${name}`] as [string, string]] : [];
    });
}

function legacyNames(): [string, string][] {
  return [LEGACY, LEGACY + BACKUP].map((name) => ['legacy', name]);
}

/** As git's index is read: bytes, in lower case. */
function latin(name: string): string {
  return Buffer.from(name).toString('latin1').toLowerCase();
}
