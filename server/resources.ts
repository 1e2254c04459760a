// Checkpoints as resources: a client can attach a brief without a tool call of the model.

import { ProtocolError, ProtocolErrorCode, type ResourceTemplateType } from '@modelcontextprotocol/server';

const SCHEME = 'checkpoint://';

/** The one template there is. */
export const resourceTemplate: ResourceTemplateType = {
  name: 'checkpoint',
  title: 'Checkpoint',
  uriTemplate: `${SCHEME}{selector}`,
  description: "A checkpoint's brief, checked against the working tree",
  mimeType: 'text/markdown',
};

/** The selector in a resource's URI. Whether a checkpoint has it, and whether it could, is for the engine to say. */
export function selectorOf(uri: string): string {
  const encoded = uri.startsWith(SCHEME) ? uri.slice(SCHEME.length) : '';
  try {
    const selector = decodeURIComponent(encoded);
    if (selector !== '') {
      return selector;
    }
  } catch {
    // Said below.
  }
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Not the URI of a checkpoint: ${uri}. It looks like ${SCHEME} and a selector, as list_session_checkpoints gives them.`,
  );
}
