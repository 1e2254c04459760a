/**
 * The three tools of session-checkpoint-mcp as functions. Each resolves to what the tool's
 * `structuredContent` holds, or rejects with a {@link CheckpointError}. The work is done off the
 * main thread, by a native engine that is loaded on the first call.
 *
 * `process.env` is never read: pass what a call shall see as `env`.
 */

/** What a call sees of its surroundings. */
export interface CallOptions {
  /**
   * Environment variables, by name: `CHECKPOINT_PROJECT_ROOT`, `CLAUDE_CODE_SESSION_ID` and
   * `CHECKPOINT_SESSION_IDS` matter, and `CLAUDE_CONFIG_DIR` and the home directory (`HOME`, `USERPROFILE`)
   * to tell forked sessions by their transcripts. Others are ignored. Default: none.
   */
  env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Project root when nothing else names one: an absolute path. Default: the working directory. */
  cwd?: string | undefined;
  /** An MCP client's roots as URIs, in its order. The first `file://` one counts. */
  roots?: readonly string[] | undefined;
  /**
   * Other ids this conversation has had, newest first: `/clear` in Claude Code gives a new one. A load
   * that finds no checkpoint under the session's own id takes the first of these that has one, and the
   * first merge goes on from it. At most 50 are looked at; what is no valid id is passed over.
   */
  conversation?: readonly string[] | undefined;
  /**
   * Ids of sessions that are open in a running client: {@link deleteCheckpoint} and {@link prune} leave
   * their checkpoints, and those of `conversation` and of the session itself, alone.
   */
  live?: readonly string[] | undefined;
  /** Longest brief of a load, from `limits.briefUnitsLeast` to `limits.briefUnits`, the default. */
  briefUnits?: number | undefined;
}

/**
 * How a checkpoint relates to the session that asks, when it is not its own: the same conversation under
 * another id, or a session whose transcript begins with the same record (one was forked from the other, or
 * both from a third).
 */
export type Relation = 'conversation' | 'fork';

/** Status of a task. */
export type TaskStatus = 'pending' | 'in_progress' | 'done' | 'blocked';

/** Whose id a save used: Claude Code's own, the one passed as `session`, or a new one. */
export type SessionSource = 'env' | 'argument' | 'minted';

/** How a save treats what the session saved before. */
export type SaveMode = 'replace' | 'merge';

/** Arguments of {@link save}. Lengths are in Unicode code points; {@link limits} has them. */
export interface SaveInput {
  /** What the session is for. */
  goal: string;
  /** The work, with honest statuses. A merge matches tasks by equal description. */
  tasks?: readonly { description: string; status: TaskStatus }[] | undefined;
  /** Where things stand. */
  summary?: string | undefined;
  /** What to do next, in order. */
  nextSteps?: readonly string[] | undefined;
  /** Choices made, constraints, dead ends. */
  decisions?: readonly string[] | undefined;
  /** Files worth a note. Uncommitted changes are found by the engine. */
  modifiedFiles?: readonly { path: string; note?: string | undefined }[] | undefined;
  /** Commands that mattered, oldest first. */
  recentCommands?: readonly { command: string; exitCode?: number | undefined; note?: string | undefined }[] | undefined;
  /** Default `replace`. */
  mode?: SaveMode | undefined;
  /** Selector of another session's checkpoint that this one continues. */
  resumedFrom?: string | undefined;
  /** Id of this conversation, as an earlier save returned it. */
  session?: string | undefined;
  /** Absolute path of the project. */
  projectRoot?: string | undefined;
}

/** What {@link save} resolves to. */
export interface SaveResult {
  /** What was done, for people and models. */
  text: string;
  /** The checkpoint file. */
  path: string;
  /** Its size. */
  bytes: number;
  mode: SaveMode;
  counts: { tasks: number; modifiedFiles: number; recentCommands: number; redactions: number };
  /** Absent when the save wrote `.claude-checkpoint`. */
  session?: string;
  /** Absent when the save wrote `.claude-checkpoint`. */
  sessionSource?: SessionSource;
  warnings: string[];
}

