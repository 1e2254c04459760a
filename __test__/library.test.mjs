// The package as a library: require('session-checkpoint-mcp') and import.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as imported from '../index.js';
import { CheckpointError, limits, list, load, redact, save, version } from '../index.js';
import { holdLock } from './helpers/lock.mjs';
import { libraryFile, root } from './helpers/paths.mjs';
import { makeProject, makeRepository } from './helpers/place.mjs';

// The engine reads the user's git settings as git does. In this process they are nobody's.
const home = mkdtempSync(join(tmpdir(), 'session-checkpoint-home-'));
after(() => rmSync(home, { recursive: true, force: true }));
Object.assign(process.env, { HOME: home, GIT_CONFIG_NOSYSTEM: '1' });

const required = createRequire(import.meta.url)('../index.js');

/** What a call sees: this project, and a session. */
const within = (project, session = 'library') => ({ cwd: project.root, env: { CLAUDE_CODE_SESSION_ID: session } });

test('require and import give the same, by name', () => {
  assert.deepEqual(Object.keys(required).sort(), [
    'CheckpointError',
    'capture',
    'deleteCheckpoint',
    'limits',
    'list',
    'load',
    'loadPrevious',
    'prune',
    'redact',
    'restorePrevious',
    'save',
    'touched',
    'trail',
    'version',
  ]);
  assert.deepEqual({ ...required }, { ...imported.default });
  assert.equal(imported.save, required.save);
  assert.equal(version, '1.1.0');
});

test('the limits are there without the engine, and frozen', () => {
  assert.equal(limits.goal, 500);
  assert.equal(limits.fileBytes, 65_536);
  assert.ok(Object.isFrozen(limits));
});

test("a save, a load and a list resolve to the tools' structured content", async (t) => {
  const project = makeRepository(t);
  const saved = await save({ goal: 'Be a library', tasks: [{ description: 'One', status: 'done' }] }, within(project));
  assert.equal(saved.path, project.checkpointFile('library'));
  assert.deepEqual(saved.counts, { tasks: 1, modifiedFiles: 0, recentCommands: 0, redactions: 0 });
  assert.equal(saved.bytes, readFileSync(saved.path).length);

  const loaded = await load({}, within(project));
  assert.equal(loaded.found, true);
  assert.deepEqual(loaded.drift.changedSince, []);
  const full = await load({ format: 'full' }, within(project));
  assert.equal(full.checkpoint.goal.primary, 'Be a library');

  const { entries, total } = await list({}, within(project));
  assert.deepEqual([entries[0].selector, entries[0].allTasksDone, total], ['library', true, 1]);
});

test('a conversation goes on under another id, and a brief can be smaller', async (t) => {
  const project = makeRepository(t);
  await save({ goal: 'Go on', summary: 'word '.repeat(790) }, within(project, 'before'));
  const options = { ...within(project, 'after'), conversation: ['no id!', 'before'] };
  const loaded = await load({}, options);
  assert.deepEqual([loaded.found, loaded.relation], [true, 'conversation']);
  const { text } = await load({}, { ...options, briefUnits: limits.briefUnitsLeast });
  assert.ok(text.length <= limits.briefUnitsLeast && text.length < loaded.text.length, `${text.length}`);
  for (const wrong of [{ briefUnits: 1999 }, { briefUnits: 10_001 }, { briefUnits: '2' }, { conversation: [1] }]) {
    await assert.rejects(load({}, { ...options, ...wrong }), { code: 'INPUT_INVALID' });
  }
});

test('load and list need no arguments, and the project is the working directory', async (t) => {
  const project = makeProject(t);
  const script = `
    const { load, list } = require(${JSON.stringify(libraryFile)});
    Promise.all([load(), list()]).then(([{ path, found }, { path: listed }]) => console.log(JSON.stringify({ path, found, listed })));`;
  const printed = execFileSync(process.execPath, ['--eval', script], { cwd: project.root, encoding: 'utf8' });
  assert.deepEqual(JSON.parse(printed), { path: project.root, found: false, listed: project.root });
});

test('the environment of the process is not read', async (t) => {
  const project = makeProject(t);
  const script = `
    const { save } = require(${JSON.stringify(libraryFile)});
    save({ goal: 'Test' }).then(({ sessionSource, path }) => console.log(JSON.stringify({ sessionSource, path })));`;
  const printed = execFileSync(process.execPath, ['--eval', script], {
    cwd: project.root,
    env: { ...project.env, CLAUDE_CODE_SESSION_ID: 'unseen', CHECKPOINT_PROJECT_ROOT: '/no/such/place' },
    encoding: 'utf8',
  });
  const { sessionSource, path } = JSON.parse(printed);
  assert.equal(sessionSource, 'minted');
  assert.ok(path.startsWith(project.root));
});

test('roots go before the working directory', async (t) => {
  const [cwd, offered] = [makeProject(t), makeProject(t)];
  const { path } = await list({}, { cwd: cwd.root, roots: [`file://${offered.root}`] });
  assert.equal(path, offered.root);
});

test('an error has a code, a message and all that is wrong', async (t) => {
  const project = makeProject(t);
  const error = await save({ goal: '', summary: 3, limit: 1 }, within(project)).catch((reason) => reason);
  assert.ok(error instanceof CheckpointError);
  assert.ok(error instanceof Error);
  assert.equal(error.name, 'CheckpointError');
  assert.equal(error.code, 'INPUT_INVALID');
  assert.deepEqual(
    error.violations.map(({ field }) => field),
    ['goal', 'summary'],
  );
  for (const { limit, actual } of error.violations) {
    assert.equal(typeof limit, 'string');
    assert.equal(typeof actual, 'string');
  }
  assert.deepEqual(readdirSync(project.root), []);
});

