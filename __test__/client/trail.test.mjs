// A session that never saved is listed and loaded by another one, with what it did and what was unfinished.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeClient } from './helpers/client.mjs';
import { call } from './helpers/mock-api.mjs';
import { startTerminal } from './helpers/terminal.mjs';
import { addTests, ask, bash, endless, entryOf, inTheMiddle, plugin, work } from './helpers/trail.mjs';
import { until } from './helpers/until.mjs';

/** What the shell did in `work`, and the command it was killed in. */
function assertTold({ list, unasked, brief, full }, session, { prompt }) {
  const entry = entryOf(list, session);
  assert.deepEqual([entry?.source, entry?.isCurrentSession, entry?.foreign], ['trail', false, undefined]);
  assert.ok(entry.goal.startsWith(prompt), entry.goal);
  assert.equal(unasked.found, false);
  assert.ok(entryOf({ entries: unasked.candidates }, session), unasked.text);

  const { text } = brief;
  assert.deepEqual([brief.found, brief.source], [true, 'trail']);
  assert.ok(text.startsWith('This session saved no checkpoint.') && text.includes(`resumedFrom: "${session}"`), text);
  assert.match(text, /observed by this program/);
  assert.ok(text.includes(`“${prompt}`), text);
  assert.match(text, /`node --test good\.test\.mjs` → passed \(exit 0\)/);
  assert.match(text, /`node --test bad\.test\.mjs` → failed \(exit 1\)/);
  const files = /## Files (?:edited|changed)[\s\S]*?\n\n/.exec(text)?.[0] ?? '';
  assert.match(text, /`made\.txt`/, files);
  assert.match(text, /`README\.md`/, files);
  const unfinished = full.facts.filter(({ kind }) => kind === 'unfinished');
  assert.deepEqual(
    unfinished.map(({ subject, value }) => [subject, value.result]),
    [[endless, 'no result recorded; its process may still run']],
  );
  assert.match(
    text,
    /## Unfinished[^\n]*\n- `touch started && tail -f \/dev\/null` \(no result recorded; its process may still run/,
  );
}

test('a session in a terminal, killed in the middle of a command', async (t) => {
  const place = await makeClient(t);
  addTests(place);
  const terminal = await startTerminal(place, { ...plugin, allowedTools: ['Bash'] });
  const { session } = terminal;
  await terminal.submit(place.mock.prompt('Work on it', [...work, { calls: [bash(endless)] }]));
  await inTheMiddle(place, session);
  await terminal.kill();

  assertTold(await ask(place, session), session, { prompt: 'Work on it' });
});

test('a session in print mode, killed in the middle of a command, without the plugin', async (t) => {
  const place = await makeClient(t);
  addTests(place);
  const sessionId = randomUUID();
  const running = place.startPrint({
    prompt: place.mock.prompt('Work on it', [...work, { calls: [bash(endless)] }]),
    sessionId,
    allowedTools: ['Bash'],
  });
  await inTheMiddle(place, sessionId);
  await running.kill();

  assertTold(await ask(place, sessionId), sessionId, { prompt: 'Work on it' });
});

test('a session in print mode that ended by itself is kept, and outlives its transcript', async (t) => {
  const place = await makeClient(t);
  addTests(place);
  const sessionId = randomUUID();
  const prompt = place.mock.prompt('Work on it', [...work, 'I did it.']);
  await place.run({ prompt, sessionId, allowedTools: ['Bash'], ...plugin });
  const file = join(place.root, '.claude-checkpoints', 'trails', `${sessionId}.json`);
  await until(() => existsSync(file), 'the trail');
  const { mode, size } = statSync(file);
  assert.deepEqual([mode & 0o777, size <= 64 * 1024], [0o600, true]);
  rmSync(place.transcriptFile(sessionId));

  const { list, brief, start } = await ask(place, sessionId);
  assert.equal(entryOf(list, sessionId).source, 'trail');
  assert.match(brief.text, /`node --test bad\.test\.mjs` → failed \(exit 1\)/);
  assert.match(brief.text, /last words: a claim, not checked\n- “I did it\.”/);
  assert.match(start, /1 session here ended without saving a checkpoint, last seen just now/);
});

