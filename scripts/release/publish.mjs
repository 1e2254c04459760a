// Publishes packed packages. It can be run again after it failed half-way: what is published already is left alone when
// it is the same, and an error when it is not. With --take-published, which is for a build that was repeated and gave
// other bytes, what is published takes the place of what was packed, so that everything after this is about that.
//
// usage: node scripts/release/publish.mjs DIRECTORY [--take-published] [OPTION OF npm publish]...

import { spawnSync } from 'node:child_process';
import { integrityOf, tarballsIn } from './tarballs.mjs';

const TAKE = '--take-published';

const [directory, ...given] = process.argv.slice(2);
const options = given.filter((option) => option !== TAKE);
for (const { file, name, version, integrity } of tarballsIn(directory)) {
  const published = publishedIntegrity(name, version);
  if (published === integrity) {
    console.log(`${name}@${version} is there already`);
  } else if (published !== undefined && given.includes(TAKE)) {
    console.log(`${name}@${version} is there already, with other bytes: it is taken`);
    const { status } = npm(['pack', `${name}@${version}`, '--pack-destination', directory], 'ignore');
    if (status !== 0 || integrityOf(file) !== published) {
      fail(`${name}@${version} could not be fetched. Run this again.`);
    }
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
