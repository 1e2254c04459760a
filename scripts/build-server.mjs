// Bundles the server into one file, dist/index.js, with the notices of what is bundled.

import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { notices } from './notices.mjs';
import { root } from './root.mjs';

const dist = join(root, 'dist');
const bundle = join(dist, 'index.js');

const { metafile, outputFiles } = await build({
  absWorkingDir: root,
  entryPoints: ['server/index.ts'],
  outfile: bundle,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  minify: true,
  alias: { '@modelcontextprotocol/server/_shims': './server/sdk-shims.ts' },
  legalComments: 'external',
  metafile: true,
  write: false,
});
const textOf = (file) => outputFiles.find(({ path }) => path === file)?.text ?? '';

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
writeFileSync(bundle, textOf(bundle));
chmodSync(bundle, 0o755);
// Says how to read index.js, also where it is copied away from the repository's package.json.
writeFileSync(join(dist, 'package.json'), '{ "type": "commonjs" }\n');
writeFileSync(
  join(dist, 'THIRD_PARTY_NOTICES.txt'),
  notices(Object.keys(metafile.inputs), textOf(`${bundle}.LEGAL.txt`)),
);
console.error(`built ${bundle} (${Math.round(textOf(bundle).length / 1024)} KB)`);
