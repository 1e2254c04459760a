// SessionStart: writes the session down, and says that there are checkpoints. With `--plugin` restore.js is
// registered as well, and speaks in its cases.

import { makeStateDirectory } from '../state/directory.ts';
import { conversationIn, readRecord, withSession, writeRecord } from '../state/processes.ts';
import { ownCheckpoints } from './checkpoints.ts';
import { expectEvent, type HookInput, say, textOf } from './input.ts';
import { nudge } from './nudge.ts';
import { run } from './run.ts';
import { speaker, wantsNudge } from './settings.ts';
import { clientOf, rootOf, sessionOf, usableRootOf } from './start.ts';
import { unsaved } from './unsaved.ts';

run('hook', (input) => {
  expectEvent(input, 'SessionStart');
  const { env } = process;
  const session = sessionOf(input, usableRootOf(env, input));
  const pid = clientOf(env);
  const state = makeStateDirectory(env);
  const known = state === undefined ? undefined : readRecord(state, pid);
  const record = session && withSession(known, pid, session);
  try {
    speak(input, record && session ? conversationIn(record, session.id) : []);
  } finally {
    if (state !== undefined && record !== undefined && record !== known) {
      writeRecord(state, record);
    }
  }
});

function speak(input: HookInput, conversation: string[]): void {
  const { env } = process;
  const source = textOf(input, 'source') ?? 'startup';
  if (speaker(env, source, process.argv.includes('--plugin')) === 'hook' && wantsNudge(env)) {
    const root = rootOf(env, input);
    const now = Date.now();
    const own = ownCheckpoints(root, conversation);
    const text = nudge(source, own, conversation, now, unsaved(env, root, conversation, now));
    if (text !== undefined) {
      say('SessionStart', text);
    }
  }
}
