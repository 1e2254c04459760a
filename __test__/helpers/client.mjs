// The official client, connected to a server of its own.

import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { serverFile } from './paths.mjs';

/** What a client's `versionNegotiation.mode` is for each protocol era, and the version it ends up with. */
export const eras = [
  { era: 'initialize', mode: 'legacy', version: '2025-11-25' },
  { era: 'server/discover', mode: { pin: '2026-07-28' }, version: '2026-07-28' },
];

/**
 * Starts a server in a project and connects the official client to it.
 * `roots` is what the client answers when it is asked for its roots; without it it offers none.
 */
export async function connect(
  t,
  project,
  { mode = 'legacy', env = {}, cwd = project.root, file = serverFile, roots } = {},
) {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode }, capabilities: roots ? { roots: {} } : {} },
  );
  if (roots) {
    client.setRequestHandler('roots/list', roots);
  }
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [file],
    cwd,
    env: { ...project.env, ...env },
    stderr: 'ignore',
  });
  await client.connect(transport);
  t.after(() => client.close());
  return client;
}

/** Calls a tool that must succeed, and gives back its structured content. */
export async function call(client, name, input = {}) {
  const { isError, content, structuredContent } = await client.callTool({ name, arguments: input });
  if (isError) {
    throw new Error(content[0].text);
  }
  return structuredContent;
}

export const save = (client, input) => call(client, 'save_session_checkpoint', { goal: 'Test', ...input });
export const load = (client, input) => call(client, 'load_session_checkpoint', input);
export const list = (client, input) => call(client, 'list_session_checkpoints', input);

/** Calls a tool that must answer with a tool error, and gives back its text. */
export async function refusal(client, name, input = {}) {
  const { isError, content } = await client.callTool({ name, arguments: input });
  if (!isError) {
    throw new Error(`${name} was expected to fail and said: ${content[0].text}`);
  }
  return content[0].text;
}
