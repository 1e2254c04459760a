// Briefs that come by themselves: after compaction, and at every start for who wants that.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { test } from 'node:test';
import { save } from '../index.js';
import { copyProduct, enginePackage } from './helpers/copy.mjs';
import { age, hookPlace, sample, source } from './helpers/hooks.mjs';
import { makeProject, makeRepository } from './helpers/place.mjs';

const { fitting, since } = await source('server/hooks/words.ts');
const BRIEF = { SESSION_CHECKPOINT_RESTORE: 'brief' };

const begin = (from, id) => sample('SessionStart:compact', { source: from, session_id: id });

/** Saves a checkpoint with the engine; `hours` makes it look that old. */
async function saved(place, id, { goal = `The goal of ${id}`, hours = 0, ...more } = {}) {
  await save({ goal, ...more }, { cwd: place.root, env: { CLAUDE_CODE_SESSION_ID: id } });
  const file = place.checkpointFile(id);
  if (hours > 0) {
    const document = JSON.parse(readFileSync(file, 'utf8'));
    document.updatedAt = new Date(Date.now() - hours * 3_600_000).toISOString();
    writeFileSync(file, JSON.stringify(document, null, 2));
    age(file, hours);
  }
}

/** The product in a place of its own, with this as its engine. */
function withEngine(place, code) {
  const directory = join(place.directory, 'product');
  copyProduct(directory);
  const engine = join(directory, 'node_modules', enginePackage);
  mkdirSync(engine, { recursive: true });
  writeFileSync(join(engine, 'index.js'), code);
  return join(directory, 'dist');
}

/** An engine whose only checkpoint has this brief. */
const saying = (text, updatedAt = new Date().toISOString()) =>
  `const ok = { text: ${JSON.stringify(text)}, found: true, updatedAt: '${updatedAt}', drift: { currentBranch: null } };
   module.exports = { version: () => '1.1.0', load: async () => JSON.stringify({ ok }) };`;

test('after compaction the own checkpoint is shown without asking', async (t) => {
  const place = hookPlace(makeRepository(t));
  await saved(place, 'a', { nextSteps: ['Go on'] });
  await saved(place, 'z', { goal: 'Newer, of another session' });
  const { status, stderr, text } = place.run('restore', begin('compact', 'a'));
  assert.deepEqual([status, stderr], [0, '']);
  assert.match(text, /^The conversation was compacted\. .* saved itself, just now/);
  assert.match(text, /The goal of a/);
  assert.match(text, /1\. Go on/);
  assert.doesNotMatch(text, /Newer/);
});

test('after compaction the checkpoint from before /clear is the own one', async (t) => {
  const place = hookPlace(makeRepository(t));
  await saved(place, 'a');
  place.run('hook', begin('startup', 'a'));
  place.run('hook', begin('clear', 'b'));
  const { text } = place.run('restore', begin('compact', 'b'));
  assert.match(text, /The goal of a/);
  assert.doesNotMatch(text, /resumedFrom/);
});

test('after compaction without an own checkpoint the nudge speaks, once', async (t) => {
  const place = hookPlace(makeRepository(t));
  assert.equal(place.run('restore', begin('compact', 'a')).stdout, '', 'nothing there, nothing said');
  await saved(place, 'other');
  const { text } = place.run('restore', begin('compact', 'a'));
  assert.match(text, /no checkpoint of its own.*1 session checkpoint/);
  assert.equal(place.run('hook', begin('compact', 'a'), { args: ['--plugin'] }).stdout, '');
  const silenced = { env: { SESSION_CHECKPOINT_NUDGE: 'off' } };
  assert.equal(place.run('restore', begin('compact', 'a'), silenced).stdout, '');
});

test('a nudge that is switched off does not switch the brief off; restoring switched off does', async (t) => {
  const place = hookPlace(makeRepository(t));
  await saved(place, 'a');
  const run = (env) => place.run('restore', begin('compact', 'a'), { env }).stdout;
  assert.match(run({ SESSION_CHECKPOINT_NUDGE: 'off' }), /The goal of a/);
  assert.equal(run({ SESSION_CHECKPOINT_RESTORE: 'off' }), '');
});

test('exactly one of the two scripts speaks, whatever the start and the choice', async (t) => {
  const place = hookPlace(makeRepository(t));
  await saved(place, 'a');
  for (const mode of ['nudge', 'brief', 'off', undefined]) {
    for (const from of ['startup', 'resume', 'clear', 'fork', 'compact']) {
      const env = { SESSION_CHECKPOINT_RESTORE: mode };
      const said = [
        place.run('hook', begin(from, 'a'), { args: ['--plugin'], env }),
        place.run('restore', begin(from, 'a'), { env }),
      ].filter(({ stdout }) => stdout !== '');
      assert.equal(said.length, mode === 'off' ? 0 : 1, `${mode} ${from}`);
    }
  }
});

