// The client's roots: where a project is when nothing nearer says so.

import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type Server,
  type ServerContext,
  type StandardSchemaV1,
} from '@modelcontextprotocol/server';
import { CheckpointError } from '../index.js';
import { contract } from './contract.ts';

/** How long a client may take to list its roots. */
const PATIENCE_MILLISECONDS = 5_000;

/** Takes any answer: the SDK's own schema refuses a whole list for one root that is no file URI. */
const anything: StandardSchemaV1<unknown, { roots?: unknown }> = {
  '~standard': { version: 1, vendor: contract.name, validate: (value) => ({ value: value as { roots?: unknown } }) },
};

interface Roots {
  /** The client's roots, unless they are not wanted or not offered. */
  uris: string[] | undefined;
}

/**
 * The roots for a call, or the question that a client since 2026-07-28 answers by calling again.
 * Throws `ROOTS_UNAVAILABLE` when the client offers roots and does not tell them: going on would
 * save in a place nobody chose.
 */
export async function rootsFor(
  input: Record<string, unknown>,
  server: Server,
  context: ServerContext,
  stopping: AbortSignal,
): Promise<Roots | InputRequiredResult> {
  const settled = input['projectRoot'] != null || Boolean(process.env['CHECKPOINT_PROJECT_ROOT']);
  if (settled || !offersRoots(server, context)) {
    return { uris: undefined };
  }
  if (context.mcpReq.envelope === undefined) {
    return { uris: urisOf(await asked(context, stopping)) };
  }
  if (context.mcpReq.inputResponses === undefined) {
    return inputRequired({ inputRequests: { roots: inputRequired.listRoots() } });
  }
  const answer = inputResponse(context.mcpReq.inputResponses, 'roots');
  if (answer.kind !== 'roots') {
    throw unavailable('it called again without them');
  }
  return { uris: urisOf(answer.roots) };
}

function offersRoots(server: Server, context: ServerContext): boolean {
  // Since 2026-07-28 every request carries the client's capabilities.
  const envelope = context.mcpReq.envelope as { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } | undefined;
  const capabilities = envelope ? envelope[CLIENT_CAPABILITIES_META_KEY] : server.getClientCapabilities();
  return capabilities?.roots !== undefined;
}

/** Before 2026-07-28 a server asks by a request of its own. */
async function asked(context: ServerContext, stopping: AbortSignal): Promise<unknown> {
  try {
    const { roots } = await context.mcpReq.send({ method: 'roots/list' }, anything, {
      timeout: PATIENCE_MILLISECONDS,
      signal: stopping,
    });
    return roots;
  } catch (error) {
    throw unavailable(stopping.aborted ? 'the server was asked to stop' : (error as Error).message);
  }
}

/** All of them: which one counts is the engine's business. */
function urisOf(roots: unknown): string[] {
  if (!Array.isArray(roots)) {
    throw unavailable('its answer has no list of roots');
  }
  return roots.map((root) => root?.uri).filter((uri) => typeof uri === 'string');
}

function unavailable(reason: string): CheckpointError {
  return new CheckpointError(
    'ROOTS_UNAVAILABLE',
    `The client offers roots but did not list them (${reason}), so the project is not known. Pass projectRoot, the absolute path of the project.`,
  );
}
