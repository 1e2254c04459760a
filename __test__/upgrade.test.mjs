// Up from 1.0.0, down to it, and both at once.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { run } from './helpers/cli.mjs';
import { call, connect, list, load, refusal, save } from './helpers/client.mjs';
import { oldCheckpoint, readAsOld, saveAsOld, writeDocument } from './helpers/old-version.mjs';
import { root } from './helpers/paths.mjs';
import { makeProject, makeRepository } from './helpers/place.mjs';

const session = 'ee5507c0-1111-44a5-85c1-d97b767537c9';
const asSession = { env: { CLAUDE_CODE_SESSION_ID: session } };
const legacy = { env: { CHECKPOINT_SESSION_IDS: 'legacy' } };

test('what 1.0.0 wrote is listed, loaded and merged', async (t) => {
  const project = makeRepository(t);
  const file = project.checkpointFile(session);
  writeDocument(file, oldCheckpoint({ sessionId: session, theirs: { kept: true } }));
  const client = await connect(t, project, asSession);

  const { entries } = await list(client);
  assert.deepEqual(
    entries.map(({ selector, goal, branch, isCurrentSession }) => ({ selector, goal, branch, isCurrentSession })),
    [{ selector: session, goal: 'Send reports by mail', branch: 'main', isCurrentSession: true }],
  );
  const { text, found } = await load(client);
  assert.equal(found, true);
  for (const part of [
    'Send reports by mail',
    '[~] Queue',
    'One queue for all tenants',
    '✗ exit 1 `npm test -- queue`',
  ]) {
    assert.ok(text.includes(part), part);
  }

  await save(client, {
    goal: 'Send reports by mail',
    mode: 'merge',
    tasks: [{ description: 'Queue', status: 'done' }],
    recentCommands: [{ command: 'npm test -- queue', exitCode: 0 }],
  });
  const merged = project.checkpoint(session);
  const old = oldCheckpoint();
  assert.equal(merged.id, old.id);
  assert.equal(merged.createdAt, old.createdAt);
  assert.deepEqual(
    merged.goal.tasks.map(({ status }) => status),
    ['done', 'done'],
  );
  assert.deepEqual(merged.decisions, old.decisions);
  assert.deepEqual(merged.recentCommands[0], old.recentCommands[0]);
  assert.equal(merged.recentCommands.length, 2);
  assert.deepEqual(merged.theirs, { kept: true });
  // The one before is the backup.
  assert.equal(readAsOld(`${file}.prev`).generator.version, '1.0.0');
});

test('the one file of clients without session ids is listed as legacy and can be resumed', async (t) => {
  const project = makeRepository(t);
  const file = join(project.root, '.claude-checkpoint');
  writeDocument(file, oldCheckpoint());
  const before = readFileSync(file);
  const client = await connect(t, project, asSession);

  const { candidates } = await load(client);
  assert.deepEqual(
    candidates.map(({ selector }) => selector),
    ['legacy'],
  );
  await save(client, { goal: 'Send reports by mail', mode: 'merge', resumedFrom: 'legacy' });
  const saved = project.checkpoint(session);
  assert.equal(saved.resumedFrom, 'legacy');
  assert.equal(saved.summary, oldCheckpoint().summary);
  assert.deepEqual(readFileSync(file), before);
});