test('other errors keep their codes', async (t) => {
  const project = makeProject(t);
  project.write('file', '');
  const codeOf = (call) => call.then(assert.fail, ({ code, violations }) => [code, violations]);
  assert.deepEqual(await codeOf(list({ projectRoot: 'relative' })), ['ROOT_NOT_ABSOLUTE', []]);
  assert.deepEqual(await codeOf(list({ projectRoot: '/no/such/place' })), ['ROOT_UNUSABLE', []]);
  assert.deepEqual(await codeOf(list({ projectRoot: `${project.root}/file` })), ['ROOT_NOT_DIRECTORY', []]);
  assert.deepEqual(await codeOf(load({ checkpoint: 'x' }, within(project))), ['SELECTOR_UNKNOWN', []]);
  assert.deepEqual(await codeOf(load({ session: 'x' }, within(project))), ['SESSION_MISMATCH', []]);
});

test('what is no JSON is refused by a rejected promise, never by a throw', async (t) => {
  const project = makeProject(t);
  const cyclic = { goal: 'Test' };
  cyclic.self = cyclic;
  const hostile = {
    get goal() {
      throw new Error('no goal');
    },
  };
  const inputs = [undefined, null, 'text', 7, [], () => {}, cyclic, hostile, { goal: 1n }];
  for (const input of inputs) {
    const promise = save(input, within(project));
    assert.ok(promise instanceof Promise);
    await assert.rejects(promise, { code: 'INPUT_INVALID' });
  }
  for (const thrown of [null, 'text']) {
    const odd = {
      get goal() {
        throw thrown;
      },
    };
    await assert.rejects(save(odd, within(project)), { code: 'INPUT_INVALID' });
  }
});

test('options may be null, and wrong ones are named', async (t) => {
  const project = makeProject(t);
  const answer = await load({ projectRoot: project.root }, null);
  assert.equal(answer.found, false);
  const fieldOf = (options) =>
    list({}, options).then(assert.fail, ({ code, violations }) => [code, violations[0].field]);
  assert.deepEqual(await fieldOf({ cwd: 7 }), ['INPUT_INVALID', 'cwd']);
  assert.deepEqual(await fieldOf({ roots: 'x' }), ['INPUT_INVALID', 'roots']);
  assert.deepEqual(await fieldOf({ env: { CHECKPOINT_PROJECT_ROOT: 1 } }), [
    'INPUT_INVALID',
    'env.CHECKPOINT_PROJECT_ROOT',
  ]);
  assert.equal((await list({}, { cwd: project.root, env: { UNRELATED: true } })).total, 0);
});

test('a number that JSON lacks is refused', async (t) => {
  const project = makeProject(t);
  await assert.rejects(list({ limit: Number.NaN }, within(project)), { code: 'INPUT_INVALID' });
});

test('a deleted working directory is an error only where it is needed', async (t) => {
  const project = makeProject(t);
  const script = `const fs = require('node:fs'); const { list } = require(process.argv[1]);
    const gone = fs.mkdtempSync(process.argv[2] + '/gone-'); process.chdir(gone); fs.rmdirSync(gone);
    list({ projectRoot: process.argv[2] }).then(({ total }) => list().catch(({ code }) => console.log(total, code)));`;
  const { stdout } = spawnSync(process.execPath, ['-e', script, join(root, 'index.js'), project.root], {
    encoding: 'utf8',
  });
  assert.equal(stdout, '0 ROOT_NOT_ABSOLUTE\n');
});

test('half a surrogate pair is no reason to fail, and text that looks like one stays', async (t) => {
  const project = makeProject(t);
  await save(
    { goal: 'half \ud83d pair', summary: 'text \\ud83d text', decisions: ['\\\udc00', 'whole \u{1f600}'], '\ud800': 1 },
    within(project),
  );
  const { goal, summary, decisions } = project.checkpoint('library');
  assert.deepEqual(
    [goal.primary, summary, decisions],
    ['half \ufffd pair', 'text \\ud83d text', ['\\\ufffd', 'whole \u{1f600}']],
  );
});

test('the main thread goes on while twenty saves wait for somebody else', { timeout: 60_000 }, async (t) => {
  const project = makeProject(t);
  await save({ goal: 'Start' }, within(project));
  const release = await holdLock(t, `${project.checkpointFile('library')}.lock`);

  let done = 0;
  const saves = Array.from({ length: 20 }, (_, number) =>
    save({ goal: 'Go on', mode: 'merge', recentCommands: [{ command: `make ${number}` }] }, within(project)).then(
      () => {
        done += 1;
      },
    ),
  );
  // If a save held the main thread, it would wait for a lock that is let go of only below.
  for (let turn = 0; turn < 1000; turn += 1) {
    await nextTurn();
  }
  assert.equal(done, 0);
  release();
  await Promise.all(saves);
  assert.equal(project.checkpoint('library').recentCommands.length, 20);
});

test('redact replaces secrets of a text, synchronously', () => {
  const secret = ['a7Kd9Qm2X', 'v5Lp8TzR'].join('');
  assert.deepEqual(redact(`API_TOKEN=${secret} make`), { text: 'API_TOKEN=«redacted» make', redactions: 1 });
  assert.deepEqual(redact('SORT_KEY=name \ud800'), { text: 'SORT_KEY=name \ufffd', redactions: 0 });
  assert.throws(() => redact(1), { code: 'INPUT_INVALID' });
});
