// Compaction in the real client: the brief comes back, and nothing of ours gets into the summary.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { makeClient } from './helpers/client.mjs';
import { call, summary } from './helpers/mock-api.mjs';
import { save, told, withPlugin } from './helpers/plugin.mjs';

/** What a request for a summary asks for: the newest message, without what tools answered. */
const asked = (request) => JSON.stringify(request.body.messages.at(-1).content.filter(({ type }) => type === 'text'));

test('on demand: the own brief is there, unasked and once, and the summary is not told of anything', async (t) => {
  const place = await makeClient(t);
  const plugin = withPlugin(place);
  const sessionId = randomUUID();
  const prompt = place.mock.prompt('Work', [save({ goal: 'Come back', nextSteps: ['Go on here'] }), 'Saved.']);
  await place.run({ ...plugin, prompt, sessionId });
  await place.run({ ...plugin, prompt: '/compact keep the names', resume: sessionId });
  const compaction = place.mock.requests.find(({ isCompaction }) => isCompaction);
  assert.match(asked(compaction), /keep the names/);
  assert.doesNotMatch(asked(compaction), /checkpoint/i);

  await place.run({ ...plugin, prompt: place.mock.prompt('Go on', ['On it.']), resume: sessionId });
  const { text } = place.mock.last;
  assert.ok(text.includes(summary));
  assert.match(text, /The conversation was compacted\. This is the session checkpoint it has saved itself/);
  assert.equal(text.match(/# Resuming: /g).length, 1);
  assert.match(text, /Come back[\s\S]*1\. Go on here/);
  assert.doesNotMatch(text, /<local-command-stdout>[^<]*checkpoint/);
});

test('by itself, within a turn: the next request has the brief', async (t) => {
  const place = await makeClient(t);
  const plugin = withPlugin(place);
  const look = { calls: [call('Bash', { command: 'true' })] };
  const prompt = place.mock.prompt('Work', [
    { ...save({ goal: 'Stay in mind' }), tokens: 20_000 },
    { ...look, tokens: 20_000 },
    { ...look, tokens: 98_000 },
    'Worked.',
  ]);
  const { events } = await place.run({
    ...plugin,
    prompt,
    allowedTools: [...plugin.allowedTools, 'Bash'],
    args: ['--autocompact', '100000'],
  });
  assert.ok(events.some(({ subtype }) => subtype === 'compact_boundary'));
  const at = place.mock.requests.findIndex(({ isCompaction }) => isCompaction);
  assert.doesNotMatch(asked(place.mock.requests[at]), /checkpoint/i);
  const after = place.mock.requests.slice(at + 1).find(({ isCompaction }) => !isCompaction);
  assert.match(told(after), /^The conversation was compacted\. .*saved itself[\s\S]*Stay in mind/);
});

test('without an own checkpoint the nudge speaks', async (t) => {
  const place = await makeClient(t);
  const plugin = withPlugin(place);
  const [other, sessionId] = [randomUUID(), randomUUID()];
  await place.run({ ...plugin, prompt: place.mock.prompt('Save', [save({ goal: 'Of another' })]), sessionId: other });
  await place.run({ ...plugin, prompt: place.mock.prompt('Hello', ['Hello.']), sessionId });
  await place.run({ ...plugin, prompt: '/compact', resume: sessionId });
  await place.run({ ...plugin, prompt: place.mock.prompt('Go on', ['On it.']), resume: sessionId });
  const { text } = place.mock.last;
  assert.match(text, /The conversation was compacted and has no checkpoint of its own\. This project has 1/);
  assert.doesNotMatch(text, /Of another/);
});
