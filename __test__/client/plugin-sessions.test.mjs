// Sessions that come after one another, in the real client: which checkpoint is whose.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { makeClient } from './helpers/client.mjs';
import { load, result, save, shown, told, withPlugin } from './helpers/plugin.mjs';
import { startTerminal } from './helpers/terminal.mjs';

const goal = (place, session) => place.checkpoint(session).goal.primary;

test('after kill -9 another session is told of the checkpoint, and goes on from it', async (t) => {
  const place = await makeClient(t);
  const plugin = withPlugin(place);
  const [crashed, next] = [randomUUID(), randomUUID()];
  const gate = place.mock.gate();
  const running = place.startPrint({
    ...plugin,
    prompt: place.mock.prompt('Work', [save({ goal: 'Survive the crash' }), { hold: gate, text: 'Never said.' }]),
    sessionId: crashed,
  });
  await gate.reached;
  await running.kill();
  place.write('README.md', 'Changed after the crash\n');

  const prompt = place.mock.prompt('Go on', [
    load(),
    (request) => load({ checkpoint: shown(request, 'load').candidates[0].selector }),
    save({ goal: 'Survive the crash', resumedFrom: crashed }),
    'Going on.',
  ]);
  await place.run({ ...plugin, prompt, sessionId: next });
  const [first, , afterChoice, last] = place.mock.requests.filter(({ session }) => session === next);
  assert.match(told(first), /^This project has 1 session checkpoint, saved .* confirm with them before acting/);
  assert.doesNotMatch(told(first), /Survive/, 'the nudge has no content');
  assert.deepEqual(shown(afterChoice, 'load').drift.changedSince, ['README.md']);
  assert.equal(shown(last, 'save').path, place.checkpointFile(next));
  assert.equal(place.checkpoint(next).resumedFrom ?? place.checkpoint(next).meta.resumedFrom, crashed);
});

test('--resume and --continue load the own checkpoint; a fork is a session of its own, with its parent first', async (t) => {
  const place = await makeClient(t);
  const plugin = withPlugin(place);
  const [parent, other, fork] = [randomUUID(), randomUUID(), randomUUID()];
  const run = (text, steps, options) => place.run({ ...plugin, prompt: place.mock.prompt(text, steps), ...options });
  const firstOf = (text) => place.mock.requests.find((request) => request.texts.some((said) => said.includes(text)));

  await run('Begin', [save({ goal: 'Of the parent' }), 'Saved.'], { sessionId: parent });
  await run('Resume it', [load(), 'Loaded.'], { resume: parent });
  assert.match(told(firstOf('Resume it')), /^This session has a checkpoint of its own/);
  assert.match(shown(place.mock.last, 'load').text, /Of the parent/);

  await run('Continue it', [load(), save({ goal: 'Of the parent, later' }), 'Saved.'], { args: ['--continue'] });
  assert.match(told(firstOf('Continue it')), /^This session has a checkpoint of its own/);
  assert.match(shown(place.mock.last, 'load').text, /Of the parent/);
  assert.equal(place.mock.last.session, parent);
  assert.equal(goal(place, parent), 'Of the parent, later');

  // A newer one of somebody else must not come before the parent's.
  await run('Another', [save({ goal: 'Of another' }), 'Saved.'], { sessionId: other });
  // A model takes longer to answer than the client to write what it was asked.
  const gate = place.mock.gate();
  const forked = run('Fork it', [{ ...load(), hold: gate }, save({ goal: 'Of the fork' }), 'Saved.'], {
    resume: parent,
    args: ['--fork-session', '--session-id', fork],
  });
  await gate.reached;
  await place.recorded(fork, ({ type }) => type === 'user');
  gate.open();
  await forked;
  assert.equal(place.mock.last.session, fork);
  assert.match(told(firstOf('Fork it')), /^This project has 2 session checkpoints/);
  const { found, candidates } = shown(place.mock.last, 'load');
  assert.equal(found, false);
  assert.deepEqual(
    candidates.map(({ selector, relation }) => [selector, relation]),
    [
      [parent, 'fork'],
      [other, undefined],
    ],
  );
  assert.deepEqual([goal(place, parent), goal(place, fork)], ['Of the parent, later', 'Of the fork']);
});

