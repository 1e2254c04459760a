// Manual setup: what install adds to settings, that nothing else changes, and that uninstall takes it back.

import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { run } from './helpers/cli.mjs';
import { root } from './helpers/paths.mjs';
import { makeProject } from './helpers/place.mjs';

const scripts = Object.fromEntries(['index', 'hook', 'guard'].map((name) => [name, join(root, 'dist', `${name}.js`)]));
const SAVE = '^mcp__.+__save_session_checkpoint$';

/** A project of a person with these files in the home directory. */
function person(t, files = {}) {
  const project = makeProject(t);
  const home = project.env.HOME;
  const path = (name) => join(home, name);
  mkdirSync(path('.claude'));
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(path(name), text);
  }
  const read = (name) => readFileSync(path(name), 'utf8');
  return { ...project, path, read, settings: () => read('.claude/settings.json'), servers: () => read('.claude.json') };
}

function succeed(project, ...args) {
  const { status, stdout, stderr } = run(project, args);
  assert.equal(status, 0, stdout + stderr);
  return stdout;
}

const settingsOf = {
  'no file': undefined,
  'an empty file': '',
  'an empty object': '{}',
  'an empty object over lines': '{\n}\n',
  'one line': '{"model": "opus", "hooks": {"Stop": []}}',
  'another hook of the same event': JSON.stringify(
    { hooks: { SessionStart: [{ hooks: [{ type: 'command', command: 'echo hi' }] }] } },
    null,
    4,
  ),
  'tabs and no last newline': '{\n\t"env": {\n\t\t"A": "1"\n\t}\n}',
  'CRLF, comments, own hooks, trailing commas': [
    '{',
    '  // my settings',
    '  "model": "opus", // the large one',
    '  "hooks": {',
    '    /* greets */',
    '    "SessionStart": [',
    '      {',
    '        "matcher": "startup",',
    '        "hooks": [{ "type": "command", "command": "echo \\"hello\\"" }], // mine',
    '      }, // the only one',
    '    ],',
    '  }, // end of hooks',
    '  // nothing follows',
    '}',
    '',
  ].join('\r\n'),
  'a byte order mark': '\uFEFF{\r\n    "env": {}\r\n}\r\n',
};

for (const [name, text] of Object.entries(settingsOf)) {
  test(`install and uninstall give the same bytes back: ${name}`, (t) => {
    const mine = person(t, text === undefined ? {} : { '.claude/settings.json': text, '.claude.json': text });
    succeed(mine, 'install');
    const installed = mine.settings();
    assert.ok(installed.includes(JSON.stringify(scripts.hook)) && installed.includes(JSON.stringify(scripts.guard)));
    if (text?.includes('\r\n')) {
      assert.doesNotMatch(installed.replaceAll('\r\n', ''), /\n/);
    }
    const lines = (text ?? '').split(/\r?\n/).filter((line) => line.trim() !== '' && line.trim() !== '{}');
    for (const line of text?.includes('\n') ? lines : []) {
      assert.ok(installed.includes(line.trimEnd()), `${line} is still there`);
    }

    succeed(mine, 'install');
    assert.equal(mine.settings(), installed, 'a second install changes nothing');

    succeed(mine, 'uninstall');
    for (const file of ['.claude/settings.json', '.claude.json']) {
      assert.equal(existsSync(mine.path(file)) ? mine.read(file) : undefined, text, file);
    }
    assert.deepEqual(readdirSync(mine.path('.claude')), text === undefined ? [] : ['settings.json']);
  });
}

for (const [name, text] of Object.entries(settingsOf)) {
  test(`uninstall without the backup removes only its own: ${name}`, (t) => {
    const mine = person(t, text === undefined ? {} : { '.claude/settings.json': text });
    succeed(mine, 'install');
    for (const file of readdirSync(mine.path('.claude')).filter((entry) => entry.includes('.bak-'))) {
      renameSync(mine.path(`.claude/${file}`), join(mine.directory, file));
    }
    const withMore = mine.settings().replace('{', '{ "later": true,');
    writeFileSync(mine.path('.claude/settings.json'), withMore);
    succeed(mine, 'uninstall');
    const left = mine.settings();
    const expected = text?.trim() ? text : '{}\n';
    if (expected.replace(/\s/g, '') === '{}') {
      assert.deepEqual(JSON.parse(left), { later: true });
    } else {
      assert.equal(left, expected.replace('{', '{ "later": true,'));
    }
  });
}

