// Refuses a tag that is not that of this version, and a version that the changelog still calls unreleased.
//
// usage: node scripts/release/check.mjs TAG

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../root.mjs';

const { version } = createRequire(import.meta.url)('../../package.json');
const [tag] = process.argv.slice(2);
const heading = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').match(/^## (\S+) – (.*)$/m);
if (tag !== `v${version}`) {
  fail(`The tag is ${tag}, and the version in package.json ${version}: tag v${version}.`);
}
if (heading?.[1] !== version || !/^\d{4}-\d{2}-\d{2}$/.test(heading[2])) {
  fail(`CHANGELOG.md begins with "${heading?.[0]}": it has to be "## ${version} – <date>".`);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
