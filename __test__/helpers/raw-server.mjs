// A server spoken to line by line, to see exactly what it writes and when it ends.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { serverFile } from './paths.mjs';

export function startRaw(t, project, { env = {}, cwd = project.root, file = serverFile } = {}) {
  const child = spawn(process.execPath, [file], { cwd, env: { ...project.env, ...env } });
  const lines = [];
  const waiting = new Set();
  let stderr = '';
  let unfinished = '';

  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    const whole = (unfinished + chunk).split('\n');
    unfinished = whole.pop();
    lines.push(...whole);
    wake();
  });
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    stderr += chunk;
    wake();
  });
  // Writing to a server that has ended is part of some tests.
  child.stdin.on('error', () => {});
  let closed = false;
  const exited = once(child, 'close').then(([code, signal]) => {
    closed = true;
    wake();
    return { code, signal, stderr };
  });
  t.after(() => child.kill('SIGKILL'));

  function wake() {
    for (const look of waiting) {
      look();
    }
  }

  /** Resolves to what `find` finds, looking again whenever the server wrote something. */
  function until(find, what) {
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = find();
        if (found !== undefined) {
          waiting.delete(look);
          resolve(found);
        } else if (closed) {
          waiting.delete(look);
          reject(new Error(`the server ended (${child.exitCode ?? child.signalCode}) before ${what}: ${stderr}`));
        }
      };
      waiting.add(look);
      look();
    });
  }

  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const messages = () => lines.map((line) => JSON.parse(line));

  return {
    child,
    lines,
    exited,
    send,
    messages,
    answer: (id) =>
      until(() => messages().find((message) => message.id === id && !('method' in message)), `it answered ${id}`),
    requests: (method, count) =>
      until(() => {
        const asked = messages().filter((message) => message.method === method);
        return asked.length === count ? asked : undefined;
      }, `it asked ${method} ${count} times`),
    request: (method) => until(() => messages().find((message) => message.method === method), `it asked ${method}`),
    says: (text) => until(() => (stderr.includes(text) ? stderr : undefined), `it said "${text}"`),
    callTool: (id, name, input) => send({ id, method: 'tools/call', params: { name, arguments: input } }),

    /** The handshake before 2026-07-28. */
    async initialize({ protocolVersion = '2025-11-25', capabilities = {} } = {}) {
      send({
        id: 'initialize',
        method: 'initialize',
        params: { protocolVersion, capabilities, clientInfo: { name: 'raw', version: '1' } },
      });
      const { result } = await this.answer('initialize');
      send({ method: 'notifications/initialized' });
      return result;
    },
  };
}
