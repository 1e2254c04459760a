// Session files in the real client: what is made or continued with the library and the commands is resumed, whole.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import { projectPathToHash } from '../../sessions.js';
import { makeClient } from './helpers/client.mjs';
import { call } from './helpers/mock-api.mjs';
import { extend, fileAttachment, fileShown, resumed, sessionsOf, text } from './helpers/sessions.mjs';
import { startTerminal } from './helpers/terminal.mjs';

/** What the client says for the model, which did not answer the last message. */
const unanswered = 'assistant: No response requested.';

test('a session that was created is resumed with all that was put into it', async (t) => {
  const place = await makeClient(t);
  const session = sessionsOf(place).create();
  session.addUserMessage('First words');
  session.addAssistantMessage(text('First answer'));
  session.addUserMessage(text('Second words'));
  session.addAttachment(fileAttachment('/notes.txt', 'Words of the notes'));
  session.addToolCalls(
    [
      { name: 'Read', input: { file_path: '/a' }, result: 'Result one' },
      { name: 'Bash', input: { command: 'b' }, result: text('Result two'), isError: true },
    ],
    { response: text('Looked.') },
  );
  session.importMessages(
    [
      { role: 'user', content: 'Imported words' },
      { role: 'assistant', content: [...text('I look.'), { type: 'tool_use', id: 'call_1', name: 'Read', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: 'Found' }, ...text('Go on')] },
      { role: 'assistant', content: 'Imported answer' },
    ],
    { attachments: [{ afterIndex: 0, attachment: fileAttachment('/more.txt', 'More words') }] },
  );
  session.save();

  const said = [
    'user: First words',
    'assistant: First answer',
    'user: Second words',
    `system: ${fileShown('/notes.txt', 'Words of the notes')}`,
    'call: Read {"file_path":"/a"}',
    'call: Bash {"command":"b"}',
    'result: Result one',
    'result: Result two',
    'assistant: Looked.',
    'user: Imported words',
    `system: ${fileShown('/more.txt', 'More words')}`,
    'assistant: I look.',
    'call: Read {}',
    'result: Found',
    'user: Go on',
    'assistant: Imported answer',
  ];
  const first = await resumed(place, session.sessionId);
  assert.deepEqual(first.shown, said);
  assert.equal(first.request.session, session.sessionId);
  assert.deepEqual(
    first.request.toolResults.map(({ isError }) => isError),
    [false, true, false],
  );
  const second = await resumed(place, session.sessionId);
  assert.deepEqual(second.shown, [...said, `user: ${first.prompt}`, 'assistant: All of it.']);
});

test('a session of the client is continued with the library, again and again', async (t) => {
  const place = await makeClient(t);
  const sessions = sessionsOf(place);
  const sessionId = randomUUID();
  const look = [
    { text: 'I look.', calls: [call('Bash', { command: 'echo one' })] },
    { calls: [call('Bash', { command: 'echo two' })] },
    'Seen.',
  ];
  const prompts = [place.mock.prompt('Look', look), place.mock.prompt('Thanks', ['Welcome.'])];
  await place.run({ prompt: prompts[0], sessionId, allowedTools: ['Bash'] });
  await place.run({ prompt: prompts[1], resume: sessionId });
  const said = [
    `user: ${prompts[0]}`,
    'assistant: I look.',
    'call: Bash {"command":"echo one"}',
    'result: one',
    'call: Bash {"command":"echo two"}',
    'result: two',
    'assistant: Seen.',
    `user: ${prompts[1]}`,
    'assistant: Welcome.',
  ];

  for (const name of ['Once', 'Twice']) {
    said.push(...extend(sessions.open(sessionId), name));
    const { shown, prompt } = await resumed(place, sessionId);
    assert.deepEqual(shown, said);
    said.push(`user: ${prompt}`, 'assistant: All of it.');
  }
});

test('the commands make a session and continue one of the client', async (t) => {
  const place = await makeClient(t);
  const { command } = sessionsOf(place);
  const made = command('create', 'Words for later');
  const sessionId = made.stdout.trim();
  assert.match(made.stderr, new RegExp(`^Resume it: claude --resume ${sessionId}$`, 'm'));
  const first = await resumed(place, sessionId);
  assert.deepEqual(first.shown, ['user: Words for later', unanswered]);

  command('add', 'user', 'Added words', '-p', place.root, '-s', sessionId);
  command('add', 'assistant', 'Added answer', '-p', place.root, '-s', sessionId);
  command('add', 'user', 'Last words', place.transcriptFile(sessionId));
  const second = await resumed(place, sessionId);
  assert.deepEqual(second.shown, [
    ...first.shown,
    `user: ${first.prompt}`,
    'assistant: All of it.',
    'user: Added words',
    'assistant: Added answer',
    'user: Last words',
    unanswered,
  ]);
});

