// What restore.js asks the engine. It runs in a process of its own: an engine that hangs while it is loaded could
// not be stopped in any other way.

import type { Entry, FoundResult } from '../../index.js';

/** What to look for. */
export interface Question {
  root: string;
  /** Ids of the conversation, newest first, the first of them with a checkpoint of its own if any has. */
  conversation: string[];
  /** Selectors that count: nothing else is shown. */
  selectors: string[];
  /** Whether another session's checkpoint will do. */
  others: boolean;
  /** Longest brief, in UTF-16 code units. */
  briefUnits: number;
}

/** What was found. */
export interface Brief {
  text: string;
  /** ISO 8601, UTC. */
  updatedAt: string;
  selector: string;
  isOwn: boolean;
  /** `null` without git and on a detached HEAD. */
  branch: string | null;
}

/** The own checkpoint, else, when others will do, the newest one of this branch. `undefined` without any. */
export async function briefFor(question: Question): Promise<Brief | undefined> {
  // Loaded here, so that restore.js itself does not pay for it.
  const { list, load } = await import('../../index.js');
  const { root, conversation, selectors, others, briefUnits } = question;
  const [own, ...rest] = conversation;
  const options = { env: { CLAUDE_CODE_SESSION_ID: own }, cwd: root, conversation: rest, briefUnits };

  if (own !== undefined && selectors.includes(own)) {
    const result = await load({}, options);
    return result.found ? brief(result, own, true) : undefined;
  }
  if (!others) {
    return undefined;
  }
  const { entries } = await list({ limit: 0 }, options);
  const candidates = entries.filter(
    ({ selector, updatedAt, foreign }) => updatedAt !== null && !foreign && selectors.includes(selector),
  );
  return newestHere(candidates, async (selector) => {
    const result = await load({ checkpoint: selector }, options);
    return result.found ? brief(result, selector, false) : undefined;
  });
}

/** Only a load tells which branch is checked out now, so a second one may be needed. */
async function newestHere(
  candidates: Entry[],
  load: (selector: string) => Promise<Brief | undefined>,
): Promise<Brief | undefined> {
  const [newest] = candidates;
  const loaded = newest && (await load(newest.selector));
  if (loaded === undefined || newest?.branch === loaded.branch) {
    return loaded;
  }
  const here = candidates.find(({ branch }) => branch === loaded.branch);
  return here && load(here.selector);
}

function brief(result: FoundResult, selector: string, isOwn: boolean): Brief | undefined {
  const { text, updatedAt, foreign, drift } = result;
  return foreign ? undefined : { text, updatedAt, selector, isOwn, branch: drift.currentBranch };
}
