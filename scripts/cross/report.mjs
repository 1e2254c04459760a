// A table of the engines of these targets: size, the newest version of glibc they ask for, and the libraries.
//
// usage: node scripts/cross/report.mjs TARGET...

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Table from 'cli-table3';
import { readElf } from '../elf.mjs';
import { platforms } from '../platforms.mjs';

const table = new Table({ head: ['file', 'bytes', 'arch', 'glibc', 'libraries'], style: { head: [], border: [] } });
for (const { target, directory, file } of platforms) {
  if (process.argv.includes(target)) {
    const bytes = readFileSync(join(directory, file));
    const { arch, glibc, needed } = readElf(bytes);
    table.push([`npm/${target}/${file}`, bytes.length, arch, glibc ?? '-', needed.join(' ')]);
  }
}
console.log(table.toString());
