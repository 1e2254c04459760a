// Which hooks ran last: from the client's transcripts, which record those that printed something, failed, or stood
// at a turn's end, and from what the hooks keep themselves.

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { listSessions } from '../../sessions.js';
import { scripts } from '../settings/places.ts';
import { type Environment, existingStateDirectory } from '../state/directory.ts';
import { readFailures } from '../state/failures.ts';
import { readRecords } from '../state/processes.ts';
import { type Finding, note, ok, warning } from './finding.ts';

const TRANSCRIPTS = 5;
/** A session's start stands at the start of its transcript, the rest of interest at the end. */
const HEAD_BYTES = 1024 * 1024;
const TAIL_BYTES = 4 * 1024 * 1024;
/** Older failures are history. */
const RECENT_MILLISECONDS = 7 * 24 * 3600 * 1000;
/** A hook that takes longer than this is felt. */
const SLOW_MILLISECONDS = 2_000;

/** One run of a hook. */
export interface Run {
  /** `hook`, `guard`, `restore`, `remind` or `trail`. */
  hook: string;
  event: string;
  /** ISO 8601, UTC. */
  at: string;
  /** Absent where the client did not say. */
  exitCode?: number;
  durationMs?: number;
  stderr?: string;
  session: string;
}

/** The last run of each hook in a project's newest transcripts, newest first. */
export function lastRuns(root: string): Run[] {
  const { entries } = listSessions({ projectPath: root });
  const runs = entries.slice(0, TRANSCRIPTS).flatMap(({ path }) => linesOf(path).flatMap(runsIn));
  const newest = new Map<string, Run>();
  for (const run of runs) {
    const known = newest.get(run.hook);
    if (known === undefined || known.at < run.at || (known.at === run.at && run.exitCode !== undefined)) {
      newest.set(run.hook, run);
    }
  }
  return [...newest.values()].sort((a, b) => b.at.localeCompare(a.at));
}

export function checkRuns(runs: Run[]): Finding[] {
  if (runs.length === 0) {
    return [
      note(
        'runs',
        'No hook of this package is recorded in the newest sessions here. The client records only those that printed something or failed.',
      ),
    ];
  }
  return runs.map(({ hook, event, at, exitCode, durationMs, stderr, session }) => {
    const how = [
      exitCode === undefined ? undefined : `exit code ${exitCode}`,
      durationMs === undefined ? undefined : `${durationMs} ms`,
    ].filter(Boolean);
    const what = `${hook}.js ran last at ${at} for ${event}${how.length > 0 ? ` (${how.join(', ')})` : ''}, session ${session}.`;
    const said = stderr?.trim();
    if (exitCode !== undefined && exitCode !== 0) {
      return warning(
        'runs',
        `${what}${said ? ` It said: ${said}` : ''}`,
        'Run it by hand to see why: echo {} | node <its path>. Is `node` on the PATH of the client, and version 20 or newer?',
      );
    }
    if (durationMs !== undefined && durationMs > SLOW_MILLISECONDS) {
      return warning(
        'runs',
        what,
        'Look for what slows Node.js down: a version manager that starts it through a script, a network drive, a virus scanner.',
      );
    }
    return ok('runs', what);
  });
}

/** What hooks kept because they must not speak of it. */
export function checkFailures(env: Environment, now: number): Finding[] {
  const recent = readFailures(env).filter(({ at }) => now - Date.parse(at) < RECENT_MILLISECONDS);
  return [...grouped(recent, ({ hook, code }) => `${hook}.js: ${code}`)].map(([what, failures]) =>
    warning(
      'failures',
      `${what}, ${failures.length} time(s) within a week, last at ${failures.at(-1)?.at}.`,
      fixFor(failures.at(-1)?.code ?? ''),
    ),
  );
}

