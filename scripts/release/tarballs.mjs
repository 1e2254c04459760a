// The packed packages in a directory.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `{ file, name, version, integrity }` of each, the platforms' before the main package, which names them. */
export function tarballsIn(directory) {
  const files = readdirSync(directory).filter((name) => name.endsWith('.tgz'));
  const tarballs = files.map((name) => describe(join(directory, name)));
  return tarballs.sort((a, b) => b.name.length - a.name.length);
}

function describe(file) {
  const manifest = execFileSync('tar', ['-xzOf', file, 'package/package.json'], { encoding: 'utf8' });
  const { name, version } = JSON.parse(manifest);
  return { file, name, version, integrity: integrityOf(file) };
}

/** What a file consists of, as lock files say it. */
export function integrityOf(file) {
  return `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
}
