// The generated parts of the README: written, and known to be out of date when they are.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from './helpers/paths.mjs';
import { temporaryDirectory } from './helpers/place.mjs';

const contract = createRequire(import.meta.url)('../server/generated/contract.json');

function docs(...args) {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts', 'docs.mjs'), ...args], {
    encoding: 'utf8',
  });
  return { status, stderr };
}

const part = (name, text = '') => `<!-- generated:${name} -->\n${text}<!-- /generated:${name} -->\n`;

test('it writes its parts, and nothing else', (t) => {
  const file = join(temporaryDirectory(t), 'README.md');
  const words = ['# Title\n', 'between, with $& and $1\n', 'end\n'];
  writeFileSync(
    file,
    words[0] +
      part('tools', 'OUTDATED\n') +
      words[1] +
      part('limits') +
      part('environment') +
      part('errors') +
      part('commands') +
      words[2],
  );

  const stale = docs('--check', file);
  assert.equal(stale.status, 1);
  assert.match(stale.stderr, /tools, limits, environment, errors, commands.*npm run docs/);
  assert.equal(docs(file).status, 0);
  assert.equal(docs('--check', file).status, 0);

  const text = readFileSync(file, 'utf8');
  assert.ok(text.startsWith(words[0]) && text.includes(words[1]) && text.endsWith(words[2]));
  assert.doesNotMatch(text, /OUTDATED/);
  for (const { name } of contract.tools) {
    assert.ok(text.includes(`### \`${name}\``));
  }
  for (const { name } of contract.environment) {
    assert.ok(text.includes(`| \`${name}\` |`));
  }
  for (const { code } of [...contract.errors, { code: 'ENGINE_MISSING' }]) {
    assert.ok(text.includes(`| \`${code}\` |`));
  }
  assert.match(text, /\| `show \[selector\]` \| print a checkpoint .* \| `-p, --project <path>`/);
  assert.match(text, /\| `goal` \| string \| yes \| 1–500 characters \|/);
  assert.match(text, /\| `goal` \| 500 \|/);
});

test('a part that is missing is named', (t) => {
  const file = join(temporaryDirectory(t), 'README.md');
  writeFileSync(file, part('tools') + part('limits') + part('errors'));
  const { status, stderr } = docs('--check', file);
  assert.equal(status, 1);
  assert.match(stderr, /generated:environment/);
});
