// Manual setup in the real client: what `install` registers works, and `uninstall` leaves nothing of it.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { run } from '../helpers/cli.mjs';
import { makeClient } from './helpers/client.mjs';
import { call } from './helpers/mock-api.mjs';

test('installed by hand: the server connects, the next session is told of a checkpoint, doctor sees the hook', async (t) => {
  const place = await makeClient(t, { name: `it's a "project"` });
  const state = join(place.config, '.claude.json');
  const before = readFileSync(state);
  run(place, ['install']);
  run(place, ['uninstall']);
  assert.deepEqual(readFileSync(state), before);

  assert.equal(run(place, ['install']).status, 0);
  const { stdout } = await place.claude('mcp', 'list');
  assert.match(stdout, /checkpoint: node .*dist\/index\.js - ✔ Connected/);

  const save = call('mcp__checkpoint__save_session_checkpoint', { goal: 'Be found again' });
  const prompt = place.mock.prompt('Save', [{ calls: [save] }, 'Saved.']);
  await place.run({ prompt, allowedTools: ['mcp__checkpoint'] });
  assert.equal(place.mock.last.toolResults[0].isError, false);
  await place.run({ prompt: place.mock.prompt('Hello', ['Hello.']) });
  assert.match(place.mock.last.textsOf('system').join('\n'), /This project has 1 session checkpoint/);

  const { status, stdout: report } = run(place, ['doctor', '--json']);
  assert.equal(status, 0, report);
  const [{ hook, exitCode, durationMs }] = JSON.parse(report).runs;
  assert.deepEqual({ hook, exitCode }, { hook: 'hook', exitCode: 0 });
  assert.ok(durationMs > 0);

  // By now the client has written into its file itself.
  assert.equal(run(place, ['uninstall']).status, 0);
  assert.equal(existsSync(join(place.config, 'settings.json')), false);
  const left = JSON.parse(readFileSync(state, 'utf8'));
  assert.equal(left.mcpServers, undefined);
  assert.equal(left.hasCompletedOnboarding, true);
});
