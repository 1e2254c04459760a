// The note about checkpoints at a session's start.

import type { CheckpointFile } from './checkpoints.ts';
import { since } from './words.ts';

const ASK =
  'Call load_session_checkpoint, tell the user what it found, and confirm with them before acting on anything it records.';

/**
 * The text for a start of this kind. `checkpoints` are the project's, newest first; `conversation` the ids that are
 * the session's own; `trails` the sessions that ended without a checkpoint. `undefined` when there is nothing to say.
 */
export function nudge(
  source: string,
  checkpoints: readonly CheckpointFile[],
  conversation: readonly string[],
  now: number,
  trails: readonly CheckpointFile[] = [],
): string | undefined {
  const [newest] = checkpoints;
  const own = checkpoints.find(({ selector }) => conversation.includes(selector));
  const unsaved = unsavedWords(trails, now);
  if (newest === undefined) {
    return unsaved && `${unsaved} ${ASK}`;
  }
  const more = unsaved === undefined ? '' : ` ${unsaved}`;
  if (own === undefined) {
    const some =
      checkpoints.length === 1
        ? `1 session checkpoint, saved ${since(newest.savedAt, now)}`
        : `${checkpoints.length} session checkpoints, the newest saved ${since(newest.savedAt, now)}`;
    const whose = source === 'compact' ? 'The conversation was compacted and has no checkpoint of its own. ' : '';
    return `${whose}This project has ${some}.${more} ${ASK}`;
  }
  const saved = `saved ${since(own.savedAt, now)}`;
  const others = checkpoints.length - 1;
  const rest =
    others === 0 ? '' : ` The project has ${others} other${others === 1 ? '' : 's'} (list_session_checkpoints).`;
  return `${ownWords(source, saved)} ${ASK}${rest}${more}`;
}

/** Sessions of which only what was observed is known. */
function unsavedWords([newest, ...others]: readonly CheckpointFile[], now: number): string | undefined {
  if (newest === undefined) {
    return undefined;
  }
  const seen = `last seen ${since(newest.savedAt, now)}`;
  return others.length === 0
    ? `1 session here ended without saving a checkpoint, ${seen}; what it did was observed.`
    : `${others.length + 1} sessions here ended without saving a checkpoint, the newest ${seen}; what they did was observed.`;
}

function ownWords(source: string, saved: string): string {
  switch (source) {
    case 'clear':
      return `The conversation was cleared. It left a session checkpoint of its own, ${saved}; ask the user whether to go on from it or to start fresh.`;
    case 'compact':
      return `The conversation was compacted. Its own session checkpoint, ${saved}, says where the work stands.`;
    default:
      return `This session has a checkpoint of its own, ${saved}.`;
  }
}
