// Appending to session files in every state in which the real client leaves them, and while it writes to them.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeClient } from './helpers/client.mjs';
import { call, summary } from './helpers/mock-api.mjs';
import { conversationOf, extend, resumed, sessionsOf, wholeRecords } from './helpers/sessions.mjs';
import { startTerminal } from './helpers/terminal.mjs';
import { until } from './helpers/until.mjs';

/** A turn in a session of its own. Gives the session and what was said. */
async function spoken(place, words = 'Remember the parrot', options = {}) {
  const sessionId = randomUUID();
  const prompt = place.mock.prompt(words, ['I remember it.']);
  await place.run({ prompt, sessionId, ...options });
  return { sessionId, said: [`user: ${prompt}`, 'assistant: I remember it.'] };
}

test('after a compaction, and before one', async (t) => {
  const place = await makeClient(t);
  const { sessionId } = await spoken(place);
  const sessions = sessionsOf(place);
  for (const name of ['Once', 'Twice']) {
    const prepared = extend(sessions.open(sessionId), `${name} before`);
    await place.run({ prompt: '/compact', resume: sessionId });
    const summedUp = conversationOf(place.mock.last);
    const kept = prepared.pop();
    assert.ok(prepared.every((line) => summedUp.includes(line)));
    const said = extend(sessions.open(sessionId), name);
    const { shown } = await resumed(place, sessionId);
    assert.ok(shown[0].includes(summary));
    assert.equal(shown[1], kept, 'the client keeps the newest message as it is');
    assert.ok(shown.includes('user: <local-command-stdout>Compacted </local-command-stdout>\n'));
    assert.deepEqual(shown.slice(-said.length), said);
  }
});

test('after a resume, whose client wrote an end of its own', async (t) => {
  const place = await makeClient(t);
  const { sessionId, said } = await spoken(place);
  for (const name of ['Once', 'Twice']) {
    const { shown, prompt } = await resumed(place, sessionId);
    assert.deepEqual(shown, said);
    said.push(`user: ${prompt}`, 'assistant: All of it.', ...extend(sessionsOf(place).open(sessionId), name));
  }
  assert.deepEqual((await resumed(place, sessionId)).shown, said);
});

test('after a fork, to both sessions', async (t) => {
  const place = await makeClient(t);
  const { sessionId, said } = await spoken(place);
  const fork = await resumed(place, sessionId, { args: ['--fork-session'] });
  assert.notEqual(fork.request.session, sessionId);
  const sessions = sessionsOf(place);
  const inOriginal = extend(sessions.open(sessionId), 'Original');
  const inFork = extend(sessions.open(fork.request.session), 'Fork');

  assert.deepEqual((await resumed(place, sessionId)).shown, [...said, ...inOriginal]);
  assert.deepEqual((await resumed(place, fork.request.session)).shown, [
    ...said,
    `user: ${fork.prompt}`,
    'assistant: All of it.',
    ...inFork,
  ]);
});

test('to a session with a subagent, whose own file stays as it is', async (t) => {
  const place = await makeClient(t);
  const sessionId = randomUUID();
  const input = {
    description: 'Count',
    prompt: place.mock.prompt('Count', [{ calls: [call('Bash', { command: 'echo 1 2 3' })] }, 'Three.']),
    subagent_type: 'general-purpose',
    run_in_background: false,
  };
  const prompt = place.mock.prompt('Have it counted', [{ calls: [call('Agent', input)] }, 'Counted.']);
  await place.run({ prompt, sessionId, allowedTools: ['Bash'] });
  const said = extend(sessionsOf(place).open(sessionId));
  const { shown } = await resumed(place, sessionId);
  const [result] = shown.splice(2, 1);
  assert.match(result, /^ +Three\.$/m);
  assert.deepEqual(shown, [`user: ${prompt}`, `call: Agent ${JSON.stringify(input)}`, 'assistant: Counted.', ...said]);
});

test('to a session that /clear left and to the one it began', async (t) => {
  const place = await makeClient(t);
  const terminal = await startTerminal(place);
  const { session: before } = terminal;
  const prompts = [place.mock.prompt('Before', ['First answer.']), place.mock.prompt('After', ['Second answer.'])];
  await terminal.submit(prompts[0]);
  await terminal.waitFor(/First answer\./);
  await terminal.submit('/clear');
  const after = await terminal.until(() => terminal.session !== before && terminal.session, 'another session');
  await terminal.submit(prompts[1]);
  await terminal.waitFor(/Second answer\./);
  await terminal.submit('/exit');
  assert.equal(await terminal.ended, 0);

  const sessions = sessionsOf(place);
  const inFirst = extend(sessions.open(before), 'First');
  const inSecond = extend(sessions.open(after), 'Second');
  assert.deepEqual((await resumed(place, before)).shown, [
    `user: ${prompts[0]}`,
    'assistant: First answer.',
    ...inFirst,
  ]);
  const { shown } = await resumed(place, after);
  assert.deepEqual(shown.slice(-6), [`user: ${prompts[1]}`, 'assistant: Second answer.', ...inSecond]);
});

