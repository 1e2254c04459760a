// Finding the engine, and what is said where none fits.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
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

test('glibc and musl are told apart', (t) => {
  const directory = install(t);
  const program = join(directory, 'program');
  // By the loader that the program names; one that names none is asked for a report.
  const linux = (loader, header) => {
    writeFileSync(program, `\x7fELF\0${loader}\0`);
    return `
    Object.defineProperty(process, 'platform', { value: 'linux' });
    process.execPath = ${JSON.stringify(program)};
    process.report.getReport = () => ({ header: ${JSON.stringify(header)} })`;
  };
  for (const [abi, words, loader, header] of [
    ['gnu', /with glibc/, '/lib64/ld-linux-x86-64.so.2', {}],
    ['gnu', /with glibc/, '', { glibcVersionRuntime: '2.36' }],
    ['musl', /with musl/, '/lib/ld-musl-x86_64.so.1', { glibcVersionRuntime: '2.36' }],
    ['musl', /with musl/, '', {}],
  ]) {
    const { message } = firstCall(directory, linux(loader, header));
    assert.match(message, words);
    assert.ok(message.includes(`session-checkpoint-mcp-linux-${process.arch}-${abi}@`), message);
  }
});

test('other systems have their own packages', (t) => {
  const directory = install(t);
  const on = (platform) => `Object.defineProperty(process, 'platform', { value: '${platform}' })`;
  assert.ok(firstCall(directory, on('win32')).message.includes(`session-checkpoint-mcp-win32-${process.arch}-msvc@`));
  assert.ok(firstCall(directory, on('darwin')).message.includes(`session-checkpoint-mcp-darwin-${process.arch}@`));
});

test('an engine that does not load: the reason is named', (t) => {
  const directory = install(t);
  writeFileSync(join(directory, engineFile), 'no library');
  const { code, message } = firstCall(directory);
  assert.equal(code, 'ENGINE_MISSING');
  assert.match(message, new RegExp(`${engineFile.replaceAll('.', '\\.')}: (?!no such file).+`));
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