test('what is added is what the client takes: exec form, absolute paths, the matcher', (t) => {
  const mine = person(t);
  succeed(mine, 'install');
  const command = (script) => ({ type: 'command', command: 'node', args: [script], timeout: 5 });
  assert.deepEqual(JSON.parse(mine.settings()), {
    hooks: {
      SessionStart: [{ hooks: [command(scripts.hook)] }],
      PreToolUse: [{ matcher: SAVE, hooks: [command(scripts.guard)] }],
    },
  });
  assert.deepEqual(JSON.parse(mine.servers()), {
    mcpServers: { checkpoint: { type: 'stdio', command: 'node', args: [scripts.index], alwaysLoad: true } },
  });
  assert.equal(statSync(mine.path('.claude.json')).mode & 0o777, 0o600);
});

test('CLAUDE_CONFIG_DIR moves both files', (t) => {
  const mine = person(t);
  const config = join(mine.directory, 'config');
  const { status, stderr } = run(mine, ['install'], { env: { CLAUDE_CONFIG_DIR: config } });
  assert.equal(status, 0, stderr);
  assert.deepEqual(readdirSync(config).toSorted(), ['.claude.json', 'settings.json']);
  assert.equal(existsSync(mine.path('.claude.json')), false);
});

test('the scope of a project', (t) => {
  const mine = person(t);
  succeed(mine, 'install', '--scope', 'project');
  assert.deepEqual(Object.keys(JSON.parse(readFileSync(join(mine.root, '.mcp.json'))).mcpServers), ['checkpoint']);
  assert.deepEqual(Object.keys(JSON.parse(readFileSync(join(mine.root, '.claude/settings.json'))).hooks), [
    'SessionStart',
    'PreToolUse',
  ]);
  assert.equal(existsSync(mine.path('.claude/settings.json')), false);
  succeed(mine, 'uninstall', '--scope', 'project');
  assert.equal(existsSync(join(mine.root, '.mcp.json')), false);
});

test('a dry run says what would change, and changes nothing', (t) => {
  const before = '{\n  "env": {}\n}\n';
  const mine = person(t, { '.claude/settings.json': before });
  const { status, stdout } = run(mine, ['install', '--dry-run']);
  assert.equal(status, 0);
  assert.match(stdout, /settings\.json: would be edited/);
  assert.match(stdout, /\.claude\.json: would be created/);
  assert.ok(stdout.includes(`"${scripts.hook}"`), stdout);
  assert.doesNotMatch(stdout, /- {2}}/);
  assert.equal(mine.settings(), before);
  assert.equal(existsSync(mine.path('.claude.json')), false);
  const { files, dryRun } = JSON.parse(run(mine, ['install', '--dry-run', '--json']).stdout);
  assert.deepEqual([dryRun, files.map(({ action }) => action)], [true, ['created', 'edited']]);
});

for (const [name, text] of [
  ['half a file', '{ "hooks": {'],
  ['a list', '[]'],
  ['hooks that are a list', '{ "hooks": [] }'],
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
]) {
  test(`a file that is not understood is left alone: ${name}`, (t) => {
    const mine = person(t, { '.claude/settings.json': text });
    const { status, stderr } = run(mine, ['install']);
    assert.equal(status, 2, stderr);
    assert.ok(stderr.includes(mine.path('.claude/settings.json')), stderr);
    assert.deepEqual(readFileSync(mine.path('.claude/settings.json')), Buffer.from(text));
    assert.equal(existsSync(mine.path('.claude.json')), false, 'nor was the other one written');
    assert.deepEqual(readdirSync(mine.path('.claude')), ['settings.json']);
  });
}

