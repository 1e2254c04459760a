// The command line on checkpoints.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { run, runOnTerminal } from './helpers/cli.mjs';
import { hookPlace, sample } from './helpers/hooks.mjs';
import { makeRepository } from './helpers/place.mjs';

/** A repository, and commands in it as a session calls them. */
function makePlace(t, options) {
  const project = makeRepository(t, options);
  const configuration = join(project.directory, 'configuration');
  project.env.CLAUDE_CONFIG_DIR = configuration;
  const as = (session, args, more = {}) =>
    run(project, args, { ...more, env: { CLAUDE_CODE_SESSION_ID: session, ...more.env } });
  const call = (...args) => as('own', args);
  const files = () => readdirSync(join(project.root, '.claude-checkpoints')).sort();
  const opened = (id, pid = process.pid) => {
    mkdirSync(join(configuration, 'sessions'), { recursive: true });
    writeFileSync(join(configuration, 'sessions', `${pid}.json`), JSON.stringify({ pid, sessionId: id }));
  };
  return { ...project, as, call, files, opened };
}

/** Sets when a checkpoint was last saved. */
function date(place, id, days) {
  const file = place.checkpointFile(id);
  const document = JSON.parse(readFileSync(file, 'utf8'));
  document.updatedAt = new Date(Date.now() - days * 86_400_000).toISOString();
  writeFileSync(file, JSON.stringify(document));
}

const json = ({ stdout }) => JSON.parse(stdout);

test('a fork that was made within a client is listed with its parent', (t) => {
  const place = hookPlace(makePlace(t));
  for (const [session_id, source] of [
    ['parent', 'startup'],
    ['child', 'fork'],
  ]) {
    place.run('hook', sample('SessionStart:startup', { session_id, source }));
    place.as(session_id, ['save', '--goal', 'Try it']);
  }
  assert.match(place.call('list').stdout, /^child\t.*fork of parent$/m);
  assert.doesNotMatch(place.call('list').stdout, /^parent\t.*fork/m);
});

test('what is left of a checkpoint is not deleted unasked, and named as what it is', (t) => {
  const place = makePlace(t);
  place.call('save', '--goal', 'Try it');
  place.write('.claude-checkpoints/left.json.corrupt', 'half');
  const asked = place.call('delete', 'left');
  assert.equal(asked.status, 2);
  assert.match(asked.stderr, /^Delete what is left of checkpoint left\? Nobody can be asked here/);
  assert.match(place.call('delete', 'left', '--yes').stdout, /^Deleted .*left\.json\.corrupt.*\.\n$/);
  assert.equal(place.call('delete', 'left').stderr.split(':')[0], 'SELECTOR_UNKNOWN');
});

test('with --json an error is JSON too', (t) => {
  const place = makePlace(t);
  const { status, stdout, stderr } = place.call('show', 'nothing', '--json');
  assert.equal(status, 2);
  const { error } = JSON.parse(stdout);
  assert.equal(error.code, 'SELECTOR_UNKNOWN');
  assert.ok(stderr.includes(error.message));
  assert.equal(json(place.call('list', '--json', '--limit', '0')).error.code, 'USAGE');
  assert.equal(json(place.call('save', '--json')).error.code, 'COMMAND_FAILED');
});

test('what a checkpoint says can not steer the terminal', (t) => {
  const place = makePlace(t);
  place.call('save', '--goal', 'Try it');
  const document = JSON.parse(readFileSync(place.checkpointFile('own'), 'utf8'));
  document.goal.primary = 'Try\u001b]0;x\u0007\u009b2J\nSaved      never \u202eit';
  writeFileSync(place.checkpointFile('own'), JSON.stringify(document));
  const { stdout } = place.call('status');
  assert.match(stdout, /^Goal +Try.*Saved {6}never +it\nSaved +just now\n/);
  assert.doesNotMatch(stdout.replaceAll('\n', ''), /[\p{Cc}\p{Cf}]/u);
  assert.doesNotMatch(place.call('list').stdout.replaceAll(/[\n\t]/g, ''), /[\p{Cc}\p{Cf}]/u);
});

