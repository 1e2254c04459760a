// What can be called, and with which options.

import { Command, type CommanderError } from 'commander';
import { contract } from '../contract.ts';
import { registration } from '../greeting.ts';
import { deleteCommand } from './delete.ts';
import { doctorCommand } from './doctor.ts';
import { installCommand, uninstallCommand } from './install.ts';
import { listCommand } from './list.ts';
import { type Output, UsageError } from './output.ts';
import { pruneCommand } from './prune.ts';
import { restoreCommand } from './restore.ts';
import { saveCommand } from './save.ts';
import { sessionCommand } from './session.ts';
import { showCommand } from './show.ts';
import { statusCommand } from './status.ts';
import { trailCommand } from './trail.ts';

/** All commands. */
export function program(output: Output): Command {
  const program = new Command(contract.name)
    .description(
      'Keeps the working state of a coding session on this machine. Without arguments it is an MCP server on standard input and output, which an MCP client starts.',
    )
    .version(contract.version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .addHelpText(
      'after',
      () => `\n${registration()}\n\nEnvironment variables (the README tells what they do):\n${variables()}`,
    )
    .addCommand(listCommand(output))
    .addCommand(showCommand(output))
    .addCommand(statusCommand(output))
    .addCommand(trailCommand(output))
    .addCommand(saveCommand(output))
    .addCommand(restoreCommand(output))
    .addCommand(deleteCommand(output))
    .addCommand(pruneCommand(output))
    .addCommand(sessionCommand(output))
    .addCommand(installCommand(output))
    .addCommand(uninstallCommand(output))
    .addCommand(doctorCommand(output));
  for (const command of withSubcommands(program)) {
    command
      .exitOverride((error) => {
        throw asked(error);
      })
      .configureOutput({
        // Help and version, which are there without an engine too.
        writeOut: (text) => process.stdout.write(text),
        writeErr: (text) => output.note(text.replace(/\n$/, '')),
      })
      .showHelpAfterError(`Run it with --help to see what it takes.`);
  }
  return program;
}

function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}

/** Help and version end the program too. */
function asked(error: CommanderError): Error {
  return error.exitCode === 0 ? error : new UsageError(error.message);
}

function variables(): string {
  return contract.environment.map(({ name }) => `  ${name}`).join('\n');
}
