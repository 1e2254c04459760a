// Session files as a library: require('session-checkpoint-mcp/sessions') and import.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { inspect, isDeepStrictEqual } from 'node:util';
import * as library from '../sessions.js';
import { root } from './helpers/paths.mjs';
import { temporaryDirectory } from './helpers/place.mjs';
import { linesOf, minimal, recordsOf, sessionPlace } from './helpers/sessions.mjs';

const {
  CheckpointError,
  Session,
  createSession,
  deleteSession,
  getClaudeDir,
  getProjectDir,
  getSessionPath,
  normalizeProjectPath,
  parseJsonl,
  parseJsonlFile,
  projectPathToHash,
  readSession,
  repairToolPairing,
  repairWithOrigin,
  serializeJsonl,
  serializeRecord,
} = library;

const place = (t) => sessionPlace(t, library);
const text = (words) => [{ type: 'text', text: words }];
const calls = (...ids) => ({
  role: 'assistant',
  content: ids.map((id) => ({ type: 'tool_use', id, name: 'Read', input: {} })),
});
const results = (...ids) => ({
  role: 'user',
  content: ids.map((id) => ({ type: 'tool_result', tool_use_id: id, content: `result of ${id}` })),
});
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('require and import give the same, by name', () => {
  const required = createRequire(import.meta.url)('session-checkpoint-mcp/sessions');
  const imported = Object.keys(library).filter((name) => name !== 'default' && name !== 'module.exports');
  assert.deepEqual(Object.keys(required).sort(), imported.sort());
});

test('requiring it needs no engine', () => {
  const script = `require(${JSON.stringify(join(root, 'sessions.js'))});
    console.log(Object.keys(require.cache).some((file) => file.endsWith('.node')))`;
  assert.equal(spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' }).stdout, 'false\n');
});

// The examples of the reference.

test('a session is created, saved and read again', (t) => {
  const { create, open, projectPath, claudeDir } = place(t);
  const session = create();
  session.addUserMessage('Refactor the auth module');
  session.addAssistantMessage(text('I will refactor the auth module.'));
  assert.equal(existsSync(session.jsonlPath), false);
  session.save();

  assert.ok(session instanceof Session);
  assert.match(session.sessionId, uuidPattern);
  assert.equal(session.projectPath, projectPath);
  assert.equal(session.jsonlPath, getSessionPath(session.sessionId, projectPath, claudeDir));
  const [user, assistant] = recordsOf(session.jsonlPath);
  assert.deepEqual(user, {
    type: 'user',
    uuid: user.uuid,
    parentUuid: null,
    sessionId: session.sessionId,
    timestamp: user.timestamp,
    isSidechain: false,
    cwd: projectPath,
    userType: 'external',
    version: '2.1.83',
    gitBranch: 'HEAD',
    slug: user.slug,
    entrypoint: 'cli',
    message: { role: 'user', content: 'Refactor the auth module' },
  });
  assert.equal(assistant.parentUuid, user.uuid);
  assert.deepEqual(assistant.message, {
    id: assistant.message.id,
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-6',
    content: text('I will refactor the auth module.'),
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 0, output_tokens: 0 },
  });
  assert.match(assistant.message.id, /^msg_[0-9a-f]{24}$/);
  assert.deepEqual(open(session.sessionId).records, [user, assistant]);
});

test('messages are appended to an existing session', (t) => {
  const { create, open } = place(t);
  const first = create();
  first.addUserMessage('One');
  first.save();
  const before = readFileSync(first.jsonlPath);

  const session = open(first.sessionId);
  assert.equal(session.messages.length, 1);
  session.addUserMessage('One more thing...');
  session.addAssistantMessage(text('Sure, what is it?'));
  session.save();

  const after = readFileSync(session.jsonlPath);
  assert.deepEqual(after.subarray(0, before.length), before);
  const records = recordsOf(session.jsonlPath);
  assert.deepEqual(
    records.map(({ parentUuid }) => parentUuid),
    [null, records[0].uuid, records[1].uuid],
  );
  assert.deepEqual(session.records, records);
});

test('options of a new session are written into its records', (t) => {
  const { create } = place(t);
  const options = { cwd: '/elsewhere', gitBranch: 'main', version: '9.9.9', sessionId: 'my-session' };
  const session = create({ ...options, model: 'some-model' });
  session.addAssistantMessage(text('Hello!'));
  const { message, cwd, gitBranch, version, sessionId } = session.records[0];
  assert.deepEqual({ cwd, gitBranch, version, sessionId }, options);
  assert.equal(message.model, 'some-model');
});

test('an assistant message has options, and its blocks are written as they are', (t) => {
  const session = place(t).create();
  const uuid = session.addAssistantMessage(text('Done.'), { model: 'claude-opus-4-6', stopReason: 'max_tokens' });
  const blocks = [
    { type: 'thinking', thinking: 'Hm.', signature: 'abc' },
    { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'x' } },
    { type: 'tool_use', id: 'toolu_01ABC', name: 'Read', input: { file_path: '/foo' }, cache_control: { type: 'e' } },
  ];
  session.addAssistantMessage(blocks);
  session.save();
  const [first, second] = recordsOf(session.jsonlPath);
  assert.deepEqual(
    [first.uuid, first.message.model, first.message.stop_reason],
    [uuid, 'claude-opus-4-6', 'max_tokens'],
  );
  assert.deepEqual(second.message.content, blocks);
  assert.equal(second.message.stop_reason, 'tool_use');
});

