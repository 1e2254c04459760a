// `show`: one checkpoint, as a model would get it or as data.

import { Command, Option } from 'commander';
import { load, loadPrevious } from '../../index.js';
import { type Common, placeOf, surroundings, warn, withCommon } from './call.ts';
import type { Output } from './output.ts';

interface Options extends Common {
  prev?: boolean;
  format?: 'md' | 'json';
}

/** `show`. */
export function showCommand(output: Output): Command {
  return withCommon(new Command('show'))
    .description(
      'print a checkpoint and what changed since, or what was observed of a session that saved none; exit code 1 when the session has none',
    )
    .argument('[selector]', 'which one, as `list` shows it (default: the one of this session)')
    .option('--prev', 'the backup: what was saved before the last save')
    .addOption(
      new Option('--format <format>', 'md is the text a model gets, json the same as --json').choices(['md', 'json']),
    )
    .action(async (selector: string | undefined, options: Options) => {
      const isJson = options.json || options.format === 'json';
      const input = {
        ...placeOf(options),
        ...(selector !== undefined && { checkpoint: selector }),
        format: isJson ? ('full' as const) : ('brief' as const),
      };
      const result = await (options.prev ? loadPrevious : load)(input, surroundings());
      process.exitCode = result.found ? 0 : 1;
      if (isJson) {
        output.json(result);
      } else if (result.found) {
        output.print(result.text);
      } else {
        notFound(output, result.path, result.candidates ?? [], result.warnings);
      }
    });
}

function notFound(
  output: Output,
  path: string,
  candidates: { selector: string; age: string; goal: string }[],
  warnings: string[],
) {
  warn(output, warnings);
  if (candidates.length === 0) {
    output.note(`There is no checkpoint: ${path}`);
    return;
  }
  output.note('There is no checkpoint of this session. Name one of these:');
  for (const { selector, age, goal } of candidates) {
    output.note(`  ${selector}  (${age}) ${output.line(goal)}`);
  }
}
