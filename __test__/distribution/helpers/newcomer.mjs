// Somebody who has Node.js and nothing else: an empty HOME, and a registry that has only what was just published.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { makeProject } from '../../helpers/place.mjs';
import { run } from './run.mjs';

const tools = ['save_session_checkpoint', 'load_session_checkpoint', 'list_session_checkpoints'];

/** `node` is the directory of the Node.js to use instead of the one that runs the test. */
export function makeNewcomer(t, registry, { node } = {}) {
  const project = makeProject(t);
  const env = {
    ...project.env,
    PATH: [node, project.env.PATH].filter(Boolean).join(':'),
    npm_config_registry: registry.url,
    // Whatever is asked of another host fails.
    HTTP_PROXY: 'http://127.0.0.1:9',
    HTTPS_PROXY: 'http://127.0.0.1:9',
    NO_PROXY: '127.0.0.1',
    npm_config_update_notifier: 'false',
  };

  return {
    ...project,
    env,
    /** Runs a command that has to succeed, and gives back what it printed. */
    async run(command, args, cwd = project.root) {
      const { code, stdout, stderr } = await run(command, args, { env, cwd });
      assert.equal(code, 0, `${command} ${args.join(' ')}\n${stdout}${stderr}`);
      return stdout;
    },
    /** An empty directory that packages are installed into. */
    makeDirectory(name) {
      return mkdtempSync(join(project.directory, `${name}-`));
    },
    /** Has the official client start a server by this command, list its tools and save a checkpoint with it. */
    async useServer(command, args, cwd = project.root) {
      const client = new Client({ name: 'newcomer', version: '1' });
      const transport = new StdioClientTransport({ command, args, cwd, env, stderr: 'pipe' });
      let said = '';
      transport.stderr.on('data', (chunk) => {
        said += chunk;
      });
      try {
        await client.connect(transport).catch((error) => assert.fail(`${error.message}\n${said}`));
        const listed = (await client.listTools()).tools.map(({ name }) => name);
        assert.deepEqual(listed, tools);
        const { isError, structuredContent, content } = await client.callTool({
          name: 'save_session_checkpoint',
          arguments: { goal: 'Arrive', projectRoot: project.root },
        });
        assert.ok(!isError, content?.[0].text);
        assert.equal(project.checkpoint(structuredContent.session).goal.primary, 'Arrive');
        return client.getServerVersion();
      } finally {
        await client.close();
      }
    },
    /** Milliseconds from the start of a command to the first thing that it answers. */
    async timeToAnswer(command, args) {
      const started = performance.now();
      const child = spawn(command, args, { cwd: project.root, env, stdio: ['pipe', 'pipe', 'inherit'] });
      child.stdin.on('error', () => {});
      child.stdin.write(`${JSON.stringify(initialize)}\n`);
      await new Promise((resolve, reject) => {
        child.stdout.once('data', resolve);
        child.once('close', (code) => reject(new Error(`${command} ended with ${code} and no answer`)));
      });
      const time = performance.now() - started;
      child.stdin.end();
      await new Promise((resolve) => (child.exitCode === null ? child.once('close', resolve) : resolve()));
      return time;
    },
  };
}

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'newcomer', version: '1' } },
};
