// What the hooks remember, and which conversation a server belongs to by it.

import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { source } from './helpers/hooks.mjs';
import { temporaryDirectory } from './helpers/place.mjs';

const { stateDirectoryOf, existingStateDirectory, makeStateDirectory } = await source('server/state/directory.ts');
const { conversationIn, isId, readRecord, readRecords, recordFile, withReminder, withSession, writeRecord } =
  await source('server/state/processes.ts');
const { conversationOf } = await source('server/state/conversation.ts');
const { keepFailure, readFailures } = await source('server/state/failures.ts');
const { ancestors, processStart } = await source('server/state/process-start.ts');

const session = (id, from, more = {}) => ({ id, source: from, at: '2026-01-01T00:00:00.000Z', ...more });

/** A state directory and a configuration of the client, with what they say of this very process. */
function makePlace(t) {
  const directory = temporaryDirectory(t);
  const env = {
    SESSION_CHECKPOINT_STATE_DIR: join(directory, 'state'),
    CLAUDE_CONFIG_DIR: join(directory, 'config'),
  };
  const state = makeStateDirectory(env);
  const remember = (pid, sessions) =>
    writeRecord(
      state,
      sessions.reduce((record, [id, from]) => withSession(record, pid, session(id, from)), undefined),
    );
  const list = (pid, entry) => {
    mkdirSync(join(env.CLAUDE_CONFIG_DIR, 'sessions'), { recursive: true });
    writeFileSync(join(env.CLAUDE_CONFIG_DIR, 'sessions', `${pid}.json`), JSON.stringify(entry));
  };
  return { directory, env, state, remember, list };
}

test('the state directory is where the platform keeps such things', () => {
  const on = (platform, env) => stateDirectoryOf(env, platform);
  assert.equal(on('linux', { HOME: '/h' }), '/h/.local/state/session-checkpoint');
  assert.equal(on('linux', { HOME: '/h', XDG_STATE_HOME: '/s' }), '/s/session-checkpoint');
  assert.equal(on('linux', { HOME: '/h', XDG_STATE_HOME: 'relative' }), '/h/.local/state/session-checkpoint');
  assert.equal(on('darwin', { HOME: '/h' }), '/h/Library/Application Support/session-checkpoint');
  assert.equal(on('win32', { LOCALAPPDATA: 'C:\\U\\L' }), 'C:\\U\\L\\session-checkpoint');
  assert.equal(on('win32', { USERPROFILE: 'C:\\U' }), 'C:\\U\\AppData\\Local\\session-checkpoint');
  for (const platform of ['linux', 'darwin']) {
    assert.equal(on(platform, { HOME: '/h', SESSION_CHECKPOINT_STATE_DIR: '/x' }), '/x');
    assert.equal(on(platform, { HOME: '/h', SESSION_CHECKPOINT_STATE_DIR: 'x' }), undefined);
    assert.equal(on(platform, {}), undefined);
    assert.equal(on(platform, { HOME: 'relative' }), undefined);
  }
  assert.equal(on('win32', {}), undefined);
});

test('the state directory is private, and one that others could have made is not used', (t) => {
  const directory = temporaryDirectory(t);
  const inside = (name) => ({ SESSION_CHECKPOINT_STATE_DIR: join(directory, name) });

  assert.equal(existingStateDirectory(inside('new')), undefined);
  assert.equal(makeStateDirectory(inside('new')), join(directory, 'new'));
  assert.equal(statSync(join(directory, 'new')).mode & 0o777, 0o700);
  assert.equal(existingStateDirectory(inside('new')), join(directory, 'new'));

  symlinkSync(join(directory, 'new'), join(directory, 'link'));
  assert.equal(makeStateDirectory(inside('link')), undefined);
  mkdirSync(join(directory, 'open'));
  chmodSync(join(directory, 'open'), 0o777);
  assert.equal(makeStateDirectory(inside('open')), undefined);
  writeFileSync(join(directory, 'file'), '');
  assert.equal(makeStateDirectory(inside('file')), undefined);
  assert.equal(makeStateDirectory(inside('file/below')), undefined);
});

