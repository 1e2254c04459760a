// Asking before something is gone.

import { createInterface } from 'node:readline/promises';
import { CommandError } from './output.ts';

/** Whether the person agrees. Without a terminal nobody can be asked, and `--yes` has to say it. */
export async function confirmed(question: string): Promise<boolean> {
  if (!(process.stdin.isTTY && process.stderr.isTTY)) {
    throw new CommandError(`${question} Nobody can be asked here: pass --yes to agree.`);
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}
