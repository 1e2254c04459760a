// The note at a session's start, and what is written down then.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { hookPlace, sample } from './helpers/hooks.mjs';
import { makeProject, makeRepository } from './helpers/place.mjs';

const start = (changes) => sample('SessionStart:startup', changes);

test('without checkpoints nothing is said, and the session is written down', (t) => {
  const place = hookPlace(makeProject(t));
  const input = start();
  assert.deepEqual(place.run('hook', input), { status: 0, stdout: '', stderr: '', text: '' });
  const { version, pid, sessions } = place.record();
  assert.deepEqual([version, pid], [1, process.pid]);
  assert.deepEqual(
    sessions.map(({ at, ...rest }) => rest),
    [{ id: input.session_id, source: 'startup', root: place.root, transcript: input.transcript_path }],
  );
});

test('with checkpoints their number, the age of the newest and what to do are said, in the envelope', (t) => {
  const place = hookPlace(makeRepository(t));
  place.checkpoint('one', { hours: 5 });
  place.checkpoint('two', { hours: 2.5 });
  place.checkpoint('.claude-checkpoint', { hours: 100 });
  place.checkpoint('not.json', { hours: 0 });
  const { status, stdout, text } = place.run('hook', start());
  assert.equal(status, 0);
  assert.deepEqual(Object.keys(JSON.parse(stdout)), ['hookSpecificOutput']);
  assert.equal(JSON.parse(stdout).hookSpecificOutput.hookEventName, 'SessionStart');
  assert.match(text, /3 session checkpoints, the newest saved 2h ago \(\d{4}-\d\d-\d\d \d\d:\d\d UTC\)/);
  assert.match(text, /load_session_checkpoint/);
  assert.match(text, /confirm with them before acting/);
});

test('the text fits the kind of start and whose checkpoint it is', (t) => {
  const place = hookPlace(makeProject(t));
  place.checkpoint('a');
  const say = (source, id, options) => place.run('hook', start({ source, session_id: id }), options).text;
  assert.match(say('startup', 'a'), /^This session has a checkpoint of its own/);
  assert.match(say('clear', 'b'), /^The conversation was cleared.*of its own.*start fresh/);
  assert.match(say('compact', 'b'), /^The conversation was compacted\. Its own/);
  assert.match(say('resume', 'c'), /^This project has 1 session checkpoint/);
  assert.match(say('compact', 'c'), /no checkpoint of its own/);
  assert.match(say('clear', 'd'), /^This project has 1 session checkpoint/);
  assert.match(say('something new', 'a'), /^This session has/);
  assert.deepEqual(
    place.record().sessions.map(({ id, source }) => `${id} ${source}`),
    ['a startup', 'b clear', 'c resume', 'd clear', 'a something new'],
  );
});

test('beside restore.js it leaves compaction and briefs to it', (t) => {
  const place = hookPlace(makeProject(t));
  place.checkpoint('a');
  const args = ['--plugin'];
  const says = (source, env) => place.run('hook', start({ source }), { args, env }).stdout !== '';
  assert.deepEqual(
    ['startup', 'resume', 'clear', 'fork', 'compact'].map((source) => says(source)),
    [true, true, true, true, false],
  );
  assert.equal(says('startup', { SESSION_CHECKPOINT_RESTORE: 'brief' }), false);
  assert.equal(says('startup', { SESSION_CHECKPOINT_RESTORE: 'anything' }), true);
});

for (const value of ['off', '0', 'false', 'no', 'OFF']) {
  test(`it is silenced by ${value}, and still writes the session down`, (t) => {
    const place = hookPlace(makeProject(t));
    place.checkpoint('a');
    for (const name of ['SESSION_CHECKPOINT_NUDGE', 'SESSION_CHECKPOINT_RESTORE']) {
      assert.equal(place.run('hook', start({ session_id: name }), { env: { [name]: value } }).stdout, '', name);
    }
    assert.equal(place.record().sessions.length, 2);
  });
}

