// How a server ends: what was asked is done first, and nothing keeps it longer.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { holdLock } from './helpers/lock.mjs';
import { makeProject } from './helpers/place.mjs';
import { startRaw } from './helpers/raw-server.mjs';

const env = { CLAUDE_CODE_SESSION_ID: 'last' };
const clean = { code: 0, signal: null, stderr: '' };

test('standard input closed with nothing under way: it ends', async (t) => {
  const server = startRaw(t, makeProject(t), { env });
  await server.initialize();
  server.child.stdin.end();
  assert.deepEqual(await server.exited, clean);
});

test('standard input closed before a word was said: it ends', async (t) => {
  const server = startRaw(t, makeProject(t), { env });
  server.child.stdin.end();
  assert.deepEqual(await server.exited, clean);
});

for (const signal of ['SIGINT', 'SIGTERM']) {
  test(`${signal} with nothing under way: it ends`, async (t) => {
    const server = startRaw(t, makeProject(t), { env });
    await server.initialize();
    server.child.kill(signal);
    assert.deepEqual(await server.exited, clean);
  });
}

test('a save is written and standard input closed at once: saved, answered, ended', async (t) => {
  const project = makeProject(t);
  const server = startRaw(t, project, { env });
  server.send({
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
  });
  server.send({ method: 'notifications/initialized' });
  server.callTool(1, 'save_session_checkpoint', { goal: 'Survive' });
  server.child.stdin.end();

  assert.equal((await server.exited).code, 0);
  assert.equal(project.checkpoint('last').goal.primary, 'Survive');
  assert.equal((await server.answer(1)).result.structuredContent.path, project.checkpointFile('last'));
});

/** A server with a save under way that waits for somebody else. Gives back how to let it go on. */
async function withSaveUnderWay(t, project) {
  const server = startRaw(t, project, { env });
  await server.initialize();
  server.callTool(1, 'save_session_checkpoint', { goal: 'Before' });
  await server.answer(1);
  const release = await holdLock(t, `${project.checkpointFile('last')}.lock`);
  server.callTool(2, 'save_session_checkpoint', { goal: 'After' });
  // Requests are read in order: when this one is answered, the save was read.
  server.send({ id: 3, method: 'tools/list' });
  await server.answer(3);
  return { server, release };
}

const endings = {
  SIGINT: ({ child }) => child.kill('SIGINT'),
  SIGTERM: ({ child }) => child.kill('SIGTERM'),
  'closed standard input': ({ child }) => child.stdin.end(),
};
for (const [name, end] of Object.entries(endings)) {
  test(`${name} during a save: saved, answered, ended`, async (t) => {
    const project = makeProject(t);
    const { server, release } = await withSaveUnderWay(t, project);
    end(server);
    await server.says('1 request');
    release();

    assert.equal((await server.answer(2)).result.isError, undefined);
    assert.equal((await server.exited).code, 0);
    assert.equal(project.checkpoint('last').goal.primary, 'After');
  });
}

test('a signal during a save that was cancelled: saved and ended', async (t) => {
  const project = makeProject(t);
  const { server, release } = await withSaveUnderWay(t, project);
  server.send({ method: 'notifications/cancelled', params: { requestId: 2 } });
  server.send({ id: 4, method: 'tools/list' });
  await server.answer(4);
  server.child.kill('SIGTERM');
  release();

  assert.equal((await server.exited).code, 0);
  assert.equal(project.checkpoint('last').goal.primary, 'After');
});

test('standard input closed while the client owes its roots: an error, and no wait for the client', async (t) => {
  const project = makeProject(t);
  const server = startRaw(t, project, { env });
  await server.initialize({ capabilities: { roots: {} } });
  server.callTool(1, 'save_session_checkpoint', { goal: 'Where?' });
  await server.request('roots/list');
  const start = performance.now();
  server.child.stdin.end();

  assert.match((await server.answer(1)).result.content[0].text, /^ROOTS_UNAVAILABLE: .*asked to stop/);
  assert.equal((await server.exited).code, 0);
  assert.ok(performance.now() - start < 4000);
  assert.equal(existsSync(project.checkpointFile('last')), false);
});

test('a client that stops listening: saved and ended, without a crash', async (t) => {
  const project = makeProject(t);
  const server = startRaw(t, project, { env });
  await server.initialize();
  server.child.stdout.destroy();
  server.callTool(1, 'save_session_checkpoint', { goal: 'Unheard' });

  const { code, stderr } = await server.exited;
  assert.equal(code, 0, stderr);
  assert.doesNotMatch(stderr, /^ {4}at /m);
  assert.equal(project.checkpoint('last').goal.primary, 'Unheard');
});

test('a subscription of the client does not keep the server', async (t) => {
  const server = startRaw(t, makeProject(t), { env });
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  server.send({ id: 1, method: 'server/discover', params: { _meta } });
  await server.answer(1);
  server.send({ id: 2, method: 'subscriptions/listen', params: { notifications: { toolsListChanged: true }, _meta } });
  server.send({ id: 3, method: 'tools/list', params: { _meta } });
  await server.answer(3);
  server.child.stdin.end();
  assert.equal((await server.exited).code, 0);
});

test('a client that does not read its answers can not keep the server', { timeout: 30_000 }, async (t) => {
  const project = makeProject(t);
  const server = startRaw(t, project, { env });
  await server.initialize();
  server.child.stdout.pause();
  server.callTool(1, 'save_session_checkpoint', { goal: 'Unread' });
  for (let id = 2; id < 300; id += 1) {
    server.send({ id, method: 'tools/list' });
  }
  server.child.stdin.end();

  // The pipe is read again only once the server has ended.
  const [code] = await once(server.child, 'exit');
  assert.equal(code, 0);
  assert.equal(project.checkpoint('last').goal.primary, 'Unread');
});

test('what is sent after a signal is not begun', async (t) => {
  const project = makeProject(t);
  const { server, release } = await withSaveUnderWay(t, project);
  server.child.kill('SIGTERM');
  await server.says('1 request');
  server.callTool(9, 'save_session_checkpoint', { goal: 'Too late' });
  release();
  assert.equal((await server.exited).code, 0);
  assert.equal(project.checkpoint('last').goal.primary, 'After');
});
