// What the release workflow runs, against a registry on loopback.

import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { root } from '../helpers/paths.mjs';
import { temporaryDirectory } from '../helpers/place.mjs';
import { makeNewcomer } from './helpers/newcomer.mjs';
import { makePackages, version } from './helpers/packages.mjs';
import { startRegistry } from './helpers/registry.mjs';
import { run } from './helpers/run.mjs';

const directory = temporaryDirectory({ after });
const registry = await startRegistry({ after }, directory);
const tarballs = join(directory, 'tarballs');
const { env } = registry;

const script = (name, ...args) =>
  run(process.execPath, [join(root, 'scripts', 'release', name), ...args], { env, cwd: directory });
const pack = (each) =>
  run('npm', ['pack', each, '--pack-destination', tarballs, '--ignore-scripts'], { env, cwd: directory });

mkdirSync(tarballs);
await Promise.all(makePackages(directory).map(pack));

test('publishing again does nothing, and other content under the same version is refused', async () => {
  const first = await script('publish.mjs', tarballs, '--no-provenance');
  assert.equal(first.code, 0, first.stdout + first.stderr);
  const second = await script('publish.mjs', tarballs, '--no-provenance');
  assert.equal(second.code, 0, second.stderr);
  const lines = second.stdout.trim().split('\n');
  assert.equal(lines.length, 9);
  assert.ok(
    lines.every((line) => line.endsWith('is there already')),
    second.stdout,
  );
  // Who installs the main package needs the engines to be there.
  assert.equal(lines.at(-1), `session-checkpoint-mcp@${version} is there already`);

  const changed = join(directory, 'session-checkpoint-mcp');
  writeFileSync(join(changed, 'README.md'), 'Changed\n');
  const others = join(directory, 'others');
  mkdirSync(others);
  await run('npm', ['pack', changed, '--pack-destination', others, '--ignore-scripts'], { env, cwd: directory });
  const refused = await script('publish.mjs', others, '--no-provenance');
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /is published with other content.*Raise the version/);

  const taken = await script('publish.mjs', others, '--take-published', '--no-provenance');
  assert.equal(taken.code, 0, taken.stderr);
  const file = `session-checkpoint-mcp-${version}.tgz`;
  assert.deepEqual(readFileSync(join(others, file)), readFileSync(join(tarballs, file)));
});

test("with their integrity in it, the plugin's lock file installs these engines and no others", async (t) => {
  const newcomer = makeNewcomer(t, registry);
  const plugin = newcomer.makeDirectory('plugin');
  const lock = join(plugin, 'package-lock.json');
  for (const file of ['package.json', 'package-lock.json']) {
    cpSync(join(root, 'plugin', file), join(plugin, file));
  }
  const written = await script('integrity.mjs', tarballs, lock);
  assert.equal(written.code, 0, written.stderr);
  const once = readFileSync(lock, 'utf8');
  assert.equal(once.match(/"integrity": "sha512-/g).length, 8);
  await script('integrity.mjs', tarballs, lock);
  assert.equal(readFileSync(lock, 'utf8'), once);

  const install = ['ci', '--ignore-scripts', '--workspaces=false', '--no-audit', '--no-fund'];
  await newcomer.run('npm', install, plugin);
  const name = `session-checkpoint-mcp-linux-${process.arch}-gnu`;
  assert.ok(existsSync(join(plugin, 'node_modules', name)));

  // Somebody put another package in its place. It is optional, so npm goes on without it.
  const { integrity } = JSON.parse(once).packages[`node_modules/${name}`];
  const other = `${integrity.slice(0, 20)}${integrity[20] === 'A' ? 'B' : 'A'}${integrity.slice(21)}`;
  writeFileSync(lock, once.replace(integrity, other));
  await run('npm', [...install, '--prefer-online'], { env: newcomer.env, cwd: plugin });
  assert.equal(existsSync(join(plugin, 'node_modules', name)), false);
});