test('tool results name their calls', (t) => {
  const session = place(t).create();
  session.addAssistantMessage(calls('toolu_abc', 'toolu_def').content);
  session.addToolResults([
    { toolUseId: 'toolu_abc', content: 'file contents here' },
    { toolUseId: 'toolu_def', content: 'command output', isError: true },
  ]);
  assert.deepEqual(session.messages[1].message.content, [
    { type: 'tool_result', tool_use_id: 'toolu_abc', content: 'file contents here' },
    { type: 'tool_result', tool_use_id: 'toolu_def', content: 'command output', is_error: true },
  ]);
});

test('tool calls are a call, a result and perhaps an answer', (t) => {
  const session = place(t).create();
  session.addToolCalls(
    [
      { name: 'Read', input: { file_path: '/foo.ts' }, result: 'contents of foo' },
      { name: 'Bash', input: { command: 'ls' }, result: text('README.md\nsrc/'), isError: true },
    ],
    { response: text('I read the file and listed the directory.') },
  );
  session.addToolCalls([{ name: 'Bash', input: { command: 'npm test' }, result: 'all tests passed' }]);
  const [made, given, answer, ...open] = session.messages.map(({ message }) => message);
  assert.equal(made.stop_reason, 'tool_use');
  const ids = made.content.map(({ id }) => id);
  for (const id of ids) {
    assert.match(id, /^toolu_[0-9a-f]{24}$/);
  }
  assert.deepEqual(given.content, [
    { type: 'tool_result', tool_use_id: ids[0], content: 'contents of foo' },
    { type: 'tool_result', tool_use_id: ids[1], content: text('README.md\nsrc/'), is_error: true },
  ]);
  assert.equal(answer.stop_reason, 'end_turn');
  assert.deepEqual(
    open.map(({ role }) => role),
    ['assistant', 'user'],
  );
});

test('messages of the API are imported', (t) => {
  const session = place(t).create();
  session.importMessages([
    { role: 'user', content: 'Read the config file' },
    calls('toolu_abc'),
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'toolu_abc', content: '{"port": 3000}', is_error: false },
        ...text('so?'),
      ],
    },
    { role: 'assistant', content: 'The config sets port to 3000.' },
    { role: 'user', content: [{ type: 'image', source: { type: 'url', url: 'https://example.invalid/x.png' } }] },
  ]);
  assert.deepEqual(
    session.messages.map(({ message }) => message.content),
    [
      'Read the config file',
      calls('toolu_abc').content,
      [{ type: 'tool_result', tool_use_id: 'toolu_abc', content: '{"port": 3000}', is_error: false }],
      text('so?'),
      text('The config sets port to 3000.'),
      [{ type: 'image', source: { type: 'url', url: 'https://example.invalid/x.png' } }],
    ],
  );
});

test('attachments are links of the chain', (t) => {
  const { create, open } = place(t);
  const session = create();
  const user = session.addUserMessage('review @build.js');
  const payload = { type: 'file', filename: '/project/build.js', content: { type: 'text', file: { content: 'x' } } };
  const attachment = session.addAttachment(payload, { parentUuid: user });
  session.addAssistantMessage(text('It is fine.'));
  session.save();
  const again = open(session.sessionId);
  assert.deepEqual(
    again.records.map(({ parentUuid }) => parentUuid),
    [null, user, attachment],
  );
  assert.deepEqual(again.attachments, [again.records[1]]);
  assert.deepEqual(again.attachments[0].attachment, payload);
  assert.equal(again.messages.length, 2);
});

test('attachments are imported behind the messages they belong to', (t) => {
  const session = place(t).create();
  const warnings = [];
  t.mock.method(console, 'warn', (warning) => warnings.push(warning));
  const at = (afterIndex, name = `after ${afterIndex}`) => ({ afterIndex, attachment: { type: 'file', name } });
  session.importMessages(
    [results('lost'), { role: 'user', content: 'one' }, calls('a'), { role: 'assistant', content: 'two' }],
    { attachments: [at(3), at(1), at(0), at(1, 'second'), at(4), at(-1), at(0.5)] },
  );
  const seen = session.records.map(({ type, attachment, message }) =>
    type === 'attachment' ? attachment.name : (message.content[0]?.type ?? 'text'),
  );
  assert.deepEqual(
    seen.filter((name) => name.startsWith('after') || name === 'second'),
    ['after 1', 'second', 'after 3'],
  );
  assert.equal(warnings.length, 3);
  const { records } = session;
  records.forEach(({ parentUuid }, index) => {
    assert.equal(parentUuid, records[index - 1]?.uuid ?? null);
  });
});

test('a record of any type is appended as it is, and does not advance the chain', (t) => {
  const { create } = place(t);
  const session = create();
  const user = session.addUserMessage('One');
  const record = { type: 'queue-operation', operation: 'enqueue', sessionId: 'another', more: { 'odd key': 1 } };
  assert.equal(session.dangerousAppendRecord(record, { parentUuid: user }), undefined);
  session.addUserMessage('Two');
  assert.deepEqual(session.records[1], { ...record, sessionId: session.sessionId, parentUuid: user });
  assert.equal(record.sessionId, 'another');
  assert.equal(session.records[2].parentUuid, user);
  assert.equal(session.messages.length, 2);
});

