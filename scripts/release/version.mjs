// Writes a version everywhere where it stands, but in what is generated: `npm run build` does the rest.
//
// usage: node scripts/release/version.mjs VERSION

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../root.mjs';

const { name, version: before } = createRequire(import.meta.url)('../../package.json');
const [version] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version ?? '')) {
  console.error('usage: node scripts/release/version.mjs VERSION, such as 1.2.0');
  process.exit(2);
}

for (const file of ['package.json', 'package-lock.json', 'plugin/package.json', 'plugin/package-lock.json']) {
  editJson(file, raise);
}
editJson('plugin/.claude-plugin/plugin.json', (json) => Object.assign(json, { version }));
editJson('server.json', (json) => {
  Object.assign(json, { version });
  Object.assign(json.packages[0], { version });
});
for (const target of existsSync(join(root, 'npm')) ? readdirSync(join(root, 'npm')) : []) {
  editJson(`npm/${target}/package.json`, raise);
}
// Its own entry, not a dependency that happens to have that version.
edit('Cargo.toml', (text) => text.replace(`\nversion = "${before}"`, `\nversion = "${version}"`));
edit('Cargo.lock', (text) =>
  text.replace(`name = "${name}"\nversion = "${before}"`, `name = "${name}"\nversion = "${version}"`),
);
// As the formatter wants them.
execFileSync(
  process.execPath,
  [join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome'), 'format', '--write', 'plugin', 'server.json'],
  {
    cwd: root,
    stdio: 'ignore',
  },
);
console.log(`${before} is ${version} now. Next: npm run build, and the changelog.`);

/** A manifest or a lock file. What the old engines consisted of does not hold for new ones. */
function raise(json) {
  json.version = version;
  for (const each of [json, ...(json.packages ? [json.packages['']] : [])]) {
    each.version = version;
    for (const dependency of Object.keys(each.optionalDependencies ?? {})) {
      each.optionalDependencies[dependency] = version;
    }
  }
  for (const [path, entry] of Object.entries(json.packages ?? {})) {
    if (path.startsWith(`node_modules/${name}-`)) {
      entry.version = version;
      delete entry.integrity;
    }
  }
}

function editJson(file, change) {
  edit(file, (text) => {
    const json = JSON.parse(text);
    change(json);
    return `${JSON.stringify(json, null, 2)}\n`;
  });
}

function edit(file, change) {
  const path = join(root, file);
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}