/** Arguments of {@link load}. */
export interface LoadInput {
  /** `brief` (default): text to resume from. `full`: the whole document as data. */
  format?: 'brief' | 'full' | undefined;
  /** Selector of the checkpoint to load. Default: the session's own. */
  checkpoint?: string | undefined;
  /** Id of this conversation, as an earlier save returned it. */
  session?: string | undefined;
  /** Absolute path of the project. */
  projectRoot?: string | undefined;
}

/** What changed since a checkpoint. */
export interface Drift {
  branchChanged: boolean;
  /** `null` without git and on a detached HEAD. */
  currentBranch: string | null;
  /** Commits on HEAD that the saved HEAD does not have. `null` without git, or when the saved commit is gone. */
  commitsSince: number | null;
  /** Files whose content is not what it was at the save; at most `limits.changedSince` of them. */
  changedSince: string[];
  /** How many files changed. */
  changedSinceTotal: number;
}

/** What a model saved, or what was observed of a session that saved nothing. */
export type Source = 'checkpoint' | 'trail';

/** Something that was observed of a session. */
export interface Fact {
  /** `prompt`, `task`, `command`, `file`, `commit`, `unfinished`, `failedAttempt` and more: `docs/trail.md`. */
  kind: string;
  /** Whom or what in particular: the words, the command, the path. */
  subject: string;
  /** What is known of it; by kind. */
  value: Record<string, unknown>;
  /** ISO 8601, UTC. */
  time?: string;
  /** Ids of the transcript's records that say so. */
  evidence?: string[];
  /** The subagent that did it. */
  agent?: string;
}

/** One checkpoint in a list, or a session that saved none. */
export interface Entry {
  /** Pass it as `checkpoint` to {@link load}, and as `resumedFrom` on the next {@link save}. */
  selector: string;
  /** Of a session that saved none, its title or first prompt. */
  goal: string;
  /** ISO 8601, UTC. `null` when the checkpoint can't be read. */
  updatedAt: string | null;
  /** The same for people: `2h ago`. */
  age: string;
  branch: string | null;
  allTasksDone: boolean;
  isCurrentSession: boolean;
  /** The file is unreadable, and its backup was read instead. */
  fromBackup: boolean;
  relation?: Relation;
  /** It came with the repository or from another user, not from this person's sessions. */
  foreign?: boolean;
  source?: Source;
}

/** What {@link load} resolves to: a checkpoint, or why there is none to load. */
export type LoadResult = FoundResult | NotFoundResult;

/** A checkpoint was loaded. */
export interface FoundResult {
  /** The brief; with `full` one line. */
  text: string;
  found: true;
  source?: Source;
  /** The checkpoint file; of a session that saved none, where its trail is kept. */
  path: string;
  /** The file is missing or unreadable, and its backup was read instead. */
  fromBackup: boolean;
  /** ISO 8601, UTC. */
  updatedAt: string;
  /** There when the checkpoint is another session's: how to go on from it. */
  resumeHint?: string;
  /** There when it is this conversation's, under another id. */
  relation?: 'conversation';
  foreign?: boolean;
  drift: Drift;
  /** The document, with `full`; not there for a session that saved none. */
  checkpoint?: Record<string, unknown>;
  /** What was observed of the session, with `full`. */
  facts?: Fact[];
  /** What answered the questions about git, with `full`. */
  gitSource?: string | null;
  warnings: string[];
}

/** The session has no checkpoint of its own. */
export interface NotFoundResult {
  /** That there is nothing, or the question which candidate to resume. */
  text: string;
  found: false;
  /** Where the session's checkpoint would be, or the project root. */
  path: string;
  /** The newest checkpoints, when there are others. */
  candidates?: Entry[];
  /** How many candidates there are. */
  total?: number;
  /** How many of them are not in `candidates`. */
  omitted?: number;
  warnings: string[];
}

/** Arguments of {@link list}. */
export interface ListInput {
  /** Most entries. Default 10; 0 is all. */
  limit?: number | undefined;
  /** Id of this conversation, as an earlier save returned it. */
  session?: string | undefined;
  /** Absolute path of the project. */
  projectRoot?: string | undefined;
}

/** What {@link list} resolves to. */
export interface ListResult {
  /** The list for people and models. */
  text: string;
  /** The project root. */
  path: string;
  /** Newest first, unreadable ones last. */
  entries: Entry[];
  total: number;
  omitted: number;
  warnings: string[];
}