test('a checkpoint is saved with options, shown, listed and told about', (t) => {
  const place = makePlace(t);
  const saved = place.call(
    ...['save', '--goal', 'Try it', '--summary', 'Half way', '--next', 'one', '--next', 'two'],
    ...['--task', 'done: this', '--task', 'that: and more', '--decision', 'no', '--file', 'a.txt'],
  );
  assert.deepEqual([saved.status, saved.stderr], [0, '']);
  assert.match(saved.stdout, /^Checkpoint saved to .*own\.json .*\n2 task\(s\)/);
  const { checkpoint } = json(place.call('show', '--format', 'json'));
  assert.deepEqual(checkpoint.goal, {
    primary: 'Try it',
    tasks: [
      { description: 'this', status: 'done' },
      { description: 'that: and more', status: 'pending' },
    ],
  });
  assert.deepEqual([checkpoint.nextSteps, checkpoint.decisions], [['one', 'two'], ['no']]);
  const shown = place.call('show');
  assert.equal(shown.status, 0);
  assert.match(shown.stdout, /^# Resuming: .*## Goal\nTry it\n/s);
  assert.match(place.call('list').stdout, /^own\tjust now\tmain\tTry it\tthis session\n$/);
  assert.match(
    place.call('status').stdout,
    /^Goal +Try it\nSaved +just now\nTasks +1\/2 tasks done\nSince then +nothing changed\n/,
  );
});

test('a script saves JSON from standard input, and every problem is told', (t) => {
  const place = makePlace(t);
  const input = JSON.stringify({ goal: 'From a script', recentCommands: [{ command: 'make', exitCode: 2 }] });
  const saved = place.as('own', ['save', '-', '--summary', 'more', '--json'], { input });
  assert.equal(json(saved).counts.recentCommands, 1);
  assert.equal(json(place.call('show', '--json')).checkpoint.summary, 'more');
  const wrong = place.as('own', ['save', '-'], { input: '{"goal":"","mode":"x"}' });
  assert.equal(wrong.status, 2);
  assert.match(wrong.stderr, /^INPUT_INVALID: 2 problems.*goal.*mode/s);
  assert.match(place.as('own', ['save', '-'], { input: '[]' }).stderr, /must be one JSON object/);
  assert.match(place.as('own', ['save', '-'], { input: '{' }).stderr, /is no JSON/);
  assert.match(place.call('save').stderr, /What is the goal\?/);
  assert.match(place.call('save', 'text').stderr, /pass - to read JSON/);
});

test('outside of a session an id is made and passed on', (t) => {
  const place = makePlace(t);
  const { session } = json(run(place, ['save', '--goal', 'x', '--json']));
  const again = json(run(place, ['save', '--goal', 'y', '--merge', '-s', session, '--json']));
  assert.equal(again.session, session);
  const shown = run(place, ['show']);
  assert.equal(shown.status, 1);
  assert.match(shown.stderr, new RegExp(`Name one of these:\n {2}${session} `));
  assert.equal(run(place, ['show', session]).status, 0);
});

test('the project is named, set, or where one is', (t) => {
  const place = makePlace(t);
  place.call('save', '--goal', 'x');
  const elsewhere = { cwd: place.directory };
  assert.equal(json(place.as('own', ['list', '--json', '-p', 'project'], elsewhere)).total, 1);
  assert.equal(json(place.as('own', ['list', '--json', '-p', place.root], elsewhere)).total, 1);
  const set = { ...elsewhere, env: { CHECKPOINT_PROJECT_ROOT: place.root } };
  assert.equal(json(place.as('own', ['list', '--json'], set)).total, 1);
  const nowhere = place.call('list', '-p', '/no/such/place');
  assert.deepEqual([nowhere.status, nowhere.stderr.split(':')[0]], [2, 'ROOT_UNUSABLE']);
});

test('a list has a limit, and says what can not be read', (t) => {
  const place = makePlace(t);
  for (let at = 0; at < 12; at += 1) {
    place.as(`s${at}`, ['save', '--goal', 'x']);
  }
  const list = place.call('list');
  assert.deepEqual(
    [list.status, list.stdout.trim().split('\n').length, list.stderr],
    [0, 10, '2 more; --all shows them.\n'],
  );
  assert.equal(place.call('list', '--all').stdout.trim().split('\n').length, 12);
  assert.equal(place.call('list', '--limit', '1').stdout.trim().split('\n').length, 1);
  assert.equal(place.call('list', '--limit', '0').status, 2);
  writeFileSync(place.checkpointFile('s0'), '{');
  const damaged = place.call('list', '--all');
  assert.equal(damaged.status, 1);
  assert.match(damaged.stderr, /^⚠ Can't be read: s0 /);
  const empty = makePlace(t).call('list');
  assert.equal(empty.status, 0);
  assert.match(empty.stderr, /^No checkpoints in /);
});

test('the backup is shown and restored', (t) => {
  const place = makePlace(t);
  place.call('save', '--goal', 'first');
  assert.match(place.call('restore', '--prev').stderr, /^BACKUP_MISSING: /);
  place.call('save', '--goal', 'second');
  assert.match(place.call('show', '--prev').stdout, /## Goal\nfirst\n/);
  const restored = place.call('restore', '--prev', 'own');
  assert.deepEqual([restored.status, restored.stderr], [0, '']);
  assert.match(place.call('show').stdout, /## Goal\nfirst\n/);
  assert.match(place.call('show', '--prev').stdout, /## Goal\nsecond\n/);
  assert.equal(place.call('restore').status, 2);
});

test('deleting asks, and takes everything along', async (t) => {
  const place = makePlace(t);
  place.as('old', ['save', '--goal', 'one']);
  place.as('old', ['save', '--goal', 'two']);
  const alone = place.call('delete', 'old');
  assert.equal(alone.status, 2);
  assert.match(alone.stderr, /^Delete checkpoint old \(just now: two\)\? Nobody can be asked here: pass --yes/);
  assert.match(await runOnTerminal(place, ['delete', 'old'], { keys: 'n\n' }), /\[y\/N\] .*Nothing was deleted/s);
  assert.deepEqual(place.files(), ['.gitignore', 'old.json', 'old.json.lock', 'old.json.prev']);
  const deleted = place.call('delete', 'old', '--yes');
  assert.deepEqual([deleted.status, deleted.stderr], [0, '']);
  assert.deepEqual(place.files(), ['.gitignore']);
  const gone = place.call('delete', 'old', '--yes');
  assert.deepEqual([gone.status, gone.stderr.split(':')[0]], [2, 'SELECTOR_UNKNOWN']);
});

test('what a running client has open is deleted by force only', (t) => {
  const place = makePlace(t);
  place.as('open', ['save', '--goal', 'one']);
  const { path } = json(run(place, ['session', 'create', 'Hello!', '--json']));
  const id = path.split('/').at(-1).replace('.jsonl', '');
  place.opened('open');
  const refused = place.call('delete', 'open', '--yes');
  assert.deepEqual([refused.status, refused.stderr.split(':')[0]], [2, 'SESSION_LIVE']);
  assert.equal(place.call('delete', 'open', '--yes', '--force').status, 0);
  place.opened(id);
  const session = place.call('session', 'delete', path, '--yes');
  assert.equal(session.status, 2);
  assert.match(session.stderr, /is open in a running client/);
  assert.equal(existsSync(path), true);
  assert.equal(place.call('session', 'delete', path, '--yes', '--force').status, 0);
});

test('pruning tells, asks, and leaves what is in use', async (t) => {
  const place = makePlace(t);
  for (const [id, days] of [
    ['old', 40],
    ['open', 40],
    ['new', 3],
  ]) {
    place.as(id, ['save', '--goal', id]);
    date(place, id, days);
  }
  place.opened('open');
  const prune = (...args) => place.call('prune', '--older-than', '30d', ...args);
  const told = prune('--dry-run');
  assert.equal(told.status, 0);
  assert.match(
    told.stdout,
    /1 checkpoint\(s\) .* would be deleted.*\n- `old`: old \(40d ago.*\nOld enough, and kept: open \(its session is open\)/,
  );
  assert.equal(prune().status, 2);
  assert.match(await runOnTerminal(place, ['prune', '--older-than', '4w'], { keys: 'n\n' }), /Nothing was deleted/);
  assert.equal(place.files().length, 7);
  assert.deepEqual(
    json(prune('--yes', '--json')).pruned.map(({ selector }) => selector),
    ['old'],
  );
  assert.deepEqual(place.files(), ['.gitignore', 'new.json', 'new.json.lock', 'open.json', 'open.json.lock']);
  assert.match(prune('--yes').stdout, /^Nothing to delete/);
  for (const wrong of ['30', '0d', '-1d', '1y', '']) {
    assert.equal(place.call('prune', '--older-than', wrong, '--dry-run').status, 2, wrong);
  }
  assert.equal(place.call('prune').status, 2);
});

test('a status bar gets one line, for the session it names', (t) => {
  const place = makePlace(t);
  const bar = (id) => ({
    cwd: place.directory,
    input: JSON.stringify({ session_id: id, cwd: '/', workspace: { current_dir: '/', project_dir: place.root } }),
  });
  assert.equal(run(place, ['status', '--line'], bar('own')).stdout, 'no checkpoint\n');
  place.call('save', '--goal', 'x', '--task', 'done: a', '--task', 'b');
  assert.equal(run(place, ['status', '--line'], bar('own')).stdout, 'checkpoint just now · 1/2 tasks done\n');
  assert.equal(run(place, ['status', '--line'], bar('new')).stdout, 'no checkpoint (1 of other sessions)\n');
  writeFileSync(join(place.root, 'new.txt'), 'x');
  const line = place.call('status', '--line');
  assert.deepEqual([line.status, line.stdout], [0, 'checkpoint just now · 1/2 tasks done · 1 file changed\n']);
  for (const input of ['', '{', 'null', '{"session_id":7,"workspace":"x"}']) {
    assert.equal(run(place, ['status', '--line'], { input }).stdout, 'no checkpoint (1 of other sessions)\n', input);
  }
});

test('the exit code of status tells of changes when it is asked to', (t) => {
  const place = makePlace(t);
  assert.deepEqual([place.call('status').status, place.call('status', '--exit-code').status], [0, 1]);
  place.call('save', '--goal', 'x');
  assert.equal(place.call('status', '--exit-code').status, 0);
  writeFileSync(join(place.root, 'new.txt'), 'x');
  assert.deepEqual([place.call('status').status, place.call('status', '--exit-code').status], [0, 1]);
  assert.equal(json(place.call('status', '--json')).changed, 1);
});

test('no secret is printed', (t) => {
  const place = makePlace(t);
  const secret = ['hunter2', 'Secret', 'X1'].join('');
  place.call('save', '--goal', `use password=${secret}`);
  const file = place.checkpointFile('own');
  writeFileSync(file, readFileSync(file, 'utf8').replace('«redacted»', secret));
  for (const args of [['show'], ['show', '--json'], ['list'], ['status'], ['status', '--json'], ['delete', 'own']]) {
    const { stdout, stderr } = place.call(...args);
    assert.match(`${stdout}${stderr}`, /password=«redacted»/, args.join(' '));
    assert.equal(`${stdout}${stderr}`.includes(secret), false, args.join(' '));
  }
});
