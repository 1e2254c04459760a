// One conversation for the server and the hooks, and a server that needs no engine to be there at once.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { copyProduct, enginePackage } from './helpers/copy.mjs';
import { hookPlace, sample } from './helpers/hooks.mjs';
import { makeProject } from './helpers/place.mjs';
import { startRaw } from './helpers/raw-server.mjs';

/** The product with this as its engine. Returns the server's file. */
function withEngine(place, code) {
  const directory = join(place.directory, 'product');
  copyProduct(directory);
  const engine = join(directory, 'node_modules', enginePackage);
  mkdirSync(engine, { recursive: true });
  writeFileSync(join(engine, 'index.js'), code);
  return join(directory, 'dist', 'index.js');
}

const echo = `const echo = async (request) => JSON.stringify({ ok: { text: request } });
  module.exports = { version: () => '1.1.0', save: echo, load: echo, list: echo };`;

test('after /clear the server tells the engine the new id too, without being started again', async (t) => {
  const place = hookPlace(makeProject(t));
  // Its parent is this process, which is the client of the hooks here.
  const file = withEngine(place, echo);
  const server = startRaw(t, place, { file, env: { CLAUDE_CODE_SESSION_ID: 'a' } });
  await server.initialize();
  let id = 0;
  const conversation = async (name) => {
    id += 1;
    server.callTool(id, name, {});
    const { result } = await server.answer(id);
    return JSON.parse(result.structuredContent.text).conversation;
  };
  assert.deepEqual(await conversation('load_session_checkpoint'), []);
  place.run('hook', sample('SessionStart:startup', { session_id: 'a' }));
  assert.deepEqual(await conversation('load_session_checkpoint'), []);
  place.run('hook', sample('SessionStart:startup', { session_id: 'b', source: 'clear' }));
  for (const name of ['save_session_checkpoint', 'load_session_checkpoint', 'list_session_checkpoints']) {
    assert.deepEqual(await conversation(name), ['b'], name);
  }
});

test('after /resume within the client the server works for the resumed session', async (t) => {
  const place = hookPlace(makeProject(t));
  const server = startRaw(t, place, { file: withEngine(place, echo), env: { CLAUDE_CODE_SESSION_ID: 'a' } });
  await server.initialize();
  let call = 0;
  const identity = async () => {
    call += 1;
    server.callTool(call, 'save_session_checkpoint', { goal: 'Test' });
    const { result } = await server.answer(call);
    const { env, conversation } = JSON.parse(result.structuredContent.text);
    return [env.CLAUDE_CODE_SESSION_ID, ...conversation];
  };
  const start = (session_id, source) => place.run('hook', sample('SessionStart:startup', { session_id, source }));
  for (const [id, source, expected] of [
    ['a', 'startup', ['a']],
    ['b', 'clear', ['a', 'b']],
    ['c', 'resume', ['c']],
    ['d', 'clear', ['c', 'd']],
    ['e', 'fork', ['e']],
    ['a', 'resume', ['a']],
    ['f', 'something new', ['f']],
  ]) {
    start(id, source);
    assert.deepEqual(await identity(), expected, `${id} ${source}`);
  }
});

test('after /resume the id that the server was started with is accepted, and another one refused as what it is', async (t) => {
  const place = hookPlace(makeProject(t));
  const server = startRaw(t, place, { file: withEngine(place, echo), env: { CLAUDE_CODE_SESSION_ID: 'a' } });
  await server.initialize();
  place.run('hook', sample('SessionStart:startup', { session_id: 'a' }));
  place.run('hook', sample('SessionStart:startup', { session_id: 'c', source: 'resume' }));
  let call = 0;
  const saved = async (session) => {
    call += 1;
    server.callTool(call, 'save_session_checkpoint', { goal: 'Test', session });
    return (await server.answer(call)).result;
  };
  for (const [given, passed] of [
    ['a', undefined],
    ['c', 'c'],
  ]) {
    const { env, input } = JSON.parse((await saved(given)).structuredContent.text);
    assert.deepEqual([env.CLAUDE_CODE_SESSION_ID, input.session], ['c', passed]);
  }
  const { isError, content } = await saved('x');
  assert.equal(isError, true);
  assert.match(content[0].text, /^SESSION_MISMATCH: .*"x".*\("c", where the client is now\)/);
  assert.doesNotMatch(content[0].text, /CLAUDE_CODE_SESSION_ID/);
});

test('a client that was started as a fork has the id of the fork already', async (t) => {
  const place = hookPlace(makeProject(t));
  const server = startRaw(t, place, { file: withEngine(place, echo), env: { CLAUDE_CODE_SESSION_ID: 'a' } });
  await server.initialize();
  place.run('hook', sample('SessionStart:startup', { session_id: 'parent', source: 'fork' }));
  server.callTool(1, 'save_session_checkpoint', { goal: 'Test' });
  const { result } = await server.answer(1);
  assert.equal(JSON.parse(result.structuredContent.text).env.CLAUDE_CODE_SESSION_ID, 'a');
});

test('a session whose beginning no hook saw does not move the server', async (t) => {
  const place = hookPlace(makeProject(t));
  const server = startRaw(t, place, { file: withEngine(place, echo), env: { CLAUDE_CODE_SESSION_ID: 'a' } });
  await server.initialize();
  place.run('hook', sample('SessionStart:startup', { session_id: 'b', source: 'clear' }));
  server.callTool(1, 'load_session_checkpoint', {});
  const { result } = await server.answer(1);
  const { env, conversation } = JSON.parse(result.structuredContent.text);
  assert.deepEqual([env.CLAUDE_CODE_SESSION_ID, conversation], ['a', ['b']]);
});

test('the server writes nothing outside the project, the state directory included', async (t) => {
  const place = hookPlace(makeProject(t));
  const server = startRaw(t, place, { file: withEngine(place, echo), env: { CLAUDE_CODE_SESSION_ID: 'a' } });
  await server.initialize();
  server.callTool(1, 'load_session_checkpoint', {});
  await server.answer(1);
  assert.equal(existsSync(place.state), false);
});

for (const [what, code] of [
  ['hangs', 'for (;;) {}'],
  ['throws', "throw new Error('no');"],
]) {
  test(`an engine that ${what} when it is loaded delays no start`, async (t) => {
    const place = makeProject(t);
    const server = startRaw(t, place, { file: withEngine(place, code) });
    await server.initialize();
    server.send({ id: 1, method: 'tools/list' });
    const { result } = await server.answer(1);
    assert.equal(result.tools.length, 3);
  });
}
