// Which file a call is about, row by row, as it is seen through the server.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { call, connect, list, load, refusal, save } from './helpers/client.mjs';
import { makeProject } from './helpers/place.mjs';

const own = { CLAUDE_CODE_SESSION_ID: 'own-id' };
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('the client sets an id: its file', async (t) => {
  const project = makeProject(t);
  const client = await connect(t, project, { env: own });
  const saved = await save(client);
  assert.deepEqual([saved.session, saved.sessionSource], ['own-id', 'env']);
  assert.equal(saved.path, project.checkpointFile('own-id'));
  assert.equal(project.checkpoint('own-id').sessionId, 'own-id');
});

test('the client sets an id, and session says the same: its file', async (t) => {
  const project = makeProject(t);
  const client = await connect(t, project, { env: own });
  const saved = await save(client, { session: 'own-id' });
  assert.deepEqual([saved.session, saved.sessionSource], ['own-id', 'env']);
  assert.equal(saved.path, project.checkpointFile('own-id'));
});

test('the client sets an id, and session says another: an error that leads on, and no file', async (t) => {
  const project = makeProject(t);
  const client = await connect(t, project, { env: own });
  for (const name of ['save_session_checkpoint', 'load_session_checkpoint', 'list_session_checkpoints']) {
    const text = await refusal(client, name, { goal: 'Test', session: 'other-id' });
    assert.match(text, /^SESSION_MISMATCH: /);
    assert.match(text, /checkpoint/);
    assert.match(text, /resumedFrom/);
  }
  assert.deepEqual(readdirSync(project.root), []);
});

test('no id, session passed: that file', async (t) => {
  const project = makeProject(t);
  const client = await connect(t, project);
  const saved = await save(client, { session: 'given-id' });
  assert.deepEqual([saved.session, saved.sessionSource], ['given-id', 'argument']);
  assert.equal(saved.path, project.checkpointFile('given-id'));
  assert.match(saved.text, /given-id.*pass it as session on every later call/i);
});

test('no id, none passed, a save: a new id, and the word to pass it on', async (t) => {
  const project = makeProject(t);
  const client = await connect(t, project);
  const saved = await save(client);
  assert.equal(saved.sessionSource, 'minted');
  assert.match(saved.session, uuid);
  assert.equal(saved.path, project.checkpointFile(saved.session));
  assert.match(saved.text, new RegExp(`${saved.session}.*pass it as session on every later call`, 'i'));

  const second = await save(client);
  assert.notEqual(second.session, saved.session);
});

test('an empty variable is no id', async (t) => {
  const client = await connect(t, makeProject(t), { env: { CLAUDE_CODE_SESSION_ID: '' } });
  assert.equal((await save(client)).sessionSource, 'minted');
});

test('no id, none passed, a load: the candidates, and none is picked', async (t) => {
  const project = makeProject(t);
  const client = await connect(t, project);
  const { session } = await save(client, { goal: 'The only one' });
  const loaded = await load(client);
  assert.equal(loaded.found, false);
  assert.deepEqual(
    loaded.candidates.map(({ selector, goal }) => [selector, goal]),
    [[session, 'The only one']],
  );
  assert.deepEqual([loaded.total, loaded.omitted], [1, 0]);
  assert.match(loaded.text, /ask/i);
  assert.equal(loaded.drift, undefined);
});

test('no id, and the id is passed back: the session goes on, a restart in between or not', async (t) => {
  const project = makeProject(t);
  const { session } = await save(await connect(t, project), { goal: 'Go on' });
  const restarted = await connect(t, project);
  const loaded = await load(restarted, { session });
  assert.equal(loaded.found, true);
  assert.match(loaded.text, /Go on/);
  assert.equal((await list(restarted, { session })).entries[0].isCurrentSession, true);
});

