// Which session a command is about: `-p` and `-s`, or a file.

import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { findSession, getClaudeDir } from '../../sessions.js';
import { CommandError } from './output.ts';

/** Options that say which session is meant. */
export interface Which {
  project?: string;
  session?: string;
}

/** `-p` and `-s`, as options of a command. */
export function withWhich(command: Command): Command {
  return command
    .option('-p, --project <path>', 'the project (default: the working directory)')
    .option('-s, --session <id>', 'the session');
}

/** The project a command is about, as an absolute path. */
export function projectOf({ project = '.' }: Which): string {
  if (project.trim() === '') {
    throw new CommandError('The project is empty. Pass its path with -p, or leave -p out for the working directory.');
  }
  // A shell leaves the tilde in --project=~/x.
  return /^~(\/|$)/.test(project) ? join(homedir(), project.slice(1)) : resolve(project);
}

/** The file of the session a command names. */
export function fileOf(file: string | undefined, which: Which): string {
  if (file !== undefined) {
    if (which.session !== undefined) {
      throw new CommandError('Name a session file or a session with -s, not both.');
    }
    return transcriptFile(file);
  }
  if (which.session === undefined) {
    throw new CommandError(
      'Which session? Pass its id with -s, or the path of its file. `session list` shows the ids.',
    );
  }
  const found = sessionFile(which.session, which);
  if (found === undefined) {
    const where = which.project === undefined ? getClaudeDir() : `the project ${projectOf(which)}`;
    throw new CommandError(
      `There is no session ${which.session} in ${where}. \`session list --all\` shows what there is.`,
    );
  }
  return found;
}

/**
 * The file of a session, if there is one. With -p only that project's counts: the same id in another
 * project is another session. Without, it has to be the only one.
 */
export function sessionFile(session: string, which: Which): string | undefined {
  const isOne = which.project !== undefined;
  const found = findSession(session, { projectPath: projectOf(which), elsewhere: !isOne });
  if (found.length > 1) {
    throw new CommandError(
      `There are ${found.length} sessions ${session}. Pass the project with -p, or the path of the one you mean:\n${found.join('\n')}`,
    );
  }
  return found[0];
}

function transcriptFile(file: string): string {
  if (!basename(file).endsWith('.jsonl')) {
    throw new CommandError(`${file} is not a session file: their names end in .jsonl.`);
  }
  return resolve(file);
}
