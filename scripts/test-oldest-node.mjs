// Runs what is built with the oldest Node.js that it has to run on, which is installed into __test__/oldest-node when it is
// not there yet. On other systems than Linux on x64 there is nothing to do.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

const directory = join(root, '__test__', 'oldest-node');
const name = `node-${process.platform}-${process.arch}`;
const wanted = readJson(join(directory, 'package.json')).optionalDependencies[name];
if (wanted === undefined) {
  console.error(`There is no Node.js to test with on ${process.platform} ${process.arch}.`);
  process.exit(0);
}
if (installedVersion() !== wanted) {
  console.error(`installing Node.js ${wanted} for its tests (90 MB)`);
  run('npm', ['ci', '--loglevel=error', '--ignore-scripts', '--no-audit', '--no-fund'], directory);
}
run(process.execPath, ['--test', join('__test__', 'oldest-node', 'oldest-node.test.mjs')], root);

function run(command, args, cwd) {
  const { status, error } = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (status !== 0) {
    console.error(error?.message ?? `${command} ended with ${status}`);
    process.exit(status ?? 1);
  }
}

function installedVersion() {
  const manifest = join(directory, 'node_modules', name, 'package.json');
  return existsSync(manifest) ? readJson(manifest).version : undefined;
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
