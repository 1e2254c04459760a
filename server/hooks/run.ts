// The frame around every hook: whatever happens, it ends well and stays silent, and the reason is kept.

import { keepFailure } from '../state/failures.ts';
import { type HookInput, readInput } from './input.ts';

/** Runs a hook of this name on its input. */
export function run(name: string, hook: (input: HookInput) => void | Promise<void>): void {
  const failed = (error: unknown) => keepFailure(process.env, name, error);
  process.on('uncaughtException', (error) => {
    failed(error);
    process.exit(0);
  });
  try {
    hook(readInput())?.catch(failed);
  } catch (error) {
    failed(error);
  }
}
