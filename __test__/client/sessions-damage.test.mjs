// What is appended to a damaged or unusual session file reaches the model: it hangs off what the client can read.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeClient } from './helpers/client.mjs';
import { extend, resumed, sessionsOf } from './helpers/sessions.mjs';

const said = ['user: First words', 'assistant: First answer'];

/** Appends to a file of `said`, the client's note where it was, and an end. Gives what was shown and what was added. */
async function appended(place, makeEnd) {
  const sessionId = randomUUID();
  const [prompt, answer] = [randomUUID(), randomUUID()];
  let seconds = 0;
  const record = (type, parentUuid, rest) => {
    const timestamp = new Date(Date.UTC(2026, 0, 1, 0, 0, seconds++)).toISOString();
    const common = { isSidechain: false, sessionId, timestamp, cwd: place.root, version: '2.1.332' };
    return JSON.stringify({ type, uuid: randomUUID(), parentUuid, ...common, ...rest });
  };
  const user = (parentUuid, content, rest) =>
    record('user', parentUuid, { message: { role: 'user', content }, ...rest });
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-sonnet-5-5' };
  const content = [{ type: 'text', text: 'First answer' }];
  const named = (leafUuid) => `${JSON.stringify({ type: 'last-prompt', leafUuid, sessionId })}\n`;
  const lines = [
    user(null, 'First words', { uuid: prompt }),
    record('assistant', prompt, { uuid: answer, message: { ...message, content } }),
    named(answer),
  ];
  const sessions = sessionsOf(place);
  mkdirSync(sessions.folder(), { recursive: true });
  const end = makeEnd({ record, user, prompt, answer, named: named(answer), more: user(answer, 'More words') });
  writeFileSync(join(sessions.folder(), `${sessionId}.jsonl`), `${lines.join('\n')}${end}`);
  const added = extend(sessions.open(sessionId));
  const { shown } = await resumed(place, sessionId);
  // The client puts prompts that follow each other into one message, with a line's end between them.
  return { shown: shown.map((line) => line.trimEnd()), added };
}

for (const [what, makeEnd, read] of [
  ['half a record', ({ more }) => more.slice(0, -30), []],
  ['a record without its line end', ({ more }) => more, ['user: More words']],
  ['a record glued to half of one', ({ more }) => `{"type":"user","uui${more}\n`, []],
  ['a record with half of one glued to it', ({ more }) => `${more}{"type":"us\n`, ['user: More words']],
  ['two records on one line', ({ more, user, answer }) => `${more}${user(answer, 'Glued')}\n`, ['user: More words']],
  ['NUL bytes before a record', ({ more }) => `\0\0\0\0${more}\n`, []],
  ['NUL bytes after the records', ({ more }) => `${more}\n\0\0\0\0`, ['user: More words']],
  ['a byte order mark in the middle', ({ more }) => `\ufeff${more}\n`, []],
  ['a record of a kind it does not know', ({ record, answer }) => `${record('new-kind', answer, {})}\n`, []],
  ['a second beginning', ({ user }) => `${user(null, 'Elsewhere')}\n`, []],
  ['a side branch that is not the one it names', ({ user, prompt, named }) => `${user(prompt, 'Aside')}\n${named}`, []],
]) {
  test(`behind ${what}`, async (t) => {
    const place = await makeClient(t, { repository: false });
    const { shown, added } = await appended(place, makeEnd);
    assert.deepEqual(shown, [...said, ...read, ...added]);
  });
}