/** One thing that is wrong with an input. */
export interface Violation {
  /** Where, such as `tasks[2].description`. */
  field: string;
  /** What is allowed. */
  limit: string;
  /** What was given. */
  actual: string;
}

/** The limits of inputs and outputs. Lengths are code points unless the name says bytes or units (UTF-16). */
export interface Limits {
  /** Longest goal. */
  goal: number;
  /** Most tasks in a document. */
  tasks: number;
  /** Longest task description. With the other two it guarantees that goal and tasks fit the file. */
  taskDescription: number;
  /** Longest summary. */
  summary: number;
  /** Most next steps. */
  nextSteps: number;
  /** Longest next step. */
  nextStep: number;
  /** Most decisions. */
  decisions: number;
  /** Longest decision. */
  decision: number;
  /** Most files in a call and in a document. */
  modifiedFiles: number;
  /** Longest path a caller may give. */
  path: number;
  /** Longest note on a file or a command. */
  note: number;
  /** Most commands in a document. */
  recentCommands: number;
  /** Longest command. */
  command: number;
  /** Longest session id or selector. */
  sessionId: number;
  /** Longest `projectRoot`. */
  projectRoot: number;
  /** Largest checkpoint file the server writes, in bytes. */
  fileBytes: number;
  /** Longest brief, in UTF-16 code units: beyond it Claude Code shows a preview instead. */
  briefUnits: number;
  /** Smallest limit a caller may set for a brief. */
  briefUnitsLeast: number;
  /** Longest `structuredContent` of a brief load as JSON, in UTF-16 code units. */
  structuredUnits: number;
  /** Most names in `drift.changedSince`; `changedSinceTotal` has the whole number. */
  changedSince: number;
  /** Most candidates in a load that found no checkpoint of its own. */
  candidates: number;
  /** Entries a list returns unless told otherwise. */
  listDefault: number;
  /** Largest file whose content is hashed, in bytes; a larger one is listed with its size. */
  hashedFileBytes: number;
  /** Most untracked files of one directory that are listed one by one; a directory with more is one entry. */
  untrackedFiles: number;
  /** Time for all git facts of one call. */
  gitBudgetMilliseconds: number;
  /** How long a save waits for another process that holds the checkpoint's lock. */
  lockWaitMilliseconds: number;
}

/** Saves a checkpoint. */
export function save(input: SaveInput, options?: CallOptions): Promise<SaveResult>;

/** Loads a checkpoint and compares it with the working tree. Writes nothing. */
export function load(input?: LoadInput, options?: CallOptions): Promise<LoadResult>;

/** Lists the checkpoints of a project. Writes nothing. */
export function list(input?: ListInput, options?: CallOptions): Promise<ListResult>;

/**
 * Loads what was saved before the last save: a checkpoint's backup. `checkpoint` is required where there
 * is no session.
 */
export function loadPrevious(input?: LoadInput, options?: CallOptions): Promise<FoundResult>;

/** Arguments of {@link restorePrevious}. */
export interface RestoreInput {
  /** Selector of the checkpoint. Default: the session's own. */
  checkpoint?: string | undefined;
  /** Id of this conversation, as an earlier save returned it. */
  session?: string | undefined;
  /** Absolute path of the project. */
  projectRoot?: string | undefined;
}

/** What {@link restorePrevious} resolves to. */
export interface RestoreResult {
  /** What was done, for people. */
  text: string;
  /** The checkpoint file. */
  path: string;
  selector: string;
  /** Of what is the checkpoint now. */
  goal: string;
  /** Of what is the checkpoint now: ISO 8601, UTC. */
  updatedAt: string;
  warnings: string[];
}

/**
 * Makes the backup of a checkpoint the checkpoint again, and the checkpoint its backup: done twice,
 * nothing has changed.
 */
export function restorePrevious(input?: RestoreInput, options?: CallOptions): Promise<RestoreResult>;

/** Arguments of {@link deleteCheckpoint}. */
export interface DeleteInput {
  /** Selector of the checkpoint. */
  checkpoint: string;
  /** Also when its session is open in a running client. */
  force?: boolean | undefined;
  /** Absolute path of the project. */
  projectRoot?: string | undefined;
}

