'use strict';

// Finds and loads the native engine, on first use: requiring the package must work, and be quick,
// where no binary fits.

const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const { CheckpointError } = require('./errors.js');
const { TARGETS } = require('./targets.js');
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
      failures.push({ candidate, ...reason(error, candidate) });
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

/** The C library this process runs on: `gnu` or `musl`. */
function libc() {
  const mapped = mappedFiles();
  if (mapped.includes('/ld-musl-')) {
    return 'musl';
  }
  return mapped.includes('/libc.so.6') || glibcVersion() !== undefined ? 'gnu' : 'musl';
}

/** What is in this process, by file. Reading it takes a tenth of the time of a report. */
function mappedFiles() {
  try {
    return readFileSync('/proc/self/maps', 'latin1');
  } catch {
    return '';
  }
}

/** The version of glibc that a report of this process names, if it does. */
function glibcVersion() {
  const { report } = process;
  // Without this the report looks up the name of every network peer.
  const before = report.excludeNetwork;
  report.excludeNetwork = true;
  try {
    return report.getReport().header.glibcVersionRuntime;
  } finally {
    report.excludeNetwork = before;
  }
}

/** Why it was not loaded, whether it is there at all, and the glibc that it would have needed. */
function reason(error, candidate) {
  // A module that was found can miss one of its own, which is another problem.
  if (error.code === 'MODULE_NOT_FOUND' && error.message.includes(`'${candidate}'`)) {
    return { isAbsent: true, text: candidate.endsWith('.node') ? 'no such file' : 'not installed' };
  }
  const glibc = error.message.match(/version [`']GLIBC_([\d.]+)' not found/)?.[1];
  const text = glibc ? `it needs glibc ${glibc} or newer` : error.message.split('\n')[0];
  return { isAbsent: false, text, glibc };
}

function explanation(failures) {
  return [
    `${NAME} ${version} has no engine for this system, ${systemName()}. ${fix(failures)}. Tried:`,
    ...failures.map(({ candidate, text }) => `- ${candidate}: ${text}`),
  ].join('\n');
}

/** What to do where there is no engine: in a clone, a plugin, an installed package. */
function fix(failures) {
  const isPlugin = isPluginIn(ROOT);
  const clone = isPlugin ? join(ROOT, '..') : ROOT;
  if (existsSync(join(clone, 'Cargo.toml'))) {
    return `Build it: run \`npm run build\` in ${clone}`;
  }
  const build = `build it: run \`npm run build\` in a clone of the repository and copy ${engineFile()} to ${ROOT}`;
  if (!Object.hasOwn(TARGETS, target())) {
    return `None is published for it, only for ${Object.keys(TARGETS).join(', ')}; ${build}`;
  }
  const glibc = failures.find((failure) => failure.glibc)?.glibc;
  if (glibc) {
    return `Use a system with glibc ${glibc} or newer, or ${build}`;
  }
  const broken = failures.some(({ candidate, isAbsent }) => candidate === enginePackage() && !isAbsent);
  const remove = broken ? `remove ${packageDirectory()}, then ` : '';
  const install = `npm install ${enginePackage()}@${version}`;
  return isPlugin
    ? `Install it: ${remove}run \`${install} --no-save\` in ${ROOT}, or install the plugin again`
    : `Install it: ${remove}run \`${install}\` where ${NAME} is installed`;
}

/** Where the platform's package is, whatever is the matter with its files. npm takes what is there for installed. */
function packageDirectory() {
  const places = require.resolve.paths(enginePackage()).map((place) => join(place, enginePackage()));
  return places.find((place) => existsSync(place)) ?? enginePackage();
}

function systemName() {
  const { platform, arch } = process;
  if (platform !== 'linux') {
    return `${platform} ${arch}`;
  }
  return `${platform} ${arch} with ${libc() === 'gnu' ? `glibc ${glibcVersion() ?? ''}`.trim() : 'musl libc'}`;
}

module.exports = { engine, engineSource, engineFile, enginePackage };
