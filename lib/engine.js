'use strict';

// Finds and loads the native engine, on first use: requiring the package must work, and be quick,
// where no binary fits.

const { closeSync, existsSync, openSync, readSync } = require('node:fs');
const { join } = require('node:path');
const { CheckpointError } = require('./errors.js');
const { version } = require('../server/generated/contract.json');

const NAME = 'session-checkpoint-mcp';
const ROOT = join(__dirname, '..');

let loaded;

/**
 * The engine's functions. Throws a `CheckpointError` with code `ENGINE_MISSING` when no binary fits.
 */
function engine() {
  loaded ??= load();
  return loaded.binary;
}

/** The file or package that the engine is loaded from. Throws like `engine`. */
function engineSource() {
  loaded ??= load();
  return loaded.source;
}

function load() {
  const failures = [];
  for (const candidate of candidates()) {
    try {
      return { binary: verified(require(candidate)), source: candidate };
    } catch (error) {
      failures.push(`- ${candidate}: ${reason(error, candidate)}`);
    }
  }
  throw new CheckpointError('ENGINE_MISSING', explanation(failures));
}

/**
 * A local build, then the platform package, and for a plugin that is run in its clone the build there. This file is in
 * `lib/`, or bundled into `dist/` or `plugin/dist/`.
 */
function candidates() {
  const file = engineFile();
  return [
    join(__dirname, file),
    join(ROOT, file),
    enginePackage(),
    ...(isPluginIn(ROOT) ? [join(ROOT, '..', file)] : []),
  ];
}

function isPluginIn(directory) {
  return existsSync(join(directory, '.claude-plugin', 'plugin.json'));
}

function engineFile() {
  return `${NAME}.${target()}.node`;
}

function enginePackage() {
  return `${NAME}-${target()}`;
}

/** A binary of another version would speak another contract. */
function verified(binary) {
  const found = binary.version();
  if (found !== version) {
    throw new Error(`it is version ${found}, and version ${version} is needed`);
  }
  return binary;
}

/** What this system's binary is called after, such as `linux-x64-gnu`, `darwin-arm64` or `win32-x64-msvc`. */
function target() {
  const { platform, arch } = process;
  const abi = { linux: () => `-${libc()}`, win32: () => '-msvc' }[platform];
  return `${platform}-${arch}${abi ? abi() : ''}`;
}

function libc() {
  // This program names its loader near its beginning; asking for a report takes longer than a hook's own work.
  const descriptor = openSync(process.execPath, 'r');
  try {
    const head = Buffer.alloc(4096);
    readSync(descriptor, head, 0, head.length, 0);
    const [, name] = /\/ld-(musl|linux)[^/]*\.so/.exec(head.toString('latin1')) ?? [];
    if (name !== undefined) {
      return name === 'musl' ? 'musl' : 'gnu';
    }
  } finally {
    closeSync(descriptor);
  }
  const { report } = process;
  // Without this the report looks up the name of every network peer.
  const before = report.excludeNetwork;
  report.excludeNetwork = true;
  try {
    return report.getReport().header.glibcVersionRuntime ? 'gnu' : 'musl';
  } finally {
    report.excludeNetwork = before;
  }
}

function reason(error, candidate) {
  // A module that was found can miss one of its own, which is another problem.
  const absent = error.code === 'MODULE_NOT_FOUND' && error.message.includes(`'${candidate}'`);
  if (!absent) {
    return error.message.split('\n')[0];
  }
  return candidate.endsWith('.node') ? 'no such file' : 'not installed';
}

function explanation(failures) {
  return [`${NAME} ${version} has no engine for this system, ${systemName()}. ${fix()}. Tried:`, ...failures].join(
    '\n',
  );
}

/** What to do where there is no engine: in a clone, a plugin, an installed package. */
function fix() {
  const isPlugin = isPluginIn(ROOT);
  const clone = isPlugin ? join(ROOT, '..') : ROOT;
  if (existsSync(join(clone, 'Cargo.toml'))) {
    return `Build it: run \`npm run build\` in ${clone}`;
  }
  const install = `npm install ${enginePackage()}@${version}`;
  return isPlugin
    ? `Install it: run \`${install} --no-save\` in ${ROOT}, or install the plugin again`
    : `Install it: run \`${install}\` where ${NAME} is installed`;
}

function systemName() {
  const { platform, arch } = process;
  return platform === 'linux'
    ? `${platform} ${arch} with ${libc() === 'gnu' ? 'glibc' : 'musl libc'}`
    : `${platform} ${arch}`;
}

module.exports = { engine, engineSource, engineFile, enginePackage };
