// `delete`: one checkpoint.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Command } from 'commander';
import { deleteCheckpoint, type Entry, list } from '../../index.js';
import { liveSessions } from '../state/live.ts';
import { type Common, placeOf, surroundings, warn, withCommon } from './call.ts';
import { confirmed } from './confirm.ts';
import { remarks } from './list.ts';
import type { Output } from './output.ts';

interface Options extends Common {
  yes?: boolean;
  force?: boolean;
}

/** `delete`. */
export function deleteCommand(output: Output): Command {
  return withCommon(new Command('delete'))
    .description('delete a checkpoint with its backup; exit code 1 when it was not wanted after all')
    .argument('<selector>', 'which one, as `list` shows it')
    .option('-y, --yes', 'do not ask')
    .option('--force', 'also when its session is open in a running client')
    .action(async (selector: string, options: Options) => {
      if (!options.yes) {
        const { entries, path } = await list({ ...placeOf(options), limit: 0 }, surroundings());
        const entry = entries.find((entry) => entry.selector.toLowerCase() === selector.toLowerCase());
        const what =
          entry === undefined
            ? isLeftOf(selector, path) && `what is left of checkpoint ${output.line(selector)}`
            : `checkpoint ${described(entry, output)}`;
        if (what && !(await confirmed(`Delete ${what}?`))) {
          output.note('Nothing was deleted.');
          process.exitCode = 1;
          return;
        }
      }
      const input = { ...placeOf(options), checkpoint: selector, force: options.force === true };
      const result = await deleteCheckpoint(input, { ...surroundings(), live: liveSessions(process.env) });
      if (options.json) {
        output.json(result);
        return;
      }
      warn(output, result.warnings);
      output.print(result.text);
    });
}

/** Whether there is a file of a checkpoint that is not listed: one that could not be read, and was set aside. */
function isLeftOf(selector: string, path: string): boolean {
  const name = /^legacy$/i.test(selector) ? '.claude-checkpoint.corrupt' : `${selector}.json.corrupt`;
  return [path, dirname(path), join(path, '.claude-checkpoints')].some((directory) =>
    existsSync(join(directory, name)),
  );
}

function described(entry: Entry, output: Output): string {
  const about = [entry.age, remarks(entry)].filter((part) => part !== '').join(', ');
  return output.line(`${entry.selector} (${about}: ${entry.goal})`);
}
