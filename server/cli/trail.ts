// `trail`: what was observed of a session.

import { Command } from 'commander';
import { trail } from '../../index.js';
import { liveSessions } from '../state/live.ts';
import { type Common, placeOf, surroundings, withCommon } from './call.ts';
import type { Output } from './output.ts';

/** `trail`. */
export function trailCommand(output: Output): Command {
  return withCommon(new Command('trail'))
    .description('print what a session did, as its client recorded it: prompts, commands, files, what was unfinished')
    .argument('[selector]', 'which session, as `list` shows it (default: this one)')
    .action(async (selector: string | undefined, options: Common) => {
      const input = {
        ...placeOf(options),
        ...(selector !== undefined && { checkpoint: selector }),
        format: options.json ? ('full' as const) : ('brief' as const),
      };
      const result = await trail(input, { ...surroundings(), live: liveSessions(process.env) });
      if (options.json) {
        output.json(result);
      } else {
        output.print(result.text);
      }
    });
}