test('a parent that is no record of the session is refused', (t) => {
  const { create, open } = place(t);
  const session = create();
  const known = session.addUserMessage('One');
  const dangling = [
    () => session.dangerousAppendRecord({ type: 'mode', parentUuid: 'unknown' }),
    () => session.dangerousAppendRecord({ type: 'mode' }, { parentUuid: 'unknown' }),
    () => session.addAttachment({ type: 'file' }, { parentUuid: 'unknown' }),
  ];
  for (const call of dangling) {
    assert.throws(call, { code: 'INPUT_INVALID', message: /unknown is no record of session/ });
  }
  assert.equal(session.records.length, 1);
  session.save();
  const again = open(session.sessionId);
  again.dangerousAppendRecord({ type: 'mode', parentUuid: known });
  again.dangerousAppendRecord({ type: 'mode', parentUuid: null });
  assert.equal(again.records.length, 3);
});

test('a cleared session starts anew in the same file', (t) => {
  const { create } = place(t);
  const session = create();
  session.addUserMessage('One');
  session.save();
  const companion = session.jsonlPath.slice(0, -'.jsonl'.length);
  mkdirSync(join(companion, 'subagents'), { recursive: true });
  session.addUserMessage('never saved');
  session.clear();
  assert.deepEqual([existsSync(session.jsonlPath), existsSync(companion)], [false, false]);
  assert.deepEqual([session.records.length, session.messages.length], [0, 0]);
  session.addUserMessage('Start over');
  session.save();
  const [record] = recordsOf(session.jsonlPath);
  assert.deepEqual([record.parentUuid, record.message.content], [null, 'Start over']);
});

test('the path utilities give what the reference says', (t) => {
  const { projectPath, claudeDir, directory } = place(t);
  assert.equal(projectPathToHash('/Users/me/project'), '-Users-me-project');
  assert.equal(getProjectDir('/Users/me/project', '/c'), '/c/projects/-Users-me-project');
  assert.equal(
    getSessionPath('uuid-here', '/Users/me/project', '/Users/me/.claude'),
    '/Users/me/.claude/projects/-Users-me-project/uuid-here.jsonl',
  );
  const link = join(directory, 'link');
  symlinkSync(projectPath, link);
  assert.equal(normalizeProjectPath(link), projectPath);
  assert.equal(normalizeProjectPath('/no/such/cafe\u0301'), '/no/such/caf\u00e9');
  assert.equal(getProjectDir(link, claudeDir), getProjectDir(projectPath, claudeDir));
});

test('the directory of the client follows the environment', () => {
  const script = `const { getClaudeDir } = require(${JSON.stringify(join(root, 'sessions.js'))});
    console.log(JSON.stringify([getClaudeDir(), getClaudeDir('/given')]))`;
  const printed = (env) =>
    JSON.parse(
      spawnSync(process.execPath, ['-e', script], { env: { HOME: '/home/me', ...env }, encoding: 'utf8' }).stdout,
    );
  assert.deepEqual(printed({}), ['/home/me/.claude', '/given']);
  assert.deepEqual(printed({ CLAUDE_CONFIG_DIR: '' }), ['/home/me/.claude', '/given']);
  assert.deepEqual(printed({ CLAUDE_CONFIG_DIR: '/config' }), ['/config', '/given']);
  assert.equal(getClaudeDir('/given'), '/given');
});

// Reading.

test('records are parsed when they are looked at, once', (t) => {
  const path = place(t).file('s.jsonl', [minimal('user', 'a', null), minimal('assistant', 'b', 'a'), ''].join('\n'));
  const parse = t.mock.method(JSON, 'parse');
  const session = readSession(path);
  const opening = parse.mock.callCount();
  assert.deepEqual([session.records.length, session.messages.length, session.attachments.length], [2, 2, 0]);
  assert.equal(parse.mock.callCount(), opening);
  assert.equal(session.messages[1].uuid, 'b');
  assert.equal(parse.mock.callCount(), opening + 1);
  assert.equal(session.records[1], session.messages[1]);
  assert.equal(session.records, session.records);
  assert.equal(parse.mock.callCount(), opening + 1);
});

test('a list of records is an array', (t) => {
  const lines = [minimal('user', 'a', null), minimal('assistant', 'b', 'a'), minimal('user', 'c', 'b')];
  const path = place(t).file('s.jsonl', `${lines.join('\n')}\n`);
  const expected = lines.map((line) => JSON.parse(line));
  const fresh = () => readSession(path).records;
  assert.ok(Array.isArray(fresh()));
  assert.deepEqual(fresh(), expected);
  assert.ok(isDeepStrictEqual(fresh(), expected));
  assert.deepEqual([...fresh()], expected);
  assert.equal(JSON.stringify(fresh()), JSON.stringify(expected));
  assert.equal(inspect(fresh()), inspect(expected));
  assert.deepEqual(Object.keys(fresh()), ['0', '1', '2']);
  assert.deepEqual(Object.entries(fresh()), Object.entries(expected));
  assert.deepEqual(fresh().slice(1), expected.slice(1));
  assert.deepEqual(fresh().concat(fresh()), [...expected, ...expected]);
  assert.deepEqual(fresh().at(-1), expected[2]);
  assert.deepEqual(
    [0 in fresh(), 3 in fresh(), fresh()[3], fresh()['01'], fresh()[-1]],
    [true, false, undefined, undefined, undefined],
  );
  const indexes = [];
  for (const index in fresh()) {
    indexes.push(index);
  }
  assert.deepEqual(indexes, ['0', '1', '2']);
  const uuids = (records) => records.map(({ uuid }) => uuid).join('');
  assert.equal(uuids(fresh()), 'abc');
  assert.equal(uuids(fresh().filter(({ type }) => type === 'user')), 'ac');
  assert.equal(fresh().findLast(({ type }) => type === 'assistant').uuid, 'b');
});

