// The hook that keeps what a session did, and the note about sessions that ended without a save.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { age, hookPlace, sample } from './helpers/hooks.mjs';
import { root } from './helpers/paths.mjs';
import { makeProject, makeRepository, temporaryDirectory } from './helpers/place.mjs';

const silent = { status: 0, stdout: '', stderr: '', text: '' };
const fixture = join(root, 'tests', 'fixtures', 'trail', 'edits.jsonl');

/** A place whose session has a transcript with work. */
function working(t, project = makeRepository(t)) {
  const place = hookPlace(project);
  const transcript = join(place.directory, 'session.jsonl');
  copyFileSync(fixture, transcript);
  const input = (event, more = {}) => ({
    ...sample('Stop'),
    hook_event_name: event,
    session_id: 'worked',
    transcript_path: transcript,
    cwd: place.root,
    ...more,
  });
  const file = join(place.root, '.claude-checkpoints', 'trails', 'worked.json');
  return { ...place, transcript, input, file };
}

for (const [event, more] of [
  ['Stop', {}],
  ['PreCompact', { trigger: 'auto' }],
  ['SessionEnd', { reason: 'clear' }],
]) {
  test(`${event}: what the session did is kept, and nothing is said`, (t) => {
    const place = working(t);
    assert.deepEqual(place.run('trail', place.input(event, more)), silent);
    assert.equal(statSync(place.file).mode & 0o777, 0o600);
    assert.equal(existsSync(join(place.state, 'failures.jsonl')), false);
    // Once more, after nothing happened.
    assert.deepEqual(place.run('trail', place.input(event, more)), silent);
  });
}

test('after /clear it is about the session of the event, not of the environment', (t) => {
  const place = working(t);
  place.run('trail', place.input('Stop'), { env: { CLAUDE_CODE_SESSION_ID: 'another' } });
  assert.deepEqual(
    readdirSync(join(place.root, '.claude-checkpoints', 'trails')).filter((name) => name.endsWith('.json')),
    ['worked.json'],
  );
});

test('nothing is kept of a subagent, in a broad root, or outside of repositories', (t) => {
  const place = working(t);
  place.run('trail', place.input('Stop', { agent_id: 'a1' }));
  assert.equal(existsSync(place.file), false);
  assert.deepEqual(
    place.run('trail', place.input('Stop'), { env: { HOME: place.root, CHECKPOINT_PROJECT_ROOT: '' } }),
    silent,
  );
  assert.equal(existsSync(place.file), false);
  const bare = working(t, makeProject(t));
  assert.deepEqual(bare.run('trail', bare.input('Stop')), silent);
  assert.equal(existsSync(join(bare.root, '.claude-checkpoints')), false);
});

test('switched off, the engine is not even looked for', (t) => {
  const place = working(t);
  const dist = join(temporaryDirectory(t), 'nowhere', 'dist');
  cpSync(join(root, 'dist'), dist, { recursive: true });
  assert.deepEqual(place.run('trail', place.input('Stop'), { dist, env: { SESSION_CHECKPOINT_TRAIL: 'off' } }), silent);
  assert.equal(existsSync(place.state), false);
  // Without the engine it fails in silence, and the reason is kept.
  assert.deepEqual(place.run('trail', place.input('Stop'), { dist }), silent);
  assert.deepEqual(
    place.failures().map(({ hook, code }) => [hook, code]),
    [['trail', 'ENGINE_MISSING']],
  );
});

test('what can not be used is a failure that is kept, and nothing else', (t) => {
  const place = working(t);
  for (const input of ['', 'no json', '[]', place.input('SessionStart'), place.input('Stop', { session_id: '../x' })]) {
    assert.deepEqual(place.run('trail', input), silent);
  }
  mkdirSync(join(place.root, '.claude-checkpoints'));
  writeFileSync(join(place.root, '.claude-checkpoints', 'trails'), '');
  assert.deepEqual(place.run('trail', place.input('Stop')), silent);
  assert.deepEqual(
    place.failures().map(({ code }) => code),
    ['STDIN_EMPTY', 'STDIN_NOT_JSON', 'STDIN_NO_OBJECT', 'EVENT_UNKNOWN', 'SESSION_INVALID', 'STORE_REFUSED'],
  );
});

test('the note at a start counts sessions that ended without a save in the last 72 hours', (t) => {
  const place = hookPlace(makeRepository(t));
  const start = (changes) => place.run('hook', sample('SessionStart:startup', changes)).text;
  place.checkpoint('trails/one', { hours: 71 });
  place.checkpoint('trails/old', { hours: 73 });
  assert.match(
    start(),
    /^1 session here ended without saving a checkpoint, last seen 2d ago \(.*\); what it did was observed\. Call load/,
  );
  place.checkpoint('trails/two', { hours: 2 });
  assert.match(start(), /^2 sessions here ended without saving a checkpoint, the newest last seen 2h ago/);
  // One that saved is a checkpoint, and the one that starts is not over.
  place.checkpoint('one');
  assert.match(start(), /^This project has 1 session checkpoint, saved just now .*\. 1 session here ended/);
  const own = place.run('hook', sample('SessionStart:startup', { session_id: 'two' })).text;
  assert.doesNotMatch(own, /ended without/);
  for (const off of [{ SESSION_CHECKPOINT_TRAIL: 'off' }]) {
    assert.doesNotMatch(place.run('hook', sample('SessionStart:startup'), { env: off }).text, /ended without/);
  }
});

test('a session that is open in a running client is not over', (t) => {
  const place = hookPlace(makeRepository(t));
  place.checkpoint('trails/open');
  const config = join(place.directory, 'config');
  mkdirSync(join(config, 'sessions'), { recursive: true });
  writeFileSync(
    join(config, 'sessions', `${process.pid}.json`),
    JSON.stringify({ pid: process.pid, sessionId: 'open' }),
  );
  const env = { CLAUDE_CONFIG_DIR: config, CLAUDE_PID: '999999' };
  assert.equal(place.run('hook', sample('SessionStart:startup'), { env }).text, '');
});

test('a trail that git tracks came with the project, and is not counted', (t) => {
  const place = hookPlace(makeRepository(t));
  age(place.checkpoint('trails/foreign'), 1);
  execFileSync('git', ['add', '-f', '.claude-checkpoints'], { cwd: place.root, env: place.env });
  assert.equal(place.run('hook', sample('SessionStart:startup')).text, '');
});

test('a kept trail has no secret of its transcript', (t) => {
  const place = working(t);
  const planted = ['ghp', 'q3Wn8ZkT5vBxR7mLp2JdYf6HsGc4UaEo1Nti'].join('_');
  writeFileSync(place.transcript, readFileSync(place.transcript, 'utf8').replaceAll('Do the work', `Use ${planted}`));
  place.run('trail', place.input('Stop'));
  assert.equal(readFileSync(place.file, 'utf8').includes(planted), false);
});
