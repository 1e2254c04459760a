// The plugin in the client, and what its model says and is shown.

import assert from 'node:assert/strict';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { engineFile, enginePackage } from '../../helpers/copy.mjs';
import { root } from '../../helpers/paths.mjs';
import { call } from './mock-api.mjs';

/** The name of a tool as the model calls it. */
export const toolName = (name) => `mcp__plugin_session-checkpoint_session-checkpoint__${name}`;

/** Steps of the model that call a tool. */
export const save = (input) => ({ calls: [call(toolName('save_session_checkpoint'), { goal: 'Test', ...input })] });
export const load = (input) => ({ calls: [call(toolName('load_session_checkpoint'), input)] });

/**
 * Copies the plugin into a clone that was built, and gives options of a session that uses it. `engine` is the code of
 * another engine, or `null` for none.
 */
export function withPlugin(place, { name = 'clone', engine } = {}) {
  const clone = join(place.directory, name);
  const directory = join(clone, 'the plugin');
  mkdirSync(clone);
  cpSync(join(root, 'plugin'), directory, { recursive: true });
  if (engine === undefined) {
    cpSync(join(root, engineFile), join(clone, engineFile));
  } else if (engine !== null) {
    const ofPackage = join(directory, 'node_modules', enginePackage);
    mkdirSync(ofPackage, { recursive: true });
    writeFileSync(join(ofPackage, 'index.js'), engine);
  }
  return { pluginDirectories: [directory], allowedTools: ['mcp__plugin_session-checkpoint_session-checkpoint'] };
}

/** What the model was shown as a tool's answer last. */
export function result(request, name) {
  return request.toolResults.findLast((found) => found.name === toolName(`${name}_session_checkpoint`));
}

/** The same as the structure it is, where it must not be an error. */
export function shown(request, name) {
  const { text, isError } = result(request, name);
  assert.equal(isError, false, text);
  return JSON.parse(text);
}

/** What hooks told the model last at a session's start, or an empty text. What the client adds itself is cut off. */
export function told(request) {
  const parts = request.textsOf('system').join('\n').split('SessionStart hook additional context: ');
  return parts.length < 2
    ? ''
    : parts
        .at(-1)
        .split(/\n+(?=# Environment\n|<\/?system-reminder>)/)[0]
        .trimEnd();
}
