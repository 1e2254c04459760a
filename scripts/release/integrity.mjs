// Writes into the plugin's lock file what the published engines consist of, so that nothing else is ever installed in
// their place.
//
// usage: node scripts/release/integrity.mjs DIRECTORY [LOCK FILE]

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.mjs';
import { tarballsIn } from './tarballs.mjs';

const [directory, file = join(root, 'plugin', 'package-lock.json')] = process.argv.slice(2);
const tarballs = new Map(tarballsIn(directory).map((tarball) => [tarball.name, tarball]));
const lock = JSON.parse(readFileSync(file, 'utf8'));
for (const [path, entry] of Object.entries(lock.packages)) {
  const name = path.replace('node_modules/', '');
  if (path === '') {
    continue;
  }
  const tarball = tarballs.get(name);
  if (tarball?.version !== entry.version) {
    console.error(`The lock file wants ${name}@${entry.version}; packed is ${tarball?.version ?? 'none'}.`);
    process.exit(1);
  }
  const { version, ...rest } = entry;
  lock.packages[path] = { version, ...rest, integrity: tarball.integrity };
}
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
