// What it costs to read a session's transcript: a capture of what is new in it, a load of a session that only has a
// long one, and the memory of a first capture of a very long one. Medians over interleaved runs, whole processes, as
// ratios to a command of the same run: machines differ, ratios hardly do.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { goOn } from './bench/transcript.mjs';
import { root } from './root.mjs';

const CAPTURES = 41;
const LOADS = 11;
const NEW_BYTES = 1024 * 1024;
const LONG_BYTES = 100_000_000;
const VERY_LONG_BYTES = 500_000_000;
const CAPTURE_MOST_OF_BARE = 2.0;
const LOAD_MOST_OF_PARSING = 0.7;
const MOST_MEBIBYTES = 64;

const place = mkdtempSync(join(tmpdir(), 'session-checkpoint-bench-'));
process.on('exit', () => rmSync(place, { recursive: true, force: true }));
const project = join(place, 'project');
const env = {
  PATH: process.env.PATH,
  HOME: place,
  CLAUDE_CONFIG_DIR: join(place, 'config'),
  CLAUDE_PROJECT_DIR: project,
  CLAUDE_PID: String(process.pid),
};
const folder = join(env.CLAUDE_CONFIG_DIR, 'projects', project.replace(/[^a-zA-Z0-9]/g, '-'));
mkdirSync(project);
mkdirSync(folder, { recursive: true });
for (const args of [
  ['init', '-q'],
  ['-c', 'user.name=b', '-c', 'user.email=b@example.org', 'commit', '-q', '--allow-empty', '-m', 'b'],
]) {
  execFileSync('git', args, { cwd: project, env: { PATH: env.PATH, HOME: place } });
}

captures();
loads();
memory();

/** The plugin's hook at the end of a turn that wrote a megabyte, against a process that does nothing. */
function captures() {
  const transcript = transcriptOf('captured');
  const { hooks } = JSON.parse(readFileSync(join(root, 'plugin', 'hooks', 'hooks.json'), 'utf8'));
  const hook = hooks.Stop[0].hooks.flatMap(({ args }) => [args]).find((args) => args.at(-1).endsWith('trail.js'));
  const args = hook.map((word) => word.replace(`$\{CLAUDE_PLUGIN_ROOT}`, join(root, 'plugin')));
  const stop = { hook_event_name: 'Stop', session_id: 'captured', transcript_path: transcript, cwd: project };
  const times = { bare: [], capture: [] };
  let from = 0;
  // The first round warms the disk's cache.
  for (let run = 0; run <= CAPTURES; run += 1) {
    from = goOn(transcript, NEW_BYTES, { cwd: project, session: 'captured', from });
    const round = { bare: untilExit(['-e', '0']), capture: untilExit(args, JSON.stringify(stop)) };
    for (const [who, time] of Object.entries(run > 0 ? round : {})) {
      times[who].push(time);
    }
  }
  const [bare, capture] = [median(times.bare), median(times.capture)];
  report(`trail.js of the plugin, 1 MB: ${milliseconds(capture)}, node -e 0: ${milliseconds(bare)}`);
  judge(capture / bare, '×', CAPTURE_MOST_OF_BARE);
}

/** A load of a session that saved nothing, net of one with a short transcript, against parsing its lines. */
function loads() {
  for (const [session, bytes] of [
    ['short', 100_000],
    ['long', LONG_BYTES],
  ]) {
    goOn(transcriptOf(session), bytes, { cwd: project, session });
  }
  const load = (session) => [
    '-e',
    'require(process.argv[1]).load({ checkpoint: process.argv[2] }, { cwd: process.argv[3], env: process.env })',
    join(root, 'index.js'),
    session,
    project,
  ];
  const parse = (session) => [
    '-e',
    "for (const line of require('fs').readFileSync(process.argv[1], 'utf8').split('\\n')) if (line) JSON.parse(line)",
    transcriptOf(session),
  ];
  const times = { short: [], long: [], parseShort: [], parseLong: [] };
  for (let run = 0; run <= LOADS; run += 1) {
    const round = {
      short: untilExit(load('short')),
      long: untilExit(load('long')),
      parseShort: untilExit(parse('short')),
      parseLong: untilExit(parse('long')),
    };
    for (const [who, time] of Object.entries(run > 0 ? round : {})) {
      times[who].push(time);
    }
  }
  const more = median(times.long) - median(times.short);
  const parsing = median(times.parseLong) - median(times.parseShort);
  report(`load, 100 MB more: ${milliseconds(more)}, JSON.parse of its lines: ${milliseconds(parsing)}`);
  judge(more / parsing, '×', LOAD_MOST_OF_PARSING);
}

/** Peak memory of a process that captures for the first time, less that of one that only loads the engine. */
function memory() {
  goOn(transcriptOf('memory'), VERY_LONG_BYTES, { cwd: project, session: 'memory' });
  const peak = (body) => {
    const script = `(async () => { const { capture } = require(process.argv[1]);
      const options = { cwd: process.argv[2], env: process.env };
      ${body};
      console.log(process.resourceUsage().maxRSS); })()`;
    const output = execFileSync(process.execPath, ['-e', script, join(root, 'index.js'), project], { env });
    return Number(String(output)) / 1024;
  };
  const bare = peak("await capture({ session: 'none', event: 'asked' }, options)");
  const first = peak("await capture({ session: 'memory', event: 'asked' }, options)");
  report('first capture of 500 MB, memory on top of a session without a transcript');
  judge(first - bare, ' MiB', MOST_MEBIBYTES);
}

function transcriptOf(session) {
  const file = join(folder, `${session}.jsonl`);
  mkdirSync(dirname(file), { recursive: true });
  return file;
}

function untilExit(args, input = '') {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', cwd: place, env, input });
  if (status !== 0) {
    throw new Error(stderr);
  }
  return performance.now() - start;
}

function report(text) {
  console.log(text);
}

function judge(value, unit, most) {
  console.log(`  ${value.toFixed(2)}${unit}, at most ${most.toFixed(1)}${unit}: ${value <= most ? 'ok' : 'TOO MUCH'}`);
  if (value > most) {
    process.exitCode = 1;
  }
}

function median(times) {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
}

function milliseconds(time) {
  return `${time.toFixed(1)} ms`;
}
