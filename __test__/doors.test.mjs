// Prompts and resources: what people use in clients that have no plugin.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { connect, eras, list, save } from './helpers/client.mjs';
import { root } from './helpers/paths.mjs';
import { makeProject, makeRepository } from './helpers/place.mjs';

const prompt = { type: 'ref/prompt', name: 'resume' };
const template = { type: 'ref/resource', uri: 'checkpoint://{selector}' };

function assertPinned(name, value) {
  const file = join(root, '__test__', 'snapshots', `${name}.json`);
  if (process.env.UPDATE_SNAPSHOTS === '1') {
    writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
  }
  // Updated on purpose only: UPDATE_SNAPSHOTS=1 npm run test:js
  assert.deepEqual(value, JSON.parse(readFileSync(file, 'utf8')));
}

/** A project with two checkpoints, and a client without a session of its own. */
async function twoCheckpoints(t, options) {
  const project = makeRepository(t);
  const client = await connect(t, project, options);
  await save(client, { goal: 'First', session: 'one-a' });
  await save(client, { goal: 'Second', session: 'two', nextSteps: ['Attach the brief'] });
  return { project, client };
}

for (const { era, mode } of eras) {
  test(`${era}: the prompts and the resource template are pinned`, async (t) => {
    const client = await connect(t, makeProject(t), { mode });
    const { prompts } = await client.listPrompts();
    const { resourceTemplates } = await client.listResourceTemplates();
    assertPinned('prompts', prompts);
    assertPinned('resource-templates', resourceTemplates);
    assert.deepEqual((await client.listResources()).resources, []);
  });

  test(`${era}: a prompt tells the model which tool to call with what`, async (t) => {
    const client = await connect(t, makeProject(t), { mode });
    const text = async (name, given) => {
      const { messages } = await client.getPrompt({ name, arguments: given });
      assert.equal(messages.length, 1);
      assert.equal(messages[0].role, 'user');
      return messages[0].content.text;
    };
    assert.match(await text('resume', { checkpoint: 'one' }), /load_session_checkpoint with checkpoint "one"/);
    assert.match(await text('resume'), /load_session_checkpoint\. If it answers with candidates/);
    assert.match(await text('save'), /save_session_checkpoint now/);
    assert.match(await text('save', { focus: 'The flaky test' }), /The flaky test/);
    await assert.rejects(client.getPrompt({ name: 'toString' }), /Unknown prompt: toString/);
  });

  test(`${era}: the argument of resume, and the template, complete from the list`, async (t) => {
    const { client } = await twoCheckpoints(t, { mode });
    const complete = async (ref, name, value) =>
      (await client.complete({ ref, argument: { name, value } })).completion.values;
    for (const [ref, name] of [
      [prompt, 'checkpoint'],
      [template, 'selector'],
    ]) {
      assert.deepEqual(await complete(ref, name, ''), ['two', 'one-a']);
      assert.deepEqual(await complete(ref, name, 'on'), ['one-a']);
      assert.deepEqual(await complete(ref, name, 'x'), []);
      assert.deepEqual(await complete(ref, 'other', ''), []);
    }
  });

  test(`${era}: a checkpoint's resource is its brief`, async (t) => {
    const { client } = await twoCheckpoints(t, { mode });
    const { contents } = await client.readResource({ uri: 'checkpoint://two' });
    assert.equal(contents.length, 1);
    assert.equal(contents[0].uri, 'checkpoint://two');
    assert.equal(contents[0].mimeType, 'text/markdown');
    assert.match(contents[0].text, /# Resuming: [\s\S]*1\. Attach the brief/);

    await assert.rejects(client.readResource({ uri: 'checkpoint://three' }), /SELECTOR_UNKNOWN/);
    await assert.rejects(client.readResource({ uri: 'checkpoint://..%2Fetc' }), /SELECTOR_INVALID/);
    for (const uri of ['file:///etc/passwd', 'checkpoint://', 'checkpoint://%E0%A4']) {
      await assert.rejects(client.readResource({ uri }), /Not the URI of a checkpoint/, uri);
    }
  });

  test(`${era}: they are not there under the plugin, which has commands of its own`, async (t) => {
    const client = await connect(t, makeProject(t), { mode, env: { CLAUDE_PLUGIN_ROOT: '/somewhere' } });
    const { prompts, resources, completions, tools } = client.getServerCapabilities();
    assert.deepEqual(
      { prompts, resources, completions },
      { prompts: undefined, resources: undefined, completions: undefined },
    );
    assert.ok(tools);
    assert.equal((await client.listTools()).tools.length, 3);
  });

  test(`${era}: the project is the client's first root`, async (t) => {
    const project = makeRepository(t);
    const elsewhere = makeProject(t);
    const roots = () => ({ roots: [{ uri: pathToFileURL(project.root).href }] });
    const client = await connect(t, project, { mode, cwd: elsewhere.root, roots });
    const { session } = await save(client, { goal: 'Known by its root' });
    assert.equal((await list(client)).total, 1);
    const { contents } = await client.readResource({ uri: `checkpoint://${session}` });
    assert.match(contents[0].text, /Known by its root/);
    const { completion } = await client.complete({ ref: prompt, argument: { name: 'checkpoint', value: '' } });
    // Since 2026-07-28 a completion can't ask for roots, and the working directory is not the project.
    assert.deepEqual(completion.values, era === 'initialize' ? [session] : []);
  });
}
