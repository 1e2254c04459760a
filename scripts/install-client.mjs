// The real Claude Code client, for tests. It is 400 MB, so it is no dependency of the repository: it is installed into
// __test__/client when the version that is wanted there is not there yet.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/** The directory of the client and its tests. */
export const directory = join(root, '__test__', 'client');
const packages = join(directory, 'node_modules', '@anthropic-ai');
const wanted = readJson(join(directory, 'package.json')).devDependencies['@anthropic-ai/claude-code'];

/** Installs it where it is missing. Ends the process when that fails. */
export function installClient() {
  if (installedVersion() !== wanted) {
    install();
  }
}

function install() {
  console.error(`installing Claude Code ${wanted} for its tests (400 MB)`);
  const npm = spawnSync('npm', ['ci', '--loglevel=error', '--no-audit', '--no-fund'], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  const version = npm.status === 0 ? installedVersion() : undefined;
  if (version !== wanted) {
    console.error(npm.error?.message ?? `${npm.stdout}${npm.stderr}`);
    const why = npm.status === 0 ? `it has no package for ${process.platform}-${process.arch}` : 'npm ci failed';
    console.error(`Claude Code ${wanted} could not be installed into ${directory}: ${why}.`);
    process.exit(1);
  }
}

/** The version of the client's binary, which is in the package of this platform. */
function installedVersion() {
  const names = existsSync(packages) ? readdirSync(packages) : [];
  const name = names.find((entry) => entry.startsWith('claude-code-') && existsSync(join(packages, entry, 'claude')));
  return name === undefined ? undefined : readJson(join(packages, name, 'package.json')).version;
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
