// Publishes packed packages. It can be run again after it failed half-way: what is published already is left alone when
// it is the same, and an error when it is not.
//
// usage: node scripts/release/publish.mjs DIRECTORY [OPTION OF npm publish]...

import { spawnSync } from 'node:child_process';
import { tarballsIn } from './tarballs.mjs';

const [directory, ...options] = process.argv.slice(2);
for (const { file, name, version, integrity } of tarballsIn(directory)) {
  const published = publishedIntegrity(name, version);
  if (published === integrity) {
    console.log(`${name}@${version} is there already`);
  } else if (published !== undefined) {
    fail(`${name}@${version} is published with other content (${published}, and not ${integrity}). Raise the version.`);
  } else {
    const { status } = npm(['publish', file, '--access', 'public', ...options], 'inherit');
    if (status !== 0) {
      fail(`${name}@${version} could not be published. Run this again when the cause is gone.`);
    }
  }
}

/** `undefined` when that version is not published. */
function publishedIntegrity(name, version) {
  const { status, stdout, stderr } = npm(['view', `${name}@${version}`, 'dist.integrity', '--json'], 'pipe');
  if (status === 0) {
    return stdout.trim() === '' ? undefined : JSON.parse(stdout);
  }
  if (/E404/.test(stdout + stderr)) {
    return undefined;
  }
  return fail(`Whether ${name}@${version} is published could not be found out:\n${stdout}${stderr}`);
}

function npm(args, stdio) {
  return spawnSync('npm', args, { stdio: ['ignore', stdio, stdio], encoding: 'utf8' });
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
