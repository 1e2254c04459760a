// Runs the tests with the real Claude Code client, which is installed for them.
//
// usage: node scripts/test-client.mjs [FILE | OPTION OF node --test]...

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { directory, installClient } from './install-client.mjs';
import { root } from './root.mjs';

installClient();
const given = process.argv.slice(2);
const files = given.some((argument) => !argument.startsWith('-')) ? [] : testFiles();
const { status } = spawnSync(
  process.execPath,
  ['--test', '--test-concurrency=2', '--test-timeout=120000', ...given, ...files],
  {
    cwd: root,
    stdio: 'inherit',
  },
);
process.exit(status ?? 1);

function testFiles() {
  const names = readdirSync(directory).filter((name) => name.endsWith('.test.mjs'));
  return names.map((name) => join('__test__', 'client', name));
}
