// What the package is made of.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from './helpers/paths.mjs';
import { temporaryDirectory } from './helpers/place.mjs';

const manifest = createRequire(import.meta.url)('../package.json');
const text = (file) => readFileSync(join(root, file), 'utf8');

test('it needs nothing at run time', () => {
  assert.deepEqual(manifest.dependencies, undefined);
  assert.deepEqual(manifest.optionalDependencies, undefined);
  assert.equal(manifest.engines.node, '>=20');
});

test('what builds and tests it has exact versions', () => {
  const { devDependencies } = JSON.parse(text('__test__/client/package.json'));
  const { optionalDependencies } = JSON.parse(text('__test__/oldest-node/package.json'));
  for (const [name, version] of Object.entries({
    ...manifest.devDependencies,
    ...devDependencies,
    ...optionalDependencies,
  })) {
    assert.match(version, /^\d+\.\d+\.\d+$/, name);
  }
});

const lockFiles = [
  'package-lock.json',
  ...['__test__/client', '__test__/oldest-node', 'plugin'].map((name) => `${name}/package-lock.json`),
];
for (const file of lockFiles) {
  test(`${file} names no place that packages come from`, () => {
    const { packages } = JSON.parse(text(file));
    for (const [name, entry] of Object.entries(packages)) {
      assert.equal(entry.resolved, undefined, name);
    }
  });
}

test('what is packed is what is needed', (t) => {
  const printed = execFileSync(
    'npm',
    ['pack', '--dry-run', '--json', '--ignore-scripts', '--offline', '--no-update-notifier'],
    {
      cwd: root,
      env: { ...process.env, HOME: temporaryDirectory(t) },
      encoding: 'utf8',
    },
  );
  const [{ files }] = JSON.parse(printed);
  const packed = files.map(({ path }) => path);
  assert.deepEqual(packed.toSorted(), [
    'LICENSE',
    'README.md',
    'dist/THIRD_PARTY_NOTICES.txt',
    'dist/cli.js',
    'dist/guard.js',
    'dist/hook.js',
    'dist/index.js',
    'dist/package.json',
    'dist/remind.js',
    'dist/restore.js',
    'dist/trail.js',
    'index.d.ts',
    'index.js',
    'lib/engine.d.ts',
    'lib/engine.js',
    'lib/errors.js',
    'lib/sessions/check.js',
    'lib/sessions/identifiers.js',
    'lib/sessions/jsonl.js',
    'lib/sessions/lazy-list.js',
    'lib/sessions/look.js',
    'lib/sessions/native.js',
    'lib/sessions/open.js',
    'lib/sessions/pairing.js',
    'lib/sessions/paths.js',
    'lib/sessions/record-store.js',
    'lib/sessions/removal.js',
    'lib/sessions/session.js',
    'lib/sessions/sources.js',
    'package.json',
    'server/generated/contract.json',
    'sessions.d.ts',
    'sessions.js',
  ]);
});

test('the bundle comes with the licences of what is in it', () => {
  const notices = text('dist/THIRD_PARTY_NOTICES.txt');
  for (const name of [
    '@modelcontextprotocol/server',
    '@modelcontextprotocol/core',
    'zod',
    'content-type',
    'jsonc-parser',
  ]) {
    assert.ok(notices.includes(name), name);
  }
  assert.match(notices, /Permission is hereby granted, free of charge/);
  assert.match(notices, /Apache License/);
});

test('the bundle stays small, since it is read at every start', () => {
  const kilobytes = text('dist/index.js').length / 1024;
  assert.ok(kilobytes < 330, `${kilobytes} KB: look at what came in`);
});
