// `list`: the checkpoints of a project.

import { Command, InvalidArgumentError, Option } from 'commander';
import { type Entry, list } from '../../index.js';
import { existingStateDirectory } from '../state/directory.ts';
import { forkParents, readRecords } from '../state/processes.ts';
import { type Common, placeOf, surroundings, warn, withCommon } from './call.ts';
import type { Column, Output } from './output.ts';

interface Options extends Common {
  all?: boolean;
  limit?: number;
}

/** `list`. */
export function listCommand(output: Output): Command {
  return withCommon(new Command('list'))
    .description('list the checkpoints of a project, newest first; exit code 1 when some can not be read')
    .option('-a, --all', 'all of them')
    .addOption(new Option('-n, --limit <count>', 'at most so many (default: 10)').argParser(count).conflicts('all'))
    .action(async (options: Options) => {
      const limit = options.all ? 0 : options.limit;
      const input = { ...placeOf(options), ...(limit !== undefined && { limit }) };
      const result = await list(input, surroundings());
      process.exitCode = result.warnings.length > 0 ? 1 : 0;
      if (options.json) {
        output.json(result);
        return;
      }
      warn(output, result.warnings);
      if (result.total === 0) {
        output.note(`No checkpoints in ${result.path}.`);
        return;
      }
      const state = existingStateDirectory(process.env);
      output.table(result.entries, columns(forkParents(state === undefined ? [] : readRecords(state))));
      if (result.omitted > 0) {
        output.note(`${result.omitted} more; --all shows them.`);
      }
    });
}

const columns = (parents: Map<string, string>): Column<Entry>[] => [
  { title: 'Selector', cell: ({ selector }) => selector },
  { title: 'Saved', cell: ({ age }) => age },
  { title: 'Branch', cell: ({ branch }) => branch ?? '' },
  { title: 'Goal', cell: ({ goal }) => shortened(goal, 60) },
  {
    title: '',
    cell: (entry) => {
      const parent = parents.get(entry.selector);
      return [remarks(entry), parent && `fork of ${parent}`].filter(Boolean).join(', ');
    },
  },
];

const RELATIONS = { conversation: 'this conversation', fork: 'begins like this session' };

/** What there is to say of a checkpoint besides. */
export function remarks({ isCurrentSession, relation, allTasksDone, fromBackup, foreign }: Entry): string {
  return [
    isCurrentSession && 'this session',
    relation && RELATIONS[relation],
    allTasksDone && 'all tasks done',
    fromBackup && 'from its backup',
    foreign && 'foreign',
  ]
    .filter((remark) => remark)
    .join(', ');
}

function count(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) {
    throw new InvalidArgumentError('It must be a number of at least 1.');
  }
  return Number(text);
}

function shortened(text: string, most: number): string {
  const characters = [...text];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text;
}
