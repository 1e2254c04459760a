// The command line. A server needs no arguments; the two it knows are for people.

import { contract } from './contract.ts';
import { registration } from './greeting.ts';

export interface Answer {
  stream: 'stdout' | 'stderr';
  text: string;
  exitCode: number;
}

/** What to print instead of serving. */
export function answerTo(args: string[]): Answer | undefined {
  const [first] = args;
  switch (first) {
    case undefined:
      return undefined;
    case '--help':
    case '-h':
      return { stream: 'stdout', text: help(), exitCode: 0 };
    case '--version':
    case '-v':
      return { stream: 'stdout', text: `${contract.version}\n`, exitCode: 0 };
    default:
      return {
        stream: 'stderr',
        text: `${contract.name}: unknown argument "${first}". Run it with --help to see what it takes.\n`,
        exitCode: 2,
      };
  }
}

function help(): string {
  const variables = contract.environment.map(({ name }) => `  ${name}`).join('\n');
  return `${contract.name} ${contract.version}
An MCP server that keeps the working state of a coding session on this machine.
It speaks MCP on standard input and output; an MCP client starts it.

Usage: ${contract.name} [--help | --version]

${registration()}

Environment variables (the README tells what they do):
${variables}
`;
}