test('/clear keeps one conversation: it is told of its checkpoint, loads it, and saves into it', async (t) => {
  const place = await makeClient(t);
  const terminal = await startTerminal(place, withPlugin(place));
  const { session } = terminal;
  await terminal.submit(place.mock.prompt('Begin', [save({ goal: 'Before the clear' }), 'It is saved.']));
  await terminal.waitFor(/It is saved\./);
  await terminal.submit('/clear');
  const next = await terminal.until(() => terminal.session !== session && terminal.session, 'another session');

  const steps = [load(), save({ goal: 'After the clear' }), 'It is saved again.'];
  await terminal.submit(place.mock.prompt('Go on', steps));
  await terminal.waitFor(/It is saved again\./);
  const [first, , last] = place.mock.requests.filter((request) => request.session === next);
  assert.match(told(first), /^The conversation was cleared\. It left a session checkpoint of its own/);
  assert.match(told(first), /ask the user whether to go on from it or to start fresh/);
  const loaded = shown(last, 'load');
  assert.equal(loaded.found, true);
  assert.match(loaded.text, /Before the clear/);
  assert.equal(shown(last, 'save').path, place.checkpointFile(session));
  assert.equal(goal(place, session), 'After the clear');
});

test('/resume within the client goes on in the resumed conversation, and leaves the first one alone', async (t) => {
  const place = await makeClient(t);
  const plugin = withPlugin(place);
  const resumed = randomUUID();
  const begin = place.mock.prompt('Begin', [save({ goal: 'Of the resumed one' }), 'Saved.']);
  await place.run({ ...plugin, prompt: begin, sessionId: resumed });

  const terminal = await startTerminal(place, plugin);
  const { session } = terminal;
  await terminal.submit(place.mock.prompt('Something else', [save({ goal: 'Of the first one' }), 'It is saved.']));
  await terminal.waitFor(/It is saved\./);
  await terminal.submit(`/resume ${resumed}`);
  await terminal.until(() => terminal.session === resumed, 'the resumed session');
  const steps = [load(), save({ goal: 'Of the resumed one, later' }), 'It is saved again.'];
  await terminal.submit(place.mock.prompt('Go on', steps));
  await terminal.waitFor(/It is saved again\./);

  assert.match(told(place.mock.last), /This session has a checkpoint of its own/);
  assert.match(shown(place.mock.last, 'load').text, /Of the resumed one/);
  assert.equal(result(place.mock.last, 'save').isError, false);
  assert.deepEqual([goal(place, session), goal(place, resumed)], ['Of the first one', 'Of the resumed one, later']);

  // /clear after it stays with the resumed one, and so does what compaction brings back.
  await terminal.submit('/clear');
  await terminal.until(() => ![session, resumed].includes(terminal.session), 'another session');
  await terminal.submit(
    place.mock.prompt('And now?', [save({ goal: 'Of the resumed one, cleared' }), 'Saved once more.']),
  );
  await terminal.waitFor(/Saved once more\./);
  assert.deepEqual([goal(place, session), goal(place, resumed)], ['Of the first one', 'Of the resumed one, cleared']);
  await terminal.submit('/compact');
  await place.mock.waitFor(({ isCompaction }) => isCompaction, 'the compaction');
  await terminal.waitFor(/Compacted/);
  await terminal.submit(place.mock.prompt('After it', ['It went well.']));
  await terminal.waitFor(/It went well\./);
  assert.match(told(place.mock.last), /^The conversation was compacted[\s\S]*Of the resumed one, cleared/);
});
