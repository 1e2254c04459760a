// The command line on Claude Code's session files.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { run, runOnTerminal } from './helpers/cli.mjs';
import { serverFile } from './helpers/paths.mjs';
import { makeProject } from './helpers/place.mjs';

/** A project whose client keeps its files beside it. */
function makePlace(t, options) {
  const project = makeProject(t, options);
  const configuration = join(project.directory, 'configuration');
  project.env.CLAUDE_CONFIG_DIR = configuration;
  const projects = join(configuration, 'projects');
  const files = () => {
    const folders = existsSync(projects) ? readdirSync(projects) : [];
    return folders.flatMap((folder) => readdirSync(join(projects, folder)).map((name) => join(projects, folder, name)));
  };
  const session = (...args) => run(project, ['session', ...args]);
  return { ...project, projects, files, session };
}

/** A session with two messages: its id and file. */
function makeSession(place, prompt = 'Hello!') {
  const { sessionId, path } = JSON.parse(place.session('create', prompt, '--json').stdout);
  place.session('add', 'assistant', 'Hi, how can I help?', '-s', sessionId);
  return { sessionId, path };
}

test('the reference walk through: create, add, read, list', (t) => {
  const place = makePlace(t);
  const created = place.session('create', '-p', place.root);
  assert.equal(created.status, 0);
  const id = created.stdout.trim();
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.deepEqual(place.files(), []);

  const added = place.session('add', 'user', 'Hello!', '-p', place.root, '-s', id);
  assert.deepEqual([added.status, added.stdout], [0, 'Added user message (1 total)\n']);
  assert.match(added.stderr, new RegExp(`claude --resume ${id}`));
  place.session('add', 'assistant', 'Hi, how can I help?', '-p', place.root, '-s', id);

  const read = place.session('read', '-p', place.root, '-s', id);
  assert.equal(read.status, 0);
  assert.equal(read.stdout.replace(/ \d{4}-.*Z$/gm, ''), '[User]\nHello!\n\n[Assistant]\nHi, how can I help?\n\n');
  const list = place.session('list', '-p', place.root);
  assert.match(list.stdout, new RegExp(`^${id}\tjust now\t1 KB\tHEAD\tHello!\n$`));
});

