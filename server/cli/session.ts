// `session`: Claude Code's own session files.

import { realpathSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { Argument, Command, Option } from 'commander';
import {
  createSession,
  deleteSessionFile,
  extendSession,
  getClaudeDir,
  listSessions,
  type Session,
  type SessionEntry,
  sessionDirectory,
} from '../../sessions.js';
import { liveSessions } from '../state/live.ts';
import { age, size } from './amounts.ts';
import { confirmed } from './confirm.ts';
import { textFrom } from './input.ts';
import { unmarked } from './message.ts';
import { CommandError, type Output } from './output.ts';
import { readCommand } from './read.ts';
import { quoted, visible } from './shell.ts';
import { fileOf, projectOf, sessionFile, type Which, withWhich } from './which.ts';

/** `session` and its subcommands. */
export function sessionCommand(output: Output): Command {
  return new Command('session')
    .description("create, read, continue and delete Claude Code's own session files")
    .addCommand(createCommand(output))
    .addCommand(addCommand(output))
    .addCommand(listCommand(output))
    .addCommand(readCommand(output))
    .addCommand(deleteCommand(output));
}

function createCommand(output: Output): Command {
  return new Command('create')
    .description('make a new session and print its id; its file is written with its first message')
    .argument('[prompt]', 'a first message of the person; - reads it from standard input')
    .option('-p, --project <path>', 'the project (default: the working directory)')
    .option('--json', 'print JSON')
    .action((prompt: string | undefined, options: Which & { json?: boolean }) => {
      const session = createSession({ projectPath: projectOf(options) });
      if (prompt !== undefined) {
        session.addUserMessage(textOf(prompt));
        session.save();
      }
      if (options.json) {
        output.json({ sessionId: session.sessionId, path: session.jsonlPath });
        return;
      }
      output.print(session.sessionId);
      output.note(
        prompt === undefined
          ? `Add its first message: session-checkpoint-mcp session add user "…" -p ${quoted(session.projectPath)} -s ${session.sessionId}`
          : resumeHint(session),
      );
    });
}

function addCommand(output: Output): Command {
  return withWhich(new Command('add'))
    .description('add a message to a session, which is made if there is none')
    .addArgument(new Argument('<role>', 'who speaks').choices(['user', 'assistant']))
    .argument('<text>', 'what is said; - reads it from standard input', unmarked)
    .argument('[file]', 'a session file, instead of -p and -s')
    .option('--json', 'print JSON')
    .action((role: string, text: string, file: string | undefined, options: Which & { json?: boolean }) => {
      const session = sessionToExtend(file, options);
      const content = textOf(text);
      const uuid =
        role === 'user'
          ? session.addUserMessage(content)
          : session.addAssistantMessage([{ type: 'text', text: content }]);
      session.save();
      if (options.json) {
        output.json({ sessionId: session.sessionId, uuid, path: session.jsonlPath });
        return;
      }
      output.print(`Added ${role} message`);
      output.note(resumeHint(session));
    });
}

function listCommand(output: Output): Command {
  return new Command('list')
    .description('list the sessions of a project, newest first')
    .option('-p, --project <path>', 'the project (default: the working directory)')
    .addOption(new Option('-a, --all', 'the sessions of all projects').conflicts('project'))
    .option('--json', 'print JSON')
    .action((options: Which & { all?: boolean; json?: boolean }) => {
      const { entries, warnings } = listSessions(options.all ? {} : { projectPath: projectOf(options) });
      for (const warning of warnings) {
        output.note(warning);
      }
      process.exitCode = warnings.length > 0 ? 1 : 0;
      if (options.json) {
        output.json({ entries, warnings });
      } else if (entries.length === 0) {
        output.note(options.all ? `No sessions in ${getClaudeDir()}.` : `No sessions of ${projectOf(options)}.`);
      } else {
        output.table(entries, columns(options.all === true, output));
      }
    });
}

function columns(isAll: boolean, output: Output) {
  const cwd = { title: 'Project', cell: (entry: SessionEntry) => entry.cwd ?? '' };
  return [
    { title: 'Session', cell: (entry: SessionEntry) => entry.sessionId },
    { title: 'Updated', cell: (entry: SessionEntry) => age(entry.updatedAt) },
    { title: 'Size', cell: (entry: SessionEntry) => size(entry.bytes) },
    { title: 'Branch', cell: (entry: SessionEntry) => entry.gitBranch ?? '' },
    ...(isAll ? [cwd] : []),
    { title: 'Title', cell: (entry: SessionEntry) => shortened(output.clean(entry.title ?? ''), 60) },
  ];
}

function deleteCommand(output: Output): Command {
  return withWhich(new Command('delete'))
    .description('delete a session and what the client keeps beside it')
    .argument('[file]', 'a session file, instead of -p and -s')
    .option('-y, --yes', 'do not ask')
    .option('--force', 'also when the session is open in a running client')
    .option('--json', 'print JSON')
    .action(async (file: string | undefined, options: Which & { yes?: boolean; force?: boolean; json?: boolean }) => {
      const path = fileOf(file, options);
      const id = basename(path, '.jsonl');
      if (!options.force && liveSessions(process.env).includes(id)) {
        throw new CommandError(
          `The session ${id} is open in a running client, which would go on writing. End it first, or pass --force.`,
        );
      }
      const beside = sessionDirectory(path);
      const what = visible(`${path} (${size(statSync(path).size)}${beside === null ? '' : `, and ${beside}`})`);
      if (!options.yes && !(await confirmed(output.clean(`Delete ${what}?`)))) {
        output.note('Nothing was deleted.');
        process.exitCode = 1;
        return;
      }
      deleteSessionFile(path);
      if (options.json) {
        output.json({ deleted: path, directory: beside });
      } else {
        output.print(`Deleted ${what}`);
      }
    });
}

function sessionToExtend(file: string | undefined, which: Which): Session {
  if (file !== undefined) {
    return extendSession(fileOf(file, which));
  }
  if (which.session === undefined) {
    throw new CommandError('Which session? Pass its id with -s. `session create` makes a new one.');
  }
  const projectPath = projectOf(which);
  const found = sessionFile(which.session, which);
  return found === undefined
    ? createSession({ sessionId: which.session, projectPath })
    : extendSession(found, realPath(projectPath));
}

/** A text argument, or standard input. */
function textOf(argument: string): string {
  const text = textFrom(argument);
  if (text.trim() === '') {
    throw new CommandError('The message is empty.');
  }
  return text;
}

/** What to type next. The client looks for a session in the folder of the directory it is started in. */
function resumeHint({ sessionId, projectPath }: Session): string {
  const isHere = projectPath === '' || realPath(projectPath) === realPath('.');
  return `Resume it: ${isHere ? '' : `cd ${quoted(projectPath)} && `}claude --resume ${quoted(sessionId)}`;
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

function shortened(text: string, most: number): string {
  const characters = [...text];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text;
}
