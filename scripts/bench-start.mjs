// How long a client waits for the first answer of a server it starts, and for the hooks that it runs all the
// time. Medians over interleaved runs, as ratios: machines differ, ratios hardly do.

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { root } from './root.mjs';

const RUNS = 41;
const MOST_OF_BARE = 3.0;
const MOST_OF_V1 = 0.6;
const HOOK_MOST_OF_BARE = 1.25;

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
};

// A project with a checkpoint, in a repository, so that the nudge has everything to do that it ever has.
const place = mkdtempSync(join(tmpdir(), 'session-checkpoint-bench-'));
process.on('exit', () => rmSync(place, { recursive: true, force: true }));
mkdirSync(join(place, '.claude-checkpoints'));
writeFileSync(join(place, '.claude-checkpoints', 'bench.json'), '{}');
mkdirSync(join(place, '.git'));
writeFileSync(join(place, '.git', 'HEAD'), 'ref: refs/heads/main\n');
writeFileSync(join(place, '.git', 'index'), emptyIndex());
// Reading certificates would add to every start but those of the hooks.
delete process.env.NODE_EXTRA_CA_CERTS;
const hookEnv = { PATH: process.env.PATH, HOME: place, CLAUDE_PROJECT_DIR: place, CLAUDE_PID: String(process.pid) };
const sessionStart = { hook_event_name: 'SessionStart', source: 'startup', cwd: place };
const subagentSave = {
  hook_event_name: 'PreToolUse',
  tool_name: 'mcp__checkpoint__save_session_checkpoint',
  agent_id: 'a1',
};

/** How the plugin starts a hook. */
const { hooks } = JSON.parse(readFileSync(join(root, 'plugin', 'hooks', 'hooks.json'), 'utf8'));
const ofPlugin = (event) =>
  hooks[event][0].hooks[0].args.map((word) => word.replace(`$\{CLAUDE_PLUGIN_ROOT}`, join(root, 'plugin')));

const contestants = [
  { name: 'node -e 0', measure: () => untilExit(['-e', '0']), times: [] },
  { name: 'dist/index.js', measure: () => untilAnswer([join(root, 'dist', 'index.js')]), times: [] },
  {
    name: 'SDK v1, one tool, unbundled',
    measure: () => untilAnswer([join(root, 'scripts', 'bench', 'sdk-v1-server.mjs')]),
    times: [],
  },
  {
    name: 'dist/hook.js',
    // A session of its own each time, which has to be written down.
    measure: () => untilExit([join(root, 'dist', 'hook.js')], { ...sessionStart, session_id: randomUUID() }),
    times: [],
  },
  { name: 'dist/guard.js', measure: () => untilExit([join(root, 'dist', 'guard.js')], subagentSave), times: [] },
  {
    name: 'hook.js of the plugin',
    measure: () => untilExit(ofPlugin('SessionStart'), { ...sessionStart, session_id: randomUUID() }),
    times: [],
  },
  { name: 'guard.js of the plugin', measure: () => untilExit(ofPlugin('PreToolUse'), subagentSave), times: [] },
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

const [bare, ours, v1, ...hooksOfOurs] = contestants.map(({ times }) => median(times));
for (const { name, times } of contestants) {
  console.log(`${name.padEnd(30)} ${median(times).toFixed(1).padStart(7)} ms`);
}
report('dist/index.js to node -e 0', ours / bare, MOST_OF_BARE);
report('dist/index.js to SDK v1', ours / v1, MOST_OF_V1);
for (const [index, time] of hooksOfOurs.entries()) {
  report(`${contestants[index + 3].name} to node -e 0`, time / bare, HOOK_MOST_OF_BARE);
}

function report(name, ratio, most) {
  const verdict = ratio <= most ? 'ok' : 'TOO SLOW';
  console.log(`${name.padEnd(30)} ${ratio.toFixed(2).padStart(7)}    at most ${most.toFixed(2)}: ${verdict}`);
  if (ratio > most) {
    process.exitCode = 1;
  }
}

/** A whole process, with what it is told on standard input. */
async function untilExit(args, input) {
  const start = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'inherit'], env: hookEnv, cwd: place });
  child.stdin.on('error', () => {});
  child.stdin.end(input === undefined ? '' : JSON.stringify(input));
  await once(child, 'exit');
  return performance.now() - start;
}

/** Git's index without an entry: signature, version, count and checksum. */
function emptyIndex() {
  const index = Buffer.alloc(32);
  index.write('DIRC');
  index.writeUInt32BE(2, 4);
  return index;
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
