// The server without the plugin: its prompts are commands of the client, its resources can be attached.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { serverFile } from '../helpers/paths.mjs';
import { makeClient } from './helpers/client.mjs';
import { call } from './helpers/mock-api.mjs';

const mcpServers = { checkpoint: { command: process.execPath, args: [serverFile], alwaysLoad: true } };

test('the prompts are commands, and the model is told what they say', async (t) => {
  const place = await makeClient(t);
  const sessionId = randomUUID();
  const save = call('mcp__checkpoint__save_session_checkpoint', { goal: 'Be resumed by a command' });
  const prompt = place.mock.prompt('Save', [{ calls: [save] }, 'Saved.']);
  const { events } = await place.run({ mcpServers, prompt, sessionId, allowedTools: ['mcp__checkpoint'] });
  const { slash_commands: commands } = events.find(({ subtype }) => subtype === 'init');
  for (const name of ['save', 'resume']) {
    assert.ok(commands.includes(`mcp__checkpoint__${name}`), commands.join());
  }

  await place.run({ mcpServers, prompt: `/mcp__checkpoint__resume ${sessionId}` });
  assert.match(
    place.mock.last.textsOf('user').join('\n'),
    new RegExp(`load_session_checkpoint with checkpoint "${sessionId}"`),
  );
});
