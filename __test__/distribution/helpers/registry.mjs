// A registry of npm packages on loopback that knows nothing but what a test publishes.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runServer } from 'verdaccio';
import { run } from './run.mjs';

/** Starts one for a test: `{ url, env, publish(directories) }`, where `env` is the environment of a publisher. */
export async function startRegistry(t, directory) {
  const storage = join(directory, 'registry');
  mkdirSync(storage);
  const server = await runServer({
    self_path: join(storage, 'config.yaml'),
    storage,
    uplinks: {},
    packages: { '**': { access: '$all', publish: '$all' } },
    auth: {},
    web: { enable: false },
    log: { type: 'stdout', format: 'json', level: 'error' },
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address();
  const url = `http://127.0.0.1:${port}/`;

  // A publisher is somebody else than who installs.
  const home = join(directory, 'publisher');
  mkdirSync(home);
  // npm refuses to publish without a token; this registry takes any.
  writeFileSync(join(home, '.npmrc'), `registry=${url}\n//127.0.0.1:${port}/:_authToken=anybody\n`);
  const env = { PATH: process.env.PATH, HOME: home };

  /** Publishes the package in a directory. Provenance is for CI, which alone can prove where it builds. */
  async function publish(packageDirectory) {
    const args = ['publish', packageDirectory, '--ignore-scripts', '--no-provenance', '--loglevel=error'];
    const { code, stdout, stderr } = await run('npm', args, { env, cwd: directory });
    assert.equal(code, 0, stdout + stderr);
  }

  return { url, env, publish: (directories) => Promise.all(directories.map(publish)) };
}