test('writing to a list is writing to a copy', (t) => {
  const { create } = place(t);
  const session = create();
  for (const words of ['one', 'two', 'three']) {
    session.addUserMessage(words);
  }
  const contents = (records) => records.map(({ message }) => message.content);
  const list = session.messages;
  assert.deepEqual(contents(list.reverse()), ['three', 'two', 'one']);
  list.pop();
  list.shift();
  list.push('more');
  delete list[0];
  assert.deepEqual([list.length, 0 in list, list[1]], [2, false, 'more']);
  assert.deepEqual(contents(session.messages), ['one', 'two', 'three']);
  session.save();
  assert.deepEqual(contents(recordsOf(session.jsonlPath)), ['one', 'two', 'three']);
});

test('a list does not grow while it is walked', (t) => {
  const session = place(t).create();
  session.addUserMessage('one');
  session.addUserMessage('two');
  for (const { message } of session.messages) {
    session.addUserMessage(message.content);
  }
  assert.equal(session.messages.length, 4);
});

test('damage is skipped and reported', (t) => {
  const [one, two] = [minimal('user', 'a', null), minimal('user', 'b', 'a')];
  const content = `\ufeff${one}\r\n\n{"type":"user","uu\nnull\n${two}\n{"type":"la`;
  const path = place(t).file('s.jsonl', content);
  const session = readSession(path);
  assert.deepEqual(session.records, [JSON.parse(one), JSON.parse(two)]);
  assert.deepEqual(
    session.losses.map(({ line }) => line),
    [3, 4, 6],
  );
  for (const { offset, bytes, code, reason } of session.losses) {
    assert.ok(bytes > 0 && offset + bytes <= Buffer.byteLength(content));
    assert.equal(typeof code, 'string');
    assert.equal(typeof reason, 'string');
  }
  assert.ok(Object.isFrozen(session.losses) && Object.isFrozen(session.losses[0]));
  for (const parse of [(onLoss) => parseJsonl(content, onLoss), (onLoss) => parseJsonlFile(path, onLoss)]) {
    const losses = [];
    assert.deepEqual([...parse((loss) => losses.push(loss))], [...session.records]);
    assert.deepEqual(losses, [...session.losses]);
    assert.equal(parse().length, 2);
  }
});

test('a record that was read and not changed is written as it was', () => {
  const lines = [
    '{"type":"user", "n" : 12345678901234567890123,"e":1e2, "s":"\\u00e9\\/\\ud800", "d":1,"d":2}',
    '{"type":"assistant","deep":[[[{"é":"✓"}]]],"float":1.0}',
    '{"__proto__":{"x":1},"type":"x"}',
    '{}',
  ];
  const content = `${lines.join('\n')}\n`;
  const records = parseJsonl(content);
  assert.equal(serializeJsonl(records), content);
  records[0].e = 7;
  assert.equal(serializeRecord(records[0]), JSON.stringify(records[0]));
  records[0].e = 100;
  assert.equal(serializeRecord(records[0]), lines[0]);
  records[1].deep[0][0][0].é = 'changed';
  assert.equal(serializeJsonl(records).split('\n')[1], '{"type":"assistant","deep":[[[{"é":"changed"}]]],"float":1}');
  assert.equal(serializeRecord({ ...records[0] }), JSON.stringify(records[0]));
  assert.equal(serializeJsonl([]), '');
});

test('whatever is in a file, what is read of it is written as it was', () => {
  const directory = join(root, 'tests', 'fixtures', 'transcripts');
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    const content = readFileSync(path, 'utf8');
    const records = parseJsonlFile(path);
    // As texts: comparing one that is nested deeply takes more stack than Node.js has on every system.
    const texts = records.map(serializeRecord);
    assert.deepEqual(texts, [...readSession(path).records].map(serializeRecord), name);
    for (const text of texts) {
      assert.ok(content.includes(text), name);
    }
  }
});

test('any lines of JSON come back byte for byte', () => {
  // A generator of its own, so that a failure can be repeated by its seed.
  let seed = 1;
  const below = (limit) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % limit;
  };
  const pick = (choices) => choices[below(choices.length)];
  const space = () => pick(['', '', '', ' ', '  ', '\t']);
  const characters = [
    'a',
    ' ',
    'é',
    '✓',
    '\u{1f600}',
    '\\n',
    '\\"',
    '\\u00E9',
    '\\ud800',
    '\\/',
    '{',
    '\\\\',
    '\u2028',
  ];
  const string = () => `"${Array.from({ length: below(6) }, () => pick(characters)).join('')}"`;
  const number = () => pick(['0', '-0', '1.0', '1e5', '1E+400', '123456789012345678901', '0.1000']);
  const list = (item) => Array.from({ length: below(4) }, () => `${space()}${item()}${space()}`).join(',');
  const object = (depth) => `{${list(() => `${string()}${space()}:${space()}${value(depth)}`)}}`;
  const value = (depth) => {
    const leaves = [string, number, () => pick(['true', 'false', 'null'])];
    const nodes = [() => object(depth - 1), () => `[${list(() => value(depth - 1))}]`];
    return pick(depth > 0 ? [...leaves, ...nodes] : leaves)();
  };
  for (let round = 0; round < 300; round += 1) {
    const started = seed;
    const content = Array.from({ length: below(5) }, () => `${object(4)}\n`).join('');
    const losses = [];
    const records = parseJsonl(content, (loss) => losses.push(loss));
    assert.equal(serializeJsonl(records), content, `seed ${started}`);
    assert.deepEqual(losses, [], `seed ${started}`);
  }
});

