// SessionStart: writes the session down, and says that there are checkpoints. With `--plugin` restore.js is
// registered as well, and speaks in its cases.

import { makeStateDirectory } from '../state/directory.ts';
import { readRecord, type Session, withSession, writeRecord } from '../state/processes.ts';
import { ownCheckpoints } from './checkpoints.ts';
import { expectEvent, say, textOf } from './input.ts';
import { nudge } from './nudge.ts';
import { run } from './run.ts';
import { speaker, wantsNudge } from './settings.ts';
import { clientOf, conversationAt, recordOf, rootOf, sessionOf } from './start.ts';

run('hook', (input) => {
  expectEvent(input, 'SessionStart');
  const { env } = process;
  const source = textOf(input, 'source') ?? 'startup';
  const record = recordOf(env);
  let root: string | undefined;
  try {
    root = rootOf(env, input);
    const isMine = speaker(env, source, process.argv.includes('--plugin')) === 'hook' && wantsNudge(env);
    const conversation = conversationAt(record, clientOf(env), sessionOf(input, root));
    const text = isMine ? nudge(source, ownCheckpoints(root), conversation, Date.now()) : undefined;
    if (text !== undefined) {
      say('SessionStart', text);
    }
  } finally {
    const session = sessionOf(input, root);
    if (session !== undefined) {
      remember(session);
    }
  }
});

function remember(session: Session): void {
  const state = makeStateDirectory(process.env);
  if (state !== undefined) {
    const pid = clientOf(process.env);
    writeRecord(state, withSession(readRecord(state, pid), pid, session));
  }
}
