// Packs what is published: the main package, and the package of every platform whose engine is in npm/<target>.
//
// usage: node scripts/release/pack.mjs DIRECTORY [--all]     --all: refuses when an engine is missing

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { root } from '../root.mjs';

const { name, optionalDependencies } = createRequire(import.meta.url)('../../package.json');

const [given, option] = process.argv.slice(2);
const output = resolve(given);
mkdirSync(output, { recursive: true });
const targets = Object.keys(optionalDependencies).map((each) => each.slice(name.length + 1));
const missing = targets.filter((target) => !existsSync(join(root, 'npm', target, `${name}.${target}.node`)));
if (option === '--all' && missing.length > 0) {
  console.error(`There is no engine for ${missing.join(', ')} in npm/.`);
  process.exit(1);
}
const built = targets.filter((target) => !missing.includes(target)).map((target) => join(root, 'npm', target));
for (const directory of [...built, root]) {
  const args = ['pack', directory, '--pack-destination', output, '--ignore-scripts', '--loglevel=error'];
  process.stdout.write(execFileSync('npm', args, { encoding: 'utf8', shell: process.platform === 'win32' }));
}
