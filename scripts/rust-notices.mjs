// The licences of what is compiled into an engine, as they want to be passed on.

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './root.mjs';

// Code in other languages that crates carry, with licences of its own.
const CARRIED = { 'libgit2-sys': ['libgit2/COPYING'], 'libz-sys': ['src/zlib/LICENSE'] };

// What comes without its licence text: whose it is, under the MIT licence.
const NAPI = 'Copyright (c) 2020 LongYinan\nCopyright (c) 2018 GitHub';
const WITHOUT_TEXT = { napi: NAPI, 'napi-sys': NAPI, 'napi-derive': NAPI, 'napi-derive-backend': NAPI };
const STANDARD_LIBRARY = {
  title: 'The standard library of Rust (MIT OR Apache-2.0)',
  text: mit('Copyright (c) The Rust Project Contributors'),
};

/** The notices of an engine for a target such as `x86_64-unknown-linux-gnu`. A text that several share is there once. */
export function crateNotices(target) {
  const titles = new Map();
  for (const { title, text } of [STANDARD_LIBRARY, ...cratesOf(target).map(noticeOf)]) {
    titles.set(text, [...(titles.get(text) ?? []), title]);
  }
  const parts = [...titles].map(([text, names]) => `${names.join('\n')}\n\n${text}\n`);
  return `The engine contains the following.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

/** The crates that are linked into the engine or that write code for it, sorted, without the engine itself. */
function cratesOf(target) {
  const { packages, resolve, workspace_members: own } = metadata(target);
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
  const used = new Set([resolve.root]);
  for (const id of used) {
    for (const { pkg, dep_kinds } of nodes.get(id).deps) {
      if (dep_kinds.some(({ kind }) => kind === null)) {
        used.add(pkg);
      }
    }
  }
  return packages
    .filter(({ id }) => used.has(id) && !own.includes(id))
    .sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1));
}

function metadata(target) {
  const args = ['metadata', '--format-version', '1', '--locked', '--filter-platform', target];
  const stdio = ['ignore', 'pipe', 'inherit'];
  return JSON.parse(execFileSync('cargo', args, { cwd: root, stdio, encoding: 'utf8', maxBuffer: 1 << 28 }));
}

function noticeOf({ name, version, license, manifest_path }) {
  const directory = dirname(manifest_path);
  const files = [...ownLicences(directory), ...(CARRIED[name] ?? [])];
  const texts = files.map((file) => readFileSync(join(directory, file), 'utf8').replaceAll('\r\n', '\n').trim());
  if (texts.length === 0 && license === 'MIT' && WITHOUT_TEXT[name] !== undefined) {
    texts.push(mit(WITHOUT_TEXT[name]));
  }
  if (texts.length === 0) {
    throw new Error(`${name} ${version} has no licence file. Find its licence before it is shipped.`);
  }
  return { title: `${name} ${version} (${license})`, text: texts.join('\n\n') };
}

/** The licence files of a crate. Where there is a choice with MIT, that is what we take it under. */
function ownLicences(directory) {
  const files = readdirSync(directory).filter((file) => /^(licen[cs]e|copying|copyright|notice|unlicense)/i.test(file));
  const isMit = (file) => /mit/i.test(file);
  return files.some(isMit) ? files.filter((file) => !/apache|unlicense|copying/i.test(file)) : files;
}

function mit(owner) {
  return readFileSync(join(root, 'LICENSE'), 'utf8')
    .replace(/^Copyright.*$/m, owner)
    .trim();
}
