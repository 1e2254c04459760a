// The plugin on the oldest Node.js it has to run on, which can't tell by itself what kind of module a file is.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { engineFile } from '../helpers/copy.mjs';
import { root } from '../helpers/paths.mjs';
import { makeRepository } from '../helpers/place.mjs';

const { optionalDependencies } = createRequire(import.meta.url)('./package.json');
const [[name, version]] = Object.entries(optionalDependencies);
const oldNode = fileURLToPath(new URL(`node_modules/${name}/bin/node`, import.meta.url));
const sessionId = '3c1f6f0e-6a0b-4b7e-9d39-0f6f3d1f6b55';

/** The plugin, in a directory below an unrelated package of ES modules, and a project. */
function place(t) {
  const project = makeRepository(t);
  const clone = join(project.directory, 'clone');
  const plugin = join(clone, 'plugin');
  cpSync(join(root, 'plugin'), plugin, { recursive: true });
  cpSync(join(root, engineFile), join(clone, engineFile));
  writeFileSync(join(clone, 'package.json'), '{ "type": "module" }');
  const env = { ...project.env, CLAUDE_CODE_SESSION_ID: sessionId, CLAUDE_PROJECT_DIR: project.root };
  const run = (script, args, input) => {
    // Hooks as they are registered.
    const before = script === 'index.js' ? [] : loader;
    const { status, stdout, stderr } = spawnSync(oldNode, [...before, join(plugin, 'dist', script), ...args], {
      input,
      cwd: project.root,
      env,
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };
  return { ...project, run };
}

const { hooks } = createRequire(import.meta.url)('../../plugin/hooks/hooks.json');
const loader = hooks.Stop[0].hooks[0].args.slice(0, 2);
const hookInput = (more) => JSON.stringify({ session_id: sessionId, cwd: '/', ...more });

test('it is the version that is meant', () => {
  assert.equal(spawnSync(oldNode, ['--version'], { encoding: 'utf8' }).stdout, `v${version}\n`);
});

test('the server saves and loads, the hooks speak, the command line answers', (t) => {
  const { run, checkpointFile } = place(t);
  const client = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const tool = (id, tool, input) => ({ id, method: 'tools/call', params: { name: tool, arguments: input } });
  const messages = [
    { id: 1, method: 'initialize', params: client },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
    tool(3, 'save_session_checkpoint', { goal: 'Run on old Node.js' }),
  ];
  const { status, stdout, stderr } = run(
    'index.js',
    [],
    messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''),
  );
  assert.equal(status, 0, stderr);
  const answers = stdout.trim().split('\n').map(JSON.parse);
  assert.deepEqual(answers.map(({ id }) => id).toSorted(), [1, 2, 3]);
  assert.ok(existsSync(checkpointFile(sessionId)));
  assert.match(readFileSync(checkpointFile(sessionId), 'utf8'), /Run on old Node\.js/);

  const start = (source) => hookInput({ hook_event_name: 'SessionStart', source });
  const context = ({ stdout: printed }) => JSON.parse(printed).hookSpecificOutput.additionalContext;
  assert.match(context(run('hook.js', ['--plugin'], start('startup'))), /load_session_checkpoint/);
  assert.match(context(run('restore.js', [], start('compact'))), /Run on old Node\.js/);
  const save = { hook_event_name: 'PreToolUse', tool_name: 'mcp__x__save_session_checkpoint', agent_id: 'a1' };
  assert.match(run('guard.js', [], hookInput(save)).stdout, /"deny"/);
  assert.deepEqual(run('remind.js', [], hookInput({ hook_event_name: 'Stop' })), { status: 0, stdout: '', stderr: '' });

  const doctor = JSON.parse(run('index.js', ['doctor', '--json'], '').stdout);
  assert.ok(doctor.findings.some(({ check, what }) => check === 'node' && what.includes(version)));
});
