// `status`: where the session's checkpoint stands, also as one line for a status bar.

import { basename } from 'node:path';
import { Command } from 'commander';
import { type FoundResult, type LoadResult, load } from '../../index.js';
import type { Environment } from '../state/directory.ts';
import { age } from './amounts.ts';
import { type Common, placeOf, surroundings, warn, withCommon } from './call.ts';
import type { Output } from './output.ts';
import { barInput } from './status-bar.ts';

interface Options extends Common {
  line?: boolean;
  exitCode?: boolean;
}

interface Status {
  found: boolean;
  selector?: string;
  path: string;
  goal?: string;
  updatedAt?: string;
  tasks?: { done: number; total: number };
  branchChanged?: boolean;
  commitsSince?: number | null;
  /** How many files are not as they were. */
  changed?: number;
  /** How many checkpoints of other sessions there are, when this one has none. */
  others?: number;
  warnings: string[];
}

/** `status`. */
export function statusCommand(output: Output): Command {
  return withCommon(new Command('status'))
    .description("tell how old this session's checkpoint is, which tasks are done, and what changed since")
    .option('--line', "one line for a status bar; reads the client's JSON from standard input if there is any")
    .option('--exit-code', 'exit with 1 when there is no checkpoint or something changed since')
    .action(async (options: Options) => {
      const bar = options.line ? await barInput() : {};
      const env: Environment = { ...bar.env, ...process.env };
      const project = options.project ?? (env['CHECKPOINT_PROJECT_ROOT'] ? undefined : bar.project);
      const place = placeOf(project === undefined ? {} : { project });
      const status = statusOf(await load({ ...place, format: 'full' }, surroundings(env)));
      if (options.exitCode) {
        process.exitCode = status.found && changes(status) === '' ? 0 : 1;
      }
      if (options.json) {
        output.json(status);
      } else if (options.line) {
        output.print(line(status));
      } else {
        warn(output, status.warnings);
        print(output, status);
      }
    });
}

function statusOf(result: LoadResult): Status {
  const { found, path, warnings } = result;
  if (!result.found) {
    return { found, path, others: result.total ?? 0, warnings };
  }
  const { goal, tasks } = goalOf(result);
  const { branchChanged, commitsSince, changedSinceTotal } = result.drift;
  return {
    found,
    selector: basename(path) === '.claude-checkpoint' ? 'legacy' : basename(path, '.json'),
    path,
    goal,
    updatedAt: result.updatedAt,
    tasks: { done: tasks.filter(({ status }) => status === 'done').length, total: tasks.length },
    branchChanged,
    commitsSince,
    changed: changedSinceTotal,
    warnings,
  };
}

/** The document's format is the engine's; `full` has it whole. */
function goalOf({ checkpoint }: FoundResult): { goal: string; tasks: { status: string }[] } {
  const document = checkpoint as { goal: { primary: string; tasks?: { status: string }[] } };
  return { goal: document.goal.primary, tasks: document.goal.tasks ?? [] };
}

function print(output: Output, status: Status): void {
  if (!status.found) {
    const others = status.others ? `, but ${counted(status.others, 'other checkpoint')}: \`list\` shows them` : '';
    output.print(`This session has no checkpoint${others}.`);
    return;
  }
  const { bold } = output.colors;
  const rows = [
    ['Goal', status.goal],
    ['Saved', age(status.updatedAt ?? null)],
    ['Tasks', tasks(status) || 'none'],
    ['Since then', changes(status) || 'nothing changed'],
    ['File', status.path],
  ];
  for (const [name = '', value = ''] of rows) {
    output.print(`${bold(name.padEnd(11))}${output.line(value)}`);
  }
}

function line(status: Status): string {
  if (!status.found) {
    return status.others ? `no checkpoint (${status.others} of other sessions)` : 'no checkpoint';
  }
  const parts = [`checkpoint ${age(status.updatedAt ?? null)}`, tasks(status), changes(status)];
  return parts.filter((part) => part !== '').join(' · ');
}

function tasks({ tasks }: Status): string {
  return tasks && tasks.total > 0 ? `${tasks.done}/${tasks.total} tasks done` : '';
}

function changes({ changed, commitsSince, branchChanged }: Status): string {
  return [
    changed ? `${counted(changed, 'file')} changed` : '',
    commitsSince ? counted(commitsSince, 'commit') : '',
    branchChanged ? 'another branch' : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
