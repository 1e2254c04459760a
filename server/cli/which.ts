// Which session a command is about: `-p` and `-s`, or a file.

import { basename, dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { findSession, getClaudeDir, getProjectDir } from '../../sessions.js';
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
  return resolve(project);
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
  const found = findSession(which.session, { projectPath: projectOf(which) });
  if (which.project === undefined && found.length > 1 && !isOfProject(found[0] ?? '', which)) {
    throw new CommandError(
      `There are ${found.length} sessions ${which.session}. Pass the path of the one you mean:\n${found.join('\n')}`,
    );
  }
  if (found[0] === undefined) {
    throw new CommandError(
      `There is no session ${which.session} in ${getClaudeDir()}. \`session list --all\` shows what there is.`,
    );
  }
  return found[0];
}

function isOfProject(path: string, which: Which): boolean {
  return dirname(path) === getProjectDir(projectOf(which));
}

function transcriptFile(file: string): string {
  if (!basename(file).endsWith('.jsonl')) {
    throw new CommandError(`${file} is not a session file: their names end in .jsonl.`);
  }
  return resolve(file);
}
