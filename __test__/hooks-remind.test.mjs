// The reminder to save.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { hookPlace, sample } from './helpers/hooks.mjs';
import { makeProject } from './helpers/place.mjs';

const HOUR = 3_600_000;
const interactive = { CLAUDE_CODE_ENTRYPOINT: 'cli' };

const record = (type, content, { hours = 1, ...more } = {}) =>
  JSON.stringify({ type, timestamp: new Date(Date.now() - hours * HOUR).toISOString(), message: { content }, ...more });
const prompt = (options) => record('user', 'Please do', options);
const edit = (options, name = 'Edit') => record('assistant', [{ type: 'tool_use', name, input: {} }], options);
const result = (options) => record('user', [{ type: 'tool_result', content: 'ok' }], options);
const times = (count, make, ...args) => Array.from({ length: count }, () => make(...args));
const much = [...times(6, prompt), ...times(3, edit), ...times(3, result)];

/** A session with this transcript; `stop` runs the hook at the end of a turn. */
function session(t, lines, id = 'a') {
  const place = hookPlace(makeProject(t));
  const transcript = join(place.root, 'transcript.jsonl');
  place.write('transcript.jsonl', `${lines.join('\n')}\n`);
  place.run('hook', sample('SessionStart:startup', { session_id: id }));
  const stop = (changes = {}, env = {}) =>
    place.run('remind', sample('Stop', { session_id: id, transcript_path: transcript, ...changes }), {
      env: { ...interactive, ...env },
    });
  return { ...place, stop };
}

test('after much work the model is reminded, without blocking, once per session', (t) => {
  const { stop, record: remembered } = session(t, much);
  const { status, stdout, stderr, text } = stop();
  assert.deepEqual([status, stderr], [0, '']);
  assert.deepEqual(Object.keys(JSON.parse(stdout)), ['hookSpecificOutput']);
  assert.deepEqual(Object.keys(JSON.parse(stdout).hookSpecificOutput), ['hookEventName', 'additionalContext']);
  assert.match(text, /3 edits of files in 6 turns.*save_session_checkpoint/);
  assert.deepEqual(remembered().reminded, ['a']);
  for (let round = 0; round < 20; round += 1) {
    assert.deepEqual(stop({ stop_hook_active: round % 2 === 0 }), { status: 0, stdout: '', stderr: '', text: '' });
  }
});

test('a session that goes on in another client process is not reminded again', (t) => {
  const { stop, run: runHook, record: remembered } = session(t, much);
  assert.notEqual(stop().stdout, '');
  const resumed = { ...interactive, CLAUDE_PID: String(process.ppid) };
  runHook('hook', sample('SessionStart:startup', { session_id: 'a', source: 'resume' }), { env: resumed });
  assert.deepEqual(remembered(process.ppid).reminded, []);
  assert.equal(stop({}, resumed).stdout, '');
});

test('how much is much', (t) => {
  const says = (lines) => session(t, lines).stop().stdout !== '';
  assert.equal(says([]), false);
  assert.equal(says(times(50, prompt)), false, 'never without edits');
  assert.equal(says([...times(5, prompt), ...times(11, edit)]), false);
  assert.equal(says(times(12, edit, {}, 'Write')), true);
  assert.equal(says([...times(6, prompt), ...times(2, edit)]), false);
  assert.equal(says([...times(6, prompt), ...times(3, edit, {}, 'NotebookEdit')]), true);
  assert.equal(says(times(30, edit, {}, 'Read')), false);
  assert.equal(says(times(30, edit, { isSidechain: true })), false, 'work of subagents is theirs');
  assert.equal(says([...times(30, prompt, { isMeta: true }), ...times(30, result), ...times(3, edit)]), false);
});

test('what was done before the last save does not count', (t) => {
  const place = session(t, [...times(6, prompt, { hours: 5 }), ...times(20, edit, { hours: 5 })]);
  place.checkpoint('a', { hours: 3 });
  assert.equal(place.stop().stdout, '');
  const later = session(t, [...times(20, edit, { hours: 5 }), ...times(6, prompt), ...times(3, edit)]);
  later.checkpoint('a', { hours: 3 });
  assert.match(later.stop().text, /since this session's checkpoint was saved: 3 edits/);
});

test('a save under the id from before /clear is a save', (t) => {
  const place = session(t, much);
  place.run('hook', sample('SessionStart:startup', { session_id: 'b', source: 'clear' }));
  place.checkpoint('a');
  assert.equal(place.stop({ session_id: 'b' }).stdout, '');
});

test('a save of the conversation before /resume is none of this one', (t) => {
  const place = session(t, much);
  place.run('hook', sample('SessionStart:startup', { session_id: 'b', source: 'resume' }));
  place.checkpoint('a');
  assert.match(place.stop({ session_id: 'b' }).text, /this session has saved no checkpoint yet/);
});

test('it is silent where it would disturb', (t) => {
  const { stop } = session(t, much);
  for (const [changes, env] of [
    [{}, { CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' }],
    [{}, { CLAUDE_CODE_ENTRYPOINT: undefined }],
    [{}, { SESSION_CHECKPOINT_REMIND: 'off' }],
    [{ stop_hook_active: true }],
    [{ background_tasks: [{ id: 'x' }] }],
    [{ agent_id: 'x' }],
    [{ transcript_path: '' }],
    [{ transcript_path: '/nowhere' }],
    [{}, { SESSION_CHECKPOINT_STATE_DIR: '/dev/null/x' }],
  ]) {
    assert.equal(stop(changes, env).stdout, '', JSON.stringify([changes, env]));
  }
  assert.notEqual(stop().stdout, '');
});

test('damage in a transcript, and its length, are no problem', (t) => {
  const noise =
    '{"type":"user" torn\n\0\0\nnull\n{"type":"user","message":null}\n{"type":"assistant","x":"\\"type\\":\\"tool_use\\""}';
  const long = JSON.stringify({ type: 'api-request-blob', data: 'x'.repeat(3 * 1024 * 1024) });
  assert.match(session(t, [...times(40, edit), long, noise, ...much]).stop().text, /3 edits of files in 6 turns/);
});
