// What a release publishes, made of what is built here: the main package, and one package per platform.

import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { copyProduct } from '../../helpers/copy.mjs';
import { root } from '../../helpers/paths.mjs';

const require = createRequire(import.meta.url);
const manifest = require('../../../package.json');
export const { version } = manifest;
const { packages } = require('../../../plugin/package-lock.json');

/** Writes the packages' directories and gives them back. */
export function makePackages(directory) {
  const platforms = Object.keys(manifest.optionalDependencies).map((name) => makePlatform(directory, name));
  return [...platforms, makeMain(directory)];
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
function makePlatform(directory, name) {
  const target = join(directory, name);
  const prepared = join(root, 'npm', name.slice(manifest.name.length + 1));
  const file = `${manifest.name}.${name.slice(manifest.name.length + 1)}.node`;
  mkdirSync(target);
  if (existsSync(join(prepared, 'package.json'))) {
    cpSync(prepared, target, { recursive: true });
  } else {
    writeFileSync(join(target, 'package.json'), JSON.stringify(platformManifest(name, file), null, 2));
  }
  const engine = [join(prepared, file), join(root, file)].find((built) => existsSync(built));
  if (engine === undefined) {
    writeFileSync(join(target, file), 'It is not built on this machine.\n');
  } else {
    cpSync(engine, join(target, file));
  }
  return target;
}

function platformManifest(name, file) {
  const { version, license, os, cpu, libc, engines } = packages[`node_modules/${name}`];
  const { repository } = manifest;
  return { name, version, license, repository, os, cpu, ...(libc && { libc }), engines, main: file, files: [file] };
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
