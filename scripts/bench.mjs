// What a save, a load and a list cost, as ratios to a named command measured in the same run, since
// machines differ and are noisy while ratios hardly are. Medians over interleaved runs, in one process that
// is warm; the command is a process, since that is what a person would run instead.
//
// node scripts/bench.mjs [FILES...]   sizes of the repositories; default 200 10000 100000

import { execFileSync } from 'node:child_process';
import { closeSync, fsyncSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

const { save, load, list } = createRequire(import.meta.url)('../index.js');

const SIZES = process.argv.slice(2).map(Number);
const CHANGED = 20;
const CHECKPOINTS = 1000;
const KILOBYTE = 1024;

const place = mkdtempSync(join(tmpdir(), 'session-checkpoint-bench-'));
try {
  for (const files of SIZES.length > 0 ? SIZES : [200, 10_000, 100_000]) {
    await repository(files);
  }
  await checkpoints();
} finally {
  rmSync(place, { recursive: true, force: true });
}

/** Save and load in a repository of that many files, against git status. */
async function repository(files) {
  const project = makeRepository(files);
  const status = ['git', ['status', '--porcelain', '-z', '-uall']];
  const options = { cwd: project, env: { CLAUDE_CODE_SESSION_ID: 'bench' } };
  const runs = files > 50_000 ? 11 : 41;
  await save({ goal: 'Measure' }, options);
  const times = await interleaved(runs, {
    command: () => execFileSync(...status, { cwd: project, maxBuffer: 1 << 30 }),
    sync: () => writeAndSync(join(project, '.claude-checkpoints')),
    save: () => save({ goal: 'Measure', mode: 'merge' }, options),
    load: () => load({}, options),
  });
  console.log(`\n${files} files, ${CHANGED} changed; git status --porcelain -z -uall: ${milliseconds(times.command)}`);
  row('save, without the disk', times.save - times.sync, times.command);
  row('  the disk: 2 fsync', times.sync, times.command);
  row('load', times.load, times.command);
  console.log(`  memory: ${memoryOf(project)} MiB on top of bare node at the peak`);
}

/** A list of many checkpoints, against reading the same files. */
async function checkpoints() {
  const project = join(place, 'list');
  mkdirSync(project);
  const options = { cwd: project };
  const text = 'What was done, and why, in the words somebody would use. '.repeat(10);
  for (let at = 0; at < CHECKPOINTS; at += 1) {
    const tasks = [{ description: `Task ${at}`, status: 'done' }];
    await save({ goal: `Goal ${at}`, summary: text, tasks, session: `session-${at}` }, options);
  }
  const directory = join(project, '.claude-checkpoints');
  const names = readdirSync(directory).filter((name) => name.endsWith('.json'));
  const times = await interleaved(21, {
    command: () => execFileSync('cat', names, { cwd: directory, maxBuffer: 1 << 30 }),
    list: () => list({ limit: 0 }, options),
  });
  console.log(`\n${CHECKPOINTS} checkpoints; cat of the same files: ${milliseconds(times.command)}`);
  row('list', times.list, times.command);
}

function makeRepository(files) {
  const project = join(place, String(files));
  mkdirSync(project);
  const git = (...args) => execFileSync('git', args, { cwd: project, stdio: 'ignore' });
  git('init', '--quiet');
  // Git would tidy up beside the measurement.
  git('config', 'gc.auto', '0');
  git('config', 'maintenance.auto', 'false');
  for (let file = 0; file < files; file += 1) {
    const directory = join(project, `directory-${Math.floor(file / 100)}`);
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, `${file % 100}.txt`), `file ${file}\n`.repeat(20));
  }
  git('add', '.');
  git('-c', 'user.name=Bench', '-c', 'user.email=bench@example.invalid', 'commit', '--quiet', '--message', 'Start');
  // So that git need not read files whose times are those of its index.
  execFileSync('sleep', ['1.1']);
  git('update-index', '--refresh');
  for (let file = 0; file < CHANGED; file += 1) {
    writeFileSync(join(project, 'directory-0', `${file}.txt`), `changed ${file}\n`);
  }
  return project;
}

/** What a save does to the disk, and nothing else. */
function writeAndSync(directory) {
  const file = join(directory, 'bench.tmp');
  const descriptor = openSync(file, 'w', 0o600);
  writeFileSync(descriptor, 'x'.repeat(4 * KILOBYTE));
  fsyncSync(descriptor);
  closeSync(descriptor);
  const parent = openSync(directory, 'r');
  fsyncSync(parent);
  closeSync(parent);
  rmSync(file);
}

/** Medians in milliseconds. The first round warms caches. */
async function interleaved(runs, contestants) {
  const times = Object.fromEntries(Object.keys(contestants).map((name) => [name, []]));
  for (let run = 0; run <= runs; run += 1) {
    for (const [name, measure] of Object.entries(contestants)) {
      const start = performance.now();
      await measure();
      if (run > 0) {
        times[name].push(performance.now() - start);
      }
    }
  }
  const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(runs / 2)];
  return Object.fromEntries(Object.entries(times).map(([name, values]) => [name, median(values)]));
}

/** Peak memory of a process that saves and loads, less that of one that does nothing, in MiB. */
function memoryOf(project) {
  const peak = (body) => {
    const index = fileURLToPath(new URL('../index.js', import.meta.url));
    const script = `(async () => { ${body} ; console.log(process.resourceUsage().maxRSS); })()`;
    return Number(execFileSync(process.execPath, ['-e', script, index, project], { encoding: 'utf8' }));
  };
  const work = `const { save, load } = require(process.argv[1]);
    const options = { cwd: process.argv[2], env: { CLAUDE_CODE_SESSION_ID: 'bench' } };
    await save({ goal: 'Measure' }, options); await load({}, options)`;
  return ((peak(work) - peak('')) / KILOBYTE).toFixed(0);
}

function row(name, time, command) {
  console.log(`  ${name.padEnd(24)} ${milliseconds(time).padStart(10)}   ${(time / command).toFixed(2)}× the command`);
}

function milliseconds(time) {
  return `${time.toFixed(1)} ms`;
}
