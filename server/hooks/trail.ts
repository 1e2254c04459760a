// Stop, PreCompact and SessionEnd: keeps what the session did so far, from its transcript, git and the file system.
// It says nothing at all: what a PreCompact hook prints would get into the summary.

import { engine } from '../../lib/engine.js';
import { contract } from '../contract.ts';
import { keepFailure } from '../state/failures.ts';
import { liveSessions } from '../state/live.ts';
import { HookError, type HookInput, textOf } from './input.ts';
import { run } from './run.ts';
import { wantsTrail } from './settings.ts';
import { rootOf, sessionOf } from './start.ts';

/** The engine's word for each event, and its time in milliseconds since this process was started. */
const EVENTS: Record<string, { event: string; budget: number }> = {
  Stop: { event: 'stop', budget: 4_000 },
  PreCompact: { event: 'precompact', budget: 4_000 },
  // The client waits for this one, and cancels what takes longer than a second and a half.
  SessionEnd: { event: 'sessionend', budget: 900 },
};
/** How much longer than its time the engine may take to notice that it is over. */
const PATIENCE_MILLISECONDS = 100;

run('trail', async (input) => {
  const kind = EVENTS[textOf(input, 'hook_event_name') ?? ''];
  if (kind === undefined) {
    throw new HookError('EVENT_UNKNOWN');
  }
  // A subagent's work is part of its session's.
  if (wantsTrail(process.env) && textOf(input, 'agent_id') === undefined) {
    await capture(input, kind.event, kind.budget);
  }
});

async function capture(input: HookInput, event: string, budget: number): Promise<void> {
  const { env } = process;
  const root = rootOf(env, input);
  const session = sessionOf(input, root);
  if (session === undefined) {
    throw new HookError('SESSION_INVALID');
  }
  const left = Math.max(1, budget - Math.ceil(process.uptime() * 1000));
  const timer = setTimeout(giveUp, left + PATIENCE_MILLISECONDS);
  const request = {
    input: {
      session: session.id,
      event,
      budgetMilliseconds: left,
      projectRoot: root,
      ...(session.transcript !== undefined && { transcriptPath: session.transcript }),
      ...(event === 'sessionend' && { reason: textOf(input, 'reason') }),
    },
    env: {
      ...Object.fromEntries(contract.reads.map((name) => [name, env[name]])),
      // After /clear the client's own variable is about the session before.
      CLAUDE_CODE_SESSION_ID: session.id,
    },
    cwd: root,
    live: liveSessions(env).filter((id) => id !== session.id),
  };
  let answer: string;
  try {
    answer = await engine().capture(JSON.stringify(request));
  } finally {
    clearTimeout(timer);
  }
  const { error } = JSON.parse(answer);
  if (error !== undefined) {
    throw new HookError(error.code);
  }
}

/** Node would wait for the engine's thread, so the process ends itself. What was kept before is still there. */
function giveUp(): void {
  keepFailure(process.env, 'trail', new HookError('TRAIL_TOO_SLOW'));
  process.kill(process.pid, 'SIGKILL');
}
