// The plugin in the real client: that it is valid, and that it works from whatever path it is installed in.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../helpers/paths.mjs';
import { makeClient } from './helpers/client.mjs';
import { save, toolName, withPlugin } from './helpers/plugin.mjs';

const awkwardName = `it's a "plugin" \`$HOME\``;

test('the plugin and the marketplace are valid, and fit for the directory', async (t) => {
  const place = await makeClient(t, { repository: false });
  for (const args of [
    ['--strict', root],
    ['--strict', join(root, 'plugin')],
    ['--strict', '--profile', 'directory', join(root, 'plugin')],
  ]) {
    const { code, stdout, stderr } = await place.claude('plugin', 'validate', ...args);
    assert.equal(code, 0, stdout + stderr);
    assert.match(stdout, /Validation passed/);
    assert.doesNotMatch(stdout + stderr, /warning/i, args.join(' '));
  }
});

test('from a path with spaces and quotes: the server connects, its tools are in the first request', async (t) => {
  const place = await makeClient(t, { name: `it's a "project"` });
  const { code, stderr, events } = await place.run({
    prompt: place.mock.prompt('Hello', ['Hello.']),
    ...withPlugin(place, { name: awkwardName }),
  });

  assert.equal(code, 0, stderr);
  const { mcp_servers: servers, slash_commands: commands, skills } = events.find(({ subtype }) => subtype === 'init');
  assert.deepEqual(
    servers.map(({ name, status }) => ({ name, status })),
    [{ name: 'plugin:session-checkpoint:session-checkpoint', status: 'connected' }],
  );
  for (const name of ['save', 'resume', 'list', 'status']) {
    assert.ok(commands.includes(`session-checkpoint:${name}`), name);
  }
  assert.ok(skills.includes('session-checkpoint:checkpoints'));
  const [first] = place.mock.requests;
  for (const name of ['save_session_checkpoint', 'load_session_checkpoint', 'list_session_checkpoints']) {
    assert.ok(first.tools.includes(toolName(name)), name);
  }
  const hooks = events.filter(({ subtype }) => subtype === 'hook_response');
  assert.notEqual(hooks.length, 0);
  // Print mode ends at once, and kills the one that it does not wait for.
  const [killed, ...more] = hooks.filter(({ hook_name, exit_code }) => hook_name === 'Stop' && exit_code !== 0);
  assert.deepEqual(more, []);
  for (const { hook_name, exit_code, stderr: said } of hooks.filter((hook) => hook !== killed)) {
    assert.deepEqual({ hook_name, exit_code, said }, { hook_name, exit_code: 0, said: '' });
  }
});

test('the status command runs without a question, and the model sees what it prints', async (t) => {
  const place = await makeClient(t);
  const sessionId = randomUUID();
  // The client puts the path into the shell's command as it is, where double quotes are around it.
  const plugin = withPlugin(place, { name: `it's a plugin` });
  const prompt = place.mock.prompt('Save', [save({ goal: 'Be seen in the status' }), 'Saved.']);
  await place.run({ ...plugin, prompt, sessionId });

  const { pluginDirectories } = plugin;
  await place.run({ pluginDirectories, prompt: '/session-checkpoint:status', resume: sessionId });
  const { text } = place.mock.last;
  const command = text.slice(text.lastIndexOf('<command-name>'));
  assert.match(command, /Be seen in the status[\s\S]*Repeat the above to the person as it is/);
});
