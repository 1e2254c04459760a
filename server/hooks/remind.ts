// Stop: reminds the model to save when much was done since the last save. That costs the person one more turn of
// the model, so it happens at most once per session, and only where a person is talking to the model.

import { makeStateDirectory } from '../state/directory.ts';
import { conversationIn, readRecords, withReminder, withSession, writeRecord } from '../state/processes.ts';
import { lastSave } from './checkpoints.ts';
import { expectEvent, type HookInput, say, textOf } from './input.ts';
import { run } from './run.ts';
import { wantsReminder } from './settings.ts';
import { clientOf, recordOf, rootOf, sessionOf } from './start.ts';
import { type Work, workSince } from './work.ts';

/** So many edits are worth a save whatever the number of turns. */
const MANY_EDITS = 12;
/** Fewer are, in a conversation that went back and forth. */
const SOME_EDITS = 3;
const MANY_TURNS = 6;

run('remind', (input) => {
  expectEvent(input, 'Stop');
  if (mayRemind(input)) {
    remind(input);
  }
});

function mayRemind(input: HookInput): boolean {
  const { env } = process;
  const tasks = input['background_tasks'];
  // In print mode the answer to the reminder would be printed in place of the one that was asked for.
  const isInteractive = env['CLAUDE_CODE_ENTRYPOINT'] === 'cli';
  const isSecondTime = input['stop_hook_active'] !== false && input['stop_hook_active'] !== undefined;
  const isBusy = Array.isArray(tasks) ? tasks.length > 0 : tasks !== undefined && tasks !== null;
  return isInteractive && wantsReminder(env) && !isSecondTime && !isBusy && textOf(input, 'agent_id') === undefined;
}

function remind(input: HookInput): void {
  const { env } = process;
  const state = makeStateDirectory(env);
  const transcript = textOf(input, 'transcript_path');
  const root = rootOf(env, input);
  const session = sessionOf(input, root);
  // Without a place to remember it there is no "once".
  if (state === undefined || session === undefined || transcript === undefined) {
    return;
  }
  const record = recordOf(env) ?? withSession(undefined, clientOf(env), session);
  // A session may go on in another client process, which has a record of its own.
  if ([record, ...readRecords(state)].some(({ reminded }) => reminded.includes(session.id))) {
    return;
  }
  // The server saves under the id it was started with, which may be any one of them.
  const saved = lastSave(root, [session.id, ...conversationIn(record, session.id)]);
  const work = workSince(transcript, saved ?? 0);
  if (isMuch(work)) {
    writeRecord(state, withReminder(record, session.id));
    say('Stop', words(work, saved !== undefined));
  }
}

function isMuch({ turns, edits }: Work): boolean {
  return edits >= MANY_EDITS || (edits >= SOME_EDITS && turns >= MANY_TURNS);
}

function words({ turns, edits }: Work, wasSaved: boolean): string {
  const since = wasSaved ? "since this session's checkpoint was saved" : 'and this session has saved no checkpoint yet';
  return `Much was done ${since}: ${edits} edits of files in ${turns} turn${turns === 1 ? '' : 's'}. Save one now with save_session_checkpoint, so that the work can be resumed, then end your turn. This reminder comes once per session.`;
}
