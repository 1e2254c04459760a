// `list`: the checkpoints of a project.

import { resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { type Entry, list, touched } from '../../index.js';
import { existingStateDirectory } from '../state/directory.ts';
import { liveSessions } from '../state/live.ts';
import { forkParents, readRecords } from '../state/processes.ts';
import { type Common, placeOf, surroundings, warn, withCommon } from './call.ts';
import type { Column, Output } from './output.ts';

interface Options extends Common {
  file?: string;
  all?: boolean;
  limit?: number;
}

/** `list`. */
export function listCommand(output: Output): Command {
  return withCommon(new Command('list'))
    .description(
      'list the checkpoints of a project and the sessions that saved none, newest first; exit code 1 when some can not be read',
    )
    .option('-f, --file <path>', 'only sessions that touched this file')
    .option('-a, --all', 'all of them')
    .addOption(new Option('-n, --limit <count>', 'at most so many (default: 10)').argParser(count).conflicts('all'))
    .action(async (options: Options) => {
      const limit = options.all ? 0 : options.limit;
      const input = { ...placeOf(options), ...(limit !== undefined && { limit }) };
      const around = { ...surroundings(), live: liveSessions(process.env) };
      const result =
        options.file === undefined
          ? await list(input, around)
          : await touched({ ...input, file: resolve(options.file) }, around);
      process.exitCode = result.warnings.length > 0 ? 1 : 0;
      if (options.json) {
        output.json(result);
        return;
      }
      warn(output, result.warnings);
      if (result.total === 0) {
        output.note(result.text);
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
export function remarks({ isCurrentSession, relation, allTasksDone, fromBackup, foreign, source }: Entry): string {
  return [
    source === 'trail' && 'nothing saved',
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
