// Finding the engine, and what is said where none fits.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect, refusal } from './helpers/client.mjs';
import { copyProduct, engineFile, enginePackage } from './helpers/copy.mjs';
import { root } from './helpers/paths.mjs';
import { makeProject, temporaryDirectory } from './helpers/place.mjs';

/** An installation without an engine, and how a first call there ends. */
function install(t) {
  const directory = temporaryDirectory(t);
  copyProduct(directory);
  return directory;
}

function firstCall(directory, preload = '') {
  const script = `${preload};
    const { list } = require(${JSON.stringify(directory)});
    list({}, { cwd: ${JSON.stringify(directory)} })
      .then(({ path }) => ({ path }), ({ name, code, message }) => ({ name, code, message }))
      .then((outcome) => console.log(JSON.stringify(outcome)));`;
  return JSON.parse(execFileSync(process.execPath, ['--eval', script], { encoding: 'utf8' }));
}

test('no engine: the error names the system, the package, what was tried and the command that helps', (t) => {
  const directory = install(t);
  const { name, code, message } = firstCall(directory);
  assert.deepEqual([name, code], ['CheckpointError', 'ENGINE_MISSING']);
  assert.ok(message.includes(`${process.platform} ${process.arch}`), message);
  assert.ok(message.includes(`npm install ${enginePackage}@1.1.0`), message);
  assert.ok(message.includes(`- ${join(directory, engineFile)}: no such file`), message);
  assert.ok(message.includes(`- ${enginePackage}: not installed`), message);
});

test('no engine in a clone: the command is the build', (t) => {
  const directory = install(t);
  writeFileSync(join(directory, 'Cargo.toml'), '');
  const { message } = firstCall(directory);
  assert.ok(message.includes(`run \`npm run build\` in ${directory}`), message);
  assert.doesNotMatch(message, /npm install/);
});

test('glibc and musl are told apart, by what is mapped or by a report', (t) => {
  const directory = install(t);
  const linux = (mapped, header) => `
    Object.defineProperty(process, 'platform', { value: 'linux' });
    const fs = require('node:fs');
    const { readFileSync } = fs;
    fs.readFileSync = (file, ...rest) => file === '/proc/self/maps' ? ${JSON.stringify(mapped)} : readFileSync(file, ...rest);
    process.report.getReport = () => ({ header: ${JSON.stringify(header)} })`;
  for (const where of [
    linux('7f00-7f01 r-xp 00000000 fe:00 1 /usr/lib/libc.so.6\n', {}),
    linux('', { glibcVersionRuntime: '2.36' }),
  ]) {
    const { message } = firstCall(directory, where);
    assert.match(message, /with glibc/);
    assert.ok(message.includes(`session-checkpoint-mcp-linux-${process.arch}-gnu@`), message);
  }
  for (const where of [linux('7f00-7f01 r-xp 00000000 fe:00 1 /lib/ld-musl-x86_64.so.1\n', {}), linux('', {})]) {
    const { message } = firstCall(directory, where);
    assert.match(message, /with musl/);
    assert.ok(message.includes(`session-checkpoint-mcp-linux-${process.arch}-musl@`), message);
  }
});

test('other systems have their own packages', (t) => {
  const directory = install(t);
  const on = (platform) => `Object.defineProperty(process, 'platform', { value: '${platform}' })`;
  assert.ok(firstCall(directory, on('win32')).message.includes(`session-checkpoint-mcp-win32-${process.arch}-msvc@`));
  assert.ok(firstCall(directory, on('darwin')).message.includes(`session-checkpoint-mcp-darwin-${process.arch}@`));
});

test('a system without a package: it is said which ones have one, and how to build', (t) => {
  const directory = install(t);
  const arch = "Object.defineProperty(process, 'arch', { value: 'riscv64' })";
  const { message } = firstCall(directory, arch);
  assert.match(message, /riscv64.* None is published for it, only for darwin-arm64, .*win32-x64-msvc; build it/);
  assert.ok(message.includes(` to ${directory}. Tried:`), message);
  assert.doesNotMatch(message, /npm install/);
});

test('an engine that does not load: the reason is named', (t) => {
  const directory = install(t);
  writeFileSync(join(directory, engineFile), 'no library');
  const { code, message } = firstCall(directory);
  assert.equal(code, 'ENGINE_MISSING');
  assert.match(message, new RegExp(`${engineFile.replaceAll('.', '\\.')}: (?!no such file).+`));
});

test('a package whose engine does not load: it has to be removed, since npm takes it for installed', (t) => {
  const directory = install(t);
  const place = installPackage(directory, "module.exports = require('./engine.node')");
  const wrong = readFileSync(join(root, engineFile));
  wrong.fill(0, 0, 64);
  writeFileSync(join(place, 'engine.node'), wrong);
  const { message } = firstCall(directory);
  assert.match(message, new RegExp(`- ${enginePackage}: (?!not installed).+`));
  assert.ok(message.includes(`remove ${place}, then run \`npm install ${enginePackage}@1.1.0\``), message);
});

test('a package without its engine is no installed one', (t) => {
  const directory = install(t);
  const place = installPackage(directory, "module.exports = require('./engine.node')");
  const { message } = firstCall(directory);
  assert.ok(message.includes(`- ${enginePackage}: Cannot find module './engine.node'`), message);
  assert.ok(message.includes(`remove ${place}, then run`), message);
});

test('an engine for a newer glibc: both versions are said, and not to install it again', (t) => {
  const directory = install(t);
  // What dlopen says.
  installPackage(
    directory,
    'throw new Error("/lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.99\' not found (required by /a.node)")',
  );
  const linux = `
    Object.defineProperty(process, 'platform', { value: 'linux' });
    process.report.getReport = () => ({ header: { glibcVersionRuntime: '2.36' } })`;
  const { message } = firstCall(directory, linux);
  assert.match(message, /with glibc 2\.36\. Use a system with glibc 2\.99 or newer, or build it/);
  assert.match(message, /: it needs glibc 2\.99 or newer$/);
  assert.doesNotMatch(message, /npm install/);
});

test('an engine of another version is not used', (t) => {
  const directory = install(t);
  installPackage(directory, "exports.version = () => '1.0.9'");
  const { code, message } = firstCall(directory);
  assert.equal(code, 'ENGINE_MISSING');
  assert.match(message, /it is version 1\.0\.9, and version 1\.1\.0 is needed/);
});

test('an engine beside index.js is used', (t) => {
  const directory = install(t);
  cpSync(join(root, engineFile), join(directory, engineFile));
  assert.deepEqual(firstCall(directory), { path: directory });
});

test("an engine in the platform's package is used", (t) => {
  const directory = install(t);
  installPackage(directory, "module.exports = require('./engine.node')");
  cpSync(join(root, engineFile), join(directory, 'node_modules', enginePackage, 'engine.node'));
  assert.deepEqual(firstCall(directory), { path: directory });
});

function installPackage(directory, code) {
  const place = join(directory, 'node_modules', enginePackage);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'index.js'), code);
  return place;
}

test('a server without an engine starts, lists its tools, and says what is missing when one is called', async (t) => {
  const directory = install(t);
  const client = await connect(t, makeProject(t), { file: join(directory, 'dist', 'index.js') });
  const { tools } = await client.listTools();
  assert.equal(tools.length, 3);
  const text = await refusal(client, 'load_session_checkpoint');
  assert.match(text, /^ENGINE_MISSING: /);
  assert.ok(text.includes(enginePackage), text);
});
