// Several processes that save into one session at once lose nothing.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from './helpers/paths.mjs';
import { makeProject } from './helpers/place.mjs';

const PROCESSES = 8;
const MOST_COMMANDS = 50;

/** Runs the processes to their end and gives back the commands that were kept, by process. */
async function saveFromManyProcesses(t, count) {
  const project = makeProject(t);
  const names = Array.from({ length: PROCESSES }, (_, number) => `process-${number}`);
  const codes = await Promise.all(
    names.map(async (name) => {
      const args = [join(root, '__test__', 'helpers', 'saver.mjs'), project.root, name, String(count)];
      const child = spawn(process.execPath, args, { env: project.env, stdio: ['ignore', 'ignore', 'inherit'] });
      const [code] = await once(child, 'exit');
      return code;
    }),
  );
  assert.deepEqual(codes, Array(PROCESSES).fill(0), 'no call fails');

  const kept = new Map(names.map((name) => [name, []]));
  for (const { command } of project.checkpoint('shared').recentCommands) {
    const [name, number] = command.split(' ');
    kept.get(name).push(Number(number));
  }
  return [...kept.values()];
}

const upTo = (count) => Array.from({ length: count }, (_, number) => number);

test('8 processes of 6 saves: all 48 commands are kept, in the order of each process', async (t) => {
  const kept = await saveFromManyProcesses(t, 6);
  assert.deepEqual(kept, Array(PROCESSES).fill(upTo(6)));
});

test('8 processes of 50 saves: the newest 50 are kept, with none missing in between', async (t) => {
  const kept = await saveFromManyProcesses(t, 50);
  assert.equal(kept.flat().length, MOST_COMMANDS);
  for (const numbers of kept) {
    // What is kept of a process are its last ones, whole.
    assert.deepEqual(numbers, upTo(50).slice(50 - numbers.length));
  }
});
