// Without a network everything works the same, and with one nobody is asked for anything.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { hookPlace, sample } from './helpers/hooks.mjs';
import { root } from './helpers/paths.mjs';
import { makeRepository } from './helpers/place.mjs';

const sessionId = '5d0f7c52-6a6c-4d0c-9a52-3d1b8b1f6a11';
const works = ([command, ...args]) => spawnSync(command, [...args, 'true']).status === 0;

/** A namespace without interfaces: root may make one, others where the system lets them be root in it. */
const isolated = [
  ['unshare', '--net'],
  ['unshare', '--map-root-user', '--net'],
].find(works);
const tracer = ['strace', '-f', '-qq', '-e', 'trace=socket,connect'];
const canTrace = works([...tracer, '-o', '/dev/null']);

/** Starts everything there is once, after these words, in a place of its own: what it printed. */
function round(t, before) {
  const place = hookPlace(makeRepository(t));
  const environment = { ...place.env, CLAUDE_CODE_SESSION_ID: sessionId, CLAUDE_CODE_ENTRYPOINT: 'cli' };
  const start = (name, args, input = '') => {
    const [command, ...words] = [...before, process.execPath, join(root, 'dist', `${name}.js`), ...args];
    const { status, stdout, stderr } = spawnSync(command, words, {
      cwd: place.root,
      env: environment,
      input,
      encoding: 'utf8',
    });
    return { name, status, stdout: stdout.split('\n').toSorted(), stderr };
  };
  const hook = (name, input, ...args) => start(name, args, JSON.stringify({ ...input, session_id: sessionId }));

  const client = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const call = (name, input) => ({
    method: 'tools/call',
    params: { name: `${name}_session_checkpoint`, arguments: input },
  });
  const speak = (...messages) => {
    const lines = [{ method: 'initialize', params: client }, ...messages];
    return start('index', [], lines.map((line, id) => `${JSON.stringify({ jsonrpc: '2.0', id, ...line })}\n`).join(''));
  };
  const transcript = join(place.root, 'transcript.jsonl');
  const edit = { type: 'assistant', message: { content: [{ type: 'tool_use', name: 'Edit', input: {} }] } };
  place.write('transcript.jsonl', `${JSON.stringify(edit)}\n`.repeat(20));

  const runs = [
    hook('hook', sample('SessionStart:startup'), '--plugin'),
    hook('remind', sample('Stop', { transcript_path: transcript })),
    speak(call('save', { goal: 'Work alone', nextSteps: ['Ask nobody'] })),
    speak(call('load', {})),
    hook('hook', sample('SessionStart:resume'), '--plugin'),
    hook('restore', sample('SessionStart:compact')),
    hook('guard', sample('PreToolUse:mcp', { tool_name: 'mcp__x__save_session_checkpoint', agent_id: 'a' })),
    start('index', ['list', '--json']),
    start('index', ['status']),
    start('index', ['save', '--goal', 'Work alone, later']),
    start('index', ['doctor', '--json']),
  ];
  // What differs from place to place and from time to time.
  const text = JSON.stringify(runs, null, 1)
    .replaceAll(place.directory, '<place>')
    .replaceAll(/\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d)?(\.\d+)?( UTC|Z)?/g, '<time>')
    .replaceAll(/\b[0-9a-f]{9,64}\b/g, '<hash>');
  return JSON.parse(text);
}

test('in a namespace without interfaces everything prints the same', {
  skip: !isolated && 'no right to make one',
}, (t) => {
  const devices = spawnSync(isolated[0], [...isolated.slice(1), 'cat', '/proc/net/dev'], { encoding: 'utf8' }).stdout;
  assert.doesNotMatch(devices, /^ *(eth|en|wl)\w*:/m);
  const connected = round(t, []);
  assert.deepEqual(
    connected.map(({ name, status, stdout }) => [name, status, stdout.join('') !== '']),
    [
      ['hook', 0, false],
      ['remind', 0, true],
      ['index', 0, true],
      ['index', 0, true],
      ['hook', 0, true],
      ['restore', 0, true],
      ['guard', 0, true],
      ['index', 0, true],
      ['index', 0, true],
      ['index', 0, true],
      ['index', 1, true],
    ],
  );
  assert.match(JSON.stringify(connected), /# Resuming: .*Work alone/);
  assert.deepEqual(round(t, isolated), connected);
});

test('nothing opens a socket of a network', { skip: !canTrace && 'strace does not work here' }, (t) => {
  const log = join(makeRepository(t).directory, 'trace');
  round(t, [...tracer, '-o', log, '--output-append-mode']);
  const lines = readFileSync(log, 'utf8').split('\n');
  assert.deepEqual(
    lines.filter((line) => /AF_INET|AF_NETLINK|AF_PACKET/.test(line)),
    [],
  );
});