test('a conversation goes back over /clear and compaction, and not beyond a start, a resume or a fork', () => {
  const record = [
    ['a', 'startup'],
    ['b', 'clear'],
    ['b', 'compact'],
    ['c', 'clear'],
    ['d', 'resume'],
    ['e', 'clear'],
    ['f', 'fork'],
  ].reduce((before, [id, from]) => withSession(before, process.pid, session(id, from)), undefined);
  assert.deepEqual(conversationIn(record, 'c'), ['c', 'b', 'a']);
  assert.deepEqual(conversationIn(record, 'a'), ['a']);
  assert.deepEqual(conversationIn(record, 'e'), ['e', 'd']);
  assert.deepEqual(conversationIn(record, 'f'), ['f']);
  assert.deepEqual(conversationIn(record, 'unknown'), []);
  assert.equal(record.sessions.length, 6, 'a compaction begins no session');
});

test('a record is private, comes back as it was, and is bounded', (t) => {
  const { state } = makePlace(t);
  let record;
  for (let number = 0; number < 120; number += 1) {
    const paths = { root: `/${'r'.repeat(900)}`, transcript: `/${'t'.repeat(5000)}` };
    record = withSession(record, process.pid, session(`id-${number}`, 'clear', paths));
  }
  assert.equal(record.sessions.length, 50);
  assert.equal('transcript' in record.sessions[0], false, 'a path of such a length is not kept');
  writeRecord(state, withReminder(record, 'id-7'));

  const file = recordFile(state, process.pid);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.ok(statSync(file).size <= 32 * 1024);
  const read = readRecord(state, process.pid);
  assert.equal(read.sessions.at(-1).id, 'id-119');
  assert.deepEqual(read.reminded, ['id-7']);
  assert.deepEqual(readdirSync(join(state, 'processes')), [`${process.pid}.json`], 'nothing temporary is left');
});

test('a damaged record is none', (t) => {
  const { state } = makePlace(t);
  mkdirSync(join(state, 'processes'));
  for (const text of ['', '{"version":1', 'null', '[]', '{"version":2,"sessions":[]}', '{"version":1,"pid":1}']) {
    writeFileSync(recordFile(state, process.pid), text);
    assert.equal(readRecord(state, process.pid), undefined, text);
  }
  assert.deepEqual(readRecords(state), []);
});

test('records of processes that are gone and old files are removed, and so is what is too much', (t) => {
  const { state, remember } = makePlace(t);
  const directory = join(state, 'processes');
  mkdirSync(directory);
  const day = 24 * 3600;
  const put = (name, days, text = '{}') => {
    const time = Date.now() / 1000 - days * day;
    writeFileSync(join(directory, name), text);
    utimesSync(join(directory, name), time, time);
  };
  const dead = 2 ** 22 + 1;
  put(`${dead}.json`, 2);
  put(`${dead + 1}.json`, 0.5);
  put(`${process.ppid}.json`, 31);
  put(`${dead + 2}.json.99.tmp`, 2);
  for (let number = 10; number < 50; number += 1) {
    put(`${dead + number}.json`, 0.01 + number / 1000, 'x'.repeat(32 * 1024));
  }
  remember(process.pid, [['a', 'startup']]);

  const left = readdirSync(directory);
  assert.ok(left.includes(`${process.pid}.json`));
  for (const gone of [`${dead}.json`, `${process.ppid}.json`, `${dead + 2}.json.99.tmp`, `${dead + 49}.json`]) {
    assert.equal(left.includes(gone), false, gone);
  }
  const size = left.reduce((sum, name) => sum + statSync(join(directory, name)).size, 0);
  assert.ok(size <= 1024 * 1024, `${size} bytes`);
});

test('the conversation is what the client lists, with what the hooks saw before', (t) => {
  const { env, remember, list } = makePlace(t);
  const pid = process.pid;
  const procStart = processStart(pid);
  assert.deepEqual(conversationOf(env, pid), []);

  list(pid, { pid, sessionId: 'b', procStart });
  assert.deepEqual(conversationOf(env, pid), ['b']);

  remember(pid, [
    ['a', 'startup'],
    ['b', 'clear'],
    ['c', 'clear'],
  ]);
  assert.deepEqual(conversationOf(env, pid), ['b', 'a'], 'the list says which one is the newest');
  list(pid, { pid, sessionId: 'unseen', procStart });
  assert.deepEqual(conversationOf(env, pid), ['unseen'], 'a session that no hook saw begin stands alone');
  for (const entry of [{ pid, sessionId: '../x', procStart }, { pid: 1, sessionId: 'b', procStart }, [], 'b', null]) {
    list(pid, entry);
    assert.deepEqual(conversationOf(env, pid), ['c', 'b', 'a'], JSON.stringify(entry));
  }
});

