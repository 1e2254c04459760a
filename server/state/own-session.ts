// The `session` argument of a call, when the client has gone to another session than this process was started with.

import { CheckpointError } from '../../index.js';
import type { Environment } from './directory.ts';
import { isId } from './processes.ts';

/**
 * An input without a `session` that names the session this process was started with: a model that read it in its
 * environment means its own. The engine only knows `own`, and would say that it comes from the environment, so another
 * session is refused here. Throws a `CheckpointError`.
 */
export function ofOwnSession<Input extends object>(input: Input, env: Environment, own: string | undefined): Input {
  const started = env['CLAUDE_CODE_SESSION_ID'];
  const { session, ...rest } = input as { session?: unknown };
  if (!started || own === started || session === undefined || session === own) {
    return input;
  }
  if (session === started) {
    return rest as Input;
  }
  if (isId(session)) {
    throw new CheckpointError(
      'SESSION_MISMATCH',
      `session "${session}" names a different session than this one ("${own}", where the client is now). Leave session out here. To read that checkpoint pass it as checkpoint to load_session_checkpoint; to continue from it pass it as resumedFrom on the next save.`,
    );
  }
  return input;
}
