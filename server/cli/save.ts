// `save`: a checkpoint by hand or by a script.

import { Command, Option } from 'commander';
import { type SaveInput, save, type TaskStatus } from '../../index.js';
import { ofOwnSession } from '../state/own-session.ts';
import { type Common, placeOf, surroundings, withCommon } from './call.ts';
import { several, textFrom } from './input.ts';
import { CommandError, type Output } from './output.ts';

interface Options extends Common {
  goal?: string;
  summary?: string;
  next?: string[];
  decision?: string[];
  task?: string[];
  file?: string[];
  merge?: boolean;
  resumedFrom?: string;
  session?: string;
}

const STATUSES = ['pending', 'in_progress', 'done', 'blocked'];

/** `save`. */
export function saveCommand(output: Output): Command {
  return withCommon(new Command('save'))
    .description('save a checkpoint; git facts are added as for a model')
    .argument(
      '[input]',
      '- reads what save_session_checkpoint takes, as JSON, from standard input; options win over it',
    )
    .option('-g, --goal <text>', 'what the session is for')
    .option('--summary <text>', 'where things stand')
    .addOption(repeated('--next <text>', 'what to do next'))
    .addOption(repeated('--decision <text>', 'a choice made, a constraint, a dead end'))
    .addOption(
      repeated('--task <[status:] text>', `a task; its status is one of ${STATUSES.join(', ')} (default: pending)`),
    )
    .addOption(repeated('--file <path>', 'a file that matters; uncommitted changes are found by themselves'))
    .option('--merge', 'update the checkpoint instead of writing it anew')
    .option('--resumed-from <selector>', 'the checkpoint of another session that this one goes on from')
    .option('-s, --session <id>', 'the session, as an earlier save printed it (default: this one, else a new one)')
    .action(async (argument: string | undefined, options: Options) => {
      const input = { ...given(argument), ...placeOf(options), ...named(options) };
      if (input.goal === undefined) {
        throw new CommandError(
          'What is the goal? Pass it with --goal, or everything as JSON on standard input with -.',
        );
      }
      const around = surroundings();
      const own = around.env?.['CLAUDE_CODE_SESSION_ID'];
      const result = await save(ofOwnSession(input as SaveInput, process.env, own), around);
      if (options.json) {
        output.json(result);
        return;
      }
      // The text says the warnings too.
      output.print(result.text);
    });
}

function repeated(flags: string, description: string): Option {
  return new Option(flags, `${description}; can be given several times`).argParser(several);
}

/** What standard input says. What is wrong with it is for the engine to tell. */
function given(argument: string | undefined): Partial<SaveInput> {
  if (argument === undefined) {
    return {};
  }
  if (argument !== '-') {
    throw new CommandError(`"${argument}" is no input: pass - to read JSON from standard input, or use options.`);
  }
  let value: unknown;
  try {
    value = JSON.parse(textFrom(argument));
  } catch (error) {
    throw new CommandError(`Standard input is no JSON: ${(error as Error).message}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new CommandError('Standard input must be one JSON object, as save_session_checkpoint takes it.');
  }
  return value;
}

/** What the options say, in the tool's words. */
function named(options: Options): Partial<SaveInput> {
  const { goal, summary, next, decision, task, file, merge, resumedFrom, session } = options;
  return Object.fromEntries(
    Object.entries({
      goal,
      summary,
      nextSteps: next,
      decisions: decision,
      tasks: task?.map(taskOf),
      modifiedFiles: file?.map((path) => ({ path })),
      mode: merge ? 'merge' : undefined,
      resumedFrom,
      session,
    }).filter(([, value]) => value !== undefined),
  );
}

function taskOf(text: string): { description: string; status: TaskStatus } {
  const [, word = '', rest = ''] = /^\s*([a-z_]+):\s*(.*)$/s.exec(text) ?? [];
  return STATUSES.includes(word)
    ? { description: rest, status: word as TaskStatus }
    : { description: text, status: 'pending' };
}