test('the command to resume changes to the project where that is needed', (t) => {
  const place = makePlace(t, { name: "it's here" });
  const { sessionId } = makeSession(place);
  assert.match(place.session('add', 'user', 'x', '-s', sessionId).stderr, /Resume it: claude --resume/);
  const elsewhere = run(place, ['session', 'add', 'user', 'x', '-p', place.root, '-s', sessionId], {
    cwd: place.directory,
  });
  assert.match(elsewhere.stderr, /Resume it: cd '.*it'\\''s here' && claude --resume/);
});

test('a file will do instead of a project and an id', (t) => {
  const place = makePlace(t);
  const { sessionId, path } = makeSession(place);
  assert.equal(place.session('read', path).stdout, place.session('read', '-s', sessionId).stdout);
  assert.equal(place.session('add', 'user', 'more', path).stdout, 'Added user message (3 total)\n');
  const both = place.session('read', path, '-s', sessionId);
  assert.deepEqual([both.status, both.stderr], [2, 'Name a session file or a session with -s, not both.\n']);
  assert.match(place.session('read', 'README.md').stderr, /not a session file: their names end in \.jsonl/);
});

test('a message can come from standard input', (t) => {
  const place = makePlace(t);
  const { sessionId } = makeSession(place);
  run(place, ['session', 'add', 'user', '-', '-s', sessionId], { input: 'two\nlines' });
  assert.match(place.session('read', '-s', sessionId).stdout, /\ntwo\nlines\n/);
  assert.match(run(place, ['session', 'add', 'user', '-', '-s', sessionId]).stderr, /The message is empty/);
});

test('what is damaged is said, with exit code 1, and the rest is read', (t) => {
  const place = makePlace(t);
  const { path } = makeSession(place);
  const before = readFileSync(path).length;
  appendFileSync(path, '{"type":"user","mess');
  const { status, stdout, stderr } = place.session('read', path);
  assert.equal(status, 1);
  assert.match(stdout, /Hi, how can I help\?/);
  assert.equal(stderr, `${path}: line 3, byte ${before}: the record is cut off or damaged (20 bytes)\n`);
});

test('secrets are not printed, unless they are asked for', (t) => {
  const place = makePlace(t);
  const secret = ['hunter2', 'Secret', 'X1'].join('');
  const { path } = makeSession(place, `connect with password=${secret}`);
  for (const args of [['read', path], ['read', path, '--json'], ['list'], ['list', '--json']]) {
    const { stdout, stderr } = place.session(...args);
    assert.equal(`${stdout}${stderr}`.includes(secret), false, args.join(' '));
    assert.match(stdout, /password=«redacted»/);
  }
  assert.match(place.session('read', path).stderr, /1 secret\(s\) were replaced/);
  const raw = place.session('read', path, '--json', '--raw');
  assert.deepEqual([raw.stdout, raw.stderr], [readFileSync(path, 'utf8'), '']);
});

test('tools, thoughts and everything else can be read too', (t) => {
  const place = makePlace(t);
  const { path } = makeSession(place);
  const blocks = (type, content) => JSON.stringify({ type, message: { content } });
  writeFileSync(
    path,
    [
      blocks('assistant', [
        { type: 'thinking', thinking: 'Hm.' },
        { type: 'tool_use', id: 'a', name: 'Bash', input: { command: 'x'.repeat(2000) } },
      ]),
      blocks('user', [{ type: 'tool_result', tool_use_id: 'a', is_error: true, content: 'Exit code 1 \u001b[31mred' }]),
      JSON.stringify({ type: 'last-prompt', leafUuid: 'a' }),
    ].join('\n'),
  );
  const { stdout } = place.session('read', path);
  assert.match(
    stdout,
    /^\[Assistant\]\n\(thinking: Hm\.\)\n→ Bash \{"command":"x+… \(1014 more; --full shows them\)\n\n/,
  );
  assert.match(stdout, /\[Tool\]\n✗ Exit code 1 \ufffd\[31mred\n/);
  assert.match(place.session('read', path, '--full').stdout, /x{2000}/);
  assert.match(place.session('read', path, '--everything').stdout, /\[Last-prompt\]/);
  assert.equal(place.session('read', path, '--everything', '--json').stdout.trim().split('\n').length, 3);
});

test('deleting asks, and takes what is beside the file along', async (t) => {
  const place = makePlace(t);
  const { path } = makeSession(place);
  mkdirSync(path.replace('.jsonl', ''));
  const alone = place.session('delete', path);
  assert.equal(alone.status, 2);
  assert.match(alone.stderr, /pass --yes to agree/);
  assert.match(
    await runOnTerminal(place, ['session', 'delete', path], { keys: 'n\n' }),
    /\[y\/N\] .*Nothing was deleted/s,
  );
  assert.equal(existsSync(path), true);
  assert.match(await runOnTerminal(place, ['session', 'delete', path], { keys: 'y\n' }), /Deleted /);
  assert.deepEqual(place.files(), []);
  assert.equal(place.session('delete', path, '--yes').status, 2);
});

test('no id reaches another file', (t) => {
  const place = makePlace(t);
  makeSession(place);
  const before = place.files();
  for (const id of ['..', '', '.', '../x', 'a/b']) {
    const { status } = place.session('delete', '--yes', '-s', id);
    assert.equal(status, 2, id);
  }
  assert.deepEqual(place.files(), before);
});

test('a list on a terminal is a table', async (t) => {
  const place = makePlace(t);
  const { sessionId } = makeSession(place, 'Title\twith \u001b[31mcolour');
  const printed = await runOnTerminal(place, ['session', 'list']);
  assert.match(printed, /Session.*Updated.*Size.*Branch.*Title/);
  assert.match(printed, new RegExp(`${sessionId} +just now +1 KB +HEAD +Title with \ufffd\\[31mcolour`));
});

test('no sessions are no error', (t) => {
  const place = makePlace(t);
  const { status, stdout, stderr } = place.session('list');
  assert.deepEqual([status, stdout], [0, '']);
  assert.equal(stderr, `No sessions of ${place.root}.\n`);
  assert.deepEqual(JSON.parse(place.session('list', '--json').stdout), { entries: [], warnings: [] });
});

test('whoever stops reading has read enough', (t) => {
  const place = makePlace(t);
  const { path } = makeSession(place);
  writeFileSync(
    path,
    `${JSON.stringify({ type: 'user', message: { content: 'words '.repeat(1000) } })}\n`.repeat(3000),
  );
  const command = `"$0" "$1" session read "$2" | head -n 1`;
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command, process.execPath, serverFile, path], {
    env: place.env,
    encoding: 'utf8',
  });
  assert.deepEqual([status, stdout, stderr], [0, '[User]\n', '']);
});