test('when it is not its turn the engine is not touched', (t) => {
  const place = hookPlace(makeProject(t));
  place.checkpoint('a');
  const marker = join(place.directory, 'loaded');
  const dist = withEngine(place, `require('fs').writeFileSync(${JSON.stringify(marker)}, '');`);
  assert.equal(place.run('restore', begin('startup', 'a'), { dist }).stdout, '');
  assert.throws(() => readFileSync(marker), { code: 'ENOENT' });
});

test('brief: the own checkpoint first, and to confirm before acting', async (t) => {
  const place = hookPlace(makeRepository(t));
  await saved(place, 'a');
  await saved(place, 'b');
  for (const from of ['startup', 'resume', 'clear', 'fork']) {
    const { text } = place.run('restore', begin(from, 'a'), { env: BRIEF });
    assert.match(text.split('\n')[0], /checkpoint of this very conversation, saved just now.*confirm with them/);
    assert.match(text, /The goal of a/);
  }
});

test('brief: else the newest one of this branch, and whose it is', async (t) => {
  const place = hookPlace(makeRepository(t));
  await saved(place, 'old', { hours: 3 });
  await saved(place, 'here', { hours: 2 });
  place.git('checkout', '--quiet', '-b', 'elsewhere');
  await saved(place, 'there', { hours: 1 });
  const text = (id) => place.run('restore', begin('startup', id), { env: BRIEF }).text;
  assert.match(text('new'), /The goal of there/);
  place.git('checkout', '--quiet', 'main');
  assert.match(
    text('new').split('\n')[0],
    /Newest session checkpoint on this branch.* saved 2h ago .* another session, here\./,
  );
  assert.match(text('new'), /The goal of here/);
  place.git('checkout', '--quiet', '-b', 'third');
  assert.match(text('new'), /^This project has 3 session checkpoints/, 'none of this branch: the nudge');
});

test('brief: what came with the project is never shown', async (t) => {
  const place = hookPlace(makeRepository(t));
  await saved(place, 'theirs', { goal: 'Do as the repository says' });
  place.git('add', '--force', '.claude-checkpoints/theirs.json');
  for (const [from, id] of [
    ['startup', 'new'],
    ['clear', 'new'],
    ['compact', 'new'],
  ]) {
    assert.equal(place.run('restore', begin(from, id), { env: BRIEF }).stdout, '', `${from} ${id}`);
  }
  await saved(place, 'mine', { hours: 2 });
  assert.match(place.run('restore', begin('startup', 'new'), { env: BRIEF }).text, /The goal of mine/);
});

test("the session's own checkpoint is shown, also when git tracks it", async (t) => {
  const place = hookPlace(makeRepository(t));
  await saved(place, 'mine');
  place.git('add', '--force', '.claude-checkpoints/mine.json');
  assert.match(place.run('restore', begin('compact', 'mine')).text, /saved itself.*The goal of mine/s);
  assert.match(place.run('restore', begin('startup', 'mine'), { env: BRIEF }).text, /The goal of mine/);
});

for (const [hours, expected] of [
  [23, 'shown'],
  [25, 'warned'],
  [71, 'warned'],
  [73, 'withheld'],
  [90 * 24, 'withheld'],
]) {
  test(`content that is ${hours} hours old is ${expected}`, async (t) => {
    const place = hookPlace(makeRepository(t));
    await saved(place, 'a', { hours });
    for (const [from, id] of [
      ['startup', 'new'],
      ['resume', 'a'],
      ['compact', 'a'],
    ]) {
      const { text } = place.run('restore', begin(from, id), { env: BRIEF });
      assert.equal(text.includes('The goal of a'), expected !== 'withheld');
      assert.equal(text.includes('more than a day old'), expected === 'warned');
      if (expected === 'withheld') {
        assert.match(text, /\d+d ago/);
        assert.ok(text.includes(id === 'a' ? 'call load_session_checkpoint,' : 'with checkpoint "a"'), text);
      }
    }
  });
}

test('a checkpoint from the future is shown with a warning', async (t) => {
  const place = hookPlace(makeRepository(t));
  await saved(place, 'a');
  const document = JSON.parse(readFileSync(place.checkpointFile('a'), 'utf8'));
  document.updatedAt = new Date(Date.now() + 3_600_000).toISOString();
  writeFileSync(place.checkpointFile('a'), JSON.stringify(document, null, 2));
  const { text } = place.run('restore', begin('compact', 'a'));
  assert.match(text, /in the future \(.*; clocks differ\).*⚠ How old it is can not be told/);
});

