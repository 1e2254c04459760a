// `prune`: old checkpoints.

import { Command, InvalidArgumentError, Option } from 'commander';
import { type PruneResult, prune } from '../../index.js';
import { liveSessions } from '../state/live.ts';
import { type Common, placeOf, surroundings, withCommon } from './call.ts';
import { confirmed } from './confirm.ts';
import type { Output } from './output.ts';

interface Options extends Common {
  olderThan: number;
  dryRun?: boolean;
  yes?: boolean;
}

/** `prune`. */
export function pruneCommand(output: Output): Command {
  return withCommon(new Command('prune'))
    .description(
      'delete checkpoints and kept trails that nobody touched for a while; those of open sessions, foreign and unreadable ones stay; exit code 1 when something was in the way',
    )
    .addOption(
      new Option(
        '--older-than <age>',
        'how long ago the last save, or without one the last work, must be, as 30d or 4w',
      )
        .argParser(days)
        .makeOptionMandatory(),
    )
    .option('--dry-run', 'only say what would go')
    .option('-y, --yes', 'do not ask')
    .action(async (options: Options) => {
      const call = (dryRun: boolean) =>
        prune(
          { ...placeOf(options), olderThanDays: options.olderThan, dryRun },
          { ...surroundings(), live: liveSessions(process.env) },
        );
      if (options.dryRun || !options.yes) {
        const planned = await call(true);
        if (options.dryRun || planned.pruned.length === 0) {
          print(output, planned, options);
          return;
        }
        output.note(planned.text);
        if (!(await confirmed(`Delete ${planned.pruned.length === 1 ? 'it' : `these ${planned.pruned.length}`}?`))) {
          output.note('Nothing was deleted.');
          process.exitCode = 1;
          return;
        }
      }
      print(output, await call(false), options);
    });
}

function print(output: Output, result: PruneResult, { json }: Options): void {
  process.exitCode = result.warnings.length > 0 ? 1 : 0;
  if (json) {
    output.json(result);
    return;
  }
  // The text says the warnings too.
  output.print(result.text);
}

function days(text: string): number {
  const [, number = '', unit] = /^([1-9]\d{0,4})([dw])$/.exec(text) ?? [];
  if (unit === undefined) {
    throw new InvalidArgumentError('It must be a number of days or weeks, as 30d or 4w.');
  }
  return Number(number) * (unit === 'w' ? 7 : 1);
}
