// Publishes what is built to a registry on loopback and installs it from there, in every way that people do. What that
// takes is installed into __test__/distribution when it is not there yet: a registry, package managers, newer versions
// of Node.js, and the Claude Code client.
//
// usage: node scripts/test-distribution.mjs [FILE | OPTION OF node --test]...

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installClient } from './install-client.mjs';
import { root } from './root.mjs';

const directory = join(root, '__test__', 'distribution');
const { devDependencies } = readJson(join(directory, 'package.json'));

if (Object.entries(devDependencies).some(([name, wanted]) => !wanted.endsWith(installedVersion(name)))) {
  console.error('installing what the tests of distribution need (460 MB)');
  run('npm', ['ci', '--loglevel=error', '--ignore-scripts', '--no-audit', '--no-fund'], directory);
}
installClient();
const given = process.argv.slice(2);
const files = given.some((argument) => !argument.startsWith('-')) ? [] : testFiles();
// One after the other: they measure times, and all of them start many processes.
run(process.execPath, ['--test', '--test-concurrency=1', '--test-timeout=300000', ...given, ...files], root);

function testFiles() {
  const names = readdirSync(directory).filter((name) => name.endsWith('.test.mjs'));
  return names.map((name) => join('__test__', 'distribution', name));
}

function installedVersion(name) {
  const manifest = join(directory, 'node_modules', name, 'package.json');
  return existsSync(manifest) ? readJson(manifest).version : 'nothing';
}

function run(command, args, cwd) {
  const { status, error } = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (status !== 0) {
    console.error(error?.message ?? `${command} ended with ${status}`);
    process.exit(status ?? 1);
  }
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