test('a link is written through, and the mode stays', (t) => {
  const mine = person(t);
  const real = join(mine.directory, 'dotfiles', 'settings.json');
  mkdirSync(dirname(real));
  writeFileSync(real, '{}\n');
  chmodSync(real, 0o640);
  symlinkSync(real, mine.path('.claude/settings.json'));
  succeed(mine, 'install');
  assert.ok(lstatSync(mine.path('.claude/settings.json')).isSymbolicLink());
  assert.match(readFileSync(real, 'utf8'), /guard\.js/);
  assert.equal(statSync(real).mode & 0o777, 0o640);
  succeed(mine, 'uninstall');
  assert.equal(readFileSync(real, 'utf8'), '{}\n');
});

test('a link that leads nowhere yet is kept', (t) => {
  const mine = person(t);
  const real = join(mine.directory, 'dotfiles', 'settings.json');
  symlinkSync(real, mine.path('.claude/settings.json'));
  succeed(mine, 'install');
  assert.ok(lstatSync(mine.path('.claude/settings.json')).isSymbolicLink());
  assert.match(readFileSync(real, 'utf8'), /guard\.js/);
});

test('a backup is never overwritten', (t) => {
  const mine = person(t, { '.claude/settings.json': '{}\n' });
  succeed(mine, 'install');
  const backups = () => readdirSync(mine.path('.claude')).filter((name) => name.includes('.bak-'));
  const [first] = backups();
  assert.equal(mine.read(`.claude/${first}`), '{}\n');
  writeFileSync(mine.path('.claude/settings.json'), '{ }\n');
  succeed(mine, 'install');
  for (const name of backups()) {
    assert.match(mine.read(`.claude/${name}`), /^\{ ?\}\n$/);
  }
  assert.equal(mine.read(`.claude/${first}`), '{}\n');
});

test('an entry of another place of the package is corrected, and keeps its environment', (t) => {
  const old = '/opt/claude-checkpoint-mcp/dist';
  const mine = person(t, {
    '.claude.json': JSON.stringify({
      mcpServers: { mine: { command: 'node', args: [`${old}/index.js`], env: { A: '1' } } },
    }),
    '.claude/settings.json': JSON.stringify({
      hooks: {
        SessionStart: [
          {
            hooks: [
              { type: 'command', command: `node "${old}/hook.js"` },
              { type: 'command', command: 'echo mine' },
            ],
          },
        ],
      },
    }),
  });
  succeed(mine, 'install');
  assert.deepEqual(JSON.parse(mine.servers()).mcpServers, {
    mine: { command: 'node', args: [scripts.index], env: { A: '1' } },
  });
  assert.doesNotMatch(mine.settings(), /opt/);
  assert.equal(mine.settings().match(/hook\.js/g).length, 1);
  assert.match(mine.settings(), /echo mine/);
});

test('uninstall does not bring back older entries that install replaced', (t) => {
  const old = '/opt/claude-checkpoint-mcp/dist';
  const mine = person(t, {
    '.claude.json': JSON.stringify({ a: 1, mcpServers: { mine: { command: 'node', args: [`${old}/index.js`] } } }),
    '.claude/settings.json': JSON.stringify({
      hooks: { SessionStart: [{ hooks: [{ type: 'command', command: `node "${old}/hook.js"` }] }] },
      model: 'opus',
    }),
  });
  succeed(mine, 'install');
  succeed(mine, 'uninstall');
  assert.deepEqual(JSON.parse(mine.servers()), { a: 1 });
  assert.deepEqual(JSON.parse(mine.settings()), { model: 'opus' });
});

for (const [name, more] of [
  ['no arguments', {}],
  ['an empty list of them', { args: [] }],
  ['others', { args: ['--x'] }],
]) {
  test(`a server that is its own command is corrected: ${name}`, (t) => {
    const server = { command: '/opt/session-checkpoint-mcp/dist/index.js', ...more, env: { A: '1' } };
    const mine = person(t, { '.claude.json': JSON.stringify({ mcpServers: { mine: server } }) });
    succeed(mine, 'install');
    assert.deepEqual(JSON.parse(mine.servers()).mcpServers, {
      mine: { command: 'node', args: [scripts.index, ...(more.args ?? [])], env: { A: '1' } },
    });
    succeed(mine, 'uninstall');
    assert.deepEqual(JSON.parse(mine.servers()), {});
  });
}

