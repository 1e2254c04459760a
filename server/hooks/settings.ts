// What a person chose by environment variables.

import type { Environment } from '../state/directory.ts';

const OFF = ['off', '0', 'false', 'no'];

function isOff(env: Environment, name: string): boolean {
  return OFF.includes((env[name] ?? '').trim().toLowerCase());
}

/** Whether the note about checkpoints at a session's start is wanted. */
export const wantsNudge = (env: Environment) => !isOff(env, 'SESSION_CHECKPOINT_NUDGE');
/** Whether the reminder to save is wanted. */
export const wantsReminder = (env: Environment) => !isOff(env, 'SESSION_CHECKPOINT_REMIND');

/** Whether what sessions do is kept. */
export const wantsTrail = (env: Environment) => !isOff(env, 'SESSION_CHECKPOINT_TRAIL');

/** How a session gets back what it had. Anything unknown means the default, `nudge`. */
export function restoreMode(env: Environment): 'nudge' | 'brief' | 'off' {
  if (isOff(env, 'SESSION_CHECKPOINT_RESTORE')) {
    return 'off';
  }
  return (env['SESSION_CHECKPOINT_RESTORE'] ?? '').trim().toLowerCase() === 'brief' ? 'brief' : 'nudge';
}

/**
 * Which script speaks at a session's start. The one that brings briefs does so after compaction and when briefs are
 * wanted, provided that it is registered at all; the other one does otherwise.
 */
export function speaker(env: Environment, source: string, restoreIsThere: boolean): 'hook' | 'restore' | 'nobody' {
  const mode = restoreMode(env);
  if (mode === 'off') {
    return 'nobody';
  }
  return restoreIsThere && (source === 'compact' || mode === 'brief') ? 'restore' : 'hook';
}
