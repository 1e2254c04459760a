// The engines that scripts/cross.sh has built: what they ask of a system, and how large they make their packages.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readElf } from '../../scripts/elf.mjs';
import { platforms } from '../../scripts/platforms.mjs';
import { temporaryDirectory } from '../helpers/place.mjs';

const MOST_PACKED = 1.5 * 1024 * 1024;
const MOST_INSTALLED = 5 * 1024 * 1024;
const MOST_GLIBC = [2, 17];

// What every glibc has, under these names since 2.2, and musl's one library.
const LIBRARIES = {
  gnu: /^(libc\.so\.6|libm\.so\.6|libpthread\.so\.0|libdl\.so\.2|ld-linux-(x86-64\.so\.2|aarch64\.so\.1))$/,
  musl: /^libc(\.musl-(x86_64|aarch64)\.so\.1|\.so)$/,
};

for (const { target, directory, file, manifest } of platforms.filter(({ manifest: { os } }) => os.includes('linux'))) {
  const engine = join(directory, file);
  const abi = target.split('-')[2];

  test(`${target}: it asks for nothing that a system may lack`, () => {
    assert.ok(existsSync(engine), `${engine} is missing: npm run cross`);
    const { arch, needed, glibc } = readElf(readFileSync(engine));
    assert.equal(arch, manifest.cpu[0]);
    for (const library of needed) {
      assert.match(library, LIBRARIES[abi], `${engine} needs ${library}`);
    }
    if (abi === 'musl') {
      assert.equal(glibc, undefined);
    } else {
      const [major, minor] = glibc.split('.').map(Number);
      assert.ok(major === MOST_GLIBC[0] && minor <= MOST_GLIBC[1], `${engine} needs glibc ${glibc}`);
    }
  });

  test(`${target}: its package is small and has what it needs`, (t) => {
    const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--offline', '--no-update-notifier'];
    const env = { ...process.env, HOME: temporaryDirectory(t) };
    const [{ files, size, unpackedSize }] = JSON.parse(execFileSync('npm', args, { cwd: directory, env }));
    const names = ['LICENSE', 'README.md', 'THIRD_PARTY_NOTICES.txt', 'package.json', file];
    assert.deepEqual(files.map(({ path }) => path).sort(), names.sort());
    assert.ok(size <= MOST_PACKED, `${size} bytes packed`);
    assert.ok(unpackedSize <= MOST_INSTALLED, `${unpackedSize} bytes installed`);
  });

  test(`${target}: no path of the machine that built it is in it`, () => {
    const text = readFileSync(engine, 'latin1');
    assert.equal(text.match(/\/(home|Users)\/\w+\/|\/root\/|\/tools-[0-9a-f]{12}\//)?.[0], undefined);
  });
}