test("somebody else's server called checkpoint stays", (t) => {
  const other = { command: 'other-checkpoint' };
  const mine = person(t, { '.claude.json': JSON.stringify({ mcpServers: { checkpoint: other } }) });
  succeed(mine, 'install');
  const { mcpServers } = JSON.parse(mine.servers());
  assert.deepEqual(mcpServers.checkpoint, other);
  assert.deepEqual(mcpServers['session-checkpoint'].args, [scripts.index]);
});

test('what would speak twice is said, with what to do', (t) => {
  const mine = person(t, {
    '.claude/settings.json': JSON.stringify({
      hooks: { SessionStart: [{ hooks: [{ type: 'command', command: '~/.claude/hooks/checkpoint-nudge.sh' }] }] },
      enabledPlugins: { 'session-checkpoint@daniel-munoz': true, 'claude-checkpoint-mcp@daniel-munoz': true },
      permissions: { allow: ['mcp__plugin_claude-checkpoint-mcp_claude-checkpoint__save_session_checkpoint'] },
    }),
  });
  const { status, stderr } = run(mine, ['install']);
  assert.equal(status, 1);
  for (const part of [
    /checkpoint-nudge\.sh/,
    /claude plugin marketplace update daniel-munoz && claude plugin uninstall claude-checkpoint-mcp@daniel-munoz/,
    /The plugin session-checkpoint@daniel-munoz is enabled beside the manual setup/,
    /mcp__plugin_session-checkpoint_session-checkpoint__save_session_checkpoint/,
  ]) {
    assert.match(stderr, part);
  }
  run(mine, ['install', '--scope', 'project']);
  const { warnings } = JSON.parse(run(mine, ['install', '--json']).stdout);
  assert.ok(warnings.some(({ what }) => what.includes('registered more than once')));
});

for (const command of [
  'bash ~/.claude/hooks/checkpoint-nudge.sh; true',
  '~/.claude/hooks/checkpoint-nudge.sh||true',
  'bash -c "~/.claude/hooks/checkpoint-nudge.sh 2>/dev/null || true"',
  "sh -c '. $HOME/checkpoint-nudge.sh'",
]) {
  test(`an older copied script is noticed: ${command}`, (t) => {
    const hooks = { SessionStart: [{ hooks: [{ type: 'command', command }] }] };
    const mine = person(t, { '.claude/settings.json': JSON.stringify({ hooks }) });
    const { status, stderr } = run(mine, ['install']);
    assert.equal(status, 1);
    assert.match(stderr, /runs an older copied script/);
  });
}

test('a script of another name is none of ours', (t) => {
  const command = 'bash ~/my-checkpoint-nudge.sh ~/checkpoint-nudge.sh.old';
  const hooks = { SessionStart: [{ hooks: [{ type: 'command', command }] }] };
  succeed(person(t, { '.claude/settings.json': JSON.stringify({ hooks }) }), 'install');
});

test('several entries of one hook, and two marketplaces, are noticed', (t) => {
  const group = (matcher) => ({ matcher, hooks: [{ type: 'command', command: `node '${scripts.hook}'` }] });
  const warningsWith = (settings) => {
    const mine = person(t, { '.claude/settings.json': JSON.stringify(settings) });
    return JSON.parse(run(mine, ['doctor', '--json']).stdout).findings.filter(({ check }) => check === 'twice');
  };
  const hooks = (...groups) => warningsWith({ hooks: { SessionStart: groups } });
  assert.match(hooks(group('startup'), group(''))[0].what, /runs a hook more than once for one event/);
  assert.equal(hooks(group('startup|clear'), group('clear')).length, 1);
  assert.equal(hooks(group('startup'), group('resume')).length, 0);
  const [{ what }] = warningsWith({ enabledPlugins: { 'session-checkpoint@a': true, 'session-checkpoint@b': true } });
  assert.match(what, /enabled from 2 marketplaces \(session-checkpoint@a, session-checkpoint@b\)/);
});

test('the plugin does not register itself a second time', (t) => {
  const mine = person(t);
  const { status, stderr } = run(mine, ['install'], { file: join(root, 'plugin', 'dist', 'index.js') });
  assert.equal(status, 2);
  assert.match(stderr, /This is the plugin/);
});
