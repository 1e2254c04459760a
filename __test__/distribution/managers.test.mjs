// The other package managers, from an empty HOME and a registry on loopback.

import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryDirectory } from '../helpers/place.mjs';
import { makeNewcomer } from './helpers/newcomer.mjs';
import { makePackages } from './helpers/packages.mjs';
import { startRegistry } from './helpers/registry.mjs';

const directory = temporaryDirectory({ after });
const registry = await startRegistry({ after }, directory);
await registry.publish(makePackages(directory));

const tool = (path) => fileURLToPath(new URL(`node_modules/${path}`, import.meta.url));
const managers = {
  pnpm: { file: tool('pnpm/bin/pnpm.cjs'), add: ['add', 'session-checkpoint-mcp'] },
  yarn: { file: tool('yarn/bin/yarn.js'), add: ['add', '--no-progress', 'session-checkpoint-mcp'] },
};

for (const [name, { file, add }] of Object.entries(managers)) {
  test(`${name} installs it: the server answers, a script gets it`, async (t) => {
    const newcomer = makeNewcomer(t, registry);
    const place = newcomer.makeDirectory(name);
    writeFileSync(join(place, 'package.json'), '{ "name": "place", "version": "1.0.0", "license": "MIT" }');
    await newcomer.run('node', [file, ...add], place);
    await newcomer.useServer(join(place, 'node_modules', '.bin', 'session-checkpoint-mcp'), []);
    const script = `console.log(require('session-checkpoint-mcp').redact(['password','hunter2'].join('=')).redactions)`;
    assert.equal(await newcomer.run('node', ['--eval', script], place), '1\n');
  });
}

test('yarn 1 installs the engines of both C libraries, and the right one is loaded', async (t) => {
  const newcomer = makeNewcomer(t, registry);
  const place = newcomer.makeDirectory('yarn');
  writeFileSync(join(place, 'package.json'), '{ "name": "place", "version": "1.0.0", "license": "MIT" }');
  await newcomer.run('node', [managers.yarn.file, ...managers.yarn.add], place);
  const installed = readdirSync(join(place, 'node_modules')).filter((name) => name.includes(`linux-${process.arch}-`));
  assert.equal(installed.length, 2, installed.join());
  const script = `console.log(require('session-checkpoint-mcp').redact(['password','hunter2'].join('=')).redactions)`;
  assert.equal(await newcomer.run('node', ['--eval', script], place), '1\n');
});

test('pnpm dlx answers a client', async (t) => {
  const newcomer = makeNewcomer(t, registry);
  await newcomer.useServer('node', [managers.pnpm.file, 'dlx', 'session-checkpoint-mcp']);
});
