// The server started by a person.

import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { serverFile } from './helpers/paths.mjs';
import { makeProject } from './helpers/place.mjs';

const { version } = createRequire(import.meta.url)('../package.json');

function run(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [serverFile, ...args], {
    input: '',
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test('--version prints the version', () => {
  assert.deepEqual(run('--version'), { status: 0, stdout: `${version}\n`, stderr: '' });
});

test('--help says what it is, how to register it and what it reads', () => {
  const { status, stdout, stderr } = run('--help');
  assert.deepEqual([status, stderr], [0, '']);
  assert.match(stdout, /MCP server/);
  assert.ok(stdout.includes(`claude mcp add --scope user checkpoint -- node ${serverFile}`));
  assert.match(stdout, /"mcpServers"/);
  assert.match(stdout, /CHECKPOINT_PROJECT_ROOT/);
});

test('an unknown argument is refused on standard error', () => {
  const { status, stdout, stderr } = run('--port=3000');
  assert.deepEqual([status, stdout], [2, '']);
  assert.match(stderr, /--port=3000.*--help/s);
});

test('the bundle can be run by itself', () => {
  accessSync(serverFile, constants.X_OK);
  assert.equal(execFileSync(serverFile, ['--version'], { encoding: 'utf8' }), `${version}\n`);
});

test('on a terminal it says what it is, on standard error, and goes on serving', async (t) => {
  const project = makeProject(t);
  const log = join(project.directory, 'stderr');
  // `script` gives its command a terminal; what the command prints comes back through it.
  const command = `stty -echo; exec ${process.execPath} ${serverFile} 2>${log}`;
  const terminal = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    cwd: project.root,
    env: project.env,
  });
  t.after(() => terminal.kill('SIGKILL'));
  let printed = '';
  terminal.stdout.setEncoding('utf8').on('data', (chunk) => {
    printed += chunk;
  });

  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'person', version: '1' } };
  terminal.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
  while (!printed.includes('"serverInfo"')) {
    await once(terminal.stdout, 'data');
  }
  // Ctrl-C, as a terminal turns it into SIGINT.
  terminal.stdin.write('\x03');
  const [code] = await once(terminal, 'close');
  assert.equal(code, 0);

  const said = readFileSync(log, 'utf8');
  assert.match(said, /is an MCP server/);
  assert.ok(said.includes(`claude mcp add --scope user checkpoint -- node ${serverFile}`));
  assert.match(said, /"mcpServers"/);
  assert.doesNotMatch(printed, /claude mcp add/);
});
