// What a release publishes, made of what is built here: the main package, and one package per platform.

import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { platforms } from '../../../scripts/platforms.mjs';
import { copyProduct } from '../../helpers/copy.mjs';
import { root } from '../../helpers/paths.mjs';

const require = createRequire(import.meta.url);
const manifest = require('../../../package.json');
export const { version } = manifest;

/** Writes the packages' directories and gives them back. */
export function makePackages(directory) {
  return [...platforms.map((platform) => makePlatform(directory, platform)), makeMain(directory)];
}

function makeMain(directory) {
  const target = join(directory, manifest.name);
  copyProduct(target);
  for (const file of ['README.md', 'LICENSE']) {
    cpSync(join(root, file), join(target, file));
  }
  return target;
}

/** The engine where it is built here; elsewhere a file that can't be loaded, so that who loads it fails. */
function makePlatform(directory, { directory: prepared, file, manifest }) {
  const target = join(directory, manifest.name);
  cpSync(prepared, target, { recursive: true });
  const engine = [join(prepared, file), join(root, file)].find((built) => existsSync(built));
  if (engine === undefined) {
    writeFileSync(join(target, file), 'It is not built on this machine.\n');
  } else {
    cpSync(engine, join(target, file));
  }
  return target;
}

/** A package that does nothing but answer, to measure against. */
export function makeEmptyPackage(directory) {
  const target = join(directory, 'empty-package');
  mkdirSync(target);
  writeFileSync(
    join(target, 'package.json'),
    JSON.stringify({ name: 'empty-package', version: '1.0.0', bin: 'index.js' }),
  );
  writeFileSync(join(target, 'index.js'), `#!/usr/bin/env node\nconsole.log('{}');\n`);
  return target;
}
