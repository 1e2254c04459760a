// Writes server/generated/contract.json from the engine. With --check it only tells whether the
// file is what the engine says.

import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './root.mjs';

const require = createRequire(import.meta.url);
const { engineFile } = require('../lib/engine.js');
// The local build itself: index.js would refuse one whose version is not in the file yet.
const engine = require(join(root, engineFile()));

if (engine.contract === undefined) {
  console.error('The engine there was built to be shipped, without the contract. Run `npm run build:native` first.');
  process.exit(1);
}

const file = join(root, 'server', 'generated', 'contract.json');
const wanted = `${JSON.stringify(JSON.parse(engine.contract()), null, 2)}\n`;

if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== wanted) {
    console.error(
      'server/generated/contract.json is not what the engine says. Run `npm run build` and commit the file.',
    );
    process.exit(1);
  }
} else {
  writeFileSync(file, wanted);
}
