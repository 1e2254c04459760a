// The command line on sessions that saved nothing.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { run } from './helpers/cli.mjs';
import { makeRepository } from './helpers/place.mjs';

/** A repository and the transcript of a session that edited a file and ran a check that failed. */
function makePlace(t) {
  const project = makeRepository(t);
  const configuration = join(project.directory, 'configuration');
  const env = { CLAUDE_CONFIG_DIR: configuration };
  const folder = join(configuration, 'projects', project.root.replace(/[^a-zA-Z0-9]/g, '-'));
  const file = join(project.root, 'README.md');
  writeFileSync(file, 'Goodbye\n');
  const messages = [
    ['user', 'Say goodbye'],
    ['assistant', [{ type: 'tool_use', id: 'a', name: 'Edit', input: { file_path: file } }]],
    [
      'user',
      [{ type: 'tool_result', tool_use_id: 'a', content: 'done' }],
      { filePath: file, structuredPatch: [{ lines: ['-Hello', '+Goodbye'] }] },
    ],
    ['assistant', [{ type: 'tool_use', id: 'b', name: 'Bash', input: { command: 'npm test' } }]],
    ['user', [{ type: 'tool_result', tool_use_id: 'b', content: 'Exit code 1', is_error: true }], 'Error: Exit code 1'],
  ];
  const uuid = (at) => `00000000-0000-4000-8000-00000000000${at}`;
  const records = messages.map(([role, content, toolUseResult], at) => ({
    type: role,
    uuid: uuid(at),
    parentUuid: at === 0 ? null : uuid(at - 1),
    sessionId: 'killed',
    timestamp: new Date(Date.now() - 60_000 + at * 1000).toISOString(),
    cwd: project.root,
    message: { role, id: `m${at}`, content },
    toolUseResult,
  }));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'killed.jsonl'), records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  const call = (...args) => run(project, args, { env });
  return { ...project, call, env };
}

test('trail prints what a session did, as text and as facts', (t) => {
  const place = makePlace(t);
  const { status, stdout, stderr } = place.call('trail', 'killed');
  assert.deepEqual([status, stderr], [0, '']);
  assert.match(stdout, /“Say goodbye”/);
  assert.match(stdout, /- `npm test` → failed \(exit 1\)/);
  assert.match(stdout, /## Files edited by this session\n- `README\.md` \(changed, \+1 −1 lines\)/);
  const { source, facts } = JSON.parse(place.call('trail', 'killed', '--json').stdout);
  assert.equal(source, 'trail');
  assert.ok(facts.some(({ kind, subject }) => kind === 'failedAttempt' && subject === 'npm test'));

  // Also of one that saved.
  place.call('save', '--goal', 'Be polite', '--session', 'killed');
  assert.match(place.call('show', 'killed').stdout, /Be polite/);
  assert.doesNotMatch(place.call('trail', 'killed').stdout, /Be polite/);
});

test('trail of nobody says what to do', (t) => {
  const place = makePlace(t);
  const unknown = place.call('trail', 'nobody');
  assert.equal(unknown.status, 2);
  assert.match(unknown.stderr, /^SELECTOR_UNKNOWN: /);
  assert.match(place.call('trail').stderr, /INPUT_INVALID[\s\S]*checkpoint: required outside of a session/);
});

test('show and list know a session that saved nothing', (t) => {
  const place = makePlace(t);
  assert.match(place.call('show', 'killed').stdout, /nothing saved, last seen/);
  assert.match(place.call('list').stdout, /^killed\t.*\tSay goodbye\tnothing saved\n$/);
  assert.equal(JSON.parse(place.call('list', '--json').stdout).entries[0].source, 'trail');
});

test('list --file names the sessions that touched it', (t) => {
  const place = makePlace(t);
  place.call('save', '--goal', 'Note it', '--session', 'saved', '--file', 'notes.txt');
  const touching = (...args) => JSON.parse(place.call('list', '--json', '--file', ...args).stdout).entries;
  assert.deepEqual(
    touching('README.md')
      .map(({ selector }) => selector)
      .sort(),
    ['killed', 'saved'],
  );
  assert.deepEqual(
    touching('notes.txt').map(({ selector }) => selector),
    ['saved'],
  );
  assert.deepEqual(touching(join(place.root, 'none.txt')), []);
  assert.match(place.call('list', '--file', 'none.txt').stderr, /No session is known to have touched none\.txt/);
});
