// `install` and `uninstall`: manual setup, which is the server and the hooks without the plugin.

import { realpathSync } from 'node:fs';
import { Command, Option } from 'commander';
import { addHooks, addServer, removeHooks, removeServer } from '../settings/entries.ts';
import { type Change, carryOut, planEdit, planRemoval } from '../settings/file.ts';
import { isPlugin, type Places, packageDirectory, placesOf, type Scope } from '../settings/places.ts';
import { type Advice, setupOf } from '../settings/twice.ts';
import { changedLines } from './changed-lines.ts';
import { CommandError, type Output } from './output.ts';

interface Options {
  scope: Scope;
  dryRun?: boolean;
  json?: boolean;
}

export function installCommand(output: Output): Command {
  return withOptions(new Command('install'))
    .description('register the server and the hooks in the settings of Claude Code, for who does not use the plugin')
    .action((options: Options) => {
      requireLastingPlace();
      change(output, options, ({ servers, settings }) => [planEdit(servers, addServer), planEdit(settings, addHooks)]);
    });
}

export function uninstallCommand(output: Output): Command {
  return withOptions(new Command('uninstall'))
    .description('take back what install did')
    .action((options: Options) => {
      change(output, options, ({ servers, settings }) => [
        planRemoval(servers, addServer, removeServer),
        planRemoval(settings, addHooks, removeHooks),
      ]);
    });
}

function withOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '-s, --scope <scope>',
        'user: for all your projects; project: for the working directory, as a file to share',
      )
        .choices(['user', 'project'])
        .default('user'),
    )
    .option('--dry-run', 'show what would be changed')
    .option('--json', 'print JSON');
}

function change(output: Output, { scope, dryRun, json }: Options, plan: (places: Places) => Change[]): void {
  // It is about paths alone; only the lines of a dry run may hold secrets.
  const { canRedact } = output;
  output.isRaw = !canRedact;
  const shown = (planned: Change) => (canRedact ? changedLines(planned) : []);
  const root = realpathSync('.');
  // All files are understood before the first one is written.
  const changes = plan(placesOf(scope, process.env, root));
  const done = changes.map((planned) => {
    const { file, before, after, restored } = planned;
    const action = after === before ? 'unchanged' : after === undefined ? 'deleted' : before ? 'edited' : 'created';
    const backup = action === 'unchanged' || dryRun ? undefined : carryOut(planned);
    return { file, action, ...(restored && { restored: true }), ...(backup && { backup }), planned };
  });
  const { advice } = setupOf(process.env, root);
  process.exitCode = advice.length > 0 ? 1 : 0;
  if (json) {
    output.json({
      scope,
      dryRun: dryRun === true,
      files: done.map(({ planned, ...file }) => ({ ...file, changes: shown(planned) })),
      warnings: advice,
    });
    return;
  }
  for (const { file, action, backup, planned } of done) {
    output.print(`${file}: ${dryRun && action !== 'unchanged' ? `would be ${action}` : action}`);
    if (dryRun) {
      for (const line of shown(planned)) {
        output.print(`  ${line.startsWith('+') ? output.colors.green(line) : output.colors.red(line)}`);
      }
    }
    if (backup !== undefined) {
      output.print(`  as it was: ${backup}`);
    }
  }
  warn(output, advice);
  if (!dryRun && done.some(({ action }) => action !== 'unchanged')) {
    output.note('Sessions that are running notice it when they are started again.');
  }
}

function warn(output: Output, advice: Advice[]): void {
  for (const { what, fix } of advice) {
    output.note(`${output.noteColors.yellow('Warning:')} ${output.line(what)}\n  ${output.line(fix)}`);
  }
}

/** Settings name this package by its path, so it has to stay there. */
function requireLastingPlace(): void {
  if (isPlugin()) {
    throw new CommandError(
      'This is the plugin, which brings the server and the hooks along: install it with /plugin install. Nothing was changed.',
    );
  }
  if (/[\\/]_npx[\\/]/.test(packageDirectory)) {
    throw new CommandError(
      'npx runs this out of its cache, where it may be gone tomorrow. Install it first: npm install --global session-checkpoint-mcp && session-checkpoint-mcp install',
    );
  }
}
