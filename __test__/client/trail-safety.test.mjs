// What the trail must never do: write a secret, or need a network.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { makeClient } from './helpers/client.mjs';
import { ask, bash, plugin } from './helpers/trail.mjs';
import { until } from './helpers/until.mjs';

/** Secrets as they look, put together here so that nobody takes this file for a leak. */
const secrets = {
  prompt: ['ghp', 'q3Wn8ZkT5vBxR7mLp2JdYf6HsGc4UaEo1Nti'].join('_'),
  output: ['AKIA', 'Q7RX2M5N8B3V6C4Z'].join(''),
  file: ['xoxb', '731845620194', '8264019375512', 'fWq8ZpLr3XvT6mNc9KdYs2Hb'].join('-'),
};

test('secrets in prompts, output and file names are in no byte that is written, and in no answer', async (t) => {
  const place = await makeClient(t);
  const sessionId = randomUUID();
  const { prompt, output, file } = secrets;
  // The command does not have the secret that it prints.
  const print = `printf %s ${output.slice(0, 6)} && printf %s ${output.slice(6)}; exit 1`;
  await place.run({
    prompt: place.mock.prompt(`Use ${prompt}`, [
      { calls: [bash(`echo x > ${file}`)] },
      { calls: [bash(print)] },
      { calls: [bash(`GITHUB_TOKEN=${prompt} node --test ${file}`)] },
      `The token ${prompt} works.`,
    ]),
    sessionId,
    allowedTools: ['Bash'],
    ...plugin,
  });
  const directory = join(place.root, '.claude-checkpoints');
  await until(() => existsSync(join(directory, 'trails', `${sessionId}.json`)), 'the trail');
  const told = await ask(place, sessionId);

  const written = [directory, join(place.directory, 'home')].flatMap(filesIn);
  assert.ok(written.some((path) => path.endsWith(`trails/${sessionId}.json`)));
  for (const [where, secret] of Object.entries(secrets)) {
    for (const path of written) {
      assert.equal(path.includes(secret) || readFileSync(path).includes(secret), false, `${where}: ${path}`);
    }
    assert.equal(JSON.stringify(told).includes(secret), false, where);
  }
  assert.match(told.brief.text, /Use «redacted»/);
});

const isInside = process.env['SESSION_CHECKPOINT_TEST_NETWORK'] === 'none';
const without = ['--user', '--map-root-user', '--net'];
const canDeny = spawnSync('unshare', [...without, 'true']).status === 0;

test('without a network it is the same', { skip: isInside || !canDeny }, () => {
  // Loopback is where the mock is; nothing else is there.
  const inside = `ip link set lo up && exec "$0" --test "$1"`;
  const file = join(dirname(fileURLToPath(import.meta.url)), 'trail.test.mjs');
  const { status, stdout } = spawnSync('unshare', [...without, 'sh', '-c', inside, process.execPath, file], {
    env: { ...process.env, SESSION_CHECKPOINT_TEST_NETWORK: 'none', NODE_TEST_CONTEXT: undefined },
    encoding: 'utf8',
  });
  assert.equal(status, 0, stdout);
});

test('a broad root and a folder outside of repositories get nothing written', async (t) => {
  const place = await makeClient(t, { repository: false });
  const prompt = () => place.mock.prompt('Work', [{ calls: [bash('echo x > made.txt')] }, 'Done.']);
  await place.run({ prompt: prompt(), allowedTools: ['Bash'], ...plugin });
  assert.equal(existsSync(join(place.root, '.claude-checkpoints')), false);
  const home = place.env.HOME;
  mkdirSync(home, { recursive: true });
  await place.run({ prompt: prompt(), allowedTools: ['Bash'], ...plugin, cwd: home });
  assert.equal(existsSync(join(home, '.claude-checkpoints')), false);
});

test('SESSION_CHECKPOINT_TRAIL=off: nothing is kept, listed or loaded', async (t) => {
  const env = { SESSION_CHECKPOINT_TRAIL: 'off' };
  const place = await makeClient(t, { env });
  const prompt = place.mock.prompt('Work', [{ calls: [bash('echo x > made.txt')] }, 'Done.']);
  await place.run({ prompt, allowedTools: ['Bash'], ...plugin });
  const { list, unasked } = await ask(place, undefined);
  assert.deepEqual([list.total, unasked.found, unasked.candidates], [0, false, undefined]);
  assert.equal(existsSync(join(place.root, '.claude-checkpoints')), false);
});

function filesIn(directory) {
  if (!existsSync(directory)) {
    return [];
  }
  return readdirSync(directory, { recursive: true })
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isFile());
}
