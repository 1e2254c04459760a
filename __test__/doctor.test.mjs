// `doctor`: what is wrong is named with how to repair it, and what is fine is not complained about.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { run } from './helpers/cli.mjs';
import { copyProduct, engineFile, enginePackage } from './helpers/copy.mjs';
import { root } from './helpers/paths.mjs';
import { makeProject, makeRepository } from './helpers/place.mjs';

const sessionId = '5f0a6f5e-7c1d-4f57-9f5e-1c9c3d7a2b10';

/** What doctor says: its exit code and the report, `of(check)` being the findings of a check. */
function examine(project, options = {}) {
  const { status, stdout, stderr } = run(project, ['doctor', '--json'], options);
  assert.equal(stderr, '');
  const report = JSON.parse(stdout);
  const of = (name) => report.findings.filter(({ check }) => check === name);
  for (const { level, what, fix } of report.findings) {
    assert.equal(fix !== undefined, level === 'warning' || level === 'error', what);
  }
  return { status, ...report, of };
}

/** Runs a hook as the client does. */
function hook(project, script, input) {
  return spawnSync(process.execPath, [join(root, 'dist', script)], {
    input,
    cwd: project.root,
    env: { ...project.env, CLAUDE_PROJECT_DIR: project.root },
    encoding: 'utf8',
  });
}

/** Writes a transcript of the project with these records. */
function transcript(project, records) {
  const folder = join(project.env.HOME, '.claude', 'projects', project.root.replaceAll(/[^a-zA-Z0-9]/g, '-'));
  mkdirSync(folder, { recursive: true });
  const common = { sessionId, cwd: project.root, version: '2.1.332', uuid: sessionId, parentUuid: null };
  const lines = records.map((record) => `${JSON.stringify({ ...common, ...record })}\n`);
  writeFileSync(join(folder, `${sessionId}.jsonl`), lines.join(''));
}

test('after an install nothing is wrong', (t) => {
  const project = makeRepository(t);
  run(project, ['install']);
  const { status, isFine, of } = examine(project);
  assert.deepEqual([status, isFine], [0, true]);
  assert.ok(of('engine')[0].what.endsWith(join(root, engineFile)));
  assert.match(of('server')[0].what, /Registered as checkpoint in .*\.claude\.json/);
  assert.equal(of('hooks').length, 2);
  assert.match(of('node')[0].what, new RegExp(process.version));
  assert.ok(of('state')[0].what.endsWith('/.local/state/session-checkpoint'));

  const { stdout } = run(project, ['doctor']);
  assert.match(stdout, /^✓ engine: /m);
  assert.match(stdout, /\nNothing is wrong\.\n$/);
});

test('a client that does not know the server', (t) => {
  const { status, of } = examine(makeProject(t));
  assert.equal(status, 1);
  assert.match(of('server')[0].fix, /session-checkpoint-mcp install/);
});

test('the plugin counts as registered, and beside a manual setup it is one too many', (t) => {
  const project = makeProject(t);
  mkdirSync(join(project.env.HOME, '.claude'));
  writeFileSync(
    join(project.env.HOME, '.claude', 'settings.json'),
    JSON.stringify({ enabledPlugins: { 'session-checkpoint@daniel-munoz': true } }),
  );
  assert.equal(examine(project).status, 0);
  run(project, ['install']);
  const { status, of } = examine(project);
  assert.equal(status, 1);
  assert.match(of('twice')[0].what, /enabled beside the manual setup/);
  project.write('.claude/settings.local.json', '{ "enabledPlugins": { "session-checkpoint@daniel-munoz": false } }');
  assert.equal(examine(project).status, 0, 'it is off in this project');
});

