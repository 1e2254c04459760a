// The doors of other clients: what the README tells people to write, the MCP registry's entry, the bundle for Claude
// Desktop.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import Ajv from 'ajv';
import { parse as parseToml } from 'smol-toml';
import { connect, save } from './helpers/client.mjs';
import { root } from './helpers/paths.mjs';
import { makeRepository } from './helpers/place.mjs';

const require = createRequire(import.meta.url);
const manifest = require('../package.json');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

/** Where each client keeps its servers. */
const clients = {
  'Claude Desktop': 'mcpServers',
  '`.mcp.json`': 'mcpServers',
  Cursor: 'mcpServers',
  'VS Code': 'servers',
  Codex: 'mcp_servers',
  'Gemini CLI': 'mcpServers',
  Zed: 'context_servers',
  Windsurf: 'mcpServers',
};

/** The first code block after a client's name. */
function snippetFor(client) {
  const [section] = readme.slice(readme.indexOf('### Other clients')).split('\n## ');
  const [, language, text] = section.slice(section.indexOf(`**${client}**`)).match(/```(\w+)\n(.*?)```/s);
  return language === 'toml' ? parseToml(text) : JSON.parse(text);
}

for (const [client, key] of Object.entries(clients)) {
  test(`${client}: what the README says starts the package`, () => {
    const settings = snippetFor(client);
    assert.deepEqual(Object.keys(settings), [key]);
    const { command, args } = settings[key].checkpoint;
    assert.deepEqual([command, ...args], ['npx', '-y', manifest.name]);
  });
}

test('server.json is what the MCP registry takes, and says what the package says', () => {
  const server = require('../server.json');
  const schema = require('./schemas/mcp-registry/server.schema.json');
  // It has examples among its keywords, which Ajv would refuse, and a format that Ajv does not come with.
  const ajv = new Ajv({ allErrors: true, strict: false, formats: { uri: (text) => URL.canParse(text) } });
  const validate = ajv.compile(schema);
  assert.equal(server.$schema, schema.$id);
  assert.ok(validate(server), JSON.stringify(validate.errors, null, 2));
  for (const wrong of [{ description: 'x'.repeat(101) }, { name: 'no-slash' }, { websiteUrl: 'nowhere' }]) {
    assert.ok(!validate({ ...server, ...wrong }), Object.keys(wrong)[0]);
  }
  // It allows fields that it does not know, and so misspelt ones.
  const { ServerDetail, Package } = schema.definitions;
  const known = [ServerDetail, Package].flatMap(({ properties }) => Object.keys(properties));
  for (const field of [server, ...server.packages].flatMap(Object.keys)) {
    assert.ok(known.includes(field), field);
  }

  assert.equal(server.name, manifest.mcpName);
  assert.equal(server.version, manifest.version);
  const [{ identifier, version, environmentVariables }] = server.packages;
  assert.deepEqual({ identifier, version }, { identifier: manifest.name, version: manifest.version });
  const { environment } = require('../server/generated/contract.json');
  for (const { name } of environmentVariables) {
    assert.ok(
      environment.some((each) => each.name === name),
      name,
    );
  }
});

test('the bundle is packed, validated, unpacked and run as Claude Desktop runs it', async (t) => {
  const project = makeRepository(t);
  const bundle = join(project.directory, 'bundle.mcpb');
  const directory = join(project.directory, 'unpacked');
  const mcpb = join(root, 'node_modules', '@anthropic-ai', 'mcpb', 'dist', 'cli', 'cli.js');
  const run = (...args) => execFileSync(process.execPath, args, { env: project.env, stdio: 'pipe' });
  run(join(root, 'scripts', 'mcpb.mjs'), bundle);
  run(mcpb, 'unpack', bundle, directory);
  run(mcpb, 'validate', join(directory, 'manifest.json'));

  const {
    version,
    server,
    compatibility,
    user_config: settings,
  } = JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8'));
  assert.equal(version, manifest.version);
  const engines = readdirSync(directory).filter((name) => name.endsWith('.node'));
  assert.deepEqual(compatibility.platforms, [...new Set(engines.map((name) => name.split(/[.-]/).at(3)))].sort());
  assert.ok(compatibility.platforms.includes(process.platform));

  assert.deepEqual(Object.keys(settings), ['project']);
  const filled = (text) => text.replace(`\${__dirname}`, directory).replace(`\${user_config.project}`, project.root);
  const [file] = server.mcp_config.args.map(filled);
  assert.equal(file, join(directory, server.entry_point));
  const env = Object.fromEntries(Object.entries(server.mcp_config.env).map(([name, text]) => [name, filled(text)]));
  const client = await connect(t, project, { file, env, cwd: project.directory });
  const { session } = await save(client, { goal: 'Come from a bundle' });
  assert.equal(project.checkpoint(session).goal.primary, 'Come from a bundle');
});