test('a session read from a file knows its session and project', (t) => {
  const { file, directory, projectPath } = place(t);
  const named = file('named.jsonl', `${minimal('user', 'a', null)}\n`);
  const session = readSession(named);
  assert.deepEqual([session.sessionId, session.projectPath, session.jsonlPath], ['sample', '/where/it/was', named]);
  assert.equal(readSession(named, projectPath).projectPath, projectPath);
  const nameless = file('nameless.jsonl', '{"type":"summary"}\n');
  assert.equal(readSession(nameless).sessionId, 'nameless');
  const missing = join(directory, 'missing.jsonl');
  assert.throws(() => readSession(missing), { code: 'TRANSCRIPT_NOT_FOUND', message: /missing\.jsonl/ });
  assert.throws(() => parseJsonlFile(missing), { code: 'TRANSCRIPT_NOT_FOUND' });
});

test('what the records of a session have is in those that are added', (t) => {
  const more = { version: '2.1.332', gitBranch: 'topic', slug: 'own-slug', timestamp: '2999-01-01T00:00:00.000Z' };
  const path = place(t).file(
    's.jsonl',
    `${minimal('user', 'a', null)}\n${minimal('assistant', 'b', 'a', [], { ...more, message: { role: 'assistant', model: 'm', content: [] } })}\n`,
  );
  const session = readSession(path);
  session.addAssistantMessage(text('Hello'));
  const { version, gitBranch, slug, cwd, timestamp, message, parentUuid } = session.records[2];
  assert.deepEqual({ version, gitBranch, slug, timestamp }, { ...more, timestamp: '2999-01-01T00:00:00.001Z' });
  assert.deepEqual([cwd, message.model, parentUuid], ['/where/it/was', 'm', 'b']);
});

test('a session is found in the folder of another project, and named when it is nowhere', (t) => {
  const { create, open, claudeDir, projectPath } = place(t);
  const session = create({ projectPath: '/another/project' });
  session.addUserMessage('Here');
  session.save();
  assert.equal(open(session.sessionId).jsonlPath, session.jsonlPath);
  assert.throws(
    () => open('missing'),
    (error) => {
      assert.ok(error instanceof CheckpointError);
      assert.equal(error.code, 'TRANSCRIPT_NOT_FOUND');
      assert.ok(error.message.includes(getSessionPath('missing', projectPath, claudeDir)));
      return true;
    },
  );
});

// Appending.

test('what is appended follows what the file then ends with', (t) => {
  const { create, open } = place(t);
  const first = create();
  first.addUserMessage('One');
  first.save();
  const session = open(first.sessionId);
  session.addUserMessage('Two');
  const other = { type: 'attachment', uuid: 'written-by-the-client', parentUuid: first.records[0].uuid };
  writeFileSync(
    first.jsonlPath,
    `${JSON.stringify(other)}\n{"type":"last-prompt","leafUuid":"written-by-the-client"}\n{"torn`,
    {
      flag: 'a',
    },
  );
  session.save();
  assert.equal(session.records[1].parentUuid, 'written-by-the-client');
  const last = JSON.parse(linesOf(first.jsonlPath).at(-1));
  assert.deepEqual(last, session.records[1]);
  assert.equal(open(first.sessionId).losses.length, 1);
});

test('an attachment with a parent of its own keeps it, and the rest follows the attachment', (t) => {
  const { create, open } = place(t);
  const first = create();
  const user = first.addUserMessage('One');
  first.addAssistantMessage(text('Two'));
  first.save();
  const session = open(first.sessionId);
  const attachment = session.addAttachment({ type: 'file' }, { parentUuid: user });
  session.addUserMessage('Three');
  session.save();
  assert.deepEqual(
    recordsOf(first.jsonlPath).map(({ parentUuid }) => parentUuid),
    [null, user, user, attachment],
  );
});

test('two saves write two parts, and one without anything new writes nothing', (t) => {
  const session = place(t).create();
  session.save();
  assert.equal(existsSync(session.jsonlPath), false);
  session.addUserMessage('One');
  session.save();
  session.save();
  session.addUserMessage('Two');
  session.save();
  const records = recordsOf(session.jsonlPath);
  assert.deepEqual([records.length, records[1].parentUuid], [2, records[0].uuid]);
  assert.deepEqual(session.records, records);
});

test('a new session never overwrites a file', (t) => {
  const { create } = place(t);
  for (const words of ['One', 'Two']) {
    const session = create({ sessionId: 'same' });
    session.addUserMessage(words);
    session.save();
  }
  const records = recordsOf(create({ sessionId: 'same' }).jsonlPath);
  assert.deepEqual([records.length, records[1].parentUuid], [2, records[0].uuid]);
});

test('the file is for its owner only', { skip: process.platform === 'win32' }, (t) => {
  const session = place(t).create();
  session.addUserMessage('One');
  session.save();
  const mode = (path) => (spawnSync('stat', ['-c', '%a', path], { encoding: 'utf8' }).stdout ?? '').trim();
  assert.deepEqual([mode(session.jsonlPath), mode(dirname(session.jsonlPath))], ['600', '700']);
});

test('a save that fails loses nothing', (t) => {
  const { create } = place(t);
  const session = create();
  mkdirSync(dirname(dirname(session.jsonlPath)), { recursive: true });
  writeFileSync(dirname(session.jsonlPath), 'a file where the folder should be');
  session.addUserMessage('One');
  assert.throws(() => session.save(), CheckpointError);
  rmSync(dirname(session.jsonlPath));
  session.save();
  assert.deepEqual(recordsOf(session.jsonlPath), [...session.records]);
});

