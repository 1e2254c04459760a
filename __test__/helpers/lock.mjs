// Somebody else who holds a checkpoint's lock, so that a save is under way for as long as a test needs.

import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Locks a file as another process. The function it gives back lets go of it. */
export async function holdLock(t, file) {
  const holder = spawn('flock', [file, '--command', 'echo held; cat'], { stdio: ['pipe', 'pipe', 'inherit'] });
  t.after(() => holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  return () => holder.stdin.end();
}
