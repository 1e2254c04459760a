// A session's start as its hooks see it.

import { realpathSync, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { type Environment, existingStateDirectory } from '../state/directory.ts';
import { isId, type ProcessRecord, readRecord, type Session } from '../state/processes.ts';
import { HookError, type HookInput, textOf } from './input.ts';

/** The project, as the server finds it when the client offers its roots. Throws a `HookError` when it is unusable. */
export function rootOf(env: Environment, input: HookInput): string {
  const root = usableRootOf(env, input);
  if (root === undefined) {
    throw new HookError('ROOT_UNUSABLE');
  }
  return root;
}

/** The same, and `undefined` when it is unusable. */
export function usableRootOf(env: Environment, input: HookInput): string | undefined {
  try {
    // The working directory of a hook follows every `cd`, and may be gone.
    const root = env['CHECKPOINT_PROJECT_ROOT'] || env['CLAUDE_PROJECT_DIR'] || textOf(input, 'cwd') || process.cwd();
    return isAbsolute(root) && statSync(root).isDirectory() ? realpathSync.native(root) : undefined;
  } catch {
    return undefined;
  }
}

/** The client that started this hook. */
export function clientOf(env: Environment): number {
  const pid = Number(env['CLAUDE_PID']);
  return Number.isSafeInteger(pid) && pid > 1 ? pid : process.ppid;
}

/** The session of an input; `undefined` when its id can't name one. */
export function sessionOf(input: HookInput, root: string | undefined): Session | undefined {
  const id = input['session_id'];
  const transcript = textOf(input, 'transcript_path');
  if (!isId(id)) {
    return undefined;
  }
  return {
    id,
    source: textOf(input, 'source') ?? 'startup',
    at: new Date().toISOString(),
    ...(root !== undefined && { root }),
    ...(transcript !== undefined && { transcript }),
  };
}

/** What is remembered of the client that started this hook. */
export function recordOf(env: Environment): ProcessRecord | undefined {
  const state = existingStateDirectory(env);
  return state === undefined ? undefined : readRecord(state, clientOf(env));
}
