// The command line. Exit codes: 0 fine, 1 there are findings, 2 it could not be done.

import { markMessage } from './message.ts';
import { failed, Output } from './output.ts';
import { program } from './program.ts';

main();

async function main(): Promise<void> {
  const output = new Output(process.stdout, process.stderr);
  try {
    await program(output).parseAsync(markMessage(process.argv));
  } catch (error) {
    failed(output, error);
  }
}
