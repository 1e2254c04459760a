// What the plugin tells the model at a session's start, and what a person can choose, in the real client.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { run } from '../helpers/cli.mjs';
import { makeClient } from './helpers/client.mjs';
import { load, save, shown, told, toolName, withPlugin } from './helpers/plugin.mjs';

test('the nudge is in the first request; the model saves, loads, and is shown what it saved', async (t) => {
  const place = await makeClient(t);
  const plugin = withPlugin(place);
  const [sessionId, next] = [randomUUID(), randomUUID()];
  const tasks = [{ description: 'Write the test', status: 'in_progress' }];
  const steps = [save({ goal: 'Speak to the client', tasks, nextSteps: ['Read this'] }), load(), 'Loaded.'];
  const { answer } = await place.run({ ...plugin, prompt: place.mock.prompt('Save and load', steps), sessionId });

  assert.equal(answer, 'Loaded.');
  assert.equal(told(place.mock.requests[0]), '', 'without checkpoints there is nothing to say');
  const saved = shown(place.mock.last, 'save');
  assert.deepEqual([saved.session, saved.path], [sessionId, place.checkpointFile(sessionId)]);
  const { found, text } = shown(place.mock.last, 'load');
  assert.equal(found, true);
  for (const part of [/^# Resuming: /, /Speak to the client/, /Write the test/, /1\. Read this/, /Nothing changed/]) {
    assert.match(text, part);
  }

  const options = { ...plugin, prompt: place.mock.prompt('What now?', ['I ask you.']), sessionId: next };
  const { events } = await place.run(options);
  const first = place.mock.requests.find(({ session }) => session === next);
  assert.match(
    told(first),
    /^This project has 1 session checkpoint, saved .*Call load_session_checkpoint, tell the user/,
  );
  assert.ok(first.tools.includes(toolName('load_session_checkpoint')));
  assert.equal(first.text.match(/SessionStart hook additional context/g).length, 1, 'one of the two scripts speaks');
  const hooks = events.filter(({ subtype }) => subtype === 'hook_response');
  assert.ok(hooks.length >= 2);
  // Print mode does not wait for the hook that keeps the trail after a turn, and kills it at its end.
  const isFine = ({ hook_name: name, exit_code: code }) => code === 0 || (name === 'Stop' && code === 1);
  assert.ok(hooks.every((hook) => isFine(hook) && hook.stderr === ''));

  const { stdout } = run(place, ['doctor', '--json'], { file: join(plugin.pluginDirectories[0], 'dist', 'index.js') });
  const [ran] = JSON.parse(stdout).runs.filter(({ hook }) => hook === 'hook');
  assert.deepEqual([ran?.session, ran?.exitCode], [next, 0], 'doctor finds the run in the transcript');
});

test('RESTORE=brief brings the brief along, RESTORE=off and NUDGE=off are silent', async (t) => {
  const place = await makeClient(t);
  const plugin = withPlugin(place);
  const saved = randomUUID();
  const prompt = place.mock.prompt('Save', [save({ goal: 'Be brought along' }), 'Saved.']);
  await place.run({ ...plugin, prompt, sessionId: saved });
  // The newest request of a session: sessions go on side by side here.
  const start = async (env, options, session = options.sessionId) => {
    await place.run({ ...plugin, prompt: place.mock.prompt('Hello', ['Hello.']), env, ...options });
    return told(place.mock.requests.findLast((request) => request.session === session));
  };
  const [another, silent, quiet, own] = await Promise.all([
    start({ SESSION_CHECKPOINT_RESTORE: 'brief' }, { sessionId: randomUUID() }),
    start({ SESSION_CHECKPOINT_RESTORE: 'off' }, { sessionId: randomUUID() }),
    start({ SESSION_CHECKPOINT_NUDGE: 'off' }, { sessionId: randomUUID() }),
    start({ SESSION_CHECKPOINT_RESTORE: 'brief' }, { resume: saved }, saved),
  ]);
  assert.deepEqual([silent, quiet], ['', '']);
  assert.match(another.split('\n')[0], /^Newest session checkpoint on this branch.*saved (.*ago|just now)/);
  assert.match(another, /confirm with them before acting[\s\S]*Be brought along/);
  assert.match(own, /^This is the session checkpoint of this very conversation[\s\S]*Be brought along/);
});

/** An engine whose brief is what a file holds. */
const fromFile = (file) => `
  const text = () => require('node:fs').readFileSync(${JSON.stringify(file)}, 'utf8');
  const ok = () => ({ text: text(), found: true, updatedAt: new Date().toISOString(), drift: { currentBranch: null } });
  module.exports = { version: () => '1.1.0', load: async () => JSON.stringify({ ok: ok() }) };`;

test('9,999 and 10,000 units reach the model whole, 10,001 are cut by us and not by the client', async (t) => {
  const place = await makeClient(t);
  const file = join(place.directory, 'brief.txt');
  const plugin = withPlugin(place, { engine: fromFile(file) });
  const sessionId = randomUUID();
  place.write(`.claude-checkpoints/${sessionId}.json`, '{}');
  const env = { SESSION_CHECKPOINT_RESTORE: 'brief' };
  const start = async (text, options) => {
    writeFileSync(file, text);
    await place.run({ ...plugin, env, prompt: place.mock.prompt('Hello', ['Hello.']), ...options });
    return told(place.mock.last);
  };
  const heading = (await start('', { sessionId })).length + '\n\n'.length;

  for (const units of [9_999, 10_000, 10_001]) {
    // Two units each, and the last one tells whether all of it is there.
    const body = `${'😀'.repeat((units - heading) / 2 - 1)}${(units - heading) % 2 === 0 ? '.' : '..'}!`;
    assert.equal(heading + body.length, units);
    const text = await start(body, { resume: sessionId });
    assert.doesNotMatch(text, /persisted-output|saved to/);
    if (units <= 10_000) {
      assert.equal(text.length, units);
      assert.ok(text.endsWith(`\n\n${body}`));
    } else {
      assert.ok(text.length <= 10_000 && text.isWellFormed());
      assert.match(text, /😀\n\[\d+ characters were left out here; load_session_checkpoint .* has everything\.\]$/);
    }
  }
});
