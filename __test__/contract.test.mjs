// What clients are told: pinned, small enough, and what the engine says.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect, eras } from './helpers/client.mjs';
import { root } from './helpers/paths.mjs';
import { makeProject } from './helpers/place.mjs';

const require = createRequire(import.meta.url);
const contract = require('../server/generated/contract.json');
const { engine } = require('../lib/engine.js');

const names = ['save_session_checkpoint', 'load_session_checkpoint', 'list_session_checkpoints'];
const updating = process.env.UPDATE_SNAPSHOTS === '1';

for (const { era, mode } of eras) {
  test(`a client that opens with ${era} gets the pinned tools`, async (t) => {
    const client = await connect(t, makeProject(t), { mode });
    const { tools } = await client.listTools();

    assert.deepEqual(
      tools.map(({ name }) => name),
      names,
    );
    for (const tool of tools) {
      const file = join(root, '__test__', 'snapshots', `${tool.name}.json`);
      if (updating) {
        writeFileSync(file, `${JSON.stringify(tool, null, 2)}\n`);
      }
      // Updated on purpose only: UPDATE_SNAPSHOTS=1 npm run test:js
      assert.deepEqual(tool, JSON.parse(readFileSync(file, 'utf8')));
    }
    const { length } = JSON.stringify(tools);
    assert.ok(length < 10_000, `${length} characters, which every client pays for in tokens`);
  });

  test(`a client that opens with ${era} gets instructions no client cuts off`, async (t) => {
    const client = await connect(t, makeProject(t), { mode });
    assert.equal(client.getInstructions(), contract.instructions);
    assert.ok(contract.instructions.length <= 4000);
  });
}

test('all versions agree', () => {
  const lock = require('../package-lock.json');
  const versions = {
    'package.json': require('../package.json').version,
    'package-lock.json': lock.version,
    'package-lock.json, packages': lock.packages[''].version,
    'Cargo.toml': readFileSync(join(root, 'Cargo.toml'), 'utf8').match(/^version = "(.+)"$/m)[1],
    'contract.json': contract.version,
    engine: engine().version(),
    'index.js': require('../index.js').version,
    plugin: require('../plugin/.claude-plugin/plugin.json').version,
    'plugin/package.json': require('../plugin/package.json').version,
    'plugin/package-lock.json': require('../plugin/package-lock.json').version,
    'server.json': require('../server.json').version,
    'server.json, package': require('../server.json').packages[0].version,
    ...require('../package.json').optionalDependencies,
    ...require('../plugin/package.json').optionalDependencies,
    ...lock.packages[''].optionalDependencies,
    ...Object.fromEntries(
      Object.entries({ ...lock.packages, ...require('../plugin/package-lock.json').packages })
        .filter(([name]) => name.startsWith('node_modules/session-checkpoint-mcp-'))
        .map(([name, entry]) => [name, entry.version]),
    ),
  };
  assert.deepEqual(new Set(Object.values(versions)), new Set(['1.1.0']), JSON.stringify(versions));
});
