// What the operating system tells about processes without starting a program: on Linux their start and
// their parents, elsewhere nothing.

import { closeSync, openSync, readSync } from 'node:fs';

/** How far up a client is looked for: `npx`, a shell and a wrapper of one's own may stand in between. */
const LEVELS = 4;

/** What is known of a process, as `/proc/<pid>/stat` has it. */
interface Stat {
  parent: number;
  start: string;
}

/**
 * When a process started, in clock ticks since the system did, as text: together with the pid it names a
 * process for good. `undefined` where the system does not tell, and for a process that is gone.
 */
export function processStart(pid: number): string | undefined {
  return statOf(pid)?.start;
}

/** The parent of a process, its parent, and so on: at most four, nearest first. Only on Linux. */
export function ancestors(pid: number): number[] {
  const found: number[] = [];
  let parent = statOf(pid)?.parent;
  while (parent !== undefined && parent > 1 && found.length < LEVELS) {
    found.push(parent);
    parent = statOf(parent)?.parent;
  }
  return found;
}

/** Whether a process exists, possibly another user's. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function statOf(pid: number): Stat | undefined {
  if (process.platform !== 'linux') {
    return undefined;
  }
  try {
    const text = firstOf(`/proc/${pid}/stat`);
    // The second field is the program's name in parentheses, and may hold anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [parent, start] = [fields[1], fields[19]];
    return start === undefined ? undefined : { parent: Number(parent), start };
  } catch {
    return undefined;
  }
}

/** The beginning of a file, which for such a file is all of it. */
function firstOf(file: string): string {
  const descriptor = openSync(file, 'r');
  try {
    const buffer = Buffer.allocUnsafe(1024);
    return buffer.toString('latin1', 0, readSync(descriptor, buffer, 0, buffer.length, 0));
  } finally {
    closeSync(descriptor);
  }
}
