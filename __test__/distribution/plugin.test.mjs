// The plugin as somebody gets it: the real client installs it from a git marketplace, its engine from a registry. Both
// are on loopback.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeClient } from '../client/helpers/client.mjs';
import { call } from '../client/helpers/mock-api.mjs';
import { root } from '../helpers/paths.mjs';
import { commit, startGitServer } from './helpers/git-server.mjs';
import { makePackages, version } from './helpers/packages.mjs';
import { startRegistry } from './helpers/registry.mjs';

const nextVersion = `${version}-next`;
const toolName = (name) => `mcp__plugin_session-checkpoint_session-checkpoint__${name}`;
const saveTool = toolName('save_session_checkpoint');
const save = (goal) => ({ calls: [call(saveTool, { goal })] });

/** A client that has the marketplace's repository and the registry, and nothing installed. */
async function makePlace(t) {
  const place = await makeClient(t);
  const registry = await startRegistry(t, place.directory);
  await registry.publish(makePackages(place.directory));
  const repositories = join(place.directory, 'repositories');
  const marketplace = join(repositories, 'marketplace');
  mkdirSync(marketplace, { recursive: true });
  for (const part of ['.claude-plugin', 'plugin']) {
    // What is installed in the plugin's directory here is not in the repository.
    cpSync(join(root, part), join(marketplace, part), {
      recursive: true,
      filter: (path) => !path.includes('node_modules'),
    });
  }
  commit(marketplace, 'Release', place.env);
  const { url } = await startGitServer(t, repositories, place.env);
  Object.assign(place.env, { npm_config_registry: registry.url });

  return {
    ...place,
    marketplace,
    url: `${url}/marketplace/.git`,
    /** A command of the client that has to succeed. */
    async claude(...args) {
      const { code, stdout, stderr } = await place.claude(...args);
      assert.equal(code, 0, `claude ${args.join(' ')}\n${stdout}${stderr}`);
      return stdout;
    },
    installed: (name) => join(place.config, 'plugins', 'cache', 'daniel-munoz', 'session-checkpoint', name),
  };
}

test('installed from git and the registry, updated and disabled under a running session', async (t) => {
  const place = await makePlace(t);
  await place.claude('plugin', 'marketplace', 'add', place.url);
  await place.claude('plugin', 'install', 'session-checkpoint@daniel-munoz');
  const modules = readdirSync(join(place.installed(version), 'node_modules'));
  assert.equal(modules.filter((name) => name.startsWith('session-checkpoint-mcp-')).length, 1, modules.join());

  // The server and the hooks work.
  const sessionId = randomUUID();
  await place.run({
    prompt: place.mock.prompt('Save', [save('Come from a registry'), 'Saved.']),
    sessionId,
    allowedTools: [saveTool],
  });
  assert.equal(place.mock.last.toolResults[0].isError, false, place.mock.last.toolResults[0].text);
  assert.equal(place.checkpoint(sessionId).goal.primary, 'Come from a registry');
  await place.run({ prompt: place.mock.prompt('Hello', ['Hello.']) });
  assert.match(place.mock.last.textsOf('system').join('\n'), /This project has 1 session checkpoint/);

  // A session runs while the marketplace gets a new version, and the plugin is updated and disabled.
  const [updated, disabled] = [place.mock.gate(), place.mock.gate()];
  const running = place.startPrint({
    prompt: place.mock.prompt('Go on', [
      save('Before the update'),
      { ...save('After the update'), hold: updated },
      { ...save('After it was disabled'), hold: disabled },
      'Saved.',
    ]),
    sessionId: randomUUID(),
    allowedTools: [saveTool],
  });
  const goals = () => place.mock.last.toolResults.map(({ input, isError }) => [input.goal, isError]);

  await updated.reached;
  raiseVersion(place.marketplace);
  commit(place.marketplace, 'Next release', place.env);
  await place.claude('plugin', 'marketplace', 'update', 'daniel-munoz');
  await place.claude('plugin', 'update', 'session-checkpoint@daniel-munoz');
  assert.ok(existsSync(place.installed(nextVersion)));
  updated.open();

  await disabled.reached;
  await place.claude('plugin', 'disable', 'session-checkpoint@daniel-munoz');
  disabled.open();
  const { code, events, stderr } = await running.ended;
  assert.equal(code, 0, stderr);
  assert.deepEqual(goals(), [
    ['Before the update', false],
    ['After the update', false],
    ['After it was disabled', false],
  ]);
  for (const { hook_name, exit_code, stderr: said } of events.filter(({ subtype }) => subtype === 'hook_response')) {
    // Print mode does not wait for the hook that keeps the trail after a turn, and kills it at its end.
    const codes = hook_name === 'Stop' ? [0, 1] : [0];
    assert.ok(codes.includes(exit_code), `${hook_name} ended with ${exit_code}`);
    assert.equal(said, '', hook_name);
  }

  // Disabled is gone; enabled again, it is the new version that works.
  await place.run({ prompt: place.mock.prompt('Hello', ['Hello.']) });
  assert.equal(place.mock.last.tools.includes(saveTool), false);
  await place.claude('plugin', 'enable', 'session-checkpoint@daniel-munoz');
  await place.run({
    prompt: place.mock.prompt('Save', [save('With the next version'), 'Saved.']),
    allowedTools: [saveTool],
  });
  assert.deepEqual(goals(), [['With the next version', false]]);
  const listed = JSON.parse(await place.claude('plugin', 'list', '--json'));
  assert.equal(listed.find(({ id }) => id === 'session-checkpoint@daniel-munoz')?.version, nextVersion);
});

/** A release after this one, with the same engine. */
function raiseVersion(marketplace) {
  const file = join(marketplace, 'plugin', '.claude-plugin', 'plugin.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), version: nextVersion }, null, 2));
}
