// The server in the real client, without the plugin: what its model is given.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { serverFile } from '../helpers/paths.mjs';
import { makeClient } from './helpers/client.mjs';
import { call } from './helpers/mock-api.mjs';

/** Options of a turn: the server, whose tools the model may call. `alwaysLoad` makes the client wait for it. */
function withServer({ alwaysLoad = true } = {}) {
  const server = { command: process.execPath, args: [serverFile], alwaysLoad };
  return { mcpServers: { checkpoints: server }, allowedTools: ['mcp__checkpoints'] };
}

const toolName = (name) => `mcp__checkpoints__${name}_session_checkpoint${name === 'list' ? 's' : ''}`;
const save = (input) => ({ calls: [call(toolName('save'), { goal: 'Test', ...input })] });
const load = (input) => ({ calls: [call(toolName('load'), input)] });

/** What the model was shown as the answer of a tool: the structured content. */
function shown(request, name) {
  const { text, isError } = request.toolResults.findLast((result) => result.name === toolName(name));
  assert.equal(isError, false, text);
  return JSON.parse(text);
}

test('it connects, and its tools and instructions are in the first request', async (t) => {
  const place = await makeClient(t, { name: `it's a "project"` });
  const { code, stderr, events } = await place.run({ ...withServer(), prompt: place.mock.prompt('Hello', ['Hello.']) });

  assert.equal(code, 0, stderr);
  const [{ name, status }] = events.find(({ subtype }) => subtype === 'init').mcp_servers;
  assert.deepEqual({ name, status }, { name: 'checkpoints', status: 'connected' });
  const [first] = place.mock.requests;
  assert.deepEqual(
    first.tools.filter((tool) => tool.startsWith('mcp__')).toSorted(),
    ['list', 'load', 'save'].map(toolName),
  );
  const instructions = first.textsOf('system').find((text) => text.includes('MCP Server Instructions'));
  assert.match(instructions, /Call load_session_checkpoint without arguments/);
  assert.doesNotMatch(instructions, /\[truncated\]/);
});

test('where its tools are deferred, the model finds them by name', async (t) => {
  const place = await makeClient(t);
  const search = call('ToolSearch', { query: `select:${toolName('save')}` });
  await place.run({
    ...withServer({ alwaysLoad: false }),
    prompt: place.mock.prompt('Save', [{ calls: [search] }, save({ goal: 'Be found' }), 'Saved.']),
    // Without it the first request may go before the server has answered.
    env: { MCP_CONNECTION_NONBLOCKING: '0' },
  });

  const [first, second, last] = place.mock.requests;
  assert.equal(first.tools.includes(toolName('save')), false);
  assert.ok(first.textsOf('system').join('\n').includes(toolName('save')));
  assert.ok(second.tools.includes(toolName('save')));
  assert.match(shown(last, 'save').text, /^Checkpoint saved to /);
});

test('the model saves, and loads what it saved', async (t) => {
  const place = await makeClient(t);
  const sessionId = randomUUID();
  const tasks = [{ description: 'Write the test', status: 'in_progress' }];
  const steps = [save({ goal: 'Speak to the client', tasks, nextSteps: ['Read this'] }), load(), 'Loaded.'];
  const { answer } = await place.run({ ...withServer(), prompt: place.mock.prompt('Save and load', steps), sessionId });

  assert.equal(answer, 'Loaded.');
  const saved = shown(place.mock.last, 'save');
  assert.deepEqual([saved.session, saved.sessionSource], [sessionId, 'env']);
  assert.equal(saved.path, place.checkpointFile(sessionId));
  assert.equal(place.checkpoint(sessionId).goal.primary, 'Speak to the client');
  const loaded = shown(place.mock.last, 'load');
  assert.equal(loaded.found, true);
  for (const part of [/^# Resuming: /, /Speak to the client/, /Write the test/, /1\. Read this/, /Nothing changed/]) {
    assert.match(loaded.text, part);
  }
});

test('a call that is refused says why to the model', async (t) => {
  const place = await makeClient(t);
  const prompt = place.mock.prompt('Save', [save({ goal: 'x'.repeat(501) }), 'Refused.']);
  await place.run({ ...withServer(), prompt });
  const [{ text, isError }] = place.mock.last.toolResults;
  assert.equal(isError, true);
  assert.match(text, /INPUT_INVALID: .*goal.*501/s);
});
