// The plugin in the real client when something is missing: the session goes on.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeClient } from './helpers/client.mjs';
import { load, result, save, told, toolName, withPlugin } from './helpers/plugin.mjs';
import { startTerminal } from './helpers/terminal.mjs';

/** The runs of hooks that a turn's events tell of; none of them may have gone wrong. */
function hookRuns(events) {
  const runs = events.filter(({ subtype }) => subtype === 'hook_response');
  for (const { hook_name: name, exit_code: code, stderr } of runs) {
    // Print mode does not wait for the hook that keeps the trail after a turn, and kills it at its end.
    const codes = name === 'Stop' ? [0, 1] : [0];
    assert.ok(codes.includes(code), `${name} ended with ${code}`);
    assert.equal(stderr, '', name);
  }
  return runs;
}

test('without an engine the hooks work, the nudge stands in for the brief, the server says what to do', async (t) => {
  const place = await makeClient(t);
  const plugin = withPlugin(place, { engine: null });
  place.write(`.claude-checkpoints/${randomUUID()}.json`, '{}');
  const env = { SESSION_CHECKPOINT_RESTORE: 'brief' };
  const prompt = place.mock.prompt('Load', [load(), 'It is missing.']);
  const { events } = await place.run({ ...plugin, env, prompt });

  assert.notEqual(hookRuns(events).length, 0);
  const [first, last] = place.mock.requests;
  assert.match(told(first), /^This project has 1 session checkpoint/);
  assert.ok(first.tools.includes(toolName('load_session_checkpoint')), 'the server is connected all the same');
  const { text, isError } = result(last, 'load');
  assert.equal(isError, true);
  assert.match(text, /ENGINE_MISSING: [\s\S]*npm install/);
});

test('an engine that hangs does not delay the start, nor a brief by more than three seconds', async (t) => {
  const place = await makeClient(t);
  const plugin = withPlugin(place, { engine: 'for (;;) {}' });
  place.write(`.claude-checkpoints/${randomUUID()}.json`, '{}');
  const turn = async (env) => {
    const start = performance.now();
    const prompt = place.mock.prompt('Hello', ['Hello.']);
    const { events } = await place.run({ ...plugin, prompt, env });
    hookRuns(events);
    const { status } = events.find(({ subtype }) => subtype === 'init').mcp_servers[0];
    assert.equal(status, 'connected');
    assert.match(told(place.mock.last), /^This project has 1 session checkpoint/);
    return performance.now() - start;
  };
  const alone = await turn({});
  const withBrief = await turn({ SESSION_CHECKPOINT_RESTORE: 'brief' });
  assert.ok(alone < 7_000, `${alone} ms, the client's patience with a server included`);
  assert.ok(withBrief < alone + 5_000, `${withBrief} ms after ${alone} ms`);
});

test('a plugin whose folder is deleted under a session: the session goes on, and saves', async (t) => {
  const place = await makeClient(t);
  const plugin = withPlugin(place);
  const gate = place.mock.gate();
  const prompt = place.mock.prompt('Work', [
    save({ goal: 'Outlive the plugin' }),
    { ...save({ goal: 'Outlive the plugin, still' }), hold: gate },
    'Worked.',
  ]);
  const running = place.startPrint({ ...plugin, prompt });
  await gate.reached;
  const [directory] = plugin.pluginDirectories;
  rmSync(join(directory, '..'), { recursive: true });
  gate.open();
  const { code, events, answer, stderr } = await running.ended;
  assert.deepEqual([code, answer], [0, 'Worked.']);
  // Of the end of a session the client tells the person that it starts no hook of a plugin that is gone.
  const missing = `failed: Plugin directory does not exist: ${directory}`;
  for (const line of stderr.split('\n').filter(Boolean)) {
    assert.ok(line.startsWith('SessionEnd hook ') && line.includes(missing), line);
  }
  const { text, isError } = result(place.mock.last, 'save');
  assert.equal(isError, false, text);
  // The client does not even start hooks then. What it says of it is for the person alone.
  for (const { stdout, stderr: said } of events.filter(({ subtype }) => subtype === 'hook_response')) {
    assert.equal(stdout, '');
    assert.ok(said === '' || said.startsWith(`Failed to run: Plugin directory does not exist: ${directory}`), said);
  }
  assert.doesNotMatch(place.mock.last.text, /Plugin directory does not exist/);
});

test('hooks whose files are deleted under a session: nothing is shown, also after /clear', async (t) => {
  const place = await makeClient(t);
  const plugin = withPlugin(place);
  const terminal = await startTerminal(place, plugin);
  await terminal.submit(place.mock.prompt('Work', [save({ goal: 'Outlive the hooks' }), 'It is saved.']));
  await terminal.waitFor(/It is saved\./);
  const { session } = terminal;
  rmSync(join(plugin.pluginDirectories[0], 'dist'), { recursive: true });
  await terminal.submit(place.mock.prompt('Go on', [save({ goal: 'Still there' }), 'It is saved again.']));
  await terminal.waitFor(/It is saved again\./);
  await terminal.waitFor(/It is saved again\.[\s\S]* · done /);
  assert.doesNotMatch(terminal.text, /hook|error|Cannot find/i);
  await terminal.submit('/clear');
  await terminal.until(() => terminal.session !== session, 'another session');
  await terminal.submit(place.mock.prompt('And now?', ['All is well.']));
  await terminal.waitFor(/All is well\.[\s\S]* · done /);
  assert.doesNotMatch(terminal.text, /hook|error|Cannot find/i);
  assert.equal(place.checkpoint(session).goal.primary, 'Still there');
});
