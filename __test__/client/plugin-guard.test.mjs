// Subagents in the real client: they share the server and the session id, and must not save.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { makeClient } from './helpers/client.mjs';
import { call } from './helpers/mock-api.mjs';
import { load, result, save, shown, withPlugin } from './helpers/plugin.mjs';

for (const inBackground of [false, true]) {
  test(`a subagent ${inBackground ? 'in the background' : 'in the foreground'} must not save, its parent may`, async (t) => {
    const place = await makeClient(t);
    const sessionId = randomUUID();
    const work = place.mock.prompt('Work', [load(), save({ goal: 'Of the subagent' }), 'I could not save.']);
    const agent = call('Agent', {
      description: 'Work',
      prompt: work,
      subagent_type: 'general-purpose',
      run_in_background: inBackground,
    });
    const prompt = place.mock.prompt('Have it done', [
      save({ goal: 'Of the parent' }),
      { calls: [agent] },
      save({ goal: 'Of the parent, later' }),
      'Done.',
    ]);
    await place.run({ ...withPlugin(place), prompt, sessionId });

    const denied = await place.mock.waitFor(
      (request) => request.agent !== undefined && result(request, 'save') !== undefined,
      'the answer to the subagent',
    );
    assert.equal(denied.session, sessionId);
    assert.match(shown(denied, 'load').text, /Of the parent/, 'it may load');
    const { text, isError } = result(denied, 'save');
    assert.equal(isError, true);
    assert.match(text, /Subagents must not save session checkpoints[\s\S]*Report your progress/);
    assert.equal(place.checkpoint(sessionId).goal.primary, 'Of the parent, later');
  });
}