function fixFor(code: string): string {
  switch (code) {
    case 'ROOT_UNUSABLE':
      return 'Set CHECKPOINT_PROJECT_ROOT to the absolute path of a directory that exists, or unset it. When it is not set, the client was started in a directory that is gone: start it in the project.';
    case 'EVENT_UNKNOWN':
      return 'The hook is registered for an event that it is not made for: session-checkpoint-mcp install corrects it.';
    case 'STDIN_EMPTY':
    case 'STDIN_NOT_JSON':
    case 'STDIN_NO_OBJECT':
      return 'Something else than the client started it, or a command before it reads its input. If it goes on without either, look for a newer version of session-checkpoint-mcp.';
    case 'STDIN_TOO_LARGE':
      return 'The client sent more than 16 MiB. The server refuses such a call as well: save less at once.';
    case 'ENOSPC':
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'Look at the rights of the project and of the state directory, and at the room on their disks.';
    case 'TRAIL_TOO_SLOW':
      return 'Nothing is lost: a load reads the transcript itself. If it goes on, SESSION_CHECKPOINT_TRAIL=off turns trails off.';
    default:
      return code.startsWith('ENGINE')
        ? 'See the engine above. Until it works, the hint stands in for the brief.'
        : 'If it goes on, report it with this code.';
  }
}

/** What the hooks know of this project's sessions. */
export function checkRecords(env: Environment, root: string): Finding {
  const state = existingStateDirectory(env);
  const sessions = (state === undefined ? [] : readRecords(state))
    .flatMap((record) => record.sessions)
    .filter((session) => session.root === root)
    .sort((a, b) => b.at.localeCompare(a.at));
  const [newest] = sessions;
  return newest === undefined
    ? note('sessions', 'No hook has noted a session of this project yet.')
    : ok('sessions', `Last noted: ${newest.id} (${newest.source}) at ${newest.at}.`);
}

function grouped<Item>(items: Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  }
  return groups;
}

/** The lines at both ends of a transcript that may be about hooks. */
function linesOf(path: string): string[] {
  const descriptor = openSync(path, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const read = (from: number, length: number) => {
      const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - from)));
      return buffer.subarray(0, readSync(descriptor, buffer, 0, buffer.length, from)).toString('utf8');
    };
    const parts =
      size <= HEAD_BYTES + TAIL_BYTES ? [read(0, size)] : [read(0, HEAD_BYTES), read(size - TAIL_BYTES, TAIL_BYTES)];
    return parts.flatMap((part) => part.split('\n')).filter((line) => line.includes('hook'));
  } finally {
    closeSync(descriptor);
  }
}

function runsIn(line: string): Run[] {
  let record: Record<string, unknown>;
  try {
    record = JSON.parse(line);
  } catch {
    return [];
  }
  const { attachment, hookInfos, timestamp, sessionId } = record ?? {};
  const at = typeof timestamp === 'string' ? timestamp : '';
  const session = typeof sessionId === 'string' ? sessionId : '';
  const found = Array.isArray(hookInfos)
    ? hookInfos.map((info) => ({ hookEvent: 'Stop', ...(info as object) }))
    : [attachment];
  return (found as Record<string, unknown>[]).flatMap((info) => {
    const { command, hookEvent, hookName, exitCode, durationMs, stderr } = info ?? {};
    const hook = ownHook(command);
    return hook === undefined
      ? []
      : [
          {
            hook,
            at,
            session,
            event: String(hookName ?? hookEvent ?? ''),
            ...(typeof exitCode === 'number' && { exitCode }),
            ...(typeof durationMs === 'number' && { durationMs }),
            ...(typeof stderr === 'string' && stderr !== '' && { stderr }),
          },
        ];
  });
}

/** Which hook of ours a command runs. The plugin's are recorded with the name of its directory unexpanded. */
function ownHook(command: unknown): string | undefined {
  if (typeof command !== 'string') {
    return undefined;
  }
  const plugin = command.match(
    /^node (?:-e \S.* )?\$\{CLAUDE_PLUGIN_ROOT\}[\\/]dist[\\/](?:(hook)\.js --plugin|(restore|guard|remind|trail)\.js)$/,
  );
  const manual = (['hook', 'guard'] as const).find((name) => command.includes(scripts[name]));
  const older = command.match(/(?:session|claude)-checkpoint-mcp[\\/]dist[\\/](hook|guard)\.js/);
  return plugin?.[1] ?? plugin?.[2] ?? manual ?? older?.[1];
}
