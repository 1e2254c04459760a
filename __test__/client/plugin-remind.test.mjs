// The reminder to save, in the real client.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeClient } from './helpers/client.mjs';
import { call } from './helpers/mock-api.mjs';
import { save, withPlugin } from './helpers/plugin.mjs';
import { startTerminal } from './helpers/terminal.mjs';

const reminder = /Much was done .*: \d+ edits of files in \d+ turns?\. Save one now with save_session_checkpoint/;

/** As many edits as are worth a reminder, in one answer, each to a file of its own. */
const edits = (place, round) => ({
  calls: Array.from({ length: 12 }, (_, index) =>
    call('Write', { file_path: join(place.root, `${round}-${index}.txt`), content: 'x' }),
  ),
});

test('in a terminal: once per session, as no error, and the turn goes on', async (t) => {
  const place = await makeClient(t);
  const terminal = await startTerminal(place, withPlugin(place));
  const steps = [edits(place, 1), 'Edited.', save({ goal: 'Be reminded' }), 'Saved as told.'];
  await terminal.submit(place.mock.prompt('Work', steps));
  await terminal.waitFor(/Saved as told\./);
  const reminded = place.mock.requests.find(({ text }) => reminder.test(text));
  assert.match(reminded.text, /This reminder comes once per session/);
  assert.equal(place.checkpoint(terminal.session).goal.primary, 'Be reminded');
  assert.doesNotMatch(terminal.text, /stop hook (problem|error|feedback)/i);

  await terminal.submit(place.mock.prompt('Work on', [edits(place, 2), 'Edited again.']));
  await terminal.waitFor(/Edited again\./);
  await place.recorded(
    terminal.session,
    ({ subtype, hookCount, timestamp }) => subtype === 'stop_hook_summary' && hookCount > 0 && timestamp !== undefined,
  );
  await terminal.submit(place.mock.prompt('Well?', ['All is said.']));
  await terminal.waitFor(/All is said\./);
  assert.equal(place.mock.last.text.match(new RegExp(reminder, 'g')).length, 1);
});

test('REMIND=off: never; in print mode: never', async (t) => {
  const place = await makeClient(t);
  const plugin = withPlugin(place);
  const { answer } = await place.run({ ...plugin, prompt: place.mock.prompt('Work', [edits(place, 1), 'Edited.']) });
  assert.equal(answer, 'Edited.');
  assert.equal(place.mock.requests.filter(({ text }) => reminder.test(text)).length, 0);

  const terminal = await startTerminal(place, { ...plugin, env: { SESSION_CHECKPOINT_REMIND: 'off' } });
  await terminal.submit(place.mock.prompt('Work', [edits(place, 2), 'Edited here.']));
  await terminal.waitFor(/Edited here\./);
  await terminal.submit(place.mock.prompt('Well?', ['All is said.']));
  await terminal.waitFor(/All is said\./);
  assert.doesNotMatch(place.mock.last.text, reminder);
});