test('what can not be written is refused when it is added', (t) => {
  const session = place(t).create();
  const cycle = { type: 'text' };
  cycle.self = cycle;
  assert.throws(() => session.addUserMessage([cycle]), { code: 'INPUT_INVALID', message: /circular/i });
  assert.throws(() => session.addAssistantMessage([{ type: 'x', big: 1n }]), {
    code: 'INPUT_INVALID',
    message: /BigInt/,
  });
  assert.throws(() => session.dangerousAppendRecord({ type: 'x', toJSON: () => undefined }), { code: 'INPUT_INVALID' });
  session.addUserMessage('half \ud83d pair');
  session.addUserMessage([{ type: 'text', text: 'x', absent: undefined }]);
  session.save();
  assert.deepEqual(
    recordsOf(session.jsonlPath).map(({ message }) => message.content),
    ['half \ud83d pair', [{ type: 'text', text: 'x' }]],
  );
  assert.equal(session.records.length, 2);
});

test('what fails in its middle adds nothing', (t) => {
  const session = place(t).create();
  const first = session.addUserMessage('One');
  assert.throws(
    () =>
      session.importMessages([
        { role: 'user', content: 'x' },
        { role: 'user', content: [] },
      ]),
    /empty/,
  );
  assert.throws(() => session.addToolCalls([{ name: 'Read', input: {}, result: 1n }]), /BigInt/);
  assert.throws(() => session.addToolCalls([{ name: 'Read', input: {}, result: '' }], { response: 'x' }), /array/);
  assert.equal(session.records.length, 1);
  session.addUserMessage('Two');
  session.save();
  assert.deepEqual(
    recordsOf(session.jsonlPath).map(({ parentUuid }) => parentUuid),
    [null, first],
  );
});

