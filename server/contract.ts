// What the engine promises, embedded at build time: a handshake is answered before, and without,
// loading the engine. `npm run contract` writes the file, a test compares it with the engine.

import type { Tool } from '@modelcontextprotocol/server';
import generated from './generated/contract.json';

interface Contract {
  name: string;
  version: string;
  instructions: string;
  tools: Tool[];
  environment: { name: string }[];
  /** The variables the engine reads. */
  reads: string[];
}

// JSON has no literal types, so the compiler can't see that these are tools. A test sees it.
export const contract = generated as unknown as Contract;