test('after kill -9 and half a record', async (t) => {
  const place = await makeClient(t);
  const sessionId = randomUUID();
  const gate = place.mock.gate();
  const steps = [{ calls: [call('Bash', { command: 'echo almost' })] }, { hold: gate, text: 'Never said.' }];
  const prompt = place.mock.prompt('Work', steps);
  const running = place.startPrint({ prompt, sessionId, allowedTools: ['Bash'] });
  await gate.reached;
  await place.recorded(sessionId, ({ toolUseResult }) => toolUseResult?.stdout === 'almost');
  await running.kill();
  const file = place.transcriptFile(sessionId);
  truncateSync(file, statSync(file).size - 10);

  const session = sessionsOf(place).open(sessionId);
  assert.deepEqual(
    session.losses.map(({ code }) => code),
    ['torn'],
  );
  const said = extend(session);
  const { shown } = await resumed(place, sessionId);
  const done = ['call: Bash {"command":"echo almost"}', 'result: almost'];
  assert.deepEqual(shown, [`user: ${prompt}`, ...done, ...said]);
});

test('after kill -9 in the middle of two calls, of which one has its result', async (t) => {
  const place = await makeClient(t);
  const sessionId = randomUUID();
  const commands = ['echo quick', 'touch started && tail -f /dev/null'];
  const steps = [{ calls: [call('Bash', { command: commands[0] }), call('Bash', { command: commands[1] })] }];
  const prompt = place.mock.prompt('Work', steps);
  const running = place.startPrint({ prompt, sessionId, allowedTools: ['Bash'] });
  await until(() => existsSync(join(place.root, 'started')), 'the second command to start');
  await place.recorded(sessionId, ({ toolUseResult }) => toolUseResult?.stdout === 'quick');
  await running.kill();
  const said = extend(sessionsOf(place).open(sessionId));

  const { shown } = await resumed(place, sessionId);
  // The call that has no result is left out or called interrupted, depending on what the client still wrote.
  const isOfSecond = (line) => line.includes(commands[1]) || line.startsWith('result: [Tool call interrupted');
  assert.deepEqual(
    shown.filter((line) => !isOfSecond(line)),
    [`user: ${prompt}`, 'call: Bash {"command":"echo quick"}', 'result: quick', ...said],
  );
});

test('beside a client in a terminal that says nothing more', async (t) => {
  const place = await makeClient(t);
  const terminal = await startTerminal(place);
  const prompt = place.mock.prompt('Hello', ['Hello there.']);
  await terminal.submit(prompt);
  await terminal.waitFor(/Hello there\./);
  await place.recorded(terminal.session, ({ subtype }) => subtype === 'turn_duration');
  const { session } = terminal;
  const said = extend(sessionsOf(place).open(session));
  await terminal.submit('/exit');
  assert.equal(await terminal.ended, 0);
  assert.deepEqual((await resumed(place, session)).shown, [`user: ${prompt}`, 'assistant: Hello there.', ...said]);
});

test('beside a client that goes on: no line is torn, and its own branch is the one it resumes', async (t) => {
  const place = await makeClient(t);
  const sessionId = randomUUID();
  const gates = Array.from({ length: 8 }, () => place.mock.gate());
  const last = place.mock.gate();
  const steps = gates.map((hold, index) => ({ hold, calls: [call('Bash', { command: `echo step ${index}` })] }));
  const prompt = place.mock.prompt('Work', [...steps, { hold: last, text: 'Worked.' }]);
  const running = place.startPrint({ prompt, sessionId, allowedTools: ['Bash'] });
  const sessions = sessionsOf(place);
  const added = [];
  for (const gate of gates) {
    await gate.reached;
    await place.recorded(sessionId, ({ type }) => type === 'user');
    gate.open();
    const session = sessions.open(sessionId);
    assert.deepEqual(session.losses, []);
    for (let count = 0; count < 50; count += 1) {
      added.push(`Beside ${added.length} ${'x'.repeat(added.length * 20)}`);
      session.addUserMessage(added.at(-1));
      session.save();
    }
  }
  await last.reached;
  last.open();
  assert.equal((await running.ended).answer, 'Worked.');

  const records = wholeRecords(place.transcriptFile(sessionId));
  const isAdded = ({ type, message }) => type === 'user' && /^Beside /.test(message.content);
  assert.deepEqual(
    records.filter(isAdded).map(({ message }) => message.content),
    added,
  );
  const said = [
    `user: ${prompt}`,
    ...gates.flatMap((_, index) => [`call: Bash {"command":"echo step ${index}"}`, `result: step ${index}`]),
    'assistant: Worked.',
  ];
  const withAnswer = (request) => [...conversationOf(request), 'assistant: Worked.'];
  assert.deepEqual(withAnswer(last.request), said);
  said.push(...extend(sessions.open(sessionId), 'After it'));
  assert.deepEqual((await resumed(place, sessionId)).shown, said);
});
