// Where the hooks keep what they remember: a directory of the user's own, outside every project.

import { chmodSync, lstatSync, mkdirSync } from 'node:fs';
import { posix, win32 } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

const NAME = 'session-checkpoint';
/** Others may write: whoever can put files there could tell the hooks what to say. */
const WRITABLE_BY_OTHERS = 0o022;

/**
 * Absolute path of the state directory, whether it exists or not. `undefined` when the environment names no
 * place: a home directory is missing, or a path is relative and would depend on the working directory.
 */
export function stateDirectoryOf(env: Environment, platform: NodeJS.Platform): string | undefined {
  const { join, isAbsolute } = platform === 'win32' ? win32 : posix;
  const chosen = env['SESSION_CHECKPOINT_STATE_DIR'];
  if (chosen) {
    return isAbsolute(chosen) ? chosen : undefined;
  }
  const absolute = (path: string | undefined) => (path && isAbsolute(path) ? path : undefined);
  const below = (base: string | undefined, ...parts: string[]) => base && join(base, ...parts, NAME);
  const home = absolute(env['HOME']);
  switch (platform) {
    case 'win32':
      return (
        below(absolute(env['LOCALAPPDATA'])) ?? below(absolute(env['USERPROFILE']), 'AppData', 'Local') ?? undefined
      );
    case 'darwin':
      return below(home, 'Library', 'Application Support');
    default:
      return below(absolute(env['XDG_STATE_HOME'])) ?? below(home, '.local', 'state');
  }
}

/** The state directory if it can be trusted: no link, this user's own, and nobody else may write into it. */
export function existingStateDirectory(env: Environment, platform = process.platform): string | undefined {
  const directory = stateDirectoryOf(env, platform);
  return directory !== undefined && isOwn(directory) ? directory : undefined;
}

/** The same, made when it is missing. `undefined` when that is not possible: then the hooks go without. */
export function makeStateDirectory(env: Environment, platform = process.platform): string | undefined {
  const directory = stateDirectoryOf(env, platform);
  if (directory === undefined) {
    return undefined;
  }
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    // What a person named may be more than this; it stays as they made it.
    if (!env['SESSION_CHECKPOINT_STATE_DIR'] && isOwn(directory) && (lstatSync(directory).mode & 0o077) !== 0) {
      chmodSync(directory, 0o700);
    }
  } catch {
    return undefined;
  }
  return isOwn(directory) ? directory : undefined;
}

/** Whether a path is a directory of this user that nobody else can write to. */
export function isOwn(directory: string): boolean {
  try {
    const stat = lstatSync(directory);
    const user = process.geteuid?.();
    // Windows has neither owners nor modes here.
    const safe = user === undefined || (stat.uid === user && (stat.mode & WRITABLE_BY_OTHERS) === 0);
    return stat.isDirectory() && safe;
  } catch {
    return false;
  }
}