test('with a background task that nobody saw the end of', async (t) => {
  const place = await makeClient(t);
  const terminal = await startTerminal(place, { ...plugin, allowedTools: ['Bash'] });
  const { session } = terminal;
  const steps = [
    { calls: [bash(endless, { run_in_background: true })] },
    { calls: [bash('echo x > made.txt')] },
    'It runs.',
  ];
  await terminal.submit(place.mock.prompt('Start it', steps));
  await terminal.waitFor(/It runs\./);
  await inTheMiddle(place, session);
  await terminal.kill();

  const { brief } = await ask(place, session);
  assert.match(
    brief.text,
    /- `touch started && tail -f \/dev\/null` \(in the background, no result recorded; its process may still run/,
  );
  assert.match(brief.text, /`made\.txt`/);
});

test('with a subagent that was at work', async (t) => {
  const place = await makeClient(t);
  const sessionId = randomUUID();
  const forSubagent = place.mock.prompt('Do it', [
    { calls: [bash('echo x > made.txt')] },
    { calls: [bash('node --version && exit 3')] },
    { calls: [bash(endless)] },
  ]);
  const agent = {
    description: 'Have it done',
    prompt: forSubagent,
    subagent_type: 'general-purpose',
    run_in_background: false,
  };
  const running = place.startPrint({
    prompt: place.mock.prompt('Delegate', [{ calls: [call('Agent', agent)] }]),
    sessionId,
    allowedTools: ['Bash'],
    ...plugin,
  });
  await until(() => existsSync(join(place.root, 'started')), 'the command to start');
  const agents = join(place.transcriptFile(sessionId).replace(/\.jsonl$/, ''), 'subagents');
  const isWritten = (name) => name.endsWith('.jsonl') && readFileSync(join(agents, name), 'utf8').includes('tail -f');
  await until(() => existsSync(agents) && readdirSync(agents).some(isWritten), 'the call in its transcript');
  await running.kill();

  const { brief } = await ask(place, sessionId);
  assert.match(
    brief.text,
    /- `touch started && tail -f \/dev\/null` \(no result recorded; its process may still run[^\n]*\), by a subagent/,
  );
  assert.match(brief.text, /`node --version && exit 3` → exit 3[^\n]*, by a subagent/);
  assert.match(brief.text, /## Subagents\n- “Have it done” \(not seen to finish/);
});

test('after compaction, what was before it is there', async (t) => {
  const place = await makeClient(t);
  addTests(place);
  const terminal = await startTerminal(place, { ...plugin, allowedTools: ['Bash'] });
  const { session } = terminal;
  await terminal.submit(place.mock.prompt('Work on it', [...work, 'Half of it.']));
  await terminal.waitFor(/Half of it\./);
  await terminal.submit('/compact');
  await place.recorded(session, ({ subtype }) => subtype === 'compact_boundary');
  const compaction = place.mock.requests.find(({ isCompaction }) => isCompaction);
  assert.doesNotMatch(compaction.text, /Trail kept|PreCompact/, 'the hook before it says nothing');
  await terminal.submit(place.mock.prompt('Finish it', [{ calls: [bash(endless)] }]));
  await inTheMiddle(place, session);
  await terminal.kill();

  const told = await ask(place, session);
  assertTold(told, session, { prompt: 'Work on it' });
  assert.match(told.brief.text, /“Finish it/);
  assert.match(told.brief.text, /1 compaction/);
});

test('after /clear, each part is a session of its own', async (t) => {
  const place = await makeClient(t);
  addTests(place);
  const terminal = await startTerminal(place, { ...plugin, allowedTools: ['Bash'] });
  const { session } = terminal;
  await terminal.submit(place.mock.prompt('Work on it', [...work, 'Half of it.']));
  await terminal.waitFor(/Half of it\./);
  await terminal.submit('/clear');
  const next = await terminal.until(() => terminal.session !== session && terminal.session, 'another session');
  await terminal.submit(
    place.mock.prompt('Another thing', [{ calls: [bash('echo x > other.txt')] }, { calls: [bash(endless)] }]),
  );
  await inTheMiddle(place, next);
  await terminal.kill();

  const { list, brief } = await ask(place, session);
  assert.match(entryOf(list, session).goal, /^Work on it/);
  assert.match(entryOf(list, next).goal, /^Another thing/);
  assert.match(brief.text, /`node --test good\.test\.mjs` → passed/);
  assert.doesNotMatch(brief.text, /Another thing|tail -f/);
  const later = await ask(place, next);
  assert.match(later.brief.text, /`other\.txt`/);
  assert.match(later.brief.text, /- `touch started && tail -f \/dev\/null` \(no result recorded/);
});

test('after a save, a load shows what followed it apart from what was saved', async (t) => {
  const place = await makeClient(t);
  addTests(place);
  const sessionId = randomUUID();
  const save = call('mcp__plugin_session-checkpoint_session-checkpoint__save_session_checkpoint', {
    goal: 'Make it good',
  });
  const running = place.startPrint({
    prompt: place.mock.prompt('Work on it', [
      { calls: [bash('node --test good.test.mjs')] },
      { calls: [save] },
      { calls: [bash('node --test bad.test.mjs')] },
      { calls: [bash(endless)] },
    ]),
    sessionId,
    allowedTools: ['Bash', 'mcp__plugin_session-checkpoint_session-checkpoint__save_session_checkpoint'],
    ...plugin,
  });
  await inTheMiddle(place, sessionId);
  await running.kill();

  const { list, brief } = await ask(place, sessionId);
  assert.equal(entryOf(list, sessionId).source, 'checkpoint');
  const [saved, observed] = brief.text.split(/\n## Observed after the last save[^\n]*\n/);
  assert.match(saved, /## Goal\nMake it good/);
  assert.doesNotMatch(saved, /node --test/);
  assert.match(observed, /Failed, and did not succeed later: `node --test bad\.test\.mjs` → failed \(exit 1\)/);
  assert.match(observed, /Unfinished: `touch started/);
  assert.doesNotMatch(observed, /good\.test/);
});

test('a fork is not told the work of the session it was forked from', async (t) => {
  const place = await makeClient(t);
  const [parent, talk, work] = [randomUUID(), randomUUID(), randomUUID()];
  const make = (name) => ({ calls: [bash(`echo x > ${name}`)] });
  const run = (text, steps, options) =>
    place.run({ prompt: place.mock.prompt(text, steps), allowedTools: ['Bash'], ...plugin, ...options });
  const fork = (id) => ({ resume: parent, args: ['--fork-session', '--session-id', id] });
  await run('Begin', [make('first.txt'), 'Done.'], { sessionId: parent });
  await run('Only a question', ['An answer.'], fork(talk));
  await run('Go on elsewhere', [make('second.txt'), 'Done.'], fork(work));

  const { list, brief } = await ask(place, work);
  assert.equal(entryOf(list, talk), undefined);
  assert.ok(entryOf(list, parent));
  assert.match(brief.text, /`echo x > second\.txt` → exit 0/);
  assert.match(brief.text, new RegExp(`forked from \`${parent}\``));
  assert.doesNotMatch(brief.text, /first\.txt/);
});
