// Bundles the server into dist/index.js, the command line into dist/cli.js and the client's hooks, each one
// file, with the notices of what is bundled, and copies all of it into the plugin.

import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { notices } from './notices.mjs';
import { root } from './root.mjs';

const dist = join(root, 'dist');
const sources = {
  index: 'server/index.ts',
  cli: 'server/cli/index.ts',
  hook: 'server/hooks/hook.ts',
  guard: 'server/hooks/guard.ts',
  restore: 'server/hooks/restore.ts',
  remind: 'server/hooks/remind.ts',
  trail: 'server/hooks/trail.ts',
};
const bundles = Object.fromEntries(Object.keys(sources).map((name) => [name, join(dist, `${name}.js`)]));

const { metafile, outputFiles } = await build({
  absWorkingDir: root,
  entryPoints: sources,
  outdir: dist,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  minify: true,
  alias: {
    '@modelcontextprotocol/server/_shims': './server/sdk-shims.ts',
    // Its main file can't be bundled.
    'jsonc-parser': './node_modules/jsonc-parser/lib/esm/main.js',
  },
  legalComments: 'external',
  metafile: true,
  write: false,
});
const textOf = (file) => outputFiles.find(({ path }) => path === file)?.text ?? '';

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
for (const bundle of Object.values(bundles)) {
  writeFileSync(bundle, textOf(bundle));
  console.error(`built ${bundle} (${Math.round(textOf(bundle).length / 1024)} KB)`);
}
chmodSync(bundles.index, 0o755);
// Says how to read them, also where they are copied away from the repository's package.json.
writeFileSync(join(dist, 'package.json'), '{ "type": "commonjs" }\n');
writeFileSync(
  join(dist, 'THIRD_PARTY_NOTICES.txt'),
  notices(
    Object.keys(metafile.inputs),
    Object.values(bundles)
      .map((bundle) => textOf(`${bundle}.LEGAL.txt`))
      .join(''),
  ),
);

// Plugins are run as they are in the repository, so what is built is committed there.
const pluginDist = join(root, 'plugin', 'dist');
rmSync(pluginDist, { recursive: true, force: true });
cpSync(dist, pluginDist, { recursive: true });
