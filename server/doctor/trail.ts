// Whether what sessions do is kept, and how much of it is there.

import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { wantsTrail } from '../hooks/settings.ts';
import type { Environment } from '../state/directory.ts';
import { type Finding, note, ok, warning } from './finding.ts';

export function checkTrail(env: Environment, root: string): Finding {
  if (!wantsTrail(env)) {
    return note('trail', 'Switched off by SESSION_CHECKPOINT_TRAIL: only what is saved is kept and shown.');
  }
  const directory = join(root, '.claude-checkpoints', 'trails');
  const stat = lstatSync(directory, { throwIfNoEntry: false });
  if (stat === undefined) {
    return note('trail', 'No session of this project is kept yet. Loads read the transcripts all the same.');
  }
  if (!stat.isDirectory()) {
    return warning('trail', `${directory} is no directory, so no session is kept.`, 'Remove it.');
  }
  const files = readdirSync(directory).filter((name) => name.endsWith('.json'));
  const times = files.map((name) => lstatSync(join(directory, name), { throwIfNoEntry: false })?.mtimeMs ?? 0);
  const last = files.length === 0 ? '' : `, the last one at ${new Date(Math.max(...times)).toISOString()}`;
  return ok('trail', `${files.length} session(s) kept in ${directory}${last}.`);
}
