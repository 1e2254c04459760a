// What the other tests in this directory rely on: the real client, its model played by the mock.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeClient, processesOf } from './helpers/client.mjs';
import { call, summary } from './helpers/mock-api.mjs';
import { startTerminal } from './helpers/terminal.mjs';
import { until } from './helpers/until.mjs';

const awkwardName = `it's a "project"`;

test('the client is the one that is wanted', async (t) => {
  const place = await makeClient(t, { repository: false });
  const { devDependencies } = createRequire(import.meta.url)('./package.json');
  const { stdout } = await place.claude('--version');
  assert.equal(stdout, `${devDependencies['@anthropic-ai/claude-code']} (Claude Code)\n`);
});

test('print mode prints what the model was told to say', async (t) => {
  const place = await makeClient(t, { repository: false });
  const { code, stderr, events, answer } = await place.run({ prompt: place.mock.prompt('Hello', ['Hello yourself.']) });

  assert.equal(code, 0, stderr);
  assert.equal(answer, 'Hello yourself.');
  assert.equal(events[0].subtype, 'init');
  assert.equal(place.mock.requests.length, 1);
  assert.ok(place.mock.last.tools.includes('Bash'));
  assert.ok(place.mock.last.textsOf('user').includes('Hello [script 1]'));
  assert.match(place.mock.last.textsOf('system').join(), /Is a git repository: false/);
});

test('a tool runs, and the next request shows its result', async (t) => {
  const place = await makeClient(t, { name: awkwardName });
  const command = 'pwd && echo hello > made.txt && exit 3';
  const { answer } = await place.run({
    prompt: place.mock.prompt('Make a file', [{ text: 'I make it.', calls: [call('Bash', { command })] }, 'Made.']),
    allowedTools: ['Bash'],
  });

  assert.equal(answer, 'Made.');
  assert.equal(readFileSync(join(place.root, 'made.txt'), 'utf8'), 'hello\n');
  const [{ name, input, text, isError }] = place.mock.last.toolResults;
  assert.deepEqual({ name, command: input.command, isError }, { name: 'Bash', command, isError: true });
  assert.equal(text, `Exit code 3\n${place.root}`);
  assert.ok(place.mock.last.texts.includes('I make it.'));
});

test('several tools in one answer, and a step that depends on what they said', async (t) => {
  const place = await makeClient(t);
  const prompt = place.mock.prompt('Look twice', [
    { calls: [call('Bash', { command: 'echo one' }), call('Read', { file_path: join(place.root, 'README.md') })] },
    ({ toolResults }) => `The command said ${toolResults.find(({ name }) => name === 'Bash').text}.`,
  ]);
  const { answer } = await place.run({ prompt, allowedTools: ['Bash'] });
  assert.equal(answer, 'The command said one.');
  assert.match(place.mock.last.toolResults.find(({ name }) => name === 'Read').text, /^1\tHello$/m);
});

test('nothing of the machine reaches the client', async (t) => {
  process.env['SESSION_CHECKPOINT_OF_THE_CALLER'] = 'leaked';
  t.after(() => delete process.env['SESSION_CHECKPOINT_OF_THE_CALLER']);
  const place = await makeClient(t, { env: { FOR_THE_CLIENT: 'wanted' } });
  await place.run({
    prompt: place.mock.prompt('Look', [{ calls: [call('Bash', { command: 'env; ls -a ~' })] }, 'Seen.']),
    env: { FOR_THE_TURN: 'wanted too' },
    allowedTools: ['Bash'],
  });

  const [{ text }] = place.mock.last.toolResults;
  assert.doesNotMatch(text, /leaked/);
  assert.match(text, /^FOR_THE_CLIENT=wanted$/m);
  assert.match(text, /^FOR_THE_TURN=wanted too$/m);
  assert.ok(text.includes(`HOME=${place.directory}/home\n`));
});

test('a resumed session sends what was said before', async (t) => {
  const place = await makeClient(t);
  const sessionId = randomUUID();
  await place.run({ prompt: place.mock.prompt('Remember the parrot', ['I remember it.']), sessionId });
  const { answer } = await place.run({ prompt: place.mock.prompt('What was it?', ['A parrot.']), resume: sessionId });

  assert.equal(answer, 'A parrot.');
  assert.equal(place.mock.last.session, sessionId);
  for (const text of ['Remember the parrot [script 1]', 'I remember it.', 'What was it? [script 2]']) {
    assert.ok(place.mock.last.texts.includes(text), text);
  }
});

test('a subagent plays the script of its own prompt', async (t) => {
  const place = await makeClient(t);
  const forSubagent = place.mock.prompt('Count', [{ calls: [call('Bash', { command: 'echo 1 2 3' })] }, 'Three.']);
  const input = {
    description: 'Count',
    prompt: forSubagent,
    subagent_type: 'general-purpose',
    run_in_background: false,
  };
  const { answer } = await place.run({
    prompt: place.mock.prompt('Have it counted', [{ calls: [call('Agent', input)] }, 'Counted.']),
    allowedTools: ['Bash'],
  });

  assert.equal(answer, 'Counted.');
  const [first] = place.mock.requests.filter(({ agent }) => agent !== undefined);
  assert.ok(first.text.includes(forSubagent));
  assert.match(place.mock.last.toolResults[0].text, /Three\./);
});

test('an error of the API is tried again', async (t) => {
  const place = await makeClient(t);
  const steps = [{ status: 529, delay: 10, text: 'Here after all.' }];
  const { answer } = await place.run({ prompt: place.mock.prompt('Hello', steps) });
  assert.equal(answer, 'Here after all.');
  assert.equal(place.mock.requests.length, 2);
});

