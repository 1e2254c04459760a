import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Looks again and again, and resolves to what `find` finds as soon as that is something. After `timeout` milliseconds
 * it fails, and says what it waited for and what `explain` has to add.
 */
export async function until(find, what, { timeout = 20_000, explain = () => '' } = {}) {
  const end = Date.now() + timeout;
  for (;;) {
    const found = find();
    if (found) {
      return found;
    }
    if (Date.now() > end) {
      throw new Error(`waited ${timeout} ms for ${what}\n${explain()}`);
    }
    await sleep(10);
  }
}
