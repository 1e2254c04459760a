// The command line, run as a person or a script runs it.

import { spawn, spawnSync } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { serverFile } from './paths.mjs';

/** Runs a command in a project: `{ status, stdout, stderr }`. `file` is the product's, where it is not this one. */
export function run(project, args, { input = '', cwd = project.root, env = {}, file = serverFile } = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], {
    cwd,
    env: { ...project.env, ...env },
    input,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/** The same on a terminal, where `keys` are typed. Everything printed comes in one text. */
export async function runOnTerminal(project, args, { keys = '', columns = 120 } = {}) {
  const words = [process.execPath, serverFile, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  const command = `stty -echo cols ${columns}; exec ${words.join(' ')}`;
  const terminal = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    cwd: project.root,
    env: { ...project.env, TERM: 'xterm', COLORTERM: 'truecolor' },
  });
  const printed = text(terminal.stdout);
  terminal.stdin.write(keys);
  return (await printed).replaceAll('\r\n', '\n');
}