test('compaction: on demand, and by the tokens that the model reports', async (t) => {
  const place = await makeClient(t);
  const sessionId = randomUUID();
  await place.run({ prompt: place.mock.prompt('Remember the parrot', ['I remember it.']), sessionId });
  await place.run({ prompt: '/compact', resume: sessionId });
  assert.ok(place.mock.last.isCompaction);
  await place.run({ prompt: place.mock.prompt('Go on', ['On it.']), resume: sessionId });
  assert.ok(place.mock.last.text.includes(summary));

  const look = { calls: [call('Bash', { command: 'true' })] };
  const { events } = await place.run({
    prompt: place.mock.prompt('Work', [{ ...look, tokens: 20_000 }, { ...look, tokens: 98_000 }, 'Worked.']),
    allowedTools: ['Bash'],
    args: ['--autocompact', '100000'],
  });
  assert.ok(events.some(({ subtype }) => subtype === 'compact_boundary'));
});

test('kill -9 leaves the transcript, which can be resumed', async (t) => {
  const place = await makeClient(t);
  const sessionId = randomUUID();
  const gate = place.mock.gate();
  const running = place.startPrint({
    prompt: place.mock.prompt('Work', [
      { calls: [call('Bash', { command: 'echo almost' })] },
      { hold: gate, text: 'Done.' },
    ]),
    sessionId,
    allowedTools: ['Bash'],
  });
  const held = await gate.reached;
  assert.equal(held.toolResults[0].text, 'almost');
  await place.recorded(sessionId, ({ toolUseResult }) => toolUseResult?.stdout === 'almost');
  const { signal, answer } = await running.kill();
  assert.equal(signal, 'SIGKILL');
  assert.equal(answer, undefined);

  assert.ok(existsSync(place.transcriptFile(sessionId)));
  await place.run({ prompt: place.mock.prompt('Again', ['Again.']), resume: sessionId });
  assert.equal(place.mock.last.toolResults[0].text, 'almost');
});

test('a turn that takes too long is killed', async (t) => {
  const place = await makeClient(t);
  const prompt = place.mock.prompt('Think', [{ hold: place.mock.gate(), text: 'Never said.' }]);
  await assert.rejects(place.run({ prompt, timeout: 1_000 }), /took longer than 1000 ms/);
});

test('nothing of a place is left when its test is over', async (t) => {
  let place;
  await t.test('a test with a command that never ends', async (inner) => {
    place = await makeClient(inner);
    const steps = [{ calls: [call('Bash', { command: 'touch started && tail -f /dev/null' })] }];
    const running = place.startPrint({ prompt: place.mock.prompt('Wait', steps), allowedTools: ['Bash'] });
    await until(() => existsSync(join(place.root, 'started')), 'the command to start');
    await running.kill();
    assert.notEqual(processesOf(place.directory).length, 0, 'the command outlives the client');
  });
  assert.deepEqual(processesOf(place.directory), []);
  assert.equal(existsSync(place.directory), false);
});

test('what is meant for another host comes to the mock', async (t) => {
  const { mock } = await makeClient(t);
  const { port } = new URL(mock.url);
  const ask = (options) =>
    new Promise((resolve, reject) => {
      const request = httpRequest({ host: '127.0.0.1', port, ...options }).on('error', reject);
      for (const event of ['response', 'connect']) {
        request.on(event, (response) => resolve(response.resume().statusCode));
      }
      request.end();
    });
  assert.equal(await ask({ path: 'http://example.invalid/' }), 403);
  assert.equal(await ask({ method: 'CONNECT', path: 'example.invalid:443' }), 403);
  assert.deepEqual(mock.strayRequests.splice(0), ['GET http://example.invalid/', 'CONNECT example.invalid:443']);
});

test('a terminal: typing, an answer, another size, /clear changes the session, /exit', async (t) => {
  const place = await makeClient(t, { name: awkwardName });
  const terminal = await startTerminal(place);
  const { session } = terminal;
  await terminal.submit(place.mock.prompt('Say hello', ['Hello  from the   model.']));
  await terminal.waitFor(/Hello {2}from the {3}model\./);
  assert.equal(place.mock.last.session, session);

  terminal.resize(60, 20);
  await terminal.waitFor(/^─{60}$/m);

  await terminal.submit('/clear');
  const next = await terminal.until(() => terminal.session !== session && terminal.session, 'another session');
  await terminal.submit(place.mock.prompt('And now?', ['A clean start.']));
  const request = await place.mock.waitFor(({ text }) => text.includes('And now?'), 'the second prompt');
  assert.equal(request.session, next);
  assert.equal(request.text.includes('Say hello'), false);
  await terminal.waitFor(/A clean start\./);

  await terminal.submit('/exit');
  assert.equal(await terminal.ended, 0);
});

test('a terminal: keys, kill -9, and the session resumed in another one', async (t) => {
  const place = await makeClient(t);
  const sessionId = randomUUID();
  const terminal = await startTerminal(place, { sessionId, allowedTools: ['Bash'] });
  const steps = [
    { calls: [call('Bash', { command: 'echo almost' })] },
    { hold: place.mock.gate(), text: 'Never said.' },
  ];
  await terminal.submit(place.mock.prompt('Think', steps));
  await steps[1].hold.reached;
  await place.recorded(sessionId, ({ toolUseResult }) => toolUseResult?.stdout === 'almost');
  terminal.press('escape');
  await terminal.waitFor(/Interrupted/);
  await terminal.kill();

  const another = await startTerminal(place, { resume: sessionId });
  assert.equal(another.session, sessionId);
  await another.submit(place.mock.prompt('Go on', ['Going on.']));
  await another.waitFor(/Going on\./);
  assert.equal(place.mock.last.toolResults[0].text, 'almost');
});
