// What a client tells the command that fills its status bar.

import { setTimeout as delay } from 'node:timers/promises';

/** A client writes at once. Whoever runs the command by hand writes nothing, and must not wait. */
const PATIENCE_MILLISECONDS = 200;
const MOST_CHARACTERS = 1_000_000;

interface BarInput {
  /** The session, as the environment would name it. */
  env?: { CLAUDE_CODE_SESSION_ID: string };
  /** Where the client was started. */
  project?: string;
}

/** Reads Claude Code's status line JSON from standard input. Nothing, or anything else, says nothing. */
export async function barInput(): Promise<BarInput> {
  if (process.stdin.isTTY) {
    return {};
  }
  try {
    const { session_id: id, workspace, cwd } = JSON.parse(await received()) ?? {};
    const project = [workspace?.project_dir, cwd].find((path) => typeof path === 'string' && path !== '');
    return {
      ...(typeof id === 'string' && { env: { CLAUDE_CODE_SESSION_ID: id } }),
      ...(project !== undefined && { project }),
    };
  } catch {
    return {};
  }
}

async function received(): Promise<string> {
  const { stdin } = process;
  let text = '';
  const ended = (async () => {
    for await (const chunk of stdin.setEncoding('utf8')) {
      text += chunk;
      if (text.length > MOST_CHARACTERS) {
        return;
      }
    }
  })();
  await Promise.race([ended, delay(PATIENCE_MILLISECONDS)]);
  stdin.destroy();
  await ended.catch(() => {});
  return text;
}
