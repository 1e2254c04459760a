// What would speak twice, or was named otherwise before.

import { CommandError } from '../cli/output.ts';
import type { Environment } from '../state/directory.ts';
import { findOwnHooks, findServers, hookCommands, hookMatchers } from './entries.ts';
import { readSettings } from './file.ts';
import type { JsonText } from './json-text.ts';
import { placesOf, settingsFiles } from './places.ts';

/** Something to look at, and what to do about it. */
export interface Advice {
  what: string;
  fix: string;
}

const OLD_PLUGIN = 'claude-checkpoint-mcp';
const OLD_TOOLS = 'mcp__plugin_claude-checkpoint-mcp_claude-checkpoint';
const NEW_TOOLS = 'mcp__plugin_session-checkpoint_session-checkpoint';

/** Where this package is set up. */
export interface Setup {
  /** Files that name the server, and by which path. */
  servers: { file: string; name: string; path: string; scope: 'user' | 'project' | 'local' }[];
  /** Files that name hooks, and by which path. */
  hooks: { file: string; path: string }[];
  /** The plugin's full names where it is enabled, such as `session-checkpoint@daniel-munoz`. */
  plugins: string[];
  /** Files that can't be read, and why. */
  unreadable: string[];
}

/** Looks at all files that count for a project. */
export function setupOf(env: Environment, root: string): { setup: Setup; advice: Advice[] } {
  const setup: Setup = { servers: [], hooks: [], plugins: [], unreadable: [] };
  const advice: Advice[] = [];
  const read = (file: string): JsonText | undefined => {
    try {
      return readSettings(file);
    } catch (error) {
      setup.unreadable.push(error instanceof CommandError ? error.message : `${file}: ${(error as Error).message}`);
      return undefined;
    }
  };

  const user = placesOf('user', env, root).servers;
  const places = [
    { file: user, at: ['mcpServers'], scope: 'user' as const },
    { file: user, at: ['projects', root, 'mcpServers'], scope: 'local' as const },
    { file: placesOf('project', env, root).servers, at: ['mcpServers'], scope: 'project' as const },
  ];
  for (const { file, at, scope } of places) {
    const json = read(file);
    for (const { location, path } of json ? findServers(json, at) : []) {
      setup.servers.push({ file, name: String(location.at(-1)), path, scope });
    }
  }

  const enabled = new Map<string, boolean>();
  for (const file of settingsFiles(env, root)) {
    const json = read(file);
    if (json === undefined) {
      continue;
    }
    const { found, together } = findOwnHooks(json);
    setup.hooks.push(...found.map(({ path }) => ({ file, path })));
    if (together.length > 0) {
      advice.push({
        what: `${file} runs a hook more than once for one event (${together.map(({ path }) => path).join(', ')}): it speaks twice.`,
        fix: `Remove all but one of these entries from ${file}.`,
      });
    }
    for (const [name, value] of Object.entries((json.get(['enabledPlugins']) ?? {}) as Record<string, unknown>)) {
      enabled.set(name, value !== false);
    }
    advice.push(...oldScripts(file, json), ...oldPermissions(file, json), ...oldMatchers(file, json));
  }
  setup.unreadable = [...new Set(setup.unreadable)];
  const names = [...enabled].filter(([, isEnabled]) => isEnabled).map(([name]) => name);
  setup.plugins = names.filter((name) => name.startsWith('session-checkpoint@'));
  advice.push(...oldPlugins(names), ...twice(setup));
  return { setup, advice };
}

function oldScripts(file: string, json: JsonText): Advice[] {
  return (
    hookCommands(json)
      // It may stand anywhere in what a shell is told.
      .filter(({ words }) => /(^|[\\/\s"'])checkpoint-nudge\.sh(?![\w.-])/.test(words.join(' ')))
      .map(({ words, location }) => ({
        what: `${file} runs an older copied script at a session's start (${words.join(' ')}), so the model is told twice.`,
        fix: `Remove its ${location[1]} entry from ${file}, and delete the script.`,
      }))
  );
}

function oldPermissions(file: string, json: JsonText): Advice[] {
  return ['allow', 'ask', 'deny'].flatMap((list) => {
    const rules = json.get(['permissions', list]);
    const old = (Array.isArray(rules) ? rules : []).filter((rule) => String(rule).startsWith(OLD_TOOLS));
    return old.map((rule) => ({
      what: `${file} has a permission for a tool name from before 0.3: ${rule}.`,
      fix: `In permissions.${list}, write ${String(rule).replace(OLD_TOOLS, NEW_TOOLS)} instead.`,
    }));
  });
}

function oldMatchers(file: string, json: JsonText): Advice[] {
  return hookMatchers(json)
    .filter(({ matcher }) => matcher.includes(OLD_TOOLS))
    .map(({ event, matcher }) => ({
      what: `${file} has a ${event} hook for tool names from before 0.3, which never runs: ${matcher}`,
      fix: `As its matcher, write ${matcher.replaceAll(OLD_TOOLS, NEW_TOOLS)} instead.`,
    }));
}

function oldPlugins(names: string[]): Advice[] {
  return names
    .filter((name) => name.startsWith(`${OLD_PLUGIN}@`))
    .map((name) => ({
      what: `The plugin is installed under its name from before 0.3, ${name}.`,
      // The marketplace as it was known then has no plugin of the new name.
      fix: `claude plugin marketplace update ${name.slice(OLD_PLUGIN.length + 1)} && claude plugin uninstall ${name} && claude plugin install ${name.replace(OLD_PLUGIN, 'session-checkpoint')}`,
    }));
}

function twice({ servers, hooks, plugins }: Setup): Advice[] {
  const advice: Advice[] = [];
  const [plugin, ...more] = plugins;
  if (more.length > 0) {
    advice.push({
      what: `The plugin is enabled from ${plugins.length} marketplaces (${plugins.join(', ')}): tools are there twice, hooks speak twice.`,
      fix: `Keep one: claude plugin uninstall ${more[0]}`,
    });
  }
  const isManual = servers.length + hooks.length > 0;
  if (plugin !== undefined && isManual) {
    const files = [...new Set([...servers, ...hooks].map(({ file }) => file))];
    advice.push({
      what: `The plugin ${plugin} is enabled beside the manual setup in ${files.join(' and ')}: tools are there twice, hooks speak twice.`,
      fix: `Keep one: session-checkpoint-mcp uninstall (with --scope project for a project's), or claude plugin uninstall ${plugin}`,
    });
  }
  const hookFiles = new Set(hooks.map(({ file }) => file));
  if (hookFiles.size > 1) {
    advice.push({
      what: `The hooks are registered more than once, in ${[...hookFiles].join(' and ')}: they speak twice.`,
      fix: 'Remove one: session-checkpoint-mcp uninstall, with --scope user or --scope project',
    });
  }
  if (new Set(servers.map(({ name }) => name)).size > 1) {
    advice.push({
      what: `The server is registered under several names (${servers.map(({ name, file }) => `${name} in ${file}`).join(', ')}): its tools are there twice.`,
      fix: 'Remove one: claude mcp remove <name> --scope <user, project or local>',
    });
  }
  return advice;
}
