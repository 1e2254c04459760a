// The entries of manual setup: which they are, and how they are found again.

import { CommandError } from '../cli/output.ts';
import type { JsonText, Location } from './json-text.ts';
import { isOwnScript, scripts } from './places.ts';

/** The server's usual name. The second one is for those who have another `checkpoint`. */
const SERVER_NAMES = ['checkpoint', 'session-checkpoint'];
/** Seconds after which the client goes on without a hook. */
const HOOK_TIMEOUT = 5;

interface OwnHook {
  script: 'hook' | 'guard';
  event: string;
  matcher?: string;
}

const HOOKS: OwnHook[] = [
  { script: 'hook', event: 'SessionStart' },
  { script: 'guard', event: 'PreToolUse', matcher: '^mcp__.+__save_session_checkpoint$' },
];

/** An entry that was found, and the path of the script that it starts. */
export interface Found {
  location: Location;
  path: string;
}

/** Adds the server, or corrects the path of the one that is there. */
export function addServer(json: JsonText): void {
  const [found] = findServers(json);
  if (found !== undefined) {
    if (isPath(found.path) && found.path !== scripts.server) {
      correct(json, found);
    }
    return;
  }
  const taken = Object.keys(objectAt(json, ['mcpServers']));
  const name = SERVER_NAMES.find((candidate) => !taken.includes(candidate));
  if (name === undefined) {
    throw new CommandError(
      `There are other servers that are called ${SERVER_NAMES.join(' and ')}. Rename or remove one of them, and try again.`,
    );
  }
  json.append(['mcpServers'], name, { type: 'stdio', command: 'node', args: [scripts.server], alwaysLoad: true });
}

/** Puts the path of this package's server where another one is: among the arguments, or as the command itself. */
function correct(json: JsonText, found: Found): void {
  const args = argumentsAt(json, found);
  const position = args.indexOf(found.path);
  if (position >= 0) {
    json.replace([...found.location, 'args', position], scripts.server);
    return;
  }
  json.replace([...found.location, 'command'], 'node');
  const list = [...found.location, 'args'];
  if (json.get(list) === undefined) {
    json.append(found.location, 'args', [scripts.server]);
  } else {
    json.replace(list, [scripts.server, ...args]);
  }
}

export function removeServer(json: JsonText): void {
  const found = findServers(json);
  for (const { location } of found) {
    json.remove(location);
  }
  if (found.length > 0) {
    removeIfEmpty(json, ['mcpServers']);
  }
}

/** Adds the hooks. Those of another place of this package are replaced. */
export function addHooks(json: JsonText): void {
  for (const hook of HOOKS) {
    const found = findHooks(json, hook);
    const { args } = hookEntry(hook);
    const [current, ...more] = found.filter(({ location }) => sameWords(json.get([...location, 'args']), args));
    if (current !== undefined && more.length === 0 && found.length === 1) {
      continue;
    }
    removeFound(json, hook);
    json.append(['hooks', hook.event], undefined, {
      ...(hook.matcher !== undefined && { matcher: hook.matcher }),
      hooks: [hookEntry(hook)],
    });
  }
}

export function removeHooks(json: JsonText): void {
  for (const hook of HOOKS) {
    if (removeFound(json, hook)) {
      removeIfEmpty(json, ['hooks', hook.event]);
      removeIfEmpty(json, ['hooks']);
    }
  }
}

/** The servers of this package that are registered in a file, or in a part of it. */
export function findServers(json: JsonText, at: Location = ['mcpServers']): Found[] {
  return Object.entries(objectAt(json, at)).flatMap(([name, server]) => {
    const { command, args } = (server ?? {}) as { command?: unknown; args?: unknown };
    const words = [command, ...(Array.isArray(args) ? args : [])].filter((word) => typeof word === 'string');
    const path = words.find((word) => word === scripts.server || isOwnScript(word, 'index')) ?? words.find(isPackage);
    return path === undefined ? [] : [{ location: [...at, name], path }];
  });
}

