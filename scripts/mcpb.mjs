// Packs the bundle for Claude Desktop: the server, its licences, and every engine that is built here, in
// `npm/<target>/` or in the repository itself. The platforms in its manifest are those of these engines.
//
// usage: node scripts/mcpb.mjs [FILE.mcpb]

import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { root } from './root.mjs';

const require = createRequire(import.meta.url);
const manifest = require('../package.json');
const contract = require('../server/generated/contract.json');

const output = resolve(process.argv[2] ?? join(root, 'target', `${manifest.name}-${manifest.version}.mcpb`));
const directory = join(root, 'target', 'mcpb');
rmSync(directory, { recursive: true, force: true });
mkdirSync(join(directory, 'dist'), { recursive: true });

const engines = findEngines();
if (engines.length === 0) {
  console.error('No engine is built here: run `npm run build` first.');
  process.exit(1);
}
for (const engine of engines) {
  copyFileSync(engine, join(directory, basename(engine)));
}
for (const file of ['index.js', 'package.json', 'THIRD_PARTY_NOTICES.txt']) {
  copyFileSync(join(root, 'dist', file), join(directory, 'dist', file));
}
cpSync(join(root, 'LICENSE'), join(directory, 'LICENSE'));
cpSync(join(root, 'plugin', '.claude-plugin', 'icon.png'), join(directory, 'icon.png'));
writeFileSync(join(directory, 'manifest.json'), `${JSON.stringify(bundleManifest(), null, 2)}\n`);

mcpb('validate', join(directory, 'manifest.json'));
rmSync(output, { force: true });
mcpb('pack', directory, output);

function findEngines() {
  const packages = join(root, 'npm');
  const directories = [
    root,
    ...(existsSync(packages) ? readdirSync(packages).map((name) => join(packages, name)) : []),
  ];
  const files = directories.flatMap((each) => readdirSync(each).map((name) => join(each, name)));
  const engineFile = new RegExp(`^${manifest.name}\\.(darwin|linux|win32)-[\\w-]+\\.node$`);
  return files.filter((file) => engineFile.test(basename(file)));
}

function bundleManifest() {
  const {
    name,
    version,
    description,
    author,
    license,
    keywords,
    homepage,
    bugs,
    repository,
    engines: needs,
  } = manifest;
  return {
    manifest_version: '0.3',
    name,
    display_name: 'Session checkpoints',
    version,
    description,
    author: { name: author },
    repository: { type: 'git', url: repository.url.replace(/^git\+/, '') },
    homepage,
    support: bugs,
    icon: 'icon.png',
    license,
    keywords,
    server: {
      type: 'node',
      entry_point: 'dist/index.js',
      mcp_config: {
        command: 'node',
        args: [`\${__dirname}/dist/index.js`],
        env: { CHECKPOINT_PROJECT_ROOT: `\${user_config.project}` },
      },
    },
    tools: contract.tools.map(({ name: tool, title }) => ({ name: tool, ...(title && { description: title }) })),
    prompts_generated: true,
    compatibility: { platforms: platformsOf(engines), runtimes: { node: needs.node } },
    user_config: {
      project: {
        type: 'directory',
        title: 'Project',
        description: 'The directory whose checkpoints are kept, unless a call names another one',
        required: true,
      },
    },
  };
}

function platformsOf(files) {
  return [...new Set(files.map((file) => basename(file).match(/\.(darwin|linux|win32)-/)[1]))].sort();
}

function mcpb(...args) {
  const cli = join(root, 'node_modules', '@anthropic-ai', 'mcpb', 'dist', 'cli', 'cli.js');
  try {
    execFileSync(process.execPath, [cli, ...args], { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' });
  } catch (error) {
    console.error(`${error.stdout}${error.stderr}`);
    process.exit(1);
  }
}