test('an argument of the wrong kind is named', (t) => {
  const session = place(t).create();
  const wrong = [
    [() => session.addUserMessage([]), /empty array/],
    [() => session.addUserMessage(undefined), /must be an array, and it is undefined/],
    [() => session.addUserMessage([null]), /\[0\] must be an object, and it is null/],
    [() => session.addAssistantMessage('text'), /must be an array, and it is of type string/],
    [() => session.addToolResults([]), /empty array/],
    [() => session.addToolResults([{ content: 'x' }]), /results\[0\]\.toolUseId/],
    [() => session.addToolCalls([]), /empty array/],
    [() => session.addToolCalls([{ input: {} }]), /calls\[0\]\.name/],
    [() => session.addAttachment('file'), /An attachment must be an object/],
    [() => session.addAttachment({}), /An attachment's type/],
    [() => session.addAssistantMessage([], null), /options must be an object/],
    [() => session.importMessages([], null), /options must be an object/],
    [() => serializeJsonl('x'), /array of records/],
    [() => session.dangerousAppendRecord([]), /A record must be an object, and it is an array/],
    [() => session.importMessages([{ role: 'system', content: 'x' }]), /messages\[0\]\.role/],
    [() => session.importMessages([{ role: 'user', content: 1 }]), /messages\[0\]\.content/],
    [() => createSession(), /options/],
    [() => createSession({}), /projectPath/],
    [() => createSession({ projectPath: '/x', sessionId: 1 }), /sessionId/],
    [() => getClaudeDir(1), /claudeDir/],
    [() => parseJsonl(1), /number/],
    [() => parseJsonlFile(undefined), /path/],
    [() => readSession(''), /jsonlPath/],
    [() => serializeRecord(null), /null/],
    [() => serializeRecord('x'), /"x"/],
  ];
  for (const [call, message] of wrong) {
    assert.throws(call, { name: 'CheckpointError', code: 'INPUT_INVALID', message });
  }
  assert.equal(session.records.length, 0);
});

test('timestamps increase strictly', (t) => {
  const session = place(t).create();
  for (let count = 0; count < 50; count += 1) {
    session.addUserMessage('x');
  }
  const times = session.records.map(({ timestamp }) => timestamp);
  assert.deepEqual(times, [...new Set(times)].toSorted());
});

// What no call may touch.

test('no id leads out of the folder', (t) => {
  const { create, open, projectPath, claudeDir } = place(t);
  const session = create();
  session.addUserMessage('One');
  session.save();
  for (const id of ['', '.', '..', '../x', 'a/b', '/x', 'a\\b', 'a\0b', '\ud800']) {
    for (const call of [
      () => deleteSession(id, projectPath, claudeDir),
      () => open(id),
      () => create({ sessionId: id }),
      () => getSessionPath(id, projectPath, claudeDir),
    ]) {
      assert.throws(call, { code: 'SESSION_INVALID' }, id);
    }
  }
  assert.ok(existsSync(session.jsonlPath));
});

test('a session is deleted with its directory, and nothing else is', (t) => {
  const { create, projectPath, claudeDir, directory } = place(t);
  const [session, other] = [create({ sessionId: 'one' }), create({ sessionId: 'one-more' })];
  for (const each of [session, other]) {
    each.addUserMessage('One');
    each.save();
  }
  const precious = join(directory, 'precious');
  mkdirSync(precious);
  writeFileSync(join(precious, 'file'), '');
  const companion = join(dirname(session.jsonlPath), 'one');
  mkdirSync(companion);
  symlinkSync(precious, join(companion, 'link'));
  deleteSession('one', projectPath, claudeDir);
  assert.deepEqual(readdirSync(dirname(session.jsonlPath)), ['one-more.jsonl']);
  symlinkSync(precious, companion);
  deleteSession('one', projectPath, claudeDir);
  assert.deepEqual(readdirSync(dirname(session.jsonlPath)), ['one-more.jsonl']);
  assert.ok(existsSync(join(precious, 'file')));
  deleteSession('one-more', '/another/project', claudeDir);
  assert.ok(existsSync(other.jsonlPath));
});

test('a session in the folder that another version named is deleted', (t) => {
  const { claudeDir, file } = place(t);
  const long = `/${'directory/'.repeat(25)}`;
  const folder = `${projectPathToHash(long).slice(0, 200)}-other`;
  const inProject = (cwd) => `${minimal('user', 'a', null, 'x', { cwd })}\n`;
  const path = file(join('claude', 'projects', folder, 'one.jsonl'), inProject(long));
  assert.equal(library.openSession({ sessionId: 'one', projectPath: long, claudeDir }).jsonlPath, path);
  deleteSession('one', long, claudeDir);
  assert.equal(existsSync(path), false);
  // Another project's, whose long path begins alike.
  writeFileSync(path, inProject(`${long}other`.replace('directory/other', 'another')));
  deleteSession('one', long, claudeDir);
  assert.equal(existsSync(path), true);
});

test("a directory beside a file is the session's only when the file is one", (t) => {
  const { file, directory } = place(t);
  const kept = file(join('notes', 'file'), '');
  for (const content of ['', 'no records\n', `${minimal('user', 'a', null)}\n`]) {
    const path = file('notes.jsonl', content);
    assert.equal(library.sessionDirectory(path), null);
    readSession(path).clear();
    assert.deepEqual([existsSync(path), existsSync(kept)], [false, true]);
  }
  const path = file('notes.jsonl', `${minimal('user', 'a', null, 'x', { sessionId: 'notes' })}\n`);
  assert.equal(library.sessionDirectory(path), join(directory, 'notes'));
  library.deleteSessionFile(path);
  assert.deepEqual([existsSync(path), existsSync(kept)], [false, false]);
});

test('a session is extended without its file being read whole', (t) => {
  const { file } = place(t);
  const end = { version: '2.1.332', timestamp: '2999-01-01T00:00:00.000Z' };
  const long = `{"type":"blob","x":"${'y'.repeat(300_000)}"}\n`;
  const content = `${minimal('user', 'a', null)}\n${long}${minimal('user', 'b', 'a', 'x', end)}\n`;
  const path = file('s.jsonl', content);
  const session = library.extendSession(path);
  assert.deepEqual([session.records.length, session.projectPath], [0, '/where/it/was']);
  session.addUserMessage('more');
  session.save();
  const [added] = recordsOf(path).slice(-1);
  assert.deepEqual(
    [added.parentUuid, added.version, added.timestamp, added.sessionId],
    ['b', end.version, '2999-01-01T00:00:00.001Z', 'sample'],
  );
});

test('what counts as the id is the name of the file', (t) => {
  const id = '12345678-1234-4123-8123-123456789abc';
  const path = place(t).file(`${id}.jsonl`, `${minimal('user', 'a', null)}\n`);
  const session = readSession(path);
  session.addUserMessage('more');
  session.save();
  assert.deepEqual([session.sessionId, recordsOf(path)[1].sessionId], [id, id]);
});

test('what was read, changed and written has every other line as it was', () => {
  const [one, two, three] = ['{"n": 1}', '{"n":2,"x":12345678901234567890}', '{"n":3}'];
  const content = `\ufeff${one}\r\n\n{"torn\n${two}${three}\r\n  \n{"cut`;
  const fresh = () => parseJsonl(content);
  assert.equal(serializeJsonl(fresh()), content);
  const changed = fresh();
  changed[2].n = 4;
  assert.equal(serializeJsonl(changed), content.replace(three, '{"n":4}'));
  assert.equal(serializeJsonl([...fresh(), { n: 5 }]), `${content}\n{"n":5}\n`);
  const [first, , last] = fresh();
  assert.equal(serializeJsonl([first, last]), `\ufeff${one}\r\n${three}\r\n  \n{"cut`);
  assert.equal(serializeJsonl([last, first]), `${three}\r\n  \n{"cut\n${one}\r\n`);
  assert.equal(serializeJsonl(fresh().slice(0, 1)), `\ufeff${one}\r\n`);
});

test('a record of another session is carried over as it was', (t) => {
  const record = '{"type":"x", "big":12345678901234567890, "sessionId":"sample", "text":"\\u00e9"}';
  const session = place(t).create();
  session.dangerousAppendRecord(parseJsonl(record)[0]);
  session.dangerousAppendRecord({ ...parseJsonl(record)[0], text: 'changed' });
  session.save();
  const [kept, changed] = linesOf(session.jsonlPath);
  assert.equal(kept, record.replace('sample', session.sessionId));
  assert.equal(JSON.parse(changed).text, 'changed');
});

test('a save that the disk takes half of leaves the file as it was, and no empty one', {
  skip: process.platform !== 'linux',
}, (t) => {
  const { create, projectPath, claudeDir } = place(t);
  const session = create({ sessionId: 'one' });
  session.addUserMessage('One');
  session.save();
  const before = readFileSync(session.jsonlPath, 'utf8');
  const script = `const { createSession, openSession } = require(${JSON.stringify(join(root, 'sessions.js'))});
    const place = ${JSON.stringify({ projectPath, claudeDir })};
    for (const session of [openSession({ sessionId: 'one', ...place }), createSession({ sessionId: 'two', ...place })]) {
      session.addUserMessage('x'.repeat(100_000));
      try { session.save(); } catch ({ code, message }) { console.log(code, message); }
    }`;
  // The kernel writes up to the limit, and refuses the rest.
  const limited = `ulimit -f 8; exec "$0" -e "$1"`;
  const { stdout } = spawnSync('sh', ['-c', limited, process.execPath, script], { encoding: 'utf8' });
  assert.equal(stdout.match(/TRANSCRIPT_UNWRITABLE .*untouched/g)?.length, 2, stdout);
  assert.equal(readFileSync(session.jsonlPath, 'utf8'), before);
  assert.deepEqual(readdirSync(dirname(session.jsonlPath)), ['one.jsonl']);
});

test('a link that leads nowhere is not followed', (t) => {
  const { create, directory } = place(t);
  const session = create();
  session.addUserMessage('One');
  mkdirSync(dirname(session.jsonlPath), { recursive: true });
  symlinkSync(join(directory, 'nowhere'), session.jsonlPath);
  assert.throws(() => session.save(), { code: 'TRANSCRIPT_UNWRITABLE', message: /a link that leads nowhere/ });
  assert.equal(existsSync(join(directory, 'nowhere')), false);
});

test('clearing what was read under another name leaves the directory of that name alone', (t) => {
  const { file, directory } = place(t);
  const hostile = (sessionId) => minimal('user', 'a', null, 'x', { sessionId });
  for (const [name, sessionId] of [
    ['copy.jsonl', 'sample'],
    ['.jsonl', ''],
    ['...jsonl', '..'],
    ['..jsonl', '.'],
    ['notes.txt', 'notes'],
  ]) {
    const kept = file(join('inner', 'copy', 'file'), '');
    const path = file(join('inner', name), `${hostile(sessionId)}\n`);
    readSession(path).clear();
    assert.equal(existsSync(path), false, name);
    assert.ok(existsSync(kept), name);
  }
  assert.ok(existsSync(directory));
});

test('a file that can not be read is an error with its path', (t) => {
  const path = dirname(place(t).file(join('s.jsonl', 'inner'), ''));
  assert.throws(() => readSession(path), { code: 'TRANSCRIPT_UNREADABLE', message: /s\.jsonl .*it is a directory/ });
});

// Tool calls and results.

test('every call gets its one result', () => {
  const missing = (id) => ({
    type: 'tool_result',
    tool_use_id: id,
    content: 'The result of this call was not recorded.',
    is_error: true,
  });
  const user = { role: 'user', content: 'go on' };
  const cases = [
    { name: 'nothing', given: [], origin: [] },
    { name: 'a sound one', given: [user, calls('a'), results('a')], origin: [0, 1, 2] },
    { name: 'no result', given: [calls('a')], origin: [0, null], last: [missing('a')] },
    { name: 'text instead', given: [calls('a'), user], origin: [0, 1], last: [missing('a'), ...text('go on')] },
    {
      name: 'empty text instead',
      given: [calls('a'), { role: 'user', content: '' }],
      origin: [0, 1],
      last: [missing('a')],
    },
    {
      name: 'one of two',
      given: [calls('a', 'b'), results('b')],
      origin: [0, 1],
      last: [missing('a'), ...results('b').content],
    },
    { name: 'twice', given: [calls('a'), results('a', 'a')], origin: [0, 1], last: results('a').content },
    { name: 'twice in two messages', given: [calls('a'), results('a'), results('a')], origin: [0, 1] },
    { name: 'in two messages', given: [calls('a', 'b'), results('a'), results('b')], origin: [0, 1, 2] },
    { name: 'of no call', given: [user, results('x'), calls('a'), results('a')], origin: [0, 2, 3] },
    {
      name: 'at the beginning',
      given: [results('x')],
      origin: [null],
      last: text('The conversation began with results of calls that were not recorded; they were left out.'),
    },
  ];
  for (const { name, given, origin, last } of cases) {
    const before = structuredClone(given);
    const repaired = repairWithOrigin(given);
    assert.deepEqual(repaired.origin, origin, name);
    if (last) {
      assert.deepEqual(repaired.messages.at(-1).content, last, name);
    } else {
      assert.ok(
        repaired.messages.every((message, index) => message === given[origin[index]]),
        name,
      );
    }
    assert.deepEqual(given, before, name);
    assert.deepEqual(repairToolPairing(given), repaired.messages, name);
    const again = repairToolPairing(repaired.messages);
    assert.ok(
      again.length === repaired.messages.length &&
        again.every((message, index) => message === repaired.messages[index]),
      name,
    );
  }
});

test('an id may be anything', () => {
  const [message] = repairToolPairing([calls('\ud800')]).slice(1);
  assert.equal(message.content[0].tool_use_id, '\ud800');
  assert.equal(repairToolPairing([calls('\ud800'), results('\ud800')])[1].content[0].content, 'result of \ud800');
});

test('the user of a machine is not touched', (t) => {
  const home = temporaryDirectory(t);
  const script = `const { createSession } = require(${JSON.stringify(join(root, 'sessions.js'))});
    const session = createSession({ projectPath: '/x' }); session.addUserMessage('x'); session.save(); console.log(session.jsonlPath)`;
  const { stdout } = spawnSync(process.execPath, ['-e', script], { env: { HOME: home }, encoding: 'utf8' });
  assert.ok(stdout.startsWith(join(home, '.claude', 'projects', '-x')), stdout);
});
