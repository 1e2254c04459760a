// The command line on Claude Code's session files.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
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
  assert.deepEqual([added.status, added.stdout], [0, 'Added user message\n']);
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
  assert.equal(place.session('add', 'user', 'more', path).stdout, 'Added user message\n');
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

test('with a project only its own session is meant', (t) => {
  const place = makePlace(t);
  const other = join(place.directory, 'other');
  mkdirSync(other);
  const { sessionId, path } = makeSession(place);
  const before = readFileSync(path, 'utf8');
  for (const command of [['delete', '--yes'], ['read']]) {
    const { status, stderr } = place.session(...command, '-p', other, '-s', sessionId);
    assert.equal(status, 2);
    assert.match(stderr, /There is no session .* in the project .*other/);
  }
  const added = JSON.parse(place.session('add', 'user', 'x', '-p', other, '-s', sessionId, '--json').stdout);
  assert.notEqual(added.path, path);
  assert.equal(readFileSync(path, 'utf8'), before);
  // Now there are two.
  for (const command of [['delete', '--yes'], ['add', 'user', 'x'], ['read']]) {
    const { status, stderr } = place.session(...command, '-s', sessionId);
    assert.equal(status, 2);
    assert.match(stderr, /There are 2 sessions/);
  }
  assert.equal(place.session('delete', '--yes', '-p', other, '-s', sessionId).status, 0);
  assert.deepEqual([existsSync(added.path), existsSync(path)], [false, true]);
});

test('deleting a file that is no session leaves the directory beside it', (t) => {
  const place = makePlace(t);
  const path = join(place.root, 'notes.jsonl');
  writeFileSync(path, '{"note":1}\n');
  mkdirSync(join(place.root, 'notes'));
  const { status, stdout } = place.session('delete', '--yes', path);
  assert.deepEqual([status, stdout], [0, `Deleted ${path} (11 B)\n`]);
  assert.deepEqual([existsSync(path), existsSync(join(place.root, 'notes'))], [false, true]);
  const session = makeSession(place).path;
  const beside = session.replace('.jsonl', '');
  mkdirSync(beside);
  assert.ok(place.session('delete', '--yes', session).stdout.includes(`, and ${beside})`));
  assert.equal(existsSync(beside), false);
});

test('adding and deleting read only the ends of a file', (t) => {
  const place = makePlace(t);
  const { path } = makeSession(place);
  // Larger than the library holds, and takes no room on the disk.
  truncateSync(path, 2 ** 31 + 1);
  appendFileSync(path, '\n');
  assert.equal(place.session('add', 'user', 'more', path).status, 0);
  assert.equal(place.session('delete', '--yes', path).status, 0);
});

test('a secret that is cut is not shown', (t) => {
  const place = makePlace(t);
  const secret = `sk-${'ant-api03-'}${'aB3dE5gH7jK9'.repeat(8)}`;
  const { path } = makeSession(place, `${'word '.repeat(9)}${secret}`);
  const result = [{ type: 'tool_result', tool_use_id: 'a', content: `${'word '.repeat(197)}${secret}` }];
  appendFileSync(path, `${JSON.stringify({ type: 'user', message: { content: result } })}\n`);
  for (const args of [['list'], ['list', '--json'], ['read', path]]) {
    const { stdout } = place.session(...args);
    assert.equal(stdout.includes('aB3dE'), false, stdout);
    assert.match(stdout, /word/);
  }
});

test('what is in a file reaches neither the terminal nor the shell', (t) => {
  const place = makePlace(t);
  const { path } = makeSession(place);
  const hostile = { type: 'user', uuid: 'x', cwd: '/a\u001b]0;b', gitBranch: '\u001b[2Jmain', sessionId: 'x; touch y' };
  const line = `${JSON.stringify({ ...hostile, message: { content: 'hi' } })}\n`;
  writeFileSync(path, line);
  assert.match(place.session('list', '--all').stdout, /[ \ufffd]\[2Jmain\t\/a[ \ufffd]\]0;b\t/);
  const copy = join(place.root, 'copy.jsonl');
  writeFileSync(copy, line);
  const { stderr } = place.session('add', 'user', 'x', copy);
  assert.match(stderr, /cd \$'\\x2f\\x61\\x1b.*' && claude --resume 'x; touch y'\n/);
  assert.equal(stderr.includes('\u001b'), false);
});

test('a message may begin with a hyphen', (t) => {
  const place = makePlace(t);
  const { sessionId, path } = makeSession(place);
  for (const words of ['- one', '-summary', '--jsonl', '-']) {
    const { status } = run(place, ['session', 'add', '-s', sessionId, 'user', words, '--json'], {
      input: 'from input',
    });
    assert.equal(status, 0, words);
  }
  const said = readFileSync(path, 'utf8').trim().split('\n').slice(2);
  assert.deepEqual(
    said.map((line) => JSON.parse(line).message.content),
    ['- one', '-summary', '--jsonl', 'from input'],
  );
  assert.equal(place.session('add', 'user', '--json', '-s', sessionId).status, 2);
});

test('an empty project is refused, and the tilde is the home directory', (t) => {
  const place = makePlace(t);
  assert.match(place.session('list', '-p', '').stderr, /The project is empty/);
  assert.match(place.session('list', '--project=~/x').stderr, new RegExp(`No sessions of ${place.env.HOME}/x`));
});

test('output that can not be written is an error', { skip: !existsSync('/dev/full') }, (t) => {
  const place = makePlace(t);
  const { path } = makeSession(place);
  const { status, stderr } = spawnSync(
    'sh',
    ['-c', '"$0" "$1" session read "$2" > /dev/full', process.execPath, serverFile, path],
    {
      env: place.env,
      encoding: 'utf8',
    },
  );
  assert.equal(status, 2);
  assert.match(stderr, /could not be written.*ENOSPC/);
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

test("a subagent's file is listed and read", (t) => {
  const place = makePlace(t);
  const { path } = makeSession(place);
  const agents = join(path.replace('.jsonl', ''), 'subagents');
  mkdirSync(agents, { recursive: true });
  const record = { type: 'user', isSidechain: true, cwd: place.root, message: { content: 'looked around' } };
  writeFileSync(join(agents, 'agent-1.jsonl'), `${JSON.stringify(record)}\n`);
  const { entries } = JSON.parse(place.session('list', '--json').stdout);
  assert.deepEqual(entries[0].subagentPaths, [join(agents, 'agent-1.jsonl')]);
  assert.match(place.session('read', '-s', 'agent-1').stdout, /looked around/);
});
