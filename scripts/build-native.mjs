// Builds the engine and puts it where index.js and dist/index.js look for it:
// session-checkpoint-mcp.<platform>.node in the repository's root.
//
// --forced-panic DIRECTORY: a quick build for tests, in which a save with the goal "forced panic"
// panics, put into that directory.

import { spawnSync } from 'node:child_process';
import { copyFileSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './root.mjs';

const { engineFile } = createRequire(import.meta.url)('../lib/engine.js');

const engine = ['--package', 'session-checkpoint-mcp', '--lib', '--locked'];
const [option, directory] = process.argv.slice(2);
if (option === undefined) {
  // As the addon alone: with the library for Rust beside it, cargo leaves out the optimization at link time.
  cargo(['rustc', ...engine, '--release', '--features', 'contract', '--crate-type', 'cdylib']);
  install('release', root);
} else if (option === '--forced-panic' && directory !== undefined) {
  cargo(['build', ...engine, '--features', 'forced-panic']);
  install('debug', directory);
} else {
  console.error('usage: node scripts/build-native.mjs [--forced-panic DIRECTORY]');
  process.exit(2);
}

function install(profile, into) {
  const library =
    { win32: 'session_checkpoint.dll', darwin: 'libsession_checkpoint.dylib' }[process.platform] ??
    'libsession_checkpoint.so';
  const file = join(into, engineFile());
  // Renamed into place: a running server has the old file mapped, and writing into it would crash it.
  copyFileSync(join(targetDirectory(), profile, library), `${file}.new`);
  renameSync(`${file}.new`, file);
  console.error(`built ${file}`);
}

function targetDirectory() {
  const metadata = cargo(['metadata', '--format-version', '1', '--no-deps', '--locked'], 'pipe');
  return JSON.parse(metadata).target_directory;
}

function cargo(args, stdout = 'inherit') {
  const run = spawnSync('cargo', args, {
    cwd: root,
    stdio: ['ignore', stdout, 'inherit'],
    encoding: 'utf8',
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  if (run.error?.code === 'ENOENT') {
    console.error(
      'cargo was not found. The engine is written in Rust: install Rust 1.95 or newer (https://rustup.rs) and try again.',
    );
    process.exit(1);
  }
  if (run.status !== 0) {
    console.error(`cargo ${args.join(' ')} failed.`);
    process.exit(1);
  }
  return run.stdout;
}