test('the project is the one the server uses', (t) => {
  const place = hookPlace(makeProject(t));
  const other = makeProject(t);
  mkdirSync(join(other.root, '.claude-checkpoints'));
  writeFileSync(join(other.root, '.claude-checkpoints', 'a.json'), '{}');
  const says = (env, cwd = place.root) => place.run('hook', start({ cwd }), { env }).stdout !== '';
  assert.equal(says({}), false);
  assert.equal(says({}, other.root), false, 'the client names the project better than the working directory');
  assert.equal(says({ CHECKPOINT_PROJECT_ROOT: other.root }), true);
  assert.equal(says({ CLAUDE_PROJECT_DIR: other.root }), true);
  assert.equal(says({ CLAUDE_PROJECT_DIR: undefined }, other.root), true);
  assert.equal(says({ CLAUDE_PROJECT_DIR: undefined }, undefined), false);
  assert.equal(says({ CHECKPOINT_PROJECT_ROOT: 'relative' }), false);
  assert.equal(place.failures().at(-1).code, 'ROOT_UNUSABLE');
});

test('a checkpoint directory that is a link is not looked into', (t) => {
  const place = hookPlace(makeProject(t));
  mkdirSync(join(place.directory, 'elsewhere'));
  writeFileSync(join(place.directory, 'elsewhere', 'a.json'), '{}');
  symlinkSync(join(place.directory, 'elsewhere'), join(place.root, '.claude-checkpoints'));
  assert.equal(place.run('hook', start()).stdout, '');
});

test('an empty file is no checkpoint', (t) => {
  const place = hookPlace(makeProject(t));
  place.checkpoint('a', { text: '' });
  assert.equal(place.run('hook', start()).stdout, '');
});

test('a checkpoint whose backup alone is left counts', (t) => {
  const place = hookPlace(makeProject(t));
  const file = place.checkpoint('a', { hours: 3 });
  renameSync(file, `${file}.prev`);
  assert.match(place.run('hook', start()).text, /1 session checkpoint, saved 3h ago/);
});

const files = { 'README.md': 'x', '.claude-checkpoints/theirs.json': '{}', 'a/.claude-checkpoint': '{}' };

for (const [name, prepare] of [
  ['version 2', (git) => git('update-index', '--index-version', '2')],
  ['version 3', (git) => git('update-index', '--index-version', '3', '--skip-worktree', 'README.md')],
  ['version 4', (git) => git('update-index', '--index-version', '4')],
  ['a split index', (git) => git('update-index', '--split-index')],
  ['an untracked cache', (git) => git('update-index', '--untracked-cache')],
]) {
  test(`checkpoints that git tracks are not counted: ${name}`, (t) => {
    const place = hookPlace(makeRepository(t, { ...files, [`deep/${'n'.repeat(5000 % 200)}/file`]: 'y' }));
    prepare(place.git);
    const says = (root) => place.run('hook', start(), { env: { CLAUDE_PROJECT_DIR: root, PATH: '' } }).text;
    assert.equal(says(place.root), '');
    assert.equal(says(join(place.root, 'a')), '', 'below the top');
    place.checkpoint('mine');
    assert.match(says(place.root), /1 session checkpoint/);
    place.git('add', '--force', '.claude-checkpoints/mine.json');
    assert.equal(says(place.root), '', 'added is tracked');
  });
}

test("the session's own checkpoint counts, also when git tracks it or can not be asked", (t) => {
  const place = hookPlace(makeRepository(t));
  place.checkpoint('mine');
  place.checkpoint('theirs');
  place.git('add', '--force', '.claude-checkpoints');
  const says = (source, id) => place.run('hook', start({ source, session_id: id })).text;
  const { text } = place.run('hook', start({ session_id: 'mine' }));
  assert.match(text, /^This session has a checkpoint of its own/);
  assert.doesNotMatch(text, /other/);
  assert.match(says('clear', 'next'), /^The conversation was cleared\. It left a session checkpoint of its own/);
  writeFileSync(join(place.root, '.git', 'index'), 'x');
  assert.match(says('resume', 'mine'), /^This session has a checkpoint of its own/);
  assert.equal(says('startup', 'another'), '');
});

