// One tool call: arguments in, tool result out.

import type { CallToolResult } from '@modelcontextprotocol/server';
import { type CallOptions, CheckpointError, list, load, save } from '../index.js';
import { contract } from './contract.ts';
import { identityOf } from './state/conversation.ts';
import { liveSessions } from './state/live.ts';
import { ofOwnSession } from './state/own-session.ts';

const useCases = {
  save_session_checkpoint: save,
  load_session_checkpoint: load,
  list_session_checkpoints: list,
};

export type ToolName = keyof typeof useCases;

export function isTool(name: string): name is ToolName {
  return Object.hasOwn(useCases, name);
}

/** Has the engine carry the call out, with what this process was started with. */
export async function callTool(name: ToolName, input: object, roots: string[] | undefined): Promise<CallToolResult> {
  const useCase = useCases[name] as (input: object, options: CallOptions) => Promise<{ text: string }>;
  // Asked anew each time: the client goes on to other sessions while this process runs.
  const { own, others } = identityOf(process.env, process.ppid);
  const options = {
    env: environment(own),
    conversation: others,
    live: liveSessions(process.env),
    ...(roots && { roots }),
  };
  const structuredContent = await useCase(ofOwnSession(input, process.env, own), options);
  // Some clients show a model only the structured content, others only the text: both hold it.
  return { content: [{ type: 'text', text: structuredContent.text }], structuredContent: { ...structuredContent } };
}

/** A failure as a result that the model can read. */
export function toolError(error: unknown): CallToolResult {
  const code = error instanceof CheckpointError ? error.code : 'INTERNAL';
  const message = error instanceof Error ? error.message : String(error);
  return { isError: true, content: [{ type: 'text', text: `${code}: ${message}` }] };
}

/** The variables the engine reads, and no others: a client may hand its whole environment down. */
function environment(own: string | undefined): Record<string, string | undefined> {
  const env = Object.fromEntries(contract.reads.map((name) => [name, process.env[name]]));
  return { ...env, CLAUDE_CODE_SESSION_ID: own };
}
