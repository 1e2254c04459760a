// Whether the client knows the server and the hooks, and knows them once.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { expanded, isPlugin } from '../settings/places.ts';
import { setupOf } from '../settings/twice.ts';
import type { Environment } from '../state/directory.ts';
import { type Finding, note, ok, problem, warning } from './finding.ts';
import { checkPlugins } from './plugin.ts';

const INSTALL =
  'session-checkpoint-mcp install, or claude plugin marketplace add daniel-munoz/claude-checkpoint-mcp && claude plugin install session-checkpoint@daniel-munoz';

export function checkSetup(env: Environment, root: string): Finding[] {
  const { setup, advice } = setupOf(env, root);
  const { servers, hooks, plugins, unreadable } = setup;
  const findings: Finding[] = [
    ...plugins.map((name) => ok('server', `Registered by the plugin ${name}.`)),
    ...servers.map(({ file, name, path }) =>
      isGone(path, env, root)
        ? problem(
            'server',
            `${file} registers ${name} as ${path}, which does not exist.`,
            `session-checkpoint-mcp install, or remove the entry`,
          )
        : ok('server', `Registered as ${name} in ${file}: ${path}`),
    ),
    ...hooks.map(({ file, path }) =>
      isGone(path, env, root)
        ? problem(
            'hooks',
            `${file} runs ${path}, which does not exist.`,
            'session-checkpoint-mcp install, or remove the entry',
          )
        : ok('hooks', `Registered in ${file}: ${path}`),
    ),
  ];
  if (servers.length + plugins.length === 0) {
    findings.push(
      isPlugin()
        ? note(
            'server',
            'No settings enable the plugin that this is part of; a client that is started with --plugin-dir has it all the same.',
          )
        : warning(
            'server',
            'Claude Code does not know the server: neither the plugin nor a server entry was found.',
            INSTALL,
          ),
    );
  }
  if (servers.length > 0 && hooks.length + plugins.length === 0) {
    findings.push(
      warning(
        'hooks',
        'The server is registered without its hooks: no hint at a start, and subagents may overwrite a checkpoint.',
        'session-checkpoint-mcp install',
      ),
    );
  }
  return [
    ...findings,
    ...checkPlugins(env, plugins),
    ...unreadable.map((why) => problem('settings', why, 'Repair the file.')),
    ...advice.map(({ what, fix }) => warning('twice', what, fix)),
  ];
}

/** What holds a variable that is not known here may be there. */
function isGone(path: string, env: Environment, root: string): boolean {
  const place = expanded(path, { ...env, CLAUDE_PROJECT_DIR: root });
  return /[\\/]/.test(place) && !place.includes('$') && !existsSync(resolve(root, place));
}
