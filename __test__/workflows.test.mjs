// The workflows run nothing that is not here, and no action that can change under them.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from './helpers/paths.mjs';

const { scripts, engines } = createRequire(import.meta.url)('../package.json');
const directory = join(root, '.github', 'workflows');
const workflows = readdirSync(directory).map((name) => [name, readFileSync(join(directory, name), 'utf8')]);

for (const [name, text] of workflows) {
  test(`${name}: actions are pinned by commit`, () => {
    for (const [, action] of text.matchAll(/uses: (\S+)/g)) {
      assert.match(action, /^\.\/|@[0-9a-f]{40}$/);
    }
  });

  test(`${name}: the scripts it runs are there`, () => {
    for (const [, script] of text.matchAll(/npm run ([\w:-]+)/g)) {
      assert.ok(scripts[script], script);
    }
    for (const [, file] of text.matchAll(/node (scripts\/\S+\.mjs)/g)) {
      assert.ok(existsSync(join(root, file)), file);
    }
  });
}

test('every supported Node.js is tested on every system that packages are for', () => {
  const [, build] = workflows.find(([name]) => name === 'build.yml');
  assert.match(build, /node: \[20, 22, 24\]/);
  assert.equal(engines.node, '>=20');
  const { optionalDependencies } = createRequire(import.meta.url)('../package.json');
  for (const name of Object.keys(optionalDependencies)) {
    assert.ok(build.includes(`target: ${name.replace('session-checkpoint-mcp-', '')},`), name);
  }
});
