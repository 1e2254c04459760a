// npm, from an empty HOME and a registry on loopback: every way in which the package is started or used.

import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryDirectory } from '../helpers/place.mjs';
import { makeNewcomer } from './helpers/newcomer.mjs';
import { makeEmptyPackage, makePackages, version } from './helpers/packages.mjs';
import { startRegistry } from './helpers/registry.mjs';

const START_RUNS = 5;
const MOST_OF_EMPTY = 2;

const directory = temporaryDirectory({ after });
const registry = await startRegistry({ after }, directory);
await registry.publish([makeEmptyPackage(directory), ...makePackages(directory)]);

test('npx -y session-checkpoint-mcp answers a client', async (t) => {
  const newcomer = makeNewcomer(t, registry);
  const server = await newcomer.useServer('npx', ['-y', 'session-checkpoint-mcp']);
  assert.equal(server.version, version);
});

test('npm install --global gives the server and the commands', async (t) => {
  const newcomer = makeNewcomer(t, registry);
  const prefix = newcomer.makeDirectory('prefix');
  await newcomer.run('npm', ['install', '--global', '--prefix', prefix, 'session-checkpoint-mcp']);
  const bin = join(prefix, 'bin', 'session-checkpoint-mcp');
  await newcomer.useServer(bin, []);
  assert.match(await newcomer.run(bin, ['list']), /Arrive/);
  assert.equal((await newcomer.run(bin, ['--version'])).trim(), version);
});

test('a script gets it by require and by import, and one engine is installed', async (t) => {
  const newcomer = makeNewcomer(t, registry);
  const directory = newcomer.makeDirectory('script');
  await newcomer.run('npm', ['install', '--prefix', directory, 'session-checkpoint-mcp'], directory);
  const use = `save({ goal: 'Be used' }, { cwd: ${JSON.stringify(newcomer.root)} })
.then(() => list({}, { cwd: ${JSON.stringify(newcomer.root)} }))
.then(({ entries }) => console.log(entries[0].goal))`;
  const head = {
    'required.cjs': `const { save, list } = require('session-checkpoint-mcp');`,
    'imported.mjs': `import { save, list } from 'session-checkpoint-mcp';`,
  };
  for (const [name, line] of Object.entries(head)) {
    writeFileSync(join(directory, name), `${line}\n${use};\n`);
    assert.equal(await newcomer.run('node', [join(directory, name)]), 'Be used\n');
  }
  const installed = readdirSync(join(directory, 'node_modules')).filter((name) => name.startsWith('session-'));
  assert.equal(installed.length, 2, installed.join());
});

for (const name of ['node22', 'node24']) {
  test(`with ${name}, npx and require work`, async (t) => {
    const node = fileURLToPath(new URL(`node_modules/${name}/bin`, import.meta.url));
    const newcomer = makeNewcomer(t, registry, { node });
    assert.match(await newcomer.run('node', ['--version']), new RegExp(`^v${name.slice(4)}\\.`));
    await newcomer.useServer('npx', ['-y', 'session-checkpoint-mcp']);
    const directory = newcomer.makeDirectory('script');
    await newcomer.run('npm', ['install', 'session-checkpoint-mcp'], directory);
    const script = `console.log(require('session-checkpoint-mcp').redact(['password','hunter2'].join('=')).redactions)`;
    assert.equal(await newcomer.run('node', ['--eval', script], directory), '1\n');
  });
}

test('the first start by npx takes at most twice as long as that of an empty package', async (t) => {
  const times = { 'session-checkpoint-mcp': [], 'empty-package': [] };
  for (let run = 0; run < START_RUNS; run += 1) {
    for (const [name, all] of Object.entries(times)) {
      // A HOME of its own each time: nothing is cached.
      all.push(await makeNewcomer(t, registry).timeToAnswer('npx', ['-y', name]));
    }
  }
  const [ours, empty] = Object.values(times).map((all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]);
  const figure = `first start by npx: ${ours.toFixed(0)} ms, an empty package ${empty.toFixed(0)} ms, ratio ${(ours / empty).toFixed(2)}`;
  t.diagnostic(figure);
  assert.ok(ours / empty <= MOST_OF_EMPTY, figure);
});
