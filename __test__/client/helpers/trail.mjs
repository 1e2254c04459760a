// Sessions of the real client that never save, and what another session is then told of them.

import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../helpers/paths.mjs';
import { call } from './mock-api.mjs';
import { until } from './until.mjs';

export const plugin = { pluginDirectories: [join(root, 'plugin')] };
const toolName = (name) => `mcp__plugin_session-checkpoint_session-checkpoint__${name}`;
const reading = ['load_session_checkpoint', 'list_session_checkpoints'].map(toolName);

/** A call of the shell. */
export const bash = (command, more = {}) => call('Bash', { command, ...more });

/** A command that does not end by itself, and can be seen to have started. */
export const endless = 'touch started && tail -f /dev/null';

/** Makes a project with a test that passes and one that fails. */
export function addTests({ root: project }) {
  for (const [name, body] of [
    ['good', ''],
    ['bad', 'throw new Error()'],
  ]) {
    writeFileSync(join(project, `${name}.test.mjs`), `import test from 'node:test';\ntest('it', () => { ${body} });\n`);
  }
}

/** What a session that only uses the shell does before it is killed. */
export const work = [
  { calls: [bash('printf "one\\n" > made.txt && sed -i s/Hello/Goodbye/ README.md')] },
  { calls: [bash('node --test good.test.mjs')] },
  { calls: [bash('node --test bad.test.mjs')] },
];

/** Waits until the endless command runs and the transcript has its call. */
export async function inTheMiddle(place, session) {
  await until(() => existsSync(join(place.root, 'started')), 'the command to start');
  await place.recorded(session, (record) => JSON.stringify(record).includes('tail -f'));
}

/**
 * What a new session is told: the answers of `list`, and of `load` without an argument and with the selector. The
 * structure is what the model sees, as JSON.
 */
export async function ask(place, selector, options = {}) {
  const calls = [
    call(reading[1]),
    call(reading[0]),
    ...(selector
      ? [call(reading[0], { checkpoint: selector }), call(reading[0], { checkpoint: selector, format: 'full' })]
      : []),
  ];
  const prompt = place.mock.prompt('Go on', [{ calls }, 'Told.']);
  const { stderr } = await place.run({ prompt, allowedTools: reading, ...plugin, ...options });
  // They ran side by side, and their results come as they were ready.
  const answers = calls.map(({ name, input }) => {
    const result = place.mock.last.toolResults.find(
      (result) => result.name === name && JSON.stringify(result.input) === JSON.stringify(input),
    );
    assert.equal(result?.isError, false, result?.text ?? stderr);
    return JSON.parse(result.text);
  });
  const [list, unasked, brief, full] = answers;
  return { list, unasked, brief, full, start: place.mock.last.textsOf('system').join('\n') };
}

/** The entry of a session in a list. */
export const entryOf = ({ entries }, session) => entries.find(({ selector }) => selector === session);
