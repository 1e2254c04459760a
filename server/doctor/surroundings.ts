// Node, the engine, the environment, and the place for what the hooks remember.

import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { engineSource } from '../../lib/engine.js';
import { contract } from '../contract.ts';
import { type Environment, makeStateDirectory, stateDirectoryOf } from '../state/directory.ts';
import { type Finding, note, ok, problem, warning } from './finding.ts';

const OLDEST_NODE = 20;
const SWITCH = ['off', '0', 'false', 'no', 'on', '1', 'true', 'yes'];
/** What the variables with a choice of values accept. */
const CHOICES: Record<string, string[]> = {
  SESSION_CHECKPOINT_NUDGE: SWITCH,
  SESSION_CHECKPOINT_REMIND: SWITCH,
  SESSION_CHECKPOINT_TRAIL: SWITCH,
  SESSION_CHECKPOINT_RESTORE: ['nudge', 'brief', 'off', '0', 'false', 'no'],
  CHECKPOINT_SESSION_IDS: ['mint', 'legacy'],
};

/** The project, and what is wrong with it. */
export function projectRoot(env: Environment): { root: string | undefined; findings: Finding[] } {
  const chosen = env['CHECKPOINT_PROJECT_ROOT'];
  const wrong = (what: string, fix: string) => ({ root: undefined, findings: [problem('project', what, fix)] });
  const fix = 'Set it to the absolute path of a directory that exists, or unset it.';
  if (chosen && !isAbsolute(chosen)) {
    return wrong(`CHECKPOINT_PROJECT_ROOT is "${chosen}", a relative path.`, fix);
  }
  try {
    const root = realpathSync(chosen || process.cwd());
    return statSync(root).isDirectory()
      ? { root, findings: [] }
      : wrong(`CHECKPOINT_PROJECT_ROOT is "${chosen}", which is no directory.`, fix);
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code;
    return chosen
      ? wrong(`CHECKPOINT_PROJECT_ROOT is "${chosen}", which can't be used (${why}).`, fix)
      : wrong(`The working directory can't be used (${why}): it may be gone.`, 'Run it in the project.');
  }
}

export function checkNode(): Finding {
  const { version, execPath } = process;
  return Number.parseInt(version.slice(1), 10) >= OLDEST_NODE
    ? ok('node', `Node.js ${version}, ${execPath}`)
    : problem('node', `Node.js ${version} is too old (${execPath}).`, `Install Node.js ${OLDEST_NODE} or newer.`);
}

export function checkEngine(): Finding {
  try {
    return ok('engine', `Version ${contract.version}, ${engineSource()}`);
  } catch (error) {
    const [what = '', ...tried] = (error as Error).message.split('\n');
    const [, fix = what] = what.match(/\. (\w+ it: .+?)\.? Tried:$/) ?? [];
    return problem(
      'engine',
      ['No engine fits this system, so nothing can be saved or loaded.', ...tried].join('\n'),
      fix,
    );
  }
}

export function checkEnvironment(env: Environment): Finding[] {
  const known = new Set(contract.environment.map(({ name }) => name));
  return Object.entries(env)
    .filter(([name]) => /^(SESSION_)?CHECKPOINT_/.test(name))
    .map(([name, value = '']) => {
      const choices = CHOICES[name];
      if (!known.has(name) && name.startsWith('SESSION_CHECKPOINT_')) {
        return warning(
          'environment',
          `${name} is set, and no such variable is known.`,
          'Look for a typing error; the README lists all of them.',
        );
      }
      if (choices !== undefined && value !== '' && !choices.includes(value.trim().toLowerCase())) {
        return warning(
          'environment',
          `${name}=${value} means nothing, so its default counts.`,
          `Set it to one of ${choices.join(', ')}.`,
        );
      }
      return note('environment', `${name}=${value}`);
    });
}

export function checkState(env: Environment): Finding {
  const wanted = stateDirectoryOf(env, process.platform);
  const usable = makeStateDirectory(env);
  const fix =
    'Make it a directory of your own that nobody else can write to, or name another one in SESSION_CHECKPOINT_STATE_DIR (an absolute path). Until then a conversation is not followed across /clear, and nothing reminds of a save.';
  const chosen = env['SESSION_CHECKPOINT_STATE_DIR'];
  if (chosen && !isAbsolute(chosen)) {
    return warning('state', `SESSION_CHECKPOINT_STATE_DIR is "${chosen}", a relative path, and is not used.`, fix);
  }
  if (wanted === undefined) {
    return warning('state', 'There is no place to remember sessions in: no home directory is known.', fix);
  }
  try {
    if (usable !== undefined) {
      accessSync(usable, constants.W_OK);
      return ok('state', usable);
    }
  } catch {
    // Said below.
  }
  return warning('state', `${wanted} can't be written, or is not yours alone.`, fix);
}