test('no id, CHECKPOINT_SESSION_IDS=legacy: the shared file', async (t) => {
  const project = makeProject(t);
  const client = await connect(t, project, { env: { CHECKPOINT_SESSION_IDS: 'legacy' } });
  const saved = await save(client, { goal: 'Share' });
  assert.deepEqual([saved.session, saved.sessionSource], [undefined, undefined]);
  assert.equal(saved.path, join(project.root, '.claude-checkpoint'));
  assert.equal(JSON.parse(readFileSync(saved.path, 'utf8')).sessionId, undefined);
  assert.equal((await load(client)).found, true);
  assert.equal((await list(client)).entries[0].selector, 'legacy');
  assert.equal(existsSync(join(project.root, '.claude-checkpoints')), false);
});

test('CHECKPOINT_SESSION_IDS=legacy, but the client sets an id: its file', async (t) => {
  const client = await connect(t, makeProject(t), { env: { ...own, CHECKPOINT_SESSION_IDS: 'legacy' } });
  assert.equal((await save(client)).session, 'own-id');
});

test('CHECKPOINT_SESSION_IDS is something else: a new id, and a warning', async (t) => {
  const client = await connect(t, makeProject(t), { env: { CHECKPOINT_SESSION_IDS: 'sometimes' } });
  const saved = await save(client);
  assert.equal(saved.sessionSource, 'minted');
  assert.ok(
    saved.warnings.some((warning) => warning.includes('CHECKPOINT_SESSION_IDS') && warning.includes('sometimes')),
    JSON.stringify(saved.warnings),
  );
});

test('an id that can name no file is refused, wherever it comes from', async (t) => {
  const project = makeProject(t);
  const byVariable = await connect(t, project, { env: { CLAUDE_CODE_SESSION_ID: '../escape' } });
  assert.match(await refusal(byVariable, 'save_session_checkpoint', { goal: 'Test' }), /^SESSION_INVALID: /);
  const byArgument = await connect(t, project);
  for (const session of ['../escape', '.hidden', 'legacy', 'a.json', 'a.prev', 'a.lock', 'a b', 'x'.repeat(129)]) {
    const text = await refusal(byArgument, 'save_session_checkpoint', { goal: 'Test', session });
    assert.match(text, /^(SESSION_INVALID|INPUT_INVALID): /, session);
  }
  assert.deepEqual(readdirSync(project.root), []);
});

test("another session's checkpoint: loaded by its selector, resumed from, and left as it is", async (t) => {
  const project = makeProject(t);
  await save(await connect(t, project, { env: { CLAUDE_CODE_SESSION_ID: 'before' } }), {
    goal: 'Start',
    decisions: ['Keep it simple'],
  });
  const untouched = readFileSync(project.checkpointFile('before'), 'utf8');

  const client = await connect(t, project, { env: own });
  const candidates = await load(client);
  assert.equal(candidates.found, false);
  assert.deepEqual(
    candidates.candidates.map(({ selector }) => selector),
    ['before'],
  );
  const loaded = await load(client, { checkpoint: 'before' });
  assert.equal(loaded.found, true);
  assert.match(loaded.resumeHint, /resumedFrom/);
  assert.equal(loaded.text.split('\n')[0], loaded.resumeHint);

  await save(client, { goal: 'Go on', mode: 'merge', resumedFrom: 'before' });
  const document = project.checkpoint('own-id');
  assert.deepEqual([document.resumedFrom, document.decisions], ['before', ['Keep it simple']]);
  assert.equal(readFileSync(project.checkpointFile('before'), 'utf8'), untouched);
});

test('a selector nobody has is a tool error', async (t) => {
  const client = await connect(t, makeProject(t), { env: own });
  assert.match(await refusal(client, 'load_session_checkpoint', { checkpoint: 'nobody' }), /^SELECTOR_UNKNOWN: /);
  assert.match(await refusal(client, 'load_session_checkpoint', { checkpoint: '../x' }), /^SELECTOR_INVALID: /);
});

test('nothing saved: nothing to resume, which is no error', async (t) => {
  const project = makeProject(t);
  const client = await connect(t, project, { env: own });
  const loaded = await call(client, 'load_session_checkpoint', { format: 'full' });
  assert.equal(loaded.found, false);
  assert.equal(loaded.path, project.checkpointFile('own-id'));
  assert.match(loaded.text, /nothing to resume/i);
  assert.deepEqual(readdirSync(project.root), []);
});
