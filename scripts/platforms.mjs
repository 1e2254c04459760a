// Writes what a platform's package consists of besides its engine into npm/<target>: the manifest, which is committed,
// and README.md, LICENSE and THIRD_PARTY_NOTICES.txt, which are not.

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './root.mjs';
import { crateNotices } from './rust-notices.mjs';

const require = createRequire(import.meta.url);
const { TARGETS } = require('../lib/targets.js');
const main = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** `{ target, rust, directory, file, manifest }` of every platform; `file` is the engine in `directory`. */
export const platforms = Object.entries(TARGETS).map(([target, rust]) => {
  const file = `${main.name}.${target}.node`;
  return { target, rust, directory: join(root, 'npm', target), file, manifest: manifestOf(target, file) };
});

function manifestOf(target, file) {
  const [platform, arch, abi] = target.split('-');
  const libc = { gnu: 'glibc', musl: 'musl' }[abi];
  return {
    name: `${main.name}-${target}`,
    version: main.version,
    description: `The engine of ${main.name} for ${systemName(platform, arch, libc)}`,
    license: main.license,
    author: main.author,
    repository: { ...main.repository, directory: `npm/${target}` },
    homepage: main.homepage,
    bugs: main.bugs,
    main: file,
    files: [file, 'THIRD_PARTY_NOTICES.txt'],
    os: [platform],
    cpu: [arch],
    ...(libc && { libc: [libc] }),
    engines: main.engines,
    publishConfig: { access: 'public', provenance: true },
  };
}

function systemName(platform, arch, libc) {
  const name = { darwin: 'macOS', linux: 'Linux', win32: 'Windows' }[platform];
  return `${name} on ${arch}${libc ? ` with ${libc}` : ''}`;
}

/** The text of a platform's package.json. */
export function manifestText({ manifest }) {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function write(platform) {
  const { directory, manifest, rust } = platform;
  const into = (name) => join(directory, name);
  mkdirSync(directory, { recursive: true });
  writeFileSync(into('package.json'), manifestText(platform));
  writeFileSync(
    into('README.md'),
    `# ${manifest.name}\n\n${manifest.description}. Install [${main.name}](${main.homepage}), which chooses the right one.\n`,
  );
  copyFileSync(join(root, 'LICENSE'), into('LICENSE'));
  writeFileSync(into('THIRD_PARTY_NOTICES.txt'), crateNotices(rust));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const platform of platforms) {
    write(platform);
  }
  console.error(`wrote the manifests, notices and licences of ${platforms.length} packages in ${join(root, 'npm')}`);
}
