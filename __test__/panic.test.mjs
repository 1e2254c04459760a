// A defect of the engine costs one call, not the process. Tested with an engine that panics on demand.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { connect, eras, load, refusal, save } from './helpers/client.mjs';
import { copyProduct } from './helpers/copy.mjs';
import { root } from './helpers/paths.mjs';
import { makeProject } from './helpers/place.mjs';
import { startRaw } from './helpers/raw-server.mjs';

const goal = 'forced panic';
const directory = mkdtempSync(join(tmpdir(), 'session-checkpoint-panic-'));
after(() => rmSync(directory, { recursive: true, force: true }));
const file = join(directory, 'dist', 'index.js');

copyProduct(directory);
execFileSync(process.execPath, [join(root, 'scripts', 'build-native.mjs'), '--forced-panic', directory], {
  stdio: ['ignore', 'ignore', 'inherit'],
});

for (const { era, mode } of eras) {
  test(`${era}: a panic is a tool error, and the server goes on`, async (t) => {
    const project = makeProject(t);
    const env = { CLAUDE_CODE_SESSION_ID: 'panic' };
    const client = await connect(t, project, { mode, env, file });
    await save(client, { goal: 'Before' });

    assert.match(await refusal(client, 'save_session_checkpoint', { goal }), /^INTERNAL: /);
    assert.match((await load(client)).text, /Before/);
    await save(client, { goal: 'After' });
    assert.equal(project.checkpoint('panic').goal.primary, 'After');
  });
}

test('panics among other calls: standard output carries JSON-RPC only', async (t) => {
  const server = startRaw(t, makeProject(t), { file });
  await server.initialize();
  const ids = Array.from({ length: 40 }, (_, id) => id);
  for (const id of ids) {
    server.callTool(id, 'save_session_checkpoint', { goal: id % 2 ? goal : 'Go on', session: 'shared' });
  }
  const answers = await Promise.all(ids.map((id) => server.answer(id)));
  assert.deepEqual(
    answers.map(({ result }) => Boolean(result.isError)),
    ids.map((id) => id % 2 === 1),
  );
  assert.ok(server.messages().every(({ jsonrpc }) => jsonrpc === '2.0'));
});

test('for the library a panic is a rejected promise', (t) => {
  const script = `
    const { save } = require(${JSON.stringify(directory)});
    const options = { cwd: ${JSON.stringify(makeProject(t).root)} };
    save({ goal: ${JSON.stringify(goal)} }, options)
      .then(() => 'saved', ({ name, code }) => [name, code])
      .then(async (first) => console.log(JSON.stringify([first, (await save({ goal: 'After' }, options)).sessionSource])));`;
  const printed = execFileSync(process.execPath, ['--eval', script], { encoding: 'utf8', stdio: 'pipe' });
  assert.deepEqual(JSON.parse(printed), [['CheckpointError', 'INTERNAL'], 'minted']);
});

test('the engine that ships does not panic on demand', async (t) => {
  const client = await connect(t, makeProject(t));
  assert.match((await save(client, { goal })).text, /saved/i);
});
