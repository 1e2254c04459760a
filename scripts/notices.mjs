// The licences of the packages in a bundle, as their licences want them to be passed on.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/**
 * @param {string[]} inputs the bundle's input files, relative to the repository
 * @param {string} comments licence comments found inside them
 */
export function notices(inputs, comments) {
  const packages = [...new Set(inputs.map(packageOf).filter(Boolean))].sort();
  const parts = packages.map((directory) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, directory, 'package.json'), 'utf8'));
    return `${name} ${version} (${license})\n\n${licenceOf(name, directory).trim()}\n`;
  });
  if (comments.trim() !== '') {
    parts.push(
      `Code that these packages carry within them, under the licence named here, whose text is above\n\n${comments.trim()}\n`,
    );
  }
  return `The files here contain code of the following packages.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

/** `node_modules/zod` of `node_modules/zod/v4/core/core.js`; nothing for the repository's own files. */
function packageOf(input) {
  return input.match(/^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0];
}

function licenceOf(name, directory) {
  const file = readdirSync(join(root, directory)).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) {
    throw new Error(`${name} is bundled and has no licence file. Find its licence before it is shipped.`);
  }
  return readFileSync(join(root, directory, file), 'utf8');
}
