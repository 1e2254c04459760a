// The packages for other systems than this one, as they would be published, with the Node.js of each: musl, and arm64 in an
// emulator. Only where scripts/cross.sh has built their engines.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { platforms } from '../../scripts/platforms.mjs';
import { root } from '../helpers/paths.mjs';
import { run } from './helpers/run.mjs';

// Tests within this one report to nobody but their own output.
const { NODE_TEST_CONTEXT: _, ...env } = process.env;
const others = platforms.filter(({ target }) =>
  ['linux-arm64-gnu', 'linux-arm64-musl', 'linux-x64-musl'].includes(target),
);

for (const { target, directory, file } of others) {
  const skip = existsSync(join(directory, file)) ? false : `npm run cross -- ${target}`;
  test(`${target}: the library, the session files and the server work`, { skip }, async (t) => {
    const { code, stdout, stderr } = await run('bash', [join(root, 'scripts', 'cross.sh'), '--try', target], {
      env,
      cwd: root,
    });
    assert.equal(code, 0, stdout + stderr);
    t.diagnostic(stdout.split('\n').find((line) => line.startsWith('v')));
    const count = (what) =>
      stdout.match(new RegExp(`^# ${what} \\d+$`, 'gm')).map((line) => Number(line.split(' ')[2]));
    assert.deepEqual(count('fail'), [0, 0, 0]);
    assert.ok(count('pass').every((passed) => passed > 0));
  });
}
