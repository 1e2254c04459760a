// The engines in npm/<target>/: what they ask of a system, what they tell of the one that built them, and how large they make
// their packages. Those for Linux are there after scripts/cross.sh, the others where the release is packed.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readElf } from '../../scripts/elf.mjs';
import { platforms } from '../../scripts/platforms.mjs';
import { root } from '../helpers/paths.mjs';
import { temporaryDirectory } from '../helpers/place.mjs';

const MOST_PACKED = 1_500_000;
const MOST_INSTALLED = 5 * 1024 * 1024;
const MOST_FILES = 40;
const MOST_GLIBC = [2, 17];

// What every glibc has, under these names since 2.2, and musl's one library.
const LIBRARIES = {
  gnu: /^(libc\.so\.6|libm\.so\.6|libpthread\.so\.0|libdl\.so\.2|ld-linux-(x86-64\.so\.2|aarch64\.so\.1))$/,
  musl: /^libc(\.musl-(x86_64|aarch64)\.so\.1|\.so)$/,
};

const isForLinux = ({ manifest }) => manifest.os.includes('linux');
const isBuilt = ({ directory, file }) => existsSync(join(directory, file));

for (const platform of platforms.filter((each) => isForLinux(each) || isBuilt(each))) {
  const { target, directory, file } = platform;
  const engine = join(directory, file);

  test(`${target}: it is built`, () => {
    assert.ok(isBuilt(platform), `${engine} is missing: npm run cross`);
  });

  test(`${target}: its package is small and has what it needs`, (t) => {
    const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--offline', '--no-update-notifier'];
    const env = { ...process.env, HOME: temporaryDirectory(t) };
    const [{ files, size, unpackedSize }] = JSON.parse(execFileSync('npm', args, { cwd: directory, env }));
    const names = ['LICENSE', 'README.md', 'THIRD_PARTY_NOTICES.txt', 'package.json', file];
    assert.deepEqual(files.map(({ path }) => path).sort(), names.sort());
    t.diagnostic(`${size} bytes packed, ${unpackedSize} installed, ${files.length} files`);
    assert.ok(size <= MOST_PACKED, `${size} bytes packed`);
    assert.ok(unpackedSize <= MOST_INSTALLED, `${unpackedSize} bytes installed`);
    assert.ok(files.length <= MOST_FILES, `${files.length} files`);
  });

  test(`${target}: no path of the machine that built it is in it`, () => {
    const text = readFileSync(engine, 'latin1');
    for (const place of [root, homedir(), tmpdir()]) {
      assert.ok(!text.includes(`${place}/`), `${place} at ${text.indexOf(place)}`);
    }
    // Nor one of a source file, wherever that was.
    assert.equal(text.match(/(?<![\w.+-])\/(?:[\w.+-]+\/)+[\w.+-]+\.(?:rs|c|h)\b/)?.[0], undefined);
  });
}

for (const { target, directory, file, manifest } of platforms.filter(isForLinux)) {
  test(`${target}: it asks for nothing that a system may lack`, () => {
    const { arch, needed, glibc } = readElf(readFileSync(join(directory, file)));
    const abi = target.split('-')[2];
    assert.equal(arch, manifest.cpu[0]);
    for (const library of needed) {
      assert.match(library, LIBRARIES[abi], `${file} needs ${library}`);
    }
    if (abi === 'musl') {
      assert.equal(glibc, undefined);
    } else {
      const [major, minor] = glibc.split('.').map(Number);
      assert.ok(major === MOST_GLIBC[0] && minor <= MOST_GLIBC[1], `${file} needs glibc ${glibc}`);
    }
  });
}
