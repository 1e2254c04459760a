// Whether git leaves the checkpoints alone.

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Finding, note, ok, warning } from './finding.ts';

const PATTERN = '.claude-checkpoint*';
const PATIENCE_MILLISECONDS = 3_000;

export function checkIgnored(root: string): Finding {
  const files = checkpointFiles(root);
  if (files.length === 0) {
    return note('ignored', `No checkpoints in ${root} yet.`);
  }
  const tracked = git(root, ['ls-files', '-z', '--', PATTERN]);
  if (tracked.status !== 0) {
    return note('ignored', tracked.status === null ? 'git could not be asked.' : `${root} is no git repository.`);
  }
  const names = tracked.stdout.split('\0').filter((name) => name !== '' && !name.endsWith('/.gitignore'));
  if (names.length > 0) {
    return warning(
      'ignored',
      `Git tracks checkpoint files, so whoever has the repository can read them: ${names.join(', ')}`,
      `git rm --cached -- ${names[0]} (and the others), and add ${PATTERN} to .gitignore`,
    );
  }
  const ignored = git(root, ['check-ignore', '-z', '--stdin'], files.join('\0')).stdout.split('\0');
  const open = files.filter((file) => !ignored.includes(file));
  return open.length > 0
    ? warning('ignored', `Not ignored by git: ${open.join(', ')}`, `Add ${PATTERN} to .gitignore.`)
    : ok('ignored', 'Git ignores the checkpoints.');
}

function checkpointFiles(root: string): string[] {
  const list = (directory: string) => {
    try {
      return readdirSync(directory);
    } catch {
      return [];
    }
  };
  return [
    ...list(root).filter((name) => name === '.claude-checkpoint'),
    ...list(join(root, '.claude-checkpoints'))
      .filter((name) => name.endsWith('.json'))
      .map((name) => `.claude-checkpoints/${name}`),
  ];
}

function git(root: string, args: string[], input = '') {
  // Nothing that a repository's configuration names is run.
  return spawnSync('git', ['-c', 'core.fsmonitor=false', '-C', root, ...args], {
    input,
    encoding: 'utf8',
    timeout: PATIENCE_MILLISECONDS,
    env: { ...process.env, GIT_OPTIONAL_LOCKS: '0' },
  });
}
