// What the server offers beside its tools: prompts and resources, which people use rather than the model.

import {
  type CompleteResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { ListResult } from '../index.js';
import { prompts, promptText } from './prompts.ts';
import { resourceTemplate, selectorOf } from './resources.ts';
import { rootsFor } from './roots.ts';
import type { Follow } from './server.ts';
import { callTool, toolError } from './tools.ts';

/** Most values that a completion may hold, by the protocol. */
const MOST_VALUES = 100;

/** The capabilities that `openDoors` fills. */
export const doors = { prompts: {}, resources: {}, completions: {} };

/** Whether they are wanted: the plugin has commands of its own, and everything would be there twice. */
export function areDoorsWanted(env: NodeJS.ProcessEnv): boolean {
  return !env['CLAUDE_PLUGIN_ROOT'];
}

export function openDoors(server: Server, stopping: AbortSignal, follow: Follow): void {
  server.setRequestHandler('prompts/list', () => ({ prompts }));
  server.setRequestHandler('prompts/get', ({ params }) => promptText(params.name, params.arguments));
  // Only those asked for by name: a list would put other sessions' goals where nobody asked for them.
  server.setRequestHandler('resources/list', () => ({ resources: [] }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [resourceTemplate] }));

  server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
    const checkpoint = selectorOf(uri);
    const roots = await asProtocolError(rootsFor({}, server, context, stopping));
    if ('resultType' in roots) {
      return roots;
    }
    const call = callTool('load_session_checkpoint', { checkpoint }, roots.uris);
    const { structuredContent } = await asProtocolError(follow(call));
    const { text } = structuredContent as { text: string };
    return { contents: [{ uri, mimeType: 'text/markdown', text }] } satisfies ReadResourceResult;
  });

  server.setRequestHandler('completion/complete', async ({ params: { ref, argument } }, context) => {
    const asksForCheckpoint =
      ref.type === 'ref/prompt'
        ? ref.name === 'resume' && argument.name === 'checkpoint'
        : ref.uri === resourceTemplate.uriTemplate && argument.name === 'selector';
    const selectors = asksForCheckpoint ? await knownSelectors(server, context, stopping, follow) : [];
    const fitting = selectors.filter((selector) => selector.startsWith(argument.value));
    return {
      completion: {
        values: fitting.slice(0, MOST_VALUES),
        total: fitting.length,
        hasMore: fitting.length > MOST_VALUES,
      },
    } satisfies CompleteResult;
  });
}

/** Newest first. None when the project is not known: a completion can't ask for it, and is no place for an error. */
async function knownSelectors(
  server: Server,
  context: ServerContext,
  stopping: AbortSignal,
  follow: Follow,
): Promise<string[]> {
  try {
    const roots = await rootsFor({}, server, context, stopping);
    if ('resultType' in roots) {
      return [];
    }
    const { structuredContent } = await follow(callTool('list_session_checkpoints', { limit: 0 }, roots.uris));
    return (structuredContent as unknown as ListResult).entries.map(({ selector }) => selector);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return [];
  }
}

/** A failure as an error of the protocol, with the same code and text as a tool error. */
async function asProtocolError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const [content] = toolError(error).content;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, content?.type === 'text' ? content.text : 'INTERNAL');
  }
}
