// What the plugin is made of. The tests in client/ run it.

import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { test } from 'node:test';
import { connect, refusal } from './helpers/client.mjs';
import { engineFile, enginePackage } from './helpers/copy.mjs';
import { root } from './helpers/paths.mjs';
import { makeProject, temporaryDirectory } from './helpers/place.mjs';

const plugin = join(root, 'plugin');
const json = (...path) => JSON.parse(readFileSync(join(root, ...path), 'utf8'));
const manifest = json('package.json');

/** What the client replaces by the plugin's directory. */
const PLUGIN_ROOT = `$\{CLAUDE_PLUGIN_ROOT}`;

const platforms = [
  'darwin-arm64',
  'darwin-x64',
  'linux-arm64-gnu',
  'linux-arm64-musl',
  'linux-x64-gnu',
  'linux-x64-musl',
  'win32-arm64-msvc',
  'win32-x64-msvc',
].map((name) => `${manifest.name}-${name}`);

test('names and versions are those of the package', () => {
  const { name, version, author, license, repository } = json('plugin', '.claude-plugin', 'plugin.json');
  assert.deepEqual(
    { name, version, author: author.name, license, repository: `git+${repository}.git` },
    {
      name: 'session-checkpoint',
      version: manifest.version,
      author: manifest.author,
      license: manifest.license,
      repository: manifest.repository.url,
    },
  );
  const marketplace = json('.claude-plugin', 'marketplace.json');
  assert.deepEqual([marketplace.name, marketplace.owner.name], ['daniel-munoz', manifest.author]);
  assert.match(manifest.repository.url, new RegExp(`/${marketplace.name}/`));
  assert.deepEqual(
    marketplace.plugins.map(({ name, source }) => ({ name, source })),
    [{ name: 'session-checkpoint', source: './plugin' }],
  );
});

test('the server and the hooks are started without a shell, with their files', () => {
  const { mcpServers } = json('plugin', '.claude-plugin', 'plugin.json');
  const { hooks } = json('plugin', 'hooks', 'hooks.json');
  const server = mcpServers['session-checkpoint'];
  assert.equal(server.alwaysLoad, true);
  const entries = Object.values(hooks).flatMap((groups) => groups.flatMap((group) => group.hooks));
  const commands = [server, ...entries.map(({ command, args: [option, , ...args] }) => ({ command, option, args }))];
  for (const { command, option = '-e', args } of commands) {
    assert.deepEqual([command, option], ['node', '-e']);
    const [file] = args;
    assert.ok(existsSync(file.replace(PLUGIN_ROOT, plugin)), file);
  }
  for (const { type, timeout } of entries) {
    assert.equal(type, 'command');
    assert.ok(timeout >= 4 && timeout <= 10, 'longer than the 3 s that a brief may take, and not felt as a hang');
  }
  const scripts = (event) => hooks[event].flatMap((group) => group.hooks.map(({ args }) => args.slice(2)));
  const file = (name) => `${PLUGIN_ROOT}/dist/${name}.js`;
  assert.deepEqual(Object.keys(hooks), ['SessionStart', 'PreToolUse', 'Stop', 'PreCompact', 'SessionEnd']);
  assert.deepEqual(scripts('SessionStart'), [[file('hook'), '--plugin'], [file('restore')]]);
  assert.deepEqual(scripts('PreToolUse'), [[file('guard')]]);
  assert.deepEqual(scripts('Stop'), [[file('remind')], [file('trail')]]);
  assert.deepEqual(scripts('PreCompact'), [[file('trail')]]);
  assert.deepEqual(scripts('SessionEnd'), [[file('trail')]]);
  const unawaited = Object.entries(hooks).flatMap(([event, groups]) =>
    groups.flatMap((group) => group.hooks.filter(({ async }) => async).map(({ args }) => `${event} ${args[2]}`)),
  );
  assert.deepEqual(unawaited, [`Stop ${file('trail')}`, `PreCompact ${file('trail')}`]);
  assert.equal(hooks.PreToolUse[0].matcher, '^mcp__.+__save_session_checkpoint$');
});

test('dist is what is built, and says how to read it', () => {
  const built = join(root, 'dist');
  const names = readdirSync(built).toSorted();
  assert.deepEqual(readdirSync(join(plugin, 'dist')).toSorted(), names);
  for (const name of names) {
    assert.ok(readFileSync(join(plugin, 'dist', name)).equals(readFileSync(join(built, name))), name);
  }
  assert.equal(json('plugin', 'dist', 'package.json').type, 'commonjs');
  assert.equal(json('plugin', 'package.json').type, 'commonjs');
});

