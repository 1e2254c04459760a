// The server as MCP clients meet it, in both protocol eras.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect, eras, load, refusal, save } from './helpers/client.mjs';
import { copyProduct, enginePackage } from './helpers/copy.mjs';
import { makeProject, makeRepository } from './helpers/place.mjs';
import { startRaw } from './helpers/raw-server.mjs';

const versionsBefore2026 = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];

for (const { era, mode, version } of eras) {
  test(`${era}: the official client saves, loads and lists`, async (t) => {
    const project = makeRepository(t);
    const client = await connect(t, project, { mode, env: { CLAUDE_CODE_SESSION_ID: 'one' } });
    assert.equal(client.getNegotiatedProtocolVersion(), version);

    const saved = await save(client, { goal: 'Speak both eras' });
    assert.equal(saved.path, project.checkpointFile('one'));
    assert.equal(project.checkpoint('one').goal.primary, 'Speak both eras');

    const loaded = await load(client);
    assert.equal(loaded.found, true);
    assert.match(loaded.text, /Speak both eras/);

    const { structuredContent } = await client.callTool({ name: 'list_session_checkpoints', arguments: {} });
    assert.deepEqual(
      structuredContent.entries.map(({ selector }) => selector),
      ['one'],
    );
  });

  test(`${era}: a client that shows only the structured content shows the brief`, async (t) => {
    const project = makeRepository(t);
    const client = await connect(t, project, { mode, env: { CLAUDE_CODE_SESSION_ID: 'one' } });
    await save(client, { goal: 'Be read', nextSteps: ['Read this'] });
    const { content, structuredContent } = await client.callTool({ name: 'load_session_checkpoint' });

    assert.deepEqual(content, [{ type: 'text', text: structuredContent.text }]);
    assert.equal(Object.keys(structuredContent)[0], 'text');
    assert.match(structuredContent.text, /^# Resuming: /);
    assert.match(structuredContent.text, /1\. Read this/);
  });

  test(`${era}: every problem of a call comes in one tool error`, async (t) => {
    const client = await connect(t, makeProject(t), { mode });
    const text = await refusal(client, 'save_session_checkpoint', {
      goal: 'x'.repeat(501),
      tasks: [{ description: '', status: 'finished' }],
      nextSteps: 'none',
    });
    assert.match(text, /^INPUT_INVALID: /);
    for (const field of ['goal', 'tasks[0].description', 'tasks[0].status', 'nextSteps']) {
      assert.ok(text.includes(field), `${field} in: ${text}`);
    }
    assert.match(text, /501/);
  });

  test(`${era}: an unknown tool is a protocol error`, async (t) => {
    const client = await connect(t, makeProject(t), { mode });
    await assert.rejects(client.callTool({ name: 'drop_session_checkpoint', arguments: {} }), {
      code: -32602,
      message: /drop_session_checkpoint/,
    });
  });
}

for (const protocolVersion of versionsBefore2026) {
  test(`a client of ${protocolVersion} is served in its own version`, async (t) => {
    const project = makeProject(t);
    const server = startRaw(t, project, { env: { CLAUDE_CODE_SESSION_ID: 'old' } });
    const handshake = await server.initialize({ protocolVersion });
    assert.equal(handshake.protocolVersion, protocolVersion);
    assert.deepEqual(handshake.capabilities, { tools: {} });
    assert.equal(handshake.serverInfo.name, 'session-checkpoint-mcp');

    server.callTool(1, 'save_session_checkpoint', { goal: 'Be old' });
    const { result } = await server.answer(1);
    assert.equal(result.isError, undefined);
    assert.ok(existsSync(project.checkpointFile('old')));
  });
}

test('a client whose discovery is not answered in its version can fall back to initialize', async (t) => {
  const server = startRaw(t, makeProject(t));
  server.send({
    id: 1,
    method: 'server/discover',
    params: {
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2099-01-01',
        'io.modelcontextprotocol/clientInfo': { name: 'future', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  });
  const { error } = await server.answer(1);
  assert.deepEqual(error.data.supported, ['2026-07-28']);
  const handshake = await server.initialize();
  assert.equal(handshake.protocolVersion, '2025-11-25');
});

test('lines that are no JSON-RPC do not end the server, and get no answer', async (t) => {
  const server = startRaw(t, makeProject(t));
  server.child.stdin.write('hello\n\n{"jsonrpc":"1.0"}\n[]\n');
  await server.initialize();
  assert.equal(server.lines.length, 1);
});

test('a hundred calls at once: every line is JSON-RPC, every call has its answer', async (t) => {
  const project = makeRepository(t);
  const server = startRaw(t, project, { env: { CLAUDE_CODE_SESSION_ID: 'busy' } });
  await server.initialize();
  const tools = [
    ['save_session_checkpoint', { goal: 'Be busy', mode: 'merge' }],
    ['load_session_checkpoint', {}],
    ['list_session_checkpoints', { limit: 0 }],
    ['save_session_checkpoint', {}],
    ['no_such_tool', {}],
  ];
  const ids = Array.from({ length: 100 }, (_, id) => id);
  for (const id of ids) {
    server.callTool(id, ...tools[id % tools.length]);
  }
  const answers = await Promise.all(ids.map((id) => server.answer(id)));

  for (const [id, { result, error }] of answers.entries()) {
    const outcome = error ? error.code : Boolean(result.isError);
    assert.equal(outcome, [false, false, false, true, -32602][id % tools.length], JSON.stringify(result ?? error));
  }
  assert.equal(server.lines.length, 101);
  assert.ok(server.messages().every(({ jsonrpc }) => jsonrpc === '2.0'));
});

test('what anything prints in the process does not get among the answers', async (t) => {
  const project = makeProject(t);
  project.write('noise.cjs', "setInterval(() => { console.log('noise'); console.table([1]); }, 1).unref();");
  const server = startRaw(t, project, { env: { NODE_OPTIONS: '--require=./noise.cjs' } });
  await server.initialize();
  await server.says('noise');
  server.send({ id: 1, method: 'tools/list' });
  await server.answer(1);
  assert.deepEqual(
    server.messages().map(({ id }) => id),
    ['initialize', 1],
  );
});

test('a message too long to be held ends the server with a word about it', async (t) => {
  const server = startRaw(t, makeProject(t));
  await server.initialize();
  server.callTool(1, 'save_session_checkpoint', { goal: 'x'.repeat(11 * 1024 * 1024) });
  const { stderr } = await server.exited;
  assert.match(stderr, /exceeded maximum size/);
});

test('of its environment a server hands on only what the engine reads', async (t) => {
  const place = makeProject(t);
  copyProduct(place.root);
  // An engine that answers with what it was asked.
  place.write(
    `node_modules/${enginePackage}/index.js`,
    `const echo = async (request) => JSON.stringify({ ok: { text: request, path: '', entries: [], total: 0, omitted: 0, warnings: [] } });
     module.exports = { version: () => '1.1.0', list: echo };`,
  );
  const env = { CHECKPOINT_PROJECT_ROOT: place.root, CLAUDE_CODE_SESSION_ID: 's', UNRELATED: 'x' };
  const server = startRaw(t, place, { env, file: join(place.root, 'dist', 'index.js') });
  await server.initialize();
  server.callTool(1, 'list_session_checkpoints', {});
  const { result } = await server.answer(1);
  const request = JSON.parse(result.structuredContent.text);
  assert.deepEqual(request.env, {
    CHECKPOINT_PROJECT_ROOT: place.root,
    CLAUDE_CODE_SESSION_ID: 's',
    HOME: place.env.HOME,
  });
});

test('a tool is one of the three, whatever every object has', async (t) => {
  const server = startRaw(t, makeProject(t));
  await server.initialize();
  server.callTool(1, 'toString', {});
  assert.equal((await server.answer(1)).error.code, -32602);
});

test('a request that is not well-formed is refused rather than left waiting', async (t) => {
  const server = startRaw(t, makeProject(t));
  await server.initialize();
  server.send({ id: 1, method: 'tools/list', params: { _meta: 5 } });
  assert.equal((await server.answer(1)).error.code, -32600);
  server.send({ id: 2, method: 'tools/list' });
  assert.ok((await server.answer(2)).result);
});