test('what was left by an earlier process with the same id does not count', (t) => {
  const { env, state, remember, list } = makePlace(t);
  const pid = process.pid;
  list(pid, { pid, sessionId: 'old', procStart: '1' });
  remember(pid, [['old', 'startup']]);
  const file = recordFile(state, pid);
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), procStart: '1' }));
  assert.deepEqual(conversationOf({ ...env, CLAUDE_CODE_SESSION_ID: 'old' }, pid), []);
});

test('without a proof by the start of the process, the own session must be named', (t) => {
  const { env, list } = makePlace(t);
  const pid = process.pid;
  list(pid, { pid, sessionId: 'a' });
  assert.deepEqual(conversationOf(env, pid), []);
  assert.deepEqual(conversationOf({ ...env, CLAUDE_CODE_SESSION_ID: 'a' }, pid), ['a']);
});

test('a client behind a wrapper is found, one around a nested client is not taken', (t) => {
  const { env, remember } = makePlace(t);
  const [grandparent] = ancestors(process.ppid);
  assert.ok(grandparent > 1, 'the tests are started by something');
  remember(grandparent, [
    ['a', 'startup'],
    ['b', 'clear'],
  ]);
  assert.deepEqual(conversationOf({ ...env, CLAUDE_CODE_SESSION_ID: 'a' }, process.ppid), ['b', 'a']);
  assert.deepEqual(conversationOf({ ...env, CLAUDE_CODE_SESSION_ID: 'nested' }, process.ppid), []);
  assert.deepEqual(conversationOf(env, process.ppid), []);
});

test('without a state directory and a home nothing is known', () => {
  assert.deepEqual(conversationOf({}, process.ppid), []);
});

test('the key beside an entry of the list is never opened', (t) => {
  const { env, list } = makePlace(t);
  list(process.pid, { pid: process.pid, sessionId: 'a', procStart: processStart(process.pid) });
  const key = join(env.CLAUDE_CONFIG_DIR, 'sessions', `${process.pid}.abc.key`);
  writeFileSync(key, 'key');
  // Access times are kept coarsely; one in the past is updated by any reading.
  utimesSync(key, 1, 2_000_000_000);
  assert.deepEqual(conversationOf(env, process.pid), ['a']);
  assert.equal(statSync(key).atimeMs, 1000);
});

test('ids follow the rules of the engine', () => {
  for (const good of ['a', 'A-b_c.9', 'legacy2', 'a'.repeat(128)]) {
    assert.ok(isId(good), good);
  }
  for (const bad of ['', '.a', '..', 'a/b', 'a b', 'Legacy', 'a.json', 'a.PREV', 'a.lock', 'a'.repeat(129), 7, null]) {
    assert.equal(isId(bad), false, String(bad));
  }
});

test('failures are kept with codes alone, and their log is bounded', (t) => {
  const { env, state } = makePlace(t);
  keepFailure(env, 'hook', Object.assign(new Error('a text of the input'), { code: 'ENOENT' }));
  keepFailure(env, 'guard', 'text');
  const [first, second] = readFailures(env);
  assert.deepEqual({ ...first, at: '' }, { at: '', hook: 'hook', code: 'ENOENT', name: 'Error' });
  assert.deepEqual({ ...second, at: '' }, { at: '', hook: 'guard', code: 'INTERNAL' });

  const file = join(state, 'failures.jsonl');
  assert.equal(statSync(file).mode & 0o777, 0o600);
  for (let number = 0; number < 1500; number += 1) {
    keepFailure(env, 'hook', { code: `CODE_${number}` });
  }
  assert.ok(statSync(file).size <= 64 * 1024);
  assert.equal(readFailures(env).at(-1).code, 'CODE_1499');
  assert.ok(existsSync(file));
});
