// Sessions that ended without saving a checkpoint, of which what they did was kept.

import type { Environment } from '../state/directory.ts';
import { liveSessions } from '../state/live.ts';
import { type CheckpointFile, endedTrails } from './checkpoints.ts';
import { wantsTrail } from './settings.ts';

/** Their trails, newest first. `conversation` are the ids of the session that starts, its own one first. */
export function unsaved(
  env: Environment,
  root: string,
  [own, ...before]: readonly string[],
  now: number,
): CheckpointFile[] {
  if (!wantsTrail(env)) {
    return [];
  }
  return endedTrails(root, now, () => {
    const open = new Set(liveSessions(env));
    // What was before /clear is over, although its client runs on.
    return (id) => id === own || (open.has(id) && !before.includes(id));
  });
}