test('what this version writes is read by one that knows only the fields of 1.0.0', async (t) => {
  const project = makeRepository(t, { 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n' });
  project.write('a.txt', 'changed\n');
  project.write('new.txt', 'new\n');
  project.git('rm', '--quiet', 'b.txt');
  project.git('mv', 'c.txt', 'd.txt');
  const client = await connect(t, project, asSession);
  const given = {
    goal: 'Go back',
    tasks: [{ description: 'One', status: 'blocked' }],
    summary: 'Half way',
    nextSteps: ['Next'],
    decisions: ['Decided'],
    modifiedFiles: [{ path: 'a.txt', note: 'mine' }],
    recentCommands: [{ command: `${['PASSWORD', 'hunter2'].join('=')} make`, exitCode: 2, note: 'fails' }],
    resumedFrom: 'legacy',
  };
  for (const mode of ['replace', 'merge']) {
    await save(client, { ...given, mode });
    const read = readAsOld(project.checkpointFile(session));
    assert.deepEqual(read.goal, { primary: given.goal, tasks: given.tasks });
    assert.equal(read.sessionId, session);
    assert.deepEqual([read.summary, read.nextSteps, read.decisions], [given.summary, given.nextSteps, given.decisions]);
    assert.deepEqual(read.modifiedFiles.map(({ path }) => path).toSorted(), ['a.txt', 'b.txt', 'd.txt', 'new.txt']);
  }
});

test('outside a repository, and with the least that can be saved, too', async (t) => {
  const project = makeProject(t);
  const client = await connect(t, project, asSession);
  await save(client, { goal: 'Little' });
  assert.equal(readAsOld(project.checkpointFile(session)).git, null);
});

test('a newer format is refused by every call and stays as it is', async (t) => {
  const project = makeRepository(t);
  const file = project.checkpointFile(session);
  writeDocument(file, oldCheckpoint({ version: 2, sessionId: session, goal: { of: ['another', 'shape'] } }));
  writeDocument(`${file}.prev`, oldCheckpoint());
  const before = [file, `${file}.prev`].map((each) => readFileSync(each, 'utf8'));
  const client = await connect(t, project, asSession);

  for (const [tool, input] of [
    ['load_session_checkpoint', {}],
    ['load_session_checkpoint', { checkpoint: session }],
    ['save_session_checkpoint', { goal: 'Overwrite it' }],
    ['save_session_checkpoint', { goal: 'Overwrite it', mode: 'merge' }],
  ]) {
    assert.match(await refusal(client, tool, input), /^VERSION_UNSUPPORTED: .*version 2/, tool);
  }
  const { entries, warnings } = await call(client, 'list_session_checkpoints');
  assert.equal(entries.length, 1);
  assert.match(warnings.join('\n'), /version 2/);
  assert.deepEqual(
    [file, `${file}.prev`].map((each) => readFileSync(each, 'utf8')),
    before,
  );
});

test('1.0.0 and this version at the same time, a session each: neither loses anything', async (t) => {
  const project = makeRepository(t);
  const theirs = project.checkpointFile('theirs');
  const shared = join(project.root, '.claude-checkpoint');
  const old = (file, name) => {
    const args = [join(root, '__test__', 'helpers', 'old-version.mjs'), file, name, '20'];
    const child = spawn(process.execPath, args, { env: project.env, stdio: ['ignore', 'inherit', 'inherit'] });
    return once(child, 'exit').then(([code]) => assert.equal(code, 0));
  };
  const client = await connect(t, project, asSession);
  const ours = async () => {
    for (let number = 0; number < 20; number += 1) {
      await save(client, { goal: 'Beside', mode: 'merge', recentCommands: [{ command: `ours ${number}` }] });
      // Whatever the other one is doing: everything that is there can be read.
      const { warnings } = await list(client);
      assert.deepEqual(warnings, []);
    }
  };
  await Promise.all([old(theirs, 'theirs'), old(shared, 'shared'), ours()]);

  for (const [file, name] of [
    [theirs, 'theirs'],
    [shared, 'shared'],
    [project.checkpointFile(session), 'ours'],
  ]) {
    const commands = readAsOld(file).recentCommands.map(({ command }) => command);
    assert.deepEqual(
      commands,
      Array.from({ length: 20 }, (_, number) => `${name} ${number}`),
      file,
    );
  }
  assert.equal((await list(client)).total, 3);
  const left = readdirSync(dirname(theirs)).filter((name) => name.endsWith('.tmp'));
  assert.deepEqual(left, []);
});

test('1.0.0 and this version in turns on one checkpoint: it holds what both saved', async (t) => {
  const project = makeRepository(t);
  const file = join(project.root, '.claude-checkpoint');
  const expected = [];
  for (let turn = 0; turn < 4; turn += 1) {
    const client = await connect(t, project, legacy);
    await save(client, { goal: 'Share it', mode: 'merge', recentCommands: [{ command: `new ${turn}` }] });
    await client.close();
    saveAsOld(file, `old ${turn}`);
    expected.push(`new ${turn}`, `old ${turn}`);
    readAsOld(`${file}.prev`);
  }
  assert.deepEqual(
    readAsOld(file).recentCommands.map(({ command }) => command),
    expected,
  );
});

test('what the README says about upgrading, doctor says of the machine that needs it', (t) => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const notes = readme.match(/### Upgrading\n\n(.*?)\n#/s)[1].replaceAll(/\s+/g, ' ');
  const oldTools = 'mcp__plugin_claude-checkpoint-mcp_claude-checkpoint__';
  const newTools = 'mcp__plugin_session-checkpoint_session-checkpoint__';
  const cases = {
    'the plugin had another name': {
      settings: { enabledPlugins: { 'claude-checkpoint-mcp@daniel-munoz': true } },
      note: 'claude plugin uninstall claude-checkpoint-mcp@daniel-munoz',
      said: /claude-checkpoint-mcp@daniel-munoz/,
      fix: /^claude plugin marketplace update daniel-munoz && claude plugin uninstall claude-checkpoint-mcp@daniel-munoz && claude plugin install session-checkpoint@daniel-munoz$/,
    },
    'permissions for its tools': {
      settings: { permissions: { allow: [`${oldTools}save_session_checkpoint`] } },
      note: `${oldTools}*`,
      said: new RegExp(oldTools),
      fix: new RegExp(`permissions.allow, write ${newTools}save_session_checkpoint`),
    },
    'hooks on its tools': {
      settings: {
        hooks: { PreToolUse: [{ matcher: `${oldTools}.*`, hooks: [{ type: 'command', command: 'true' }] }] },
      },
      note: `${newTools}*`,
      said: /PreToolUse hook for tool names from before 0\.3/,
      fix: new RegExp(newTools),
    },
    'a nudge of their own': {
      settings: {
        hooks: { SessionStart: [{ hooks: [{ type: 'command', command: '~/.claude/hooks/checkpoint-nudge.sh' }] }] },
      },
      note: 'checkpoint-nudge.sh',
      said: /checkpoint-nudge\.sh/,
      fix: /Remove its SessionStart entry/,
    },
    'a manual setup without the hooks': {
      servers: { checkpoint: { command: 'node', args: ['/old/claude-checkpoint-mcp/dist/index.js'] } },
      note: '`session-checkpoint-mcp install` adds what is missing and corrects paths',
      said: /which does not exist/,
      fix: /session-checkpoint-mcp install/,
    },
  };
  for (const [name, { settings = {}, servers = {}, note, said, fix }] of Object.entries(cases)) {
    assert.ok(notes.includes(note), `${name}: the README says ${note}`);
    const project = makeProject(t);
    const home = project.env.HOME;
    mkdirSync(join(home, '.claude'));
    writeFileSync(join(home, '.claude', 'settings.json'), JSON.stringify(settings));
    writeFileSync(join(home, '.claude.json'), JSON.stringify({ mcpServers: servers }));
    const { status, stdout } = run(project, ['doctor', '--json']);
    assert.equal(status, 1, stdout);
    const found = JSON.parse(stdout).findings.filter(({ what }) => said.test(what));
    assert.equal(found.length, 1, `${name}\n${stdout}`);
    assert.match(found[0].fix, fix, name);
  }
});
