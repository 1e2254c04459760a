// The MCP server: three tools, defined by the engine and carried out by it, and other doors to them.

import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { contract } from './contract.ts';
import { areDoorsWanted, doors, openDoors } from './doors.ts';
import { rootsFor } from './roots.ts';
import { callTool, isTool, toolError } from './tools.ts';

/** Follows a call of the engine to its end. */
export type Follow = <T>(call: Promise<T>) => Promise<T>;

/**
 * A server for one connection. The low-level class is used because the tools come with JSON schemas
 * and the engine does the checking: it names every problem of a call at once.
 */
export function createServer(stopping: AbortSignal, follow: Follow): Server {
  const { name, version, instructions, tools } = contract;
  const hasDoors = areDoorsWanted(process.env);
  const server = new Server(
    { name, version, title: 'Session checkpoints' },
    { capabilities: { tools: {}, ...(hasDoors && doors) }, instructions },
  );
  if (hasDoors) {
    openDoors(server, stopping, follow);
  }

  server.setRequestHandler('tools/list', () => ({ tools }));

  server.setRequestHandler('tools/call', async ({ params }, context) => {
    if (!isTool(params.name)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
    }
    const input = params.arguments ?? {};
    try {
      const roots = await rootsFor(input, server, context, stopping);
      return 'resultType' in roots ? roots : await follow(callTool(params.name, input, roots.uris));
    } catch (error) {
      return toolError(error);
    }
  });

  return server;
}