test('a brief after compaction is smaller than one at a start, and both leave room for the line before it', (t) => {
  const place = hookPlace(makeProject(t));
  place.checkpoint('b');
  place.run('hook', begin('startup', 'a'));
  place.run('hook', begin('clear', 'b'));
  const dist = withEngine(
    place,
    `module.exports = { version: () => '1.1.0', load: async (request) =>
       JSON.stringify({ ok: { text: request, found: true, updatedAt: new Date(), drift: { currentBranch: null } } }) };`,
  );
  const asked = (from) =>
    JSON.parse(place.run('restore', begin(from, 'b'), { dist, env: BRIEF }).text.split('\n').at(-1));
  const compact = asked('compact');
  assert.deepEqual(compact, {
    input: {},
    env: { CLAUDE_CODE_SESSION_ID: 'b' },
    cwd: place.root,
    conversation: ['a'],
    briefUnits: 6_000,
  });
  assert.equal(asked('clear').briefUnits, 9_000);
});

for (const units of [9_999, 10_000, 10_001]) {
  test(`a text of ${units} units: never more than 10,000, and what is missing is said`, (t) => {
    const place = hookPlace(makeProject(t));
    place.checkpoint('a');
    // First with an empty brief, to know what stands before it.
    const empty = place.run('restore', begin('compact', 'a'), { dist: withEngine(place, saying('')) }).text.length;
    const body = '😀'
      .repeat(units)
      .slice(0, units - empty - 1 + ((units - empty - 1) % 2))
      .slice(0, units - empty);
    const text = (body.isWellFormed() ? body : `${body.slice(0, -1)}x`).padEnd(units - empty, 'x');
    const shown = place.run('restore', begin('compact', 'a'), { dist: withEngine(place, saying(text)) }).text;
    assert.ok(shown.length <= 10_000, `${shown.length}`);
    assert.ok(shown.isWellFormed());
    assert.equal(/characters were left out.*load_session_checkpoint/.test(shown), units > 10_000);
    assert.equal(shown.length, units > 10_000 ? shown.length : units);
  });
}

test('a text is cut at a line where that is possible, and never within a character', () => {
  assert.equal(fitting('x'.repeat(10_000)).length, 10_000);
  for (let shift = 0; shift < 4; shift += 1) {
    const cut = fitting('x'.repeat(shift) + '😀'.repeat(6_000));
    assert.ok(cut.length <= 10_000 && cut.isWellFormed());
  }
  const lines = fitting(`${'line\n'.repeat(3_000)}`);
  assert.match(lines, /line\n\[\d+ characters were left out here/);
  const left = Number(/\[(\d+) characters/.exec(lines)[1]);
  assert.equal(lines.indexOf('\n[') + left, 15_000);
});

test('times are said with their age, and a clock that differs is named', () => {
  const now = Date.parse('2026-01-31T12:00:00Z');
  const hour = 3_600_000;
  assert.equal(since(now, now), 'just now (2026-01-31 12:00 UTC)');
  assert.equal(since(now - 5 * 60_000, now), '5m ago (2026-01-31 11:55 UTC)');
  assert.equal(since(now - 47 * hour, now), '47h ago (2026-01-29 13:00 UTC)');
  assert.equal(since(now - 49 * hour, now), '2d ago (2026-01-29 11:00 UTC)');
  assert.equal(since(now + hour, now), 'in the future (2026-01-31 13:00 UTC; clocks differ)');
});

for (const [what, code, reason] of [
  ['is missing', undefined, 'ENGINE_MISSING'],
  ['throws when it is loaded', 'throw new Error("no");', 'ENGINE_MISSING'],
  ['hangs when it is loaded', 'for (;;) {}', 'ENGINE_TOO_SLOW'],
  [
    'never answers',
    "setInterval(() => {}, 1000); module.exports = { version: () => '1.1.0', load: () => new Promise(() => {}) };",
    'ENGINE_TOO_SLOW',
  ],
  ['answers nonsense', "module.exports = { version: () => '1.1.0', load: async () => '{' };", 'ENGINE_SILENT'],
]) {
  test(`an engine that ${what}: the nudge stands in, within three seconds`, (t) => {
    const place = hookPlace(makeProject(t));
    place.checkpoint('a');
    const dist = withEngine(place, code ?? '');
    const start = performance.now();
    const { status, stderr, text } = place.run('restore', begin('compact', 'a'), { dist });
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(text, /^The conversation was compacted\. Its own session checkpoint/);
    assert.ok(
      place.failures().some((failure) => failure.code === reason),
      JSON.stringify(place.failures()),
    );
    // The time that a busy machine takes to start a process is not the limit's.
    assert.ok(performance.now() - start < 4_000);
  });
}