test('the engine of the plugin that the client runs', (t) => {
  const project = makeProject(t);
  const config = join(project.env.HOME, '.claude');
  const installPath = join(config, 'plugins', 'cache', 'x', '1.1.0');
  const name = 'session-checkpoint@daniel-munoz';
  mkdirSync(installPath, { recursive: true });
  writeFileSync(join(config, 'settings.json'), JSON.stringify({ enabledPlugins: { [name]: true } }));
  const installed = { version: 2, plugins: { [name]: [{ scope: 'user', installPath }] } };
  writeFileSync(join(config, 'plugins', 'installed_plugins.json'), JSON.stringify(installed));
  const { status, of } = examine(project);
  assert.equal(status, 1);
  assert.ok(of('plugin')[0].what.includes(installPath));
  assert.ok(of('plugin')[0].fix.includes(`npm install ${enginePackage}@1.1.0`));
  mkdirSync(join(installPath, 'node_modules', enginePackage), { recursive: true });
  assert.equal(examine(project).status, 0);
  mkdirSync(join(installPath, 'dist'));
  writeFileSync(join(installPath, 'dist', 'hook.js'), 'function half() {\n');
  assert.match(examine(project).of('plugin')[0].what, /hook\.js is damaged/);
  rmSync(join(installPath, 'dist'), { recursive: true });

  const marketplace = { source: { source: 'directory', path: root }, installLocation: root };
  writeFileSync(join(config, 'plugins', 'known_marketplaces.json'), JSON.stringify({ 'daniel-munoz': marketplace }));
  assert.ok(examine(project).of('plugin')[0].what.endsWith(join(root, engineFile)), 'it is read where it is');
});

test('a server and hooks that are gone, or half a setup', (t) => {
  const project = makeProject(t);
  const gone = '/nowhere/session-checkpoint-mcp/dist';
  project.write('.mcp.json', JSON.stringify({ mcpServers: { a: { command: 'node', args: [`${gone}/index.js`] } } }));
  const { status, of } = examine(project);
  assert.equal(status, 1);
  assert.equal(of('server')[0].level, 'error');
  assert.match(of('hooks')[0].what, /without its hooks/);
});

