// How long the three calls take on a repository of a thousand files, twenty of them changed.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

const { save, load, list } = createRequire(import.meta.url)('../index.js');

const RUNS = 51;
const FILES = 1000;
const CHANGED = 20;

const project = mkdtempSync(join(tmpdir(), 'session-checkpoint-bench-'));
try {
  git('init', '--quiet');
  mkdirSync(join(project, 'src'));
  for (let file = 0; file < FILES; file += 1) {
    writeFileSync(join(project, 'src', `${file}.txt`), `file ${file}\n`);
  }
  git('add', '.');
  git('-c', 'user.name=Bench', '-c', 'user.email=bench@example.invalid', 'commit', '--quiet', '--message', 'Start');
  for (let file = 0; file < CHANGED; file += 1) {
    writeFileSync(join(project, 'src', `${file}.txt`), `changed ${file}\n`);
  }

  const options = { cwd: project, env: { CLAUDE_CODE_SESSION_ID: 'bench' } };
  const goal = 'Measure';
  await report('save, replace', () => save({ goal }, options));
  await report('save, merge', () => save({ goal, mode: 'merge' }, options));
  await report('load', () => load({}, options));
  await report('list', () => list({}, options));
} finally {
  rmSync(project, { recursive: true, force: true });
}

async function report(name, call) {
  const times = [];
  for (let run = 0; run < RUNS; run += 1) {
    const start = performance.now();
    await call();
    times.push(performance.now() - start);
  }
  const median = times.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)];
  console.log(`${name.padEnd(15)} ${median.toFixed(1).padStart(7)} ms`);
}

function git(...args) {
  execFileSync('git', args, { cwd: project });
}