/** All hooks of this package in a settings file, and which of them run for one event together. */
export function findOwnHooks(json: JsonText): { found: Found[]; together: Found[] } {
  const each = HOOKS.map((hook) => findHooks(json, hook));
  const together = each.flatMap((hooks) =>
    hooks.filter((one) => hooks.some((other) => other !== one && meet(matcherOf(json, one), matcherOf(json, other)))),
  );
  return { found: each.flat(), together };
}

/** The words of the matcher around a hook; `undefined` when it matches everything. */
function matcherOf(json: JsonText, { location }: Found): string[] | undefined {
  const matcher = json.get([...location.slice(0, 3), 'matcher']);
  return typeof matcher !== 'string' || matcher === '' || matcher === '*' ? undefined : matcher.split('|');
}

function meet(one: string[] | undefined, other: string[] | undefined): boolean {
  return one === undefined || other === undefined || one.some((word) => other.includes(word));
}

/** Every hook command of a settings file, with its arguments, as words. */
export function hookCommands(json: JsonText): { location: Location; words: string[] }[] {
  return Object.entries(objectAt(json, ['hooks'])).flatMap(([event, groups]) =>
    listOf(groups).flatMap((group, index) =>
      listOf((group as { hooks?: unknown } | null)?.hooks).map((entry, position) => {
        const { command, args } = (entry ?? {}) as { command?: unknown; args?: unknown };
        return {
          location: ['hooks', event, index, 'hooks', position],
          // Without arguments a shell takes the command apart.
          words: Array.isArray(args) ? [command, ...args].map(String) : shellWords(String(command ?? '')),
        };
      }),
    ),
  );
}

/** What the hooks of a settings file are matched on, where they are. */
export function hookMatchers(json: JsonText): { event: string; matcher: string }[] {
  return Object.entries(objectAt(json, ['hooks'])).flatMap(([event, groups]) =>
    listOf(groups).flatMap((group) => {
      const matcher = (group as { matcher?: unknown } | null)?.matcher;
      return typeof matcher === 'string' ? [{ event, matcher }] : [];
    }),
  );
}

function findHooks(json: JsonText, { event, script }: OwnHook): Found[] {
  return hookCommands(json).flatMap(({ location, words }) => {
    const path = words.find((word) => word === scripts[script] || isOwnScript(word, script));
    return location[1] === event && path !== undefined ? [{ location, path }] : [];
  });
}

/** Removes the hooks, and a group that held nothing else. */
function removeFound(json: JsonText, hook: OwnHook): boolean {
  // From the last to the first, so that positions stay right.
  const found = findHooks(json, hook).toReversed();
  for (const { location } of found) {
    const list = location.slice(0, -1);
    const group = location.slice(0, -2);
    const isAlone = listOf(json.get(list)).length === 1;
    json.remove(isAlone ? group : location);
  }
  return found.length > 0;
}

function hookEntry({ script }: OwnHook) {
  return { type: 'command', command: 'node', args: [scripts[script]], timeout: HOOK_TIMEOUT };
}

function removeIfEmpty(json: JsonText, location: Location): void {
  const value = json.get(location);
  if (typeof value === 'object' && value !== null && Object.keys(value).length === 0) {
    json.remove(location);
  }
}

function sameWords(value: unknown, words: string[]): boolean {
  return Array.isArray(value) && value.length === words.length && value.every((word, index) => word === words[index]);
}

function argumentsAt(json: JsonText, { location }: Found): unknown[] {
  return listOf(json.get([...location, 'args']));
}

function isPackage(word: string): boolean {
  return /^session-checkpoint-mcp(@.*)?$/.test(word);
}

function isPath(word: string): boolean {
  return !isPackage(word);
}

function objectAt(json: JsonText, location: Location): Record<string, unknown> {
  const value = json.get(location);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The words of a simple command, without the quotes around them. */
function shellWords(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '');
}