test('an imported conversation whose results do not fit its calls is one that the API takes', async (t) => {
  const place = await makeClient(t);
  const session = sessionsOf(place).create();
  const use = (...ids) => ({
    role: 'assistant',
    content: ids.map((id) => ({ type: 'tool_use', id, name: 'Read', input: { id } })),
  });
  const result = (...ids) => ({
    role: 'user',
    content: ids.map((id) => ({ type: 'tool_result', tool_use_id: id, content: `Result of ${id}` })),
  });
  session.importMessages([
    { role: 'user', content: 'Begin' },
    result('orphan'),
    use('a', 'b'),
    result('a', 'a'),
    use('c'),
    { role: 'user', content: 'Never mind' },
    result('c'),
    use('last'),
  ]);
  session.save();

  const { shown, request } = await resumed(place, session.sessionId);
  assert.deepEqual(request.toolResults.map(({ id }) => id).toSorted(), ['a', 'b', 'c', 'last']);
  // The file itself is right: the client had nothing to put in for a result.
  assert.doesNotMatch(request.text, /Tool call interrupted/);
  for (const line of ['user: Begin', 'call: Read {"id":"a"}', 'result: Result of a', 'user: Never mind']) {
    assert.equal(shown.filter((other) => other === line).length, 1, line);
  }
});

/** A project whose path has more than 200 characters, whatever directory it is in. */
const longName = join(...Array.from({ length: 5 }, (_, index) => `${index}-${'long-name_'.repeat(6)}`));

for (const [what, name] of [
  ['too long for a folder', longName],
  ['not ASCII', 'Prüfung – 試験 😀'],
]) {
  test(`a path that is ${what} is named as the client names it`, async (t) => {
    const place = await makeClient(t, { repository: false });
    const root = join(place.root, name);
    mkdirSync(root, { recursive: true });
    const sessions = sessionsOf(place, root);
    const session = sessions.create();
    const said = extend(session);

    assert.deepEqual((await resumed(place, session.sessionId, { cwd: root })).shown, said);
    const own = randomUUID();
    await place.run({ prompt: place.mock.prompt('Hello', ['Hello.']), sessionId: own, cwd: root });
    const folder = dirname(place.transcriptFile(own));
    assert.equal(basename(folder), projectPathToHash(root));
    assert.equal(folder, dirname(session.jsonlPath));
    assert.deepEqual(readdirSync(join(place.config, 'projects')), [basename(folder)]);
    assert.deepEqual(sessions.find(own), [place.transcriptFile(own)]);
  });
}

test('a path through a symlink is the path it leads to', async (t) => {
  const place = await makeClient(t, { repository: false });
  const link = join(place.directory, 'link');
  symlinkSync(place.root, link);
  const session = sessionsOf(place, link).create();
  const said = extend(session);
  assert.deepEqual((await resumed(place, session.sessionId, { cwd: link })).shown, said);
  assert.deepEqual(sessionsOf(place).find(session.sessionId), [session.jsonlPath]);
  assert.equal(existsSync(join(place.config, 'projects', projectPathToHash(link))), false);
});

test('the list has the sessions of the client: titles, branch, times, subagents', async (t) => {
  const place = await makeClient(t);
  const sessions = sessionsOf(place);
  const [plain, named] = [randomUUID(), randomUUID()];
  const started = new Date().toISOString();
  const forSubagent = place.mock.prompt('Count', ['Three.']);
  const input = {
    description: 'Count',
    prompt: forSubagent,
    subagent_type: 'general-purpose',
    run_in_background: false,
  };
  const prompt = place.mock.prompt('Have it counted', [{ calls: [call('Agent', input)] }, 'Counted.']);
  await place.run({ prompt, sessionId: plain });

  place.git('switch', '--quiet', '--create', 'other-branch');
  const terminal = await startTerminal(place, { sessionId: named });
  await terminal.submit(place.mock.prompt('Hello', ['Hello there.']));
  await terminal.waitFor(/Hello there\./);
  await terminal.submit('/rename The parrot');
  await place.recorded(named, ({ type }) => type === 'custom-title');
  await terminal.submit('/exit');
  await terminal.ended;

  const { entries, warnings } = sessions.list();
  assert.deepEqual(warnings, []);
  assert.deepEqual(
    entries.map(({ sessionId, title, gitBranch, cwd, subagents }) => ({ sessionId, title, gitBranch, cwd, subagents })),
    [
      { sessionId: named, title: 'The parrot', gitBranch: 'other-branch', cwd: place.root, subagents: 0 },
      { sessionId: plain, title: prompt, gitBranch: 'main', cwd: place.root, subagents: 1 },
    ],
  );
  for (const { createdAt, updatedAt } of entries) {
    assert.ok(started <= createdAt && createdAt < updatedAt && updatedAt <= new Date().toISOString());
  }
  for (const id of [plain, named]) {
    assert.deepEqual(sessions.find(id), [place.transcriptFile(id)]);
  }
  const lines = sessions.command('list').stdout.trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => line.split('\t')).map(([id, , , branch, title]) => [id, branch, title]),
    [
      [named, 'other-branch', 'The parrot'],
      [plain, 'main', prompt],
    ],
  );
});
