// A host of git repositories on loopback: `git http-backend`, which is git's own, behind Node.js.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';

/** Serves the repositories in a directory, read-only: `{ url }`. */
export async function startGitServer(t, directory, env) {
  const server = createServer((request, response) => serve(request, response, directory, env));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${server.address().port}` };
}

/** One request, as CGI (RFC 3875) hands it to a program. */
function serve(request, response, directory, env) {
  const { pathname, search } = new URL(request.url, 'http://127.0.0.1');
  const backend = spawn('git', ['http-backend'], {
    env: {
      ...env,
      GIT_PROJECT_ROOT: directory,
      GIT_HTTP_EXPORT_ALL: '1',
      REQUEST_METHOD: request.method,
      PATH_INFO: decodeURIComponent(pathname),
      QUERY_STRING: search.slice(1),
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      HTTP_GIT_PROTOCOL: request.headers['git-protocol'] ?? '',
      REMOTE_ADDR: '127.0.0.1',
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  backend.stdin.on('error', () => {});
  request.pipe(backend.stdin);
  const chunks = [];
  backend.stdout.on('data', (chunk) => chunks.push(chunk));
  backend.on('close', () => answer(response, Buffer.concat(chunks)));
}

function answer(response, output) {
  const end = output.indexOf('\r\n\r\n');
  const lines = output.toString('latin1', 0, end).split('\r\n');
  const headers = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s)));
  const { Status: status = '200', ...rest } = headers;
  response.writeHead(Number.parseInt(status, 10), rest).end(output.subarray(end + 4));
}

/** Commits everything in a work tree, which becomes a repository with the first commit. */
export function commit(directory, message, env) {
  const git = (...args) => execFileSync('git', args, { cwd: directory, env, stdio: ['ignore', 'pipe', 'pipe'] });
  git('init', '--quiet', '--initial-branch', 'main');
  git('add', '--all');
  git('-c', 'user.name=Test', '-c', 'user.email=test@example.invalid', 'commit', '--quiet', '--message', message);
}
