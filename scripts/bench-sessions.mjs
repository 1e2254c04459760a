// How long it takes to read session files of 100 MB through the library, against cc-session-io. Whole
// processes, net of a bare Node, medians of interleaved runs. Read the ratios: machines differ.

import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { root } from './root.mjs';

const RUNS = 5;
const BYTES = 100_000_000;
const LEAST_OF_OPENING = 2.0;

const libraries = {
  ours: pathToFileURL(join(root, 'sessions.js')).href,
  theirs: import.meta.resolve('cc-session-io'),
};

const tasks = [
  { name: 'open, count messages', code: 'session.messages.length', least: LEAST_OF_OPENING },
  { name: 'walk every message', code: 'for (const { message } of session.messages) message.role' },
  { name: 'walk every record', code: 'for (const { type } of session.records) type' },
];

const files = [
  { name: 'messages only, ASCII', records: messages },
  { name: "with the client's own records", records: everything },
];

const directory = mkdtempSync(join(tmpdir(), 'bench-sessions-'));
try {
  for (const { name, records } of files) {
    const file = join(directory, 'session.jsonl');
    const count = write(file, records);
    console.log(`${name}: ${BYTES / 1e6} MB, ${count} records`);
    for (const task of tasks) {
      measure(task, file);
    }
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}

function measure({ name, code, least }, file) {
  const times = { bare: [], ours: [], theirs: [] };
  const script = (library) =>
    `import { readSession } from ${JSON.stringify(library)}; const session = readSession(${JSON.stringify(file)}); ${code};`;
  // The first round warms the disk's cache.
  for (let run = 0; run <= RUNS; run += 1) {
    const round = {
      bare: untilExit(['-e', '0']),
      ours: untilExit(['--input-type=module', '-e', script(libraries.ours)]),
      theirs: untilExit(['--input-type=module', '-e', script(libraries.theirs)]),
    };
    for (const [who, time] of Object.entries(run > 0 ? round : {})) {
      times[who].push(time);
    }
  }
  const net = (who) => median(times[who]) - median(times.bare);
  const ratio = net('theirs') / net('ours');
  const verdict = least === undefined ? '' : `   at least ${least.toFixed(1)}: ${ratio >= least ? 'ok' : 'TOO SLOW'}`;
  console.log(
    `  ${name.padEnd(24)} ${milliseconds(net('ours'))} against ${milliseconds(net('theirs'))}   ${ratio.toFixed(2)} times as fast${verdict}`,
  );
  if (least !== undefined && ratio < least) {
    process.exitCode = 1;
  }
}

function untilExit(args) {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) {
    throw new Error(stderr);
  }
  return performance.now() - start;
}

function write(file, records) {
  const descriptor = openSync(file, 'w');
  let count = 0;
  let size = 0;
  for (const record of records()) {
    size += writeSync(descriptor, `${JSON.stringify(record)}\n`);
    count += 1;
    if (size >= BYTES) {
      break;
    }
  }
  closeSync(descriptor);
  return count;
}

/** A conversation with tools: short questions, short calls, results of some kilobytes. */
function* messages() {
  const output = 'drwxr-xr-x  2 user user  4096 src/engine/save.rs: pub fn save(input: &Input)\n'.repeat(60);
  for (let turn = 0; ; turn += 1) {
    const id = `toolu_${turn}`;
    yield record(turn * 2, 'assistant', {
      message: {
        id: `msg_${turn}`,
        type: 'message',
        role: 'assistant',
        model: 'bench',
        content: [{ type: 'tool_use', id, name: 'Bash', input: { command: `ls -l ${turn}`, description: 'List' } }],
        stop_reason: 'tool_use',
        usage: { input_tokens: turn, output_tokens: 10 },
      },
    });
    yield record(turn * 2 + 1, 'user', {
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: output }] },
      toolUseResult: { stdout: output, stderr: '', interrupted: false },
    });
  }
}

/** The same with text that is not ASCII, attachments and the requests that the client keeps. */
function* everything() {
  let number = 0;
  for (const message of messages()) {
    yield { ...message, note: '✓ — é' };
    yield record(number, 'attachment', { attachment: { type: 'task_reminder', content: [], itemCount: number } });
    yield { type: 'api-request-blob', sessionId: 'bench', hash: String(number), body: 'request '.repeat(800) };
    number += 1;
  }
}

function record(number, type, own) {
  return {
    parentUuid: number === 0 ? null : `uuid-${number - 1}`,
    isSidechain: false,
    type,
    ...own,
    uuid: `uuid-${number}`,
    timestamp: new Date(number * 1000).toISOString(),
    userType: 'external',
    entrypoint: 'cli',
    cwd: '/project',
    sessionId: 'bench',
    version: '2.1.332',
    gitBranch: 'main',
  };
}

function median(times) {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
}

function milliseconds(time) {
  return `${time.toFixed(0).padStart(5)} ms`;
}
