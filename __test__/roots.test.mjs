// Where a project is: the argument, the variable, the client's roots, the working directory.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { connect, eras, refusal, save } from './helpers/client.mjs';
import { makeProject } from './helpers/place.mjs';
import { startRaw } from './helpers/raw-server.mjs';

const uri = (project) => ({ uri: pathToFileURL(project.root).href });
const savedIn = (project, { path }) =>
  assert.equal(path.startsWith(join(project.root, '.claude-checkpoints')), true, path);

for (const { era, mode } of eras) {
  test(`${era}: a client that offers no roots is not asked`, async (t) => {
    const project = makeProject(t);
    savedIn(project, await save(await connect(t, project, { mode })));
  });

  test(`${era}: the client's root goes before the working directory`, async (t) => {
    const [cwd, offered] = [makeProject(t), makeProject(t)];
    const client = await connect(t, cwd, { mode, roots: () => ({ roots: [uri(offered)] }) });
    savedIn(offered, await save(client));
  });

  test(`${era}: of several roots the first that is a file counts`, async (t) => {
    const [cwd, first, second] = [makeProject(t), makeProject(t), makeProject(t)];
    const client = await connect(t, cwd, { mode, roots: () => ({ roots: [uri(first), uri(second)] }) });
    savedIn(first, await save(client));
  });

  test(`${era}: a client that offers roots and has none leaves the working directory`, async (t) => {
    const cwd = makeProject(t);
    savedIn(cwd, await save(await connect(t, cwd, { mode, roots: () => ({ roots: [] }) })));
  });

  test(`${era}: roots are asked for at each call, since they change`, async (t) => {
    const [cwd, first, second] = [makeProject(t), makeProject(t), makeProject(t)];
    let current = first;
    const client = await connect(t, cwd, { mode, roots: () => ({ roots: [uri(current)] }) });
    savedIn(first, await save(client));
    current = second;
    savedIn(second, await save(client));
  });

  test(`${era}: the argument and the variable go before the roots, and the client is not asked`, async (t) => {
    const [cwd, argument, variable] = [makeProject(t), makeProject(t), makeProject(t)];
    const roots = () => assert.fail('the client was asked');
    const client = await connect(t, cwd, { mode, roots, env: { CHECKPOINT_PROJECT_ROOT: variable.root } });
    savedIn(variable, await save(client));
    savedIn(argument, await save(client, { projectRoot: argument.root }));
  });

  test(`${era}: a root that does not exist is an error that names it`, async (t) => {
    const cwd = makeProject(t);
    const roots = () => ({ roots: [{ uri: 'file:///no/such/place' }] });
    const text = await refusal(await connect(t, cwd, { mode, roots }), 'save_session_checkpoint', { goal: 'Test' });
    assert.match(text, /^ROOT_UNUSABLE: /);
    assert.match(text, /\/no\/such\/place/);
  });
}

test('a root that is no file URI does not hide one that is', async (t) => {
  const [cwd, offered] = [makeProject(t), makeProject(t)];
  const server = startRaw(t, cwd);
  await server.initialize({ capabilities: { roots: {} } });
  server.callTool(1, 'save_session_checkpoint', { goal: 'Test' });
  const { id } = await server.request('roots/list');
  server.send({ id, result: { roots: [{ uri: 'https://example.invalid/' }, uri(offered)] } });
  savedIn(offered, (await server.answer(1)).result.structuredContent);
});

test('many calls may wait for the roots at once', async (t) => {
  const server = startRaw(t, makeProject(t));
  await server.initialize({ capabilities: { roots: {} } });
  const ids = Array.from({ length: 40 }, (_, id) => id);
  for (const id of ids) {
    server.callTool(`call ${id}`, 'list_session_checkpoints', {});
  }
  for (const { id } of await server.requests('roots/list', ids.length)) {
    server.send({ id, result: { roots: [] } });
  }
  const answers = await Promise.all(ids.map((id) => server.answer(`call ${id}`)));
  assert.ok(answers.every(({ result }) => !result.isError));
  server.child.stdin.end();
  assert.equal((await server.exited).stderr, '');
});

test('a client that fails to list its roots gets a tool error that leads on', async (t) => {
  const client = await connect(t, makeProject(t), {
    roots: () => {
      throw new Error('not today');
    },
  });
  const text = await refusal(client, 'save_session_checkpoint', { goal: 'Test' });
  assert.match(text, /^ROOTS_UNAVAILABLE: .*not today.*projectRoot/);
});

test('a client that answers without a list gets the same', async (t) => {
  const server = startRaw(t, makeProject(t));
  await server.initialize({ capabilities: { roots: {} } });
  server.callTool(1, 'load_session_checkpoint', {});
  const { id } = await server.request('roots/list');
  server.send({ id, result: {} });
  assert.match((await server.answer(1)).result.content[0].text, /^ROOTS_UNAVAILABLE: /);
});

test('a client that never answers gets the same after a while', async (t) => {
  const server = startRaw(t, makeProject(t));
  await server.initialize({ capabilities: { roots: {} } });
  server.callTool(1, 'list_session_checkpoints', {});
  assert.match((await server.answer(1)).result.content[0].text, /^ROOTS_UNAVAILABLE: .*timed out/);
});

test('server/discover: a client that calls again without the roots gets the same', async (t) => {
  const server = startRaw(t, makeProject(t));
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': { roots: {} },
  };
  const params = { name: 'load_session_checkpoint', arguments: {}, _meta };
  server.send({ id: 1, method: 'tools/call', params });
  const { result } = await server.answer(1);
  assert.equal(result.resultType, 'input_required');
  assert.deepEqual(Object.values(result.inputRequests), [{ method: 'roots/list' }]);

  server.send({ id: 2, method: 'tools/call', params: { ...params, inputResponses: {} } });
  assert.match((await server.answer(2)).result.content[0].text, /^ROOTS_UNAVAILABLE: /);
});
