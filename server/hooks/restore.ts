// SessionStart: puts a brief before the model after compaction, and at every start for who wants that. Within three
// seconds, engine included; without an engine the nudge of hook.js stands in.

import { lstatSync } from 'node:fs';
import { conversationIn, withSession } from '../state/processes.ts';
import { COMPACT_UNITS, START_UNITS, withHeading } from './brief.ts';
import { type CheckpointFile, ownCheckpoints } from './checkpoints.ts';
import { type Brief, briefFor, type Question } from './engine.ts';
import { expectEvent, HookError, type HookInput, say, textOf } from './input.ts';
import { nudge } from './nudge.ts';
import { run } from './run.ts';
import { restoreMode, speaker, wantsNudge } from './settings.ts';
import { clientOf, recordOf, rootOf, sessionOf } from './start.ts';
import { unsaved } from './unsaved.ts';

/** Of the three seconds since the process started; the rest is for the nudge. */
const LIMIT_MILLISECONDS = 2_700;
const ANSWER_BYTES = 1024 * 1024;
/** Argument of the process that has the engine. */
const ENGINE = '--engine';

if (process.argv.includes(ENGINE)) {
  run('restore', async (input) => {
    const brief = await briefFor(input as unknown as Question);
    process.stdout.write(JSON.stringify(brief ?? null));
  });
} else {
  run('restore', restore);
}

async function restore(input: HookInput): Promise<void> {
  expectEvent(input, 'SessionStart');
  const { env } = process;
  const source = textOf(input, 'source') ?? 'startup';
  if (speaker(env, source, true) !== 'restore') {
    return;
  }
  const root = rootOf(env, input);
  const session = sessionOf(input, root);
  // hook.js, which writes the session down, runs side by side with this.
  const record = session && withSession(recordOf(env), clientOf(env), session);
  const conversation = record && session ? conversationIn(record, session.id) : [];
  const checkpoints = ownCheckpoints(root, conversation);
  const trails = source === 'compact' ? [] : unsaved(env, root, conversation, Date.now());
  if (checkpoints.length + trails.length === 0) {
    return;
  }
  const question = questionFor(source, root, checkpoints, conversation);
  let brief: Brief | undefined;
  try {
    brief = question && (await ask(question));
  } finally {
    const text =
      brief !== undefined
        ? withHeading(brief, source, Date.now())
        : wantsNudge(env)
          ? nudge(source, checkpoints, conversation, Date.now(), trails)
          : undefined;
    if (text !== undefined) {
      say('SessionStart', text);
    }
  }
}

/** `undefined` when no brief would be shown whatever the engine says. */
function questionFor(
  source: string,
  root: string,
  checkpoints: readonly CheckpointFile[],
  conversation: readonly string[],
): Question | undefined {
  const selectors = checkpoints.map(({ selector }) => selector);
  const own = checkpoints.find(({ selector }) => conversation.includes(selector))?.selector;
  const others = restoreMode(process.env) === 'brief' && source !== 'compact';
  if (own === undefined && !(others && checkpoints.length > 0)) {
    return undefined;
  }
  // The newest of the conversation's own: the server may save under any of its ids.
  const ids = own === undefined ? conversation : [own, ...conversation.filter((id) => id !== own)];
  const briefUnits = source === 'compact' ? COMPACT_UNITS : START_UNITS;
  return { root, conversation: [...ids], selectors, others, briefUnits };
}

/** Asks the engine in a process that can be ended whatever it does. Throws a `HookError` when it does not answer. */
async function ask(question: Question): Promise<Brief | undefined> {
  // The plugin's folder goes when it is updated under a running session.
  lstatSync(__filename);
  const { spawn } = require('node:child_process') as typeof import('node:child_process');
  const child = spawn(process.execPath, [__filename, ENGINE], {
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
  });
  let answer = '';
  let timer: NodeJS.Timeout | undefined;
  const ended = new Promise<void>((resolve, reject) => {
    timer = setTimeout(() => reject(new HookError('ENGINE_TOO_SLOW')), left());
    child.on('error', reject);
    child.stdin.on('error', () => {});
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      answer += chunk;
      if (answer.length > ANSWER_BYTES) {
        reject(new HookError('ENGINE_TOO_LOUD'));
      }
    });
    child.on('close', () => resolve());
  });
  child.stdin.end(JSON.stringify(question));
  try {
    await ended;
  } catch (error) {
    child.kill('SIGKILL');
    child.stdin.destroy();
    child.stdout.destroy();
    child.unref();
    throw error;
  } finally {
    clearTimeout(timer);
  }
  if (answer === '') {
    // The reason is kept by the process itself.
    throw new HookError('ENGINE_SILENT');
  }
  return (JSON.parse(answer) as Brief | null) ?? undefined;
}

function left(): number {
  return Math.max(1, LIMIT_MILLISECONDS - process.uptime() * 1000);
}
