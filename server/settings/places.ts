// Where the client keeps what it is configured with, and where this package is.

import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Environment } from '../state/directory.ts';

export type Scope = 'user' | 'project';

/** The files of a scope. */
export interface Places {
  /** Names MCP servers. */
  servers: string;
  /** Names hooks. */
  settings: string;
}

/** Where manual setup writes. `root` is the project. */
export function placesOf(scope: Scope, env: Environment, root: string): Places {
  return scope === 'user'
    ? { servers: clientStateFile(env), settings: join(configDirectory(env), 'settings.json') }
    : { servers: join(root, '.mcp.json'), settings: join(root, '.claude', 'settings.json') };
}

/** All settings files that count in a project, those of the user first. */
export function settingsFiles(env: Environment, root: string): string[] {
  const project = join(root, '.claude');
  const files = [
    join(configDirectory(env), 'settings.json'),
    join(project, 'settings.json'),
    join(project, 'settings.local.json'),
  ];
  // In the home directory the first two are the same.
  return [...new Set(files)];
}

/** The client's directory. */
export function configDirectory(env: Environment): string {
  return env['CLAUDE_CONFIG_DIR'] || join(homedir(), '.claude');
}

/** Where the client keeps the servers of the user, and its own state. */
function clientStateFile(env: Environment): string {
  return join(env['CLAUDE_CONFIG_DIR'] || homedir(), '.claude.json');
}

/** The directory of this package, or of the plugin. The command line is `dist/cli.js` in it. */
export const packageDirectory = realpathSync(join(__dirname, '..'));

/** Whether this is run out of the plugin. */
export function isPlugin(directory = packageDirectory): boolean {
  return existsSync(join(directory, '.claude-plugin', 'plugin.json'));
}

/** The scripts that manual setup registers. */
export const scripts = {
  server: join(packageDirectory, 'dist', 'index.js'),
  hook: join(packageDirectory, 'dist', 'hook.js'),
  guard: join(packageDirectory, 'dist', 'guard.js'),
};

/** A path of a registered command as the client or a shell expands it: `~`, `$NAME`, `${NAME}` and `${NAME:-default}`. */
export function expanded(path: string, env: Environment): string {
  return path
    .replace(/^~(?=[\\/]|$)/, () => homedir())
    .replace(
      /\$(?:(\w+)|\{(\w+)(?::-([^}]*))?\})/g,
      (whole, plain?: string, braced = plain, fallback?: string) => env[braced ?? ''] || (fallback ?? whole),
    );
}

/** Whether a path is a script of this package, here or in another place. */
export function isOwnScript(path: string, name: 'index' | 'hook' | 'guard'): boolean {
  if (!new RegExp(`(^|[\\\\/])dist[\\\\/]${name}\\.js$`).test(path)) {
    return false;
  }
  const directory = dirname(dirname(expanded(path, process.env)));
  if (isPlugin(directory)) {
    return false;
  }
  try {
    return JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')).name === 'session-checkpoint-mcp';
  } catch {
    // It is gone, as after a move; then its name has to do.
    return /[\\/](session|claude)-checkpoint-mcp([\\/]|$)/.test(directory);
  }
}
