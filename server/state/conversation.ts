// Which conversation a server or a hook belongs to, when its own session id may be outdated.

import { type Environment, existingStateDirectory } from './directory.ts';
import { ancestors, processStart } from './process-start.ts';
import { beginsIn, conversationIn, isId, readRecord, startedAsFork } from './processes.ts';
import { registered } from './registry.ts';

/** Whose calls a process makes. */
export interface Identity {
  /** The id to save under. */
  own: string | undefined;
  /** The other ids of the conversation, newest first. */
  others: string[];
}

/**
 * Whose calls a process makes whose client is `parentPid` or one of its ancestors. That is the session the process was
 * started in, also after `/clear`; but when the person has gone to another conversation within the client, by `/resume`
 * or a fork, it is that one: what is saved from then on is not the first one's. A client that was started as a fork has
 * gone nowhere: its processes were started with the fork's id.
 */
export function identityOf(env: Environment, parentPid: number): Identity {
  const started = env['CLAUDE_CODE_SESSION_ID'];
  const { ids, isWhole } = found(env, parentPid);
  const own = started && isWhole && !ids.includes(started) ? ids.at(-1) : started;
  return { own, others: ids.filter((id) => id !== own) };
}

/**
 * The ids of the conversation of the client process that is `parentPid` or one of its ancestors, newest first.
 * Empty when nothing is known. The client's own list says which session is the newest, the hooks' record which
 * ones came before it.
 *
 * What is found must be about that very process, not about an earlier one with its pid. On Linux the start of the
 * process proves it. Elsewhere, and for ancestors, the session this process was started in does: the entry or the
 * record has to name it. An ancestor may be the client around a nested one, whose conversation is another.
 */
export function conversationOf(env: Environment, parentPid: number): string[] {
  return found(env, parentPid).ids;
}

/** The same, and whether the last one is known to be where the conversation began, within the client. */
function found(env: Environment, parentPid: number): { ids: string[]; isWhole: boolean } {
  const own = env['CLAUDE_CODE_SESSION_ID'];
  const state = existingStateDirectory(env);
  for (const pid of [parentPid, ...ancestors(parentPid)]) {
    const start = processStart(pid);
    const entry = registered(env, pid);
    const record = state === undefined ? undefined : readRecord(state, pid);
    const named = isId(own) && (entry?.id === own || record?.sessions.some(({ id }) => id === own));
    const proven = (procStart: string | undefined) =>
      start !== undefined && procStart !== undefined ? procStart === start && (pid === parentPid || named) : named;

    const listed = entry !== undefined && proven(entry.procStart) ? entry.id : undefined;
    const newest = record !== undefined && proven(record.procStart) ? record.sessions.at(-1)?.id : undefined;
    const current = listed ?? newest;
    if (current !== undefined) {
      const recorded = record !== undefined && newest !== undefined ? conversationIn(record, current) : [];
      const first = recorded.at(-1);
      // A session that no hook saw begin may be anything: it stands alone.
      return first === undefined
        ? { ids: [current], isWhole: false }
        : { ids: recorded, isWhole: record !== undefined && beginsIn(record, first) && !startedAsFork(record, first) };
    }
  }
  return { ids: [], isWhole: false };
}
