// A project of its own for each test, with nothing of the machine's settings in it.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A directory that is gone when the test is over. */
export function temporaryDirectory(t) {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'session-checkpoint-test-')));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** An empty project in a directory of its own, with an own HOME beside it. `name` is what its directory is called. */
export function makeProject(t, { name = 'project' } = {}) {
  const directory = temporaryDirectory(t);
  const root = join(directory, name);
  const env = { PATH: process.env.PATH, HOME: join(directory, 'home'), GIT_CONFIG_NOSYSTEM: '1' };
  mkdirSync(root);
  mkdirSync(env.HOME);

  const write = (path, text) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const git = (...args) => execFileSync('git', args, { cwd: root, env, encoding: 'utf8' });
  const checkpointFile = (id) => join(root, '.claude-checkpoints', `${id}.json`);
  const checkpoint = (id) => JSON.parse(readFileSync(checkpointFile(id), 'utf8'));

  return { directory, root, env, write, git, checkpointFile, checkpoint };
}

/** The same as a git repository with one commit. */
export function makeRepository(t, files = { 'README.md': 'Hello\n' }, options = {}) {
  const project = makeProject(t, options);
  project.git('init', '--quiet', '--initial-branch', 'main');
  project.git('config', 'user.name', 'Test');
  project.git('config', 'user.email', 'test@example.invalid');
  for (const [path, text] of Object.entries(files)) {
    project.write(path, text);
  }
  project.git('add', '.');
  project.git('commit', '--quiet', '--message', 'Start');
  return project;
}
