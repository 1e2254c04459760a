// What a person sees who starts the server by hand.

import { realpathSync } from 'node:fs';
import { quoted } from './cli/shell.ts';
import { contract } from './contract.ts';

/** How to register this very file with the two clients people ask about. */
export function registration(): string {
  const file = ownFile();
  const desktop = {
    mcpServers: {
      checkpoint: { command: 'node', args: [file], env: { CHECKPOINT_PROJECT_ROOT: '/path/to/your/project' } },
    },
  };
  return `Claude Code:
  claude mcp add --scope user checkpoint -- node ${quoted(file)}

Claude Desktop, in claude_desktop_config.json:
${JSON.stringify(desktop, null, 2).replace(/^/gm, '  ')}`;
}

/** This file, not a link to it that a package runner made. */
function ownFile(): string {
  const file = process.argv[1] ?? 'dist/index.js';
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

/** Says what was started and how it is meant to be started. */
export function greet(terminal: NodeJS.WritableStream): void {
  terminal.write(`${contract.name} ${contract.version} is an MCP server: an MCP client starts it and talks to it.
To register it:

${registration()}

It is serving on this terminal now. Ctrl-C ends it.
`);
}