test('settings that can not be read', (t) => {
  const project = makeProject(t);
  project.write('.claude/settings.json', '{ half');
  const { status, of } = examine(project);
  assert.equal(status, 1);
  assert.match(of('settings')[0].what, /settings\.json can't be read as JSON \(line 1/);
});

test('without an engine it still answers, and says how to get one', (t) => {
  const project = makeProject(t);
  const directory = join(project.directory, 'product');
  copyProduct(directory);
  const file = join(directory, 'dist', 'index.js');
  const { status, of, runs } = examine(project, { file });
  assert.equal(status, 1);
  assert.ok(of('engine')[0].fix.includes(`npm install ${enginePackage}@`));
  assert.deepEqual(runs, []);
  cpSync(join(root, engineFile), join(directory, engineFile));
  assert.equal(examine(project, { file }).of('engine')[0].level, 'ok');
});

test('checkpoints that git would take along, or has', (t) => {
  const project = makeRepository(t);
  assert.match(examine(project).of('ignored')[0].what, /No checkpoints/);
  project.write('.claude-checkpoints/a b.json', '{}');
  assert.match(examine(project).of('ignored')[0].what, /Not ignored by git: \.claude-checkpoints\/a b\.json/);
  project.git('add', '--force', '.claude-checkpoints');
  assert.match(examine(project).of('ignored')[0].what, /Git tracks checkpoint files/);
  project.git('rm', '--quiet', '--cached', '-r', '.claude-checkpoints');
  project.write('.gitignore', '.claude-checkpoint*\n');
  assert.equal(examine(project).of('ignored')[0].level, 'ok');
});

test('names of files can not steer the terminal', (t) => {
  const project = makeRepository(t);
  project.write('.claude-checkpoints/a\u001b[2J\n✓ b.json', '{}');
  project.git('add', '--force', '.claude-checkpoints');
  const { stdout } = run(project, ['doctor']);
  assert.match(stdout, /can read them: .*a \[2J ✓ b\.json\n/);
  assert.ok(!stdout.includes('\u001b'));
});

test('the .gitignore of the directory may be tracked', (t) => {
  const project = makeRepository(t);
  project.write('.claude-checkpoints/.gitignore', '*\n');
  project.write('.claude-checkpoints/a.json', '{}');
  project.git('add', '--force', '.claude-checkpoints/.gitignore');
  assert.equal(examine(project).of('ignored')[0].level, 'ok');
});

test('the last runs of hooks, from the transcript', (t) => {
  const project = makeProject(t);
  const ran = (command, more) => ({
    type: 'attachment',
    timestamp: '2026-11-03T09:15:20.112Z',
    attachment: { type: 'hook_success', hookEvent: 'SessionStart', hookName: 'SessionStart:startup', command, ...more },
  });
  const ofPlugin = (words) => `node -e let c;try{c=0}catch{}c&&f(c) $\{CLAUDE_PLUGIN_ROOT}/dist/${words}`;
  transcript(project, [
    { type: 'user', timestamp: '2026-11-03T09:15:19.000Z', message: { role: 'user', content: 'about a hook' } },
    ran(ofPlugin('hook.js --plugin'), { exitCode: 0, durationMs: 61, stderr: '' }),
    ran(ofPlugin('restore.js'), {
      type: 'hook_non_blocking_error',
      exitCode: 127,
      durationMs: 12,
      stderr: `node: not found, API_KEY=${'abcdef'.repeat(5)}`,
    }),
    ran(ofPlugin('hook.js'), { exitCode: 9, durationMs: 61, timestamp: 'another plugin has such a file too' }),
    {
      type: 'system',
      subtype: 'stop_hook_summary',
      timestamp: '2026-11-03T09:16:00.000Z',
      // Versions before ran the file itself.
      hookInfos: [{ command: ofPlugin('remind.js').replace(/-e .*\(c\) /, ''), durationMs: 65 }],
    },
  ]);
  const { status, of, runs } = examine(project);
  assert.equal(status, 1);
  assert.deepEqual(
    runs.map(({ hook: name, event, exitCode, durationMs }) => ({ name, event, exitCode, durationMs })),
    [
      { name: 'remind', event: 'Stop', exitCode: undefined, durationMs: 65 },
      { name: 'hook', event: 'SessionStart:startup', exitCode: 0, durationMs: 61 },
      { name: 'restore', event: 'SessionStart:startup', exitCode: 127, durationMs: 12 },
    ],
  );
  assert.deepEqual(
    of('runs').map(({ level }) => level),
    ['ok', 'ok', 'warning'],
  );
  assert.match(of('runs')[2].what, /restore\.js ran last at 2026-11-03T09:15:20\.112Z .*exit code 127, 12 ms/);
  assert.match(of('runs')[2].what, /node: not found/);
  assert.doesNotMatch(JSON.stringify(runs), /abcdef/);
});

test('what hooks kept to themselves', (t) => {
  const project = makeProject(t);
  assert.deepEqual(examine(project).of('failures'), []);
  hook(project, 'hook.js', 'no JSON');
  hook(
    project,
    'hook.js',
    JSON.stringify({ hook_event_name: 'SessionStart', session_id: sessionId, source: 'startup' }),
  );
  const { status, of } = examine(project);
  assert.equal(status, 1);
  assert.match(of('failures')[0].what, /^hook\.js: [A-Z_]+, 1 time\(s\) within a week/);
  assert.ok(of('sessions')[0].what.includes(sessionId));
});

test('values that mean nothing, and names that are misspelt', (t) => {
  const project = makeProject(t);
  run(project, ['install']);
  const fine = examine(project, { env: { SESSION_CHECKPOINT_NUDGE: 'off', SESSION_CHECKPOINT_RESTORE: 'brief' } });
  assert.equal(fine.status, 0);
  assert.equal(fine.of('environment').length, 2);
  const { status, of } = examine(project, {
    env: { SESSION_CHECKPOINT_RESTORE: 'always', SESSION_CHECKPOINT_NUGDE: 'off' },
  });
  assert.equal(status, 1);
  assert.deepEqual(
    of('environment').map(({ level }) => level),
    ['warning', 'warning'],
  );
});

test('a state directory that can not be used', (t) => {
  const project = makeProject(t);
  run(project, ['install']);
  const state = join(project.directory, 'state');
  mkdirSync(state);
  chmodSync(state, 0o777);
  const { status, of } = examine(project, { env: { SESSION_CHECKPOINT_STATE_DIR: state } });
  assert.deepEqual([status, of('state')[0].level], [1, 'warning']);
  rmSync(state, { recursive: true });
  writeFileSync(state, 'a file');
  assert.equal(examine(project, { env: { SESSION_CHECKPOINT_STATE_DIR: state } }).of('state')[0].level, 'warning');
  assert.equal(readFileSync(state, 'utf8'), 'a file');
});

for (const [value, expected] of [
  ['/nowhere', /"\/nowhere", which can't be used \(ENOENT\)/],
  ['some/where', /"some\/where", a relative path/],
  ['/dev/null', /"\/dev\/null", which is no directory/],
]) {
  test(`a project that can not be used is a finding among the others: ${value}`, (t) => {
    const { status, of } = examine(makeProject(t), { env: { CHECKPOINT_PROJECT_ROOT: value } });
    assert.equal(status, 1);
    assert.match(of('project')[0].what, expected);
    assert.match(of('project')[0].fix, /absolute path/);
    assert.equal(of('engine')[0].level, 'ok');
  });
}

test('a working directory that is gone is a finding too', { skip: process.platform === 'win32' }, (t) => {
  const project = makeProject(t);
  const { stdout, stderr } = spawnSync(
    'sh',
    [
      '-c',
      'rmdir "$1" && exec "$2" "$3" doctor --json',
      'sh',
      project.root,
      process.execPath,
      join(root, 'dist', 'index.js'),
    ],
    { cwd: project.root, env: project.env, encoding: 'utf8' },
  );
  assert.equal(stderr, '');
  const { findings } = JSON.parse(stdout);
  assert.match(findings.find(({ check }) => check === 'project').what, /may be gone/);
});

test('the advice on what hooks kept fits its code', (t) => {
  const project = makeProject(t);
  hook(project, 'restore.js', 'no JSON');
  const input = JSON.stringify({ hook_event_name: 'SessionStart', session_id: sessionId, source: 'startup' });
  spawnSync(process.execPath, [join(root, 'dist', 'hook.js')], {
    input,
    env: { ...project.env, CHECKPOINT_PROJECT_ROOT: 'relative' },
  });
  const fixes = Object.fromEntries(
    examine(project)
      .of('failures')
      .map(({ what, fix }) => [what.split(',')[0], fix]),
  );
  assert.doesNotMatch(fixes['restore.js: STDIN_NOT_JSON'], /engine/);
  assert.match(fixes['hook.js: ROOT_UNUSABLE'], /CHECKPOINT_PROJECT_ROOT/);
});

test('a registered path with variables is expanded before it is called gone', (t) => {
  const project = makeProject(t);
  const path = (start) => `${start}/session-checkpoint-mcp/dist/index.js`;
  mkdirSync(join(project.env.HOME, 'session-checkpoint-mcp', 'dist'), { recursive: true });
  writeFileSync(path(project.env.HOME), '');
  for (const [start, level] of [
    ['$HOME', 'ok'],
    ['~', 'ok'],
    [`$\{HOME}`, 'ok'],
    [`$\{NOT_SET:-${project.env.HOME}}`, 'ok'],
    [`$\{NOT_SET}`, 'ok'],
    ['$HOME/elsewhere', 'error'],
  ]) {
    project.write('.mcp.json', JSON.stringify({ mcpServers: { a: { command: 'node', args: [path(start)] } } }));
    assert.equal(examine(project).of('server')[0].level, level, start);
  }
});

test('a state directory with a relative path is named as that', (t) => {
  const { of } = examine(makeProject(t), { env: { SESSION_CHECKPOINT_STATE_DIR: 'some/where' } });
  assert.match(of('state')[0].what, /"some\/where", a relative path/);
});