/** What {@link deleteCheckpoint} resolves to. */
export interface DeleteResult {
  /** What was done, for people. */
  text: string;
  /** The checkpoint file. */
  path: string;
  selector: string;
  /** The files that went, below the project root. */
  files: string[];
  warnings: string[];
}

/** Deletes one checkpoint with its backup, what a save put aside, its lock and its trail. */
export function deleteCheckpoint(input: DeleteInput, options?: CallOptions): Promise<DeleteResult>;

/** Arguments of {@link prune}. */
export interface PruneInput {
  /** Whole days since the last save; at least 1. */
  olderThanDays: number;
  /** Only say what would go. */
  dryRun?: boolean | undefined;
  /** Absolute path of the project. */
  projectRoot?: string | undefined;
}

/** What {@link prune} resolves to. */
export interface PruneResult {
  /** What was done, for people. */
  text: string;
  /** The project root. */
  path: string;
  dryRun: boolean;
  /** What went, or would go. */
  pruned: Entry[];
  /** What is old enough and stays. */
  kept: { selector: string; reason: string }[];
  warnings: string[];
}

/**
 * Deletes checkpoints that were last saved a while ago, each as {@link deleteCheckpoint} does, and trails of
 * sessions that saved none and were at work last as long ago. Those of sessions that are open or were at work
 * since, foreign ones and those that can't be read stay.
 */
export function prune(input: PruneInput, options?: CallOptions): Promise<PruneResult>;

/** Arguments of {@link capture}. */
export interface CaptureInput {
  /** The occasion. */
  event: 'stop' | 'precompact' | 'sessionend' | 'asked';
  /** Id of the session. Default: `CLAUDE_CODE_SESSION_ID`. */
  session?: string | undefined;
  /** The session's transcript. Default: it is looked for by the session's id. */
  transcriptPath?: string | undefined;
  /** Why the session ends, in the client's word. */
  reason?: string | undefined;
  /** Time for all of it. What is left goes on with the next capture. */
  budgetMilliseconds?: number | undefined;
  /** Absolute path of the project. */
  projectRoot?: string | undefined;
}

/** What {@link capture} resolves to. */
export interface CaptureResult {
  /** What was done, for people. */
  text: string;
  /** Whether a trail is kept now. */
  kept: boolean;
  /** Why not: `off`, `broad`, `outside` or `no work`. */
  reason?: string;
  /** The kept file. */
  path?: string;
  bytes: number;
  /** Whether everything was taken in; else another capture goes on. */
  complete: boolean;
  warnings: string[];
}

/** Keeps what a session did so far, beside its checkpoint. */
export function capture(input: CaptureInput, options?: CallOptions): Promise<CaptureResult>;

/** Tells what was observed of a session, whether it saved a checkpoint or not. Writes nothing. */
export function trail(input?: LoadInput, options?: CallOptions): Promise<FoundResult>;

/** Arguments of {@link touched}. */
export interface TouchedInput {
  /** A file: absolute, or relative to the project. */
  file: string;
  /** Most entries. Default 10; 0 is all. */
  limit?: number | undefined;
  /** Absolute path of the project. */
  projectRoot?: string | undefined;
}

/** Lists the sessions that have a file in their checkpoint, or were seen to change it. Writes nothing. */
export function touched(input: TouchedInput, options?: CallOptions): Promise<ListResult>;

/** What {@link redact} returns. */
export interface RedactResult {
  /** The text with `«redacted»` where a secret was. */
  text: string;
  /** How many spans were replaced. */
  redactions: number;
}

/** Replaces every secret in a text, as a save does. Synchronous; `docs/redaction.md` says what is covered. */
export function redact(text: string): RedactResult;

/** The limits, frozen. */
export const limits: Readonly<Limits>;

/** Version of this package. */
export const version: string;

/** Why a call was refused or failed. */
export class CheckpointError extends Error {
  constructor(code: string, message: string, violations?: Violation[]);
  /** Stable, such as `INPUT_INVALID`. The README lists them. */
  readonly code: string;
  /** Every problem with the input; empty for other errors. */
  readonly violations: Violation[];
}
