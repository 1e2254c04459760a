// The product as it is installed somewhere else: the files of the npm package, without an engine.

import { cpSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './paths.mjs';

const require = createRequire(import.meta.url);
const { files } = require('../../package.json');
const engine = require('../../lib/engine.js');

/** What the engine's file is called here. */
export const engineFile = engine.engineFile();
/** What the engine's package is called here. */
export const enginePackage = engine.enginePackage();

export function copyProduct(directory) {
  for (const file of ['package.json', ...files]) {
    cpSync(join(root, file), join(directory, file), { recursive: true });
  }
}
