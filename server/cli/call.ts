// What the commands on checkpoints tell the engine of their surroundings.

import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { CallOptions } from '../../index.js';
import { contract } from '../contract.ts';
import { identityOf } from '../state/conversation.ts';
import type { Environment } from '../state/directory.ts';
import type { Output } from './output.ts';

/** Options of every command on checkpoints. */
export interface Common {
  project?: string;
  json?: boolean;
}

/** `-p` and `--json`, as options of a command. */
export function withCommon(command: Command): Command {
  return command
    .option('-p, --project <path>', 'the project (default: $CHECKPOINT_PROJECT_ROOT, else the working directory)')
    .option('--json', 'print JSON');
}

/** The project a command names, as the engine takes it. */
export function placeOf({ project }: Common): { projectRoot?: string } {
  return project === undefined ? {} : { projectRoot: resolve(project) };
}

/** What a call sees: the variables the engine reads, and the other ids of the conversation around it. */
export function surroundings(env: Environment = process.env): CallOptions {
  const { own, others } = identityOf(env, process.ppid);
  const read = Object.fromEntries(contract.reads.map((name) => [name, env[name]]));
  return { env: { ...read, CLAUDE_CODE_SESSION_ID: own }, conversation: others };
}

/** Prints warnings where they do not get into a script's way. */
export function warn(output: Output, warnings: readonly string[]): void {
  for (const warning of warnings) {
    output.note(`⚠ ${output.line(warning)}`);
  }
}
