// `restore`: the backup as the checkpoint again.

import { Command } from 'commander';
import { restorePrevious } from '../../index.js';
import { type Common, placeOf, surroundings, warn, withCommon } from './call.ts';
import type { Output } from './output.ts';

/** `restore`. */
export function restoreCommand(output: Output): Command {
  return withCommon(new Command('restore'))
    .description('swap a checkpoint with its backup, to undo the last save; a second time undoes it')
    .argument('[selector]', 'which one, as `list` shows it (default: the one of this session)')
    .requiredOption('--prev', 'what was saved before the last save, which is the only backup there is')
    .action(async (selector: string | undefined, options: Common) => {
      const input = { ...placeOf(options), ...(selector !== undefined && { checkpoint: selector }) };
      const result = await restorePrevious(input, surroundings());
      if (options.json) {
        output.json(result);
        return;
      }
      warn(output, result.warnings);
      output.print(result.text);
    });
}
