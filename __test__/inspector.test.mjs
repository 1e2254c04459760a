// The official inspector, as a command line, against the server.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { root, serverFile } from './helpers/paths.mjs';
import { makeProject } from './helpers/place.mjs';

function inspect(project, ...args) {
  const inspector = join(root, 'node_modules', '.bin', 'mcp-inspector');
  const printed = execFileSync(inspector, ['--cli', process.execPath, serverFile, ...args], {
    cwd: project.root,
    env: project.env,
    encoding: 'utf8',
  });
  return JSON.parse(printed);
}

test('it lists the tools', (t) => {
  const { tools } = inspect(makeProject(t), '--method', 'tools/list');
  assert.deepEqual(
    tools.map(({ name }) => name),
    ['save_session_checkpoint', 'load_session_checkpoint', 'list_session_checkpoints'],
  );
});

test('it calls them', (t) => {
  const project = makeProject(t);
  const args = (name, ...rest) => ['--method', 'tools/call', '--tool-name', name, ...rest];
  const saved = inspect(
    project,
    ...args(
      'save_session_checkpoint',
      '--tool-arg',
      `projectRoot=${project.root}`,
      'goal=Inspect',
      'session=inspected',
    ),
  );
  assert.equal(saved.structuredContent.path, project.checkpointFile('inspected'));
  const loaded = inspect(
    project,
    ...args('load_session_checkpoint', '--tool-arg', `projectRoot=${project.root}`, 'session=inspected'),
  );
  assert.match(loaded.structuredContent.text, /Inspect/);
  const listed = inspect(
    project,
    ...args('list_session_checkpoints', '--tool-arg', `projectRoot=${project.root}`, 'limit=0'),
  );
  assert.deepEqual(
    listed.structuredContent.entries.map(({ selector }) => selector),
    ['inspected'],
  );
});