test('a build in another directory gives the same bytes', (t) => {
  const directory = temporaryDirectory(t);
  for (const name of ['index.js', 'sessions.js', 'lib', 'server', 'scripts', 'package.json', 'tsconfig.json']) {
    cpSync(join(root, name), join(directory, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'));
  mkdirSync(join(directory, 'plugin'));
  execFileSync(process.execPath, [join(directory, 'scripts', 'build-server.mjs')], { stdio: 'pipe' });
  for (const name of readdirSync(join(plugin, 'dist'))) {
    const fresh = readFileSync(join(directory, 'plugin', 'dist', name), 'utf8');
    assert.ok(fresh === readFileSync(join(plugin, 'dist', name), 'utf8'), name);
    assert.equal(fresh.includes(root), false, `${name} holds no path of this machine`);
  }
});

test('the lock names the platform packages at this version, and no place they come from', () => {
  const { version, optionalDependencies, private: isPrivate } = json('plugin', 'package.json');
  assert.equal(version, manifest.version);
  assert.equal(isPrivate, true);
  assert.deepEqual(optionalDependencies, Object.fromEntries(platforms.map((name) => [name, version])));
  const { packages } = json('plugin', 'package-lock.json');
  assert.deepEqual(packages[''].optionalDependencies, optionalDependencies);
  const { '': own, ...others } = packages;
  assert.equal(own.version, version);
  assert.deepEqual(
    Object.keys(others),
    platforms.map((name) => `node_modules/${name}`),
  );
  for (const [path, entry] of Object.entries(others)) {
    const [os, cpu, abi] = path.slice(`node_modules/${manifest.name}-`.length).split('-');
    assert.deepEqual([entry.version, entry.optional, entry.os, entry.cpu], [version, true, [os], [cpu]], path);
    assert.deepEqual(entry.libc, { gnu: ['glibc'], musl: ['musl'] }[abi], path);
    assert.equal(entry.resolved, undefined, path);
  }
  assert.match(readFileSync(join(plugin, '.npmrc'), 'utf8'), /^omit-lockfile-registry-resolved=true$/m);
});

test('packages that are not there yet install as nothing, as the client installs them', async (t) => {
  const directory = temporaryDirectory(t);
  for (const name of ['package.json', 'package-lock.json', '.npmrc']) {
    cpSync(join(plugin, name), join(directory, name));
  }
  const asked = [];
  const registry = createServer(({ url }, response) => {
    asked.push(url);
    response.writeHead(404).end('{}');
  }).listen(0, '127.0.0.1');
  t.after(() => registry.close());
  await once(registry, 'listening');
  const npm = spawn('npm', ['ci', '--ignore-scripts', '--workspaces=false', '--no-audit', '--no-fund'], {
    cwd: directory,
    env: {
      PATH: process.env.PATH,
      HOME: directory,
      npm_config_registry: `http://127.0.0.1:${registry.address().port}/`,
      npm_config_update_notifier: 'false',
    },
  });
  const [printed, [code]] = await Promise.all([textOf(npm.stderr), once(npm, 'close')]);
  assert.equal(code, 0, printed);
  assert.equal(existsSync(join(directory, 'node_modules', enginePackage)), false);
  assert.ok(
    asked.every((url) => url.startsWith(`/${manifest.name}-`)),
    asked.join(),
  );
});

/** The plugin as the client keeps a copy of it, in a path that no shell would take as it is. */
function installed(t) {
  const directory = join(temporaryDirectory(t), `it's a "place"`, 'of `plugins`');
  cpSync(plugin, directory, { recursive: true });
  // An unrelated package around it must not decide how its files are read.
  writeFileSync(join(directory, '..', 'package.json'), '{ "type": "module" }');
  return directory;
}

/** Runs every hook as it is registered: `{ event, script, status, stdout, stderr }` of each. */
function runHooks(directory, { env, cwd, input }) {
  const { hooks } = json('plugin', 'hooks', 'hooks.json');
  return Object.entries(hooks).flatMap(([event, groups]) =>
    groups.flatMap((group) =>
      group.hooks.map(({ args }) => {
        const words = args.map((word) => word.replace(PLUGIN_ROOT, directory));
        const { status, stdout, stderr } = spawnSync(process.execPath, words, {
          input: JSON.stringify({ hook_event_name: event, ...input }),
          cwd,
          env,
          encoding: 'utf8',
        });
        return { event, script: basename(args[2]), status, stdout, stderr };
      }),
    ),
  );
}

const silent = { status: 0, stdout: '', stderr: '' };

test('hooks whose files are gone end well and say nothing', (t) => {
  const { env, root: cwd } = makeProject(t);
  for (const { status, stdout, stderr, script } of runHooks(join(cwd, 'gone'), { env, cwd })) {
    assert.deepEqual({ status, stdout, stderr }, silent, script);
  }
});

for (const [what, damage] of [
  ['cut off', (code) => code.slice(0, 1000)],
  ['empty', () => ''],
  ['half a program', () => 'function half() {'],
  ['in need of what is gone', () => "require('node:fs').readFileSync('/gone/too');"],
]) {
  test(`hooks whose files are ${what} end well and say nothing`, (t) => {
    const directory = installed(t);
    const { env, root: cwd } = makeProject(t);
    for (const name of ['hook', 'restore', 'guard', 'remind', 'trail']) {
      const file = join(directory, 'dist', `${name}.js`);
      writeFileSync(file, damage(readFileSync(file, 'utf8')));
    }
    for (const { status, stdout, stderr, script } of runHooks(directory, { env, cwd })) {
      assert.deepEqual({ status, stdout, stderr }, silent, script);
    }
  });
}

test('as they are registered the hooks speak', (t) => {
  const directory = installed(t);
  const { env, root: cwd } = makeProject(t);
  mkdirSync(join(cwd, '.claude-checkpoints'));
  writeFileSync(join(cwd, '.claude-checkpoints', 'a.json'), '{}');
  const input = {
    session_id: 'b',
    cwd,
    source: 'startup',
    tool_name: 'mcp__x__save_session_checkpoint',
    agent_id: 'c',
  };
  const speaking = (source) =>
    runHooks(directory, { env: { ...env, CLAUDE_PROJECT_DIR: cwd }, cwd, input: { ...input, source } })
      .filter(({ stdout }) => stdout !== '')
      .map(({ script }) => script);
  assert.deepEqual(speaking('startup'), ['hook.js', 'guard.js']);
  assert.deepEqual(speaking('compact'), ['restore.js', 'guard.js']);
});

test('without an engine the hooks end well, and the server says what to do', async (t) => {
  const directory = installed(t);
  const { env, root: project } = makeProject(t);
  for (const { status, stdout, stderr, script } of runHooks(directory, { env, cwd: project })) {
    assert.deepEqual({ status, stdout, stderr }, silent, script);
  }
  const client = await connect(t, { env, root: project }, { file: join(directory, 'dist', 'index.js') });
  const said = await refusal(client, 'load_session_checkpoint');
  assert.match(said, /^ENGINE_MISSING: /);
  assert.ok(said.includes(`npm install ${enginePackage}@${manifest.version} --no-save\` in ${directory}`), said);
});

test('the engine of its platform package is used, else that of the clone it is in', async (t) => {
  const directory = installed(t);
  const doctor = () => {
    const { env, root: cwd } = makeProject(t);
    const args = [join(directory, 'dist', 'index.js'), 'doctor', '--json'];
    const { stdout } = spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8' });
    return JSON.parse(stdout).findings.find(({ check }) => check === 'engine');
  };
  assert.equal(doctor().level, 'error');
  const ofClone = join(directory, '..', engineFile);
  cpSync(join(root, engineFile), ofClone);
  assert.deepEqual(doctor().what, `Version ${manifest.version}, ${ofClone}`);
  const ofPackage = join(directory, 'node_modules', enginePackage);
  mkdirSync(ofPackage, { recursive: true });
  cpSync(join(root, engineFile), join(ofPackage, 'engine.node'));
  writeFileSync(join(ofPackage, 'index.js'), "module.exports = require('./engine.node')");
  assert.equal(doctor().what, `Version ${manifest.version}, ${enginePackage}`);
});

test('the README is more than a line, and says how to install', () => {
  const readme = readFileSync(join(plugin, 'README.md'), 'utf8');
  assert.ok(readme.split(/\s+/).length > 40);
  assert.match(readme, /^\/plugin install session-checkpoint --marketplace daniel-munoz\/claude-checkpoint-mcp$/m);
  assert.ok(existsSync(join(plugin, 'LICENSE')));
});

test('the icon is a square PNG', () => {
  const icon = readFileSync(join(plugin, '.claude-plugin', 'icon.png'));
  assert.equal(icon.subarray(1, 4).toString(), 'PNG');
  assert.deepEqual([icon.readUInt32BE(16), icon.readUInt32BE(20)], [512, 512]);
});
