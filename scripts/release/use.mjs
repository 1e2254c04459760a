// Puts the files of packed packages where the tests look for what is built: they then test what will be published.
//
// usage: node scripts/release/use.mjs DIRECTORY

import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../root.mjs';
import { tarballsIn } from './tarballs.mjs';

const { engineFile, enginePackage } = createRequire(import.meta.url)('../../lib/engine.js');
const { name: main } = createRequire(import.meta.url)('../../package.json');

const tarballs = tarballsIn(process.argv[2]);
take(enginePackage(), engineFile());
take(main, 'dist');

function take(name, path) {
  const tarball = tarballs.find((each) => each.name === name);
  if (tarball === undefined) {
    console.error(`There is no package ${name} in ${process.argv[2]}.`);
    process.exit(1);
  }
  const directory = mkdtempSync(join(tmpdir(), 'session-checkpoint-release-'));
  execFileSync('tar', ['-xzf', tarball.file, '-C', directory]);
  rmSync(join(root, path), { recursive: true, force: true });
  cpSync(join(directory, 'package', path), join(root, path), { recursive: true });
  rmSync(directory, { recursive: true });
}
