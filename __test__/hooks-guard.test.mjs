// Subagents do not save; and no hook ever ends badly or prints what is not meant.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { hookPlace, sample } from './helpers/hooks.mjs';
import { root } from './helpers/paths.mjs';
import { makeProject } from './helpers/place.mjs';

const save = (changes) =>
  sample('PreToolUse:mcp', { tool_name: 'mcp__plugin_x_y__save_session_checkpoint', ...changes });

test('a save of a subagent is denied and it is told what to do instead', (t) => {
  const place = hookPlace(makeProject(t));
  const { status, stdout, stderr } = place.run('guard', save({ agent_id: 'a3b602d55179e015d', agent_type: 'Explore' }));
  assert.deepEqual([status, stderr], [0, '']);
  const { hookSpecificOutput } = JSON.parse(stdout);
  assert.equal(hookSpecificOutput.hookEventName, 'PreToolUse');
  assert.equal(hookSpecificOutput.permissionDecision, 'deny');
  assert.match(hookSpecificOutput.permissionDecisionReason, /Subagents must not save session checkpoints/);
  assert.match(hookSpecificOutput.permissionDecisionReason, /Report your progress/);
});

test('everything else goes through without a word', (t) => {
  const place = hookPlace(makeProject(t));
  for (const [input, env] of [
    [save()],
    [save({ agent_type: 'reviewer' })],
    [save({ agent_id: '' })],
    [save({ agent_id: null })],
    [save({ agent_id: 7 })],
    [save(), { CLAUDE_CODE_CHILD_SESSION: '1', AGENT_ID: 'x' }],
    [save({ agent_id: 'a', tool_name: 'mcp__plugin_x_y__load_session_checkpoint' })],
    [save({ agent_id: 'a', tool_name: 'Bash' })],
  ]) {
    assert.deepEqual(place.run('guard', input, { env }), { status: 0, stdout: '', stderr: '', text: '' });
  }
});

test('a huge call of a subagent is denied too, wherever its id stands', (t) => {
  const place = hookPlace(makeProject(t));
  const big = 'x'.repeat(12 * 1024 * 1024);
  const { stdout } = place.run('guard', { ...save({ tool_input: { goal: big } }), agent_id: 'a' });
  assert.match(stdout, /"deny"/);
});

test('an input longer than any call can be is not held, and the reason is kept', (t) => {
  const place = hookPlace(makeProject(t));
  const { status, stdout } = place.run('guard', save({ agent_id: 'a', tool_input: 'x'.repeat(17 * 1024 * 1024) }));
  assert.deepEqual([status, stdout], [0, '']);
  assert.equal(place.failures().at(-1).code, 'STDIN_TOO_LARGE');
});

const hooks = ['hook', 'guard', 'restore', 'remind'];

for (const name of hooks) {
  test(`${name}.js: inputs that are none end well, silently, and are kept for a look`, (t) => {
    const place = hookPlace(makeProject(t));
    place.checkpoint('a');
    for (const [input, code] of [
      ['', 'STDIN_EMPTY'],
      [' \n', 'STDIN_EMPTY'],
      ['{"hook_event_name":"SessionSt', 'STDIN_NOT_JSON'],
      ['hello', 'STDIN_NOT_JSON'],
      [Buffer.from([0xff, 0xfe, 0]), 'STDIN_NOT_JSON'],
      ['[]', 'STDIN_NO_OBJECT'],
      ['null', 'STDIN_NO_OBJECT'],
      ['"x"', 'STDIN_NO_OBJECT'],
      [sample('PreCompact'), 'EVENT_UNKNOWN'],
      [{ hook_event_name: 'SomethingNew' }, 'EVENT_UNKNOWN'],
      [{ hook_event_name: { not: 'a text' } }, 'EVENT_UNKNOWN'],
    ]) {
      const { status, stdout, stderr } = place.run(name, input);
      assert.deepEqual([status, stdout, stderr], [0, '', ''], String(code));
      const { hook, code: kept } = place.failures().at(-1);
      assert.deepEqual([hook, kept], [name, code]);
    }
  });

  test(`${name}.js: no HOME, no PATH, and a working directory that is gone`, async (t) => {
    const place = hookPlace(makeProject(t));
    const gone = join(place.directory, 'gone');
    mkdirSync(gone);
    // The directory is removed between the change to it and the start of Node.
    const command = `cd '${gone}' && rmdir '${gone}' && exec '${process.execPath}' '${join(root, 'dist', `${name}.js`)}'`;
    for (const input of [sample('SessionStart:compact'), save({ agent_id: 'a' }), sample('Stop')]) {
      mkdirSync(gone, { recursive: true });
      const child = spawn('/bin/sh', ['-c', command], { env: { PATH: '/bin:/usr/bin' } });
      let stderr = '';
      child.stderr.on('data', (chunk) => {
        stderr += chunk;
      });
      child.stdin.end(JSON.stringify({ ...input, cwd: gone }));
      const [status] = await once(child, 'close');
      assert.deepEqual([status, stderr], [0, ''], input.hook_event_name);
    }
    const { status, stderr } = place.run(name, sample('Stop'), { env: { HOME: undefined, PATH: '' } });
    assert.deepEqual([status, stderr], [0, '']);
  });

  test(`${name}.js: fields of any type are no reason to fail`, (t) => {
    const place = hookPlace(makeProject(t));
    const wrong = {
      session_id: 7,
      transcript_path: [],
      cwd: {},
      source: null,
      tool_name: 1,
      agent_id: {},
      background_tasks: 'x',
    };
    const { status, stdout, stderr } = place.run(name, wrong, {
      env: { CLAUDE_PID: 'x', CLAUDE_PROJECT_DIR: undefined },
    });
    assert.deepEqual([status, stdout, stderr], [0, '', '']);
  });

  test(`${name}.js: a client that is gone does not matter`, async (t) => {
    const place = hookPlace(makeProject(t));
    place.checkpoint('a');
    const child = spawn(process.execPath, [join(root, 'dist', `${name}.js`)], { cwd: place.root, env: place.env });
    child.stdout.destroy();
    child.stdin.on('error', () => {});
    child.stdin.end(JSON.stringify(name === 'guard' ? save({ agent_id: 'a' }) : sample('SessionStart:compact')));
    const [status] = await once(child, 'exit');
    assert.equal(status, 0);
  });
}

test('a hook whose folder is deleted while it waits for its input goes on', async (t) => {
  const place = hookPlace(makeProject(t));
  place.checkpoint('11111111-1111-4111-8111-111111111111');
  for (const [name, input] of [
    ['hook', sample('SessionStart:resume')],
    ['restore', sample('SessionStart:compact')],
  ]) {
    const folder = join(place.directory, 'plugin');
    cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
    const file = join(folder, 'dist', `${name}.js`);
    const preload = join(place.directory, 'preload.cjs');
    place.write(
      '../preload.cjs',
      `const fs = require('fs'), { readSync } = fs;
       fs.readSync = (...args) => (args[0] === 0 && fs.writeSync(2, '.'), readSync(...args));`,
    );
    const child = spawn(process.execPath, ['--require', preload, file], { cwd: place.root, env: place.env });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    // It reads its input, so it has read itself.
    await once(child.stderr, 'data');
    rmSync(folder, { recursive: true });
    child.stdin.end(JSON.stringify(input));
    const [status] = await once(child, 'close');
    assert.equal(status, 0);
    assert.match(stderr, /^\.+$/, name);
    assert.match(stdout, /checkpoint/, name);
  }
});
