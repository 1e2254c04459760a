// How long a client waits for the first answer of a server it starts. Medians over interleaved
// runs, as ratios: machines differ, ratios hardly do.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { root } from './root.mjs';

const RUNS = 41;
const MOST_OF_BARE = 3.0;
const MOST_OF_V1 = 0.6;

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
};

const contestants = [
  { name: 'node -e 0', measure: () => untilExit(['-e', '0']), times: [] },
  { name: 'dist/index.js', measure: () => untilAnswer([join(root, 'dist', 'index.js')]), times: [] },
  {
    name: 'SDK v1, one tool, unbundled',
    measure: () => untilAnswer([join(root, 'scripts', 'bench', 'sdk-v1-server.mjs')]),
    times: [],
  },
];

// The first round warms the disk's cache.
for (let run = 0; run <= RUNS; run += 1) {
  for (const { measure, times } of contestants) {
    const time = await measure();
    if (run > 0) {
      times.push(time);
    }
  }
}

const [bare, ours, v1] = contestants.map(({ times }) => median(times));
for (const { name, times } of contestants) {
  console.log(`${name.padEnd(30)} ${median(times).toFixed(1).padStart(7)} ms`);
}
report('dist/index.js to node -e 0', ours / bare, MOST_OF_BARE);
report('dist/index.js to SDK v1', ours / v1, MOST_OF_V1);

function report(name, ratio, most) {
  const verdict = ratio <= most ? 'ok' : 'TOO SLOW';
  console.log(`${name.padEnd(30)} ${ratio.toFixed(2).padStart(7)}    at most ${most.toFixed(1)}: ${verdict}`);
  if (ratio > most) {
    process.exitCode = 1;
  }
}

async function untilExit(args) {
  const start = performance.now();
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  await once(child, 'exit');
  return performance.now() - start;
}

async function untilAnswer(args) {
  const start = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.write(`${JSON.stringify(initialize)}\n`);
  await once(child.stdout, 'data');
  const time = performance.now() - start;
  child.stdin.end();
  child.stdout.resume();
  await once(child, 'exit');
  return time;
}

function median(times) {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
}
