// Tools that come from PyPI, each in an environment of its own under target/.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/** Runs a tool with these arguments, in the version of that package, and gives back its exit code. */
export function runPythonTool({ name, version, command = name, args }) {
  const directory = join(root, 'target', 'tools', `${name}-${version}`);
  const bin = join(directory, process.platform === 'win32' ? 'Scripts' : 'bin');
  const tool = join(bin, command);
  if (!existsSync(tool)) {
    run('python3', ['-m', 'venv', directory]);
    run(join(bin, 'python'), ['-m', 'pip', 'install', '--quiet', '--no-deps', `${name}==${version}`]);
  }
  return spawnSync(tool, args, { cwd: root, stdio: 'inherit' }).status ?? 1;
}

function run(program, args) {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit' });
  if (status !== 0) {
    throw new Error(error?.message ?? `${program} ${args.join(' ')} ended with ${status}`);
  }
}