test('checkpoints that git tracks are not counted: SHA-256', (t) => {
  const place = hookPlace(makeProject(t));
  execFileSync('git', ['init', '--quiet', '--object-format=sha256'], { cwd: place.root, env: place.env });
  place.checkpoint('theirs');
  place.checkpoint('mine');
  place.git('add', '--force', '.claude-checkpoints/theirs.json');
  assert.match(place.run('hook', start()).text, /1 session checkpoint/);
});

test('checkpoints that git tracks are not counted: a worktree', (t) => {
  const place = hookPlace(makeRepository(t, files));
  const tree = join(place.directory, 'tree');
  place.git('worktree', 'add', '--quiet', tree);
  const says = () => place.run('hook', start(), { env: { CLAUDE_PROJECT_DIR: tree } }).text;
  assert.equal(says(), '');
  writeFileSync(join(tree, '.claude-checkpoints', 'mine.json'), '{}');
  assert.match(says(), /1 session checkpoint/);
});

test('a sparse index that folds the directory up makes everything uncertain', (t) => {
  const place = hookPlace(makeRepository(t, { ...files, 'a/.claude-checkpoints/theirs.json': '{}', 'b/c': '' }));
  place.git('sparse-checkout', 'init', '--cone', '--sparse-index');
  place.git('sparse-checkout', 'set', 'b');
  mkdirSync(join(place.root, 'a', '.claude-checkpoints'), { recursive: true });
  writeFileSync(join(place.root, 'a', '.claude-checkpoints', 'x.json'), '{}');
  assert.equal(place.run('hook', start(), { env: { CLAUDE_PROJECT_DIR: join(place.root, 'a') } }).text, '');
});

test('an index that can not be read makes everything uncertain', (t) => {
  const place = hookPlace(makeRepository(t));
  place.checkpoint('mine');
  for (const text of ['', 'DIRC', `DIRC\0\0\0\x09\0\0\0\x01${'x'.repeat(99)}`, 'x'.repeat(200)]) {
    writeFileSync(join(place.root, '.git', 'index'), text);
    assert.equal(place.run('hook', start()).text, '', JSON.stringify(text));
  }
  rmSync(join(place.root, '.git', 'index'));
  assert.match(place.run('hook', start()).text, /1 session checkpoint/, 'no index tracks nothing');
  rmSync(join(place.root, '.git'), { recursive: true });
  writeFileSync(join(place.root, '.git'), 'gitdir: nowhere\n');
  assert.equal(place.run('hook', start()).text, '');
});

test('the state directory is made private, and a link in it is not written through', (t) => {
  const place = hookPlace(makeProject(t));
  const elsewhere = join(place.directory, 'elsewhere');
  mkdirSync(elsewhere);
  mkdirSync(place.state, { recursive: true, mode: 0o755 });
  symlinkSync(elsewhere, join(place.state, 'processes'));
  const { status, stderr } = place.run('hook', start());
  assert.deepEqual([status, stderr], [0, '']);
  assert.equal(statSync(place.state).mode & 0o777, 0o700);
  assert.deepEqual(readdirSync(elsewhere), []);
  assert.equal(place.failures().at(-1).code, 'STATE_UNSAFE');
});

test('a state directory that can not be written costs nothing but the memory', (t) => {
  const place = hookPlace(makeProject(t));
  place.checkpoint('a');
  const closed = join(place.directory, 'closed');
  writeFileSync(closed, '');
  chmodSync(closed, 0o400);
  const { status, stderr, text } = place.run('hook', start(), { env: { SESSION_CHECKPOINT_STATE_DIR: closed } });
  assert.deepEqual([status, stderr], [0, '']);
  assert.match(text, /1 session checkpoint/);
});
