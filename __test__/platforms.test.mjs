// The platform packages: manifests, and the licences of what is compiled into their engines. The engines themselves are
// tested where they are built: see __test__/cross.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { manifestText, platforms } from '../scripts/platforms.mjs';
import { crateNotices } from '../scripts/rust-notices.mjs';
import { root } from './helpers/paths.mjs';

const require = createRequire(import.meta.url);
const plugin = require('../plugin/package.json');
const { packages: locked } = require('../plugin/package-lock.json');

test('every system has a package, and the plugin asks for all of them', () => {
  const names = platforms.map(({ manifest }) => manifest.name);
  assert.deepEqual(names, Object.keys(plugin.optionalDependencies));
  assert.deepEqual(
    readdirSync(join(root, 'npm')).sort(),
    platforms.map(({ target }) => target),
  );
});

for (const platform of platforms) {
  const { target, directory, file, manifest, rust } = platform;

  test(`${target}: the manifest is what the table says`, () => {
    assert.equal(readFileSync(join(directory, 'package.json'), 'utf8'), manifestText(platform), 'npm run platforms');
    assert.equal(manifest.version, require('../package.json').version);
    assert.equal(manifest.main, file);
    const { os, cpu, libc, engines, version } = locked[`node_modules/${manifest.name}`];
    assert.deepEqual(
      { os: manifest.os, cpu: manifest.cpu, libc: manifest.libc, engines: manifest.engines, version: manifest.version },
      { os, cpu, libc, engines, version },
      'as in the lock file of the plugin',
    );
  });

  test(`${target}: no crate is missing in the notices`, () => {
    const notices = crateNotices(rust);
    const crates = cratesOf(rust);
    assert.ok(crates.length > 40, `${crates.length} crates`);
    for (const crate of crates) {
      assert.ok(notices.includes(`\n${crate} (`), crate);
    }
    for (const text of [/LINKING EXCEPTION/, /Jean-loup Gailly/, /PCRE2 LICEN[CS]E/i, /The standard library of Rust/]) {
      assert.match(notices, text);
    }
  });
}

/** What cargo itself says is compiled in, such as `libc 0.2.191`. */
function cratesOf(rust) {
  const args = ['tree', '--locked', '--edges', 'normal', '--target', rust, '--prefix', 'none', '--format', '{p}'];
  const printed = execFileSync('cargo', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const crates = printed.split('\n').flatMap(
    (line) =>
      line
        .match(/^(\S+) v(\S+)/)
        ?.slice(1, 3)
        .join(' ') ?? [],
  );
  // Our own are under our own licence.
  return [...new Set(crates)].filter((crate) => !crate.startsWith('session-checkpoint-'));
}
