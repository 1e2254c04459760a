/**
 * Session files of Claude Code: read them, create them, append to them. What is written here resumes
 * with `claude --resume <id>`. Synchronous; every refusal is a {@link CheckpointError}.
 */

export { CheckpointError } from './index.js';

/** Text. */
export interface TextBlock {
  type: 'text';
  text: string;
}

/** The model's thinking, with the API's signature. */
export interface ThinkingBlock {
  type: 'thinking';
  thinking: string;
  signature: string;
}

/** A call of a tool. */
export interface ToolUseBlock {
  type: 'tool_use';
  id: string;
  name: string;
  input: unknown;
}

/** What a tool call gave. */
export interface ToolResultBlock {
  type: 'tool_result';
  /** The `id` of the call. */
  tool_use_id: string;
  content: string | ContentBlock[];
  is_error?: boolean;
}

/** An image. */
export interface ImageBlock {
  type: 'image';
  source: { type: 'base64'; media_type: string; data: string } | { type: 'url'; url: string };
}

/** A block of a message's content, in the Anthropic API's form. */
export type ContentBlock = TextBlock | ThinkingBlock | ToolUseBlock | ToolResultBlock | ImageBlock;

/** A block of a user message. */
export type UserContentBlock = TextBlock | ToolResultBlock | ImageBlock;

/** A message in the Anthropic API's form. */
export interface Message {
  role: 'user' | 'assistant';
  content: string | ContentBlock[];
}

/** The message of a user record. */
export interface UserMessagePayload {
  role: 'user';
  content: string | ContentBlock[];
}

/** The message of an assistant record. */
export interface AssistantMessagePayload {
  id: string;
  type: 'message';
  role: 'assistant';
  model: string;
  content: ContentBlock[];
  stop_reason: string | null;
  stop_sequence: string | null;
  usage?: { input_tokens: number; output_tokens: number };
}

/** What every record of the chain has. Records the client wrote may lack a `slug`. */
export interface BaseRecordFields {
  uuid: string;
  /** The record it follows; `null` begins a chain. */
  parentUuid: string | null;
  sessionId: string;
  /** ISO 8601, UTC. */
  timestamp: string;
  isSidechain: boolean;
  cwd: string;
  userType: string;
  version: string;
  gitBranch: string;
  slug: string;
  entrypoint: string;
}

/** A message of the user, or results of tools. */
export interface UserRecord extends BaseRecordFields {
  type: 'user';
  message: UserMessagePayload;
  promptId?: string;
  permissionMode?: string;
  isMeta?: boolean;
}

/** A message of the model. */
export interface AssistantRecord extends BaseRecordFields {
  type: 'assistant';
  message: AssistantMessagePayload;
  requestId?: string;
}

/** Context that the client added, such as a file. Its payload's form depends on its `type`. */
export interface Attachment {
  type: string;
  [field: string]: unknown;
}

/** A record of an attachment. */
export interface AttachmentRecord extends BaseRecordFields {
  type: 'attachment';
  attachment: Attachment;
}

/** Any other record, as it was read. */
export interface UnknownRecord {
  type: string;
  [field: string]: unknown;
}

/** A record: one line of a session file. */
export type JsonlRecord = UserRecord | AssistantRecord | AttachmentRecord | UnknownRecord;

/** Something in a file that could not be read, or not as it was. */
export interface Loss {
  /** The line; counts from 1. */
  readonly line: number;
  /** Where it begins in the file, in bytes. */
  readonly offset: number;
  /** Its length in bytes. */
  readonly bytes: number;
  /** What it is, such as `torn`, `malformed`, `nul`, `not-a-record` or `invalid-utf8`. */
  readonly code: string;
  /** The same in words. */
  readonly reason: string;
}

/** One tool call with its result. */
export interface ToolCallSpec {
  /** The tool, such as `Read`. */
  name: string;
  input: unknown;
  result: string | ContentBlock[];
  isError?: boolean | undefined;
}

/** The result of a tool call. */
export interface ToolResultSpec {
  /** The `id` of the tool_use block it belongs to. */
  toolUseId: string;
  content: string | ContentBlock[];
  isError?: boolean | undefined;
}

/** Options of {@link createSession}. */
export interface CreateSessionOptions {
  /** The project's absolute path. */
  projectPath: string;
  /** The client's directory. Default: `CLAUDE_CONFIG_DIR`, or `~/.claude`. */
  claudeDir?: string | undefined;
  /** Working directory written into records. Default: the project's path. */
  cwd?: string | undefined;
  /** Default `HEAD`. */
  gitBranch?: string | undefined;
  /** Version of the client written into records. Default `2.1.83`. */
  version?: string | undefined;
  /** Model of assistant messages. Default `claude-sonnet-4-6`. */
  model?: string | undefined;
  /** Default: a new UUID. */
  sessionId?: string | undefined;
}

/** Options of {@link openSession}. */
export interface OpenSessionOptions {
  sessionId: string;
  /** The project's absolute path. */
  projectPath: string;
  /** The client's directory. Default: `CLAUDE_CONFIG_DIR`, or `~/.claude`. */
  claudeDir?: string | undefined;
}

/** An attachment among imported messages. */
export interface ImportedAttachment {
  /** Index of the message it follows, in the array that is imported. */
  afterIndex: number;
  attachment: Attachment;
}

/** A session, made by {@link createSession}, {@link openSession} or {@link readSession}. */
export class Session {
  private constructor();
  readonly sessionId: string;
  readonly projectPath: string;
  /** Absolute path of the file. */
  readonly jsonlPath: string;
  /** What could not be read of the file. Empty for a sound one. */
  readonly losses: readonly Loss[];

  /**
   * Every record, in the file's order, those that are not saved yet last. A record is parsed when it is
   * first looked at, and the same object from then on. The array is as it was when it was asked for:
   * what is added later is in the next one. Writing to it changes nothing in the session.
   * `structuredClone` needs a copy: `[...session.records]`.
   */
  get records(): readonly JsonlRecord[];
  /** The user and assistant records among them. */
  get messages(): readonly (UserRecord | AssistantRecord)[];
  /** The attachment records among them. */
  get attachments(): readonly AttachmentRecord[];

  /** Adds a user message. Blocks are written as they are. Returns the record's uuid. */
  addUserMessage(content: string | UserContentBlock[]): string;

  /**
   * Adds an assistant message. Blocks are written as they are. Returns the record's uuid.
   * `stopReason` defaults to `tool_use` when there is a call among them, else `end_turn`.
   */
  addAssistantMessage(
    content: ContentBlock[],
    options?: { model?: string | undefined; stopReason?: string | undefined },
  ): string;

  /** Adds a user message with the results of tool calls. Returns the record's uuid. */
  addToolResults(results: ToolResultSpec[]): string;

  /** Adds tool calls with new ids, their results and, when there is one, the response after them. */
  addToolCalls(
    calls: ToolCallSpec[],
    options?: { response?: ContentBlock[] | undefined; model?: string | undefined },
  ): void;

  /**
   * Adds an attachment behind the last record, or behind the record of this session that `parentUuid`
   * names. The next record follows it. Returns its uuid.
   */
  addAttachment(attachment: Attachment, options?: { parentUuid?: string | undefined }): string;

  /**
   * Adds a record as it is, with this session's id. The next record does not follow it. Throws when its
   * `parentUuid` is no record of this session, since the client would then resume with nothing.
   */
  dangerousAppendRecord(record: JsonlRecord, options?: { parentUuid?: string | undefined }): void;

  /**
   * Adds messages of the API after {@link repairToolPairing}. Tool results and what else is in a user
   * message become two records. An attachment whose message was dropped is left out, as is one whose
   * index is out of range, with a warning.
   */
  importMessages(
    messages: readonly Message[],
    options?: { attachments?: readonly ImportedAttachment[] | undefined },
  ): void;

  /** Empties the session, and removes its file and {@link sessionDirectory}. */
  clear(): void;

  /**
   * Appends what was added, as whole lines in one write: safe beside a client that writes to the same
   * file. The first new record follows what the file then ends with. After a failure the records are
   * still there to be saved.
   */
  save(): void;
}

/** Starts a session. Nothing is written before its first save, which never overwrites a file. */
export function createSession(options: CreateSessionOptions): Session;

/**
 * Opens a session by its id: in the project's folder, for long paths also in one that another version
 * of the client named, else in any other project's. Throws `TRANSCRIPT_NOT_FOUND`.
 */
export function openSession(options: OpenSessionOptions): Session;

/**
 * Reads a session from a file. `projectPath` defaults to the `cwd` in its records. The id is the file's
 * name when that is a UUID, which is what the client resumes, else the one in its records.
 */
export function readSession(jsonlPath: string, projectPath?: string): Session;

/**
 * A session to append to whose file is not read whole: it is told from the first and the last 64 KB, so
 * a file of any size will do. `records` has only what is added, and a `parentUuid` can name only that.
 */
export function extendSession(jsonlPath: string, projectPath?: string): Session;

/** Deletes a session by its file, with {@link sessionDirectory}. */
export function deleteSessionFile(jsonlPath: string): void;

/**
 * The client's directory beside a session's file, which goes with it, or `null`. That of another file
 * is not the session's: it counts only when the file lies in a folder of the client's projects, or its
 * records name the session it is named after.
 */
export function sessionDirectory(jsonlPath: string): string | null;

/**
 * Deletes a session's file in its project's folder, and the client's directory of the same name beside
 * it. In a folder that only shares the beginning of a long path's name, the records have to say that
 * the session is the project's.
 */
export function deleteSession(sessionId: string, projectPath: string, claudeDir?: string): void;

/**
 * Gives every tool call its one result, as the API demands: adds results that are missing, leaves out
 * those without a call and those given twice. Messages that are right are the same objects.
 */
export function repairToolPairing(messages: readonly Message[]): Message[];

/** Messages after a repair. */
export interface RepairedMessages {
  messages: Message[];
  /** For each message the index of the one it was made from; `null` for one that is new. */
  origin: (number | null)[];
}

/** {@link repairToolPairing}, telling where each message comes from. */
export function repairWithOrigin(messages: readonly Message[]): RepairedMessages;

/** Every record of a text. What can't be parsed is left out and told to `onLoss`. */
export function parseJsonl(content: string, onLoss?: (loss: Loss) => void): JsonlRecord[];

/** Every record of a file. What can't be parsed is left out and told to `onLoss`. */
export function parseJsonlFile(path: string, onLoss?: (loss: Loss) => void): JsonlRecord[];

/**
 * One record as a line, without the line's end. A record that was read and not changed gives the text
 * it was read from, exactly.
 */
export function serializeRecord(record: JsonlRecord): string;

/**
 * Records as lines. Of records that were read, everything around them stays too: a read, a change and a
 * write leave every other line byte for byte as it was, with its line end, a byte order mark, blank lines
 * and damage between two records that are both still there. Where a record was taken out, what stood
 * between it and its neighbours goes with it. Bytes that are no UTF-8 become U+FFFD, since this is text.
 */
export function serializeJsonl(records: readonly JsonlRecord[]): string;

/** The client's directory: the one given, `CLAUDE_CONFIG_DIR`, or `~/.claude`. An empty one counts as none. */
export function getClaudeDir(claudeDir?: string): string;

/** A project's path as the client sees it: without symlinks when it exists, in Unicode's form NFC. */
export function normalizeProjectPath(projectPath: string): string;

/** The client's name for a project's folder, made of the path as it is. */
export function projectPathToHash(projectPath: string): string;

/** The folder of a project's sessions. */
export function getProjectDir(projectPath: string, claudeDir?: string): string;

/** The file in which a project's session would be written. */
export function getSessionPath(sessionId: string, projectPath: string, claudeDir?: string): string;

/** One session in a list, told from the first and the last 64 KB of its file. */
export interface SessionEntry {
  /** The name of its file; a resume asks for it. */
  sessionId: string;
  /** Its file. */
  path: string;
  /** Where it was started, as its records say. */
  cwd: string | null;
  /** The branch its last record names. */
  gitBranch: string | null;
  /** The title it was given, else its first prompt, without secrets and cut to 200 characters. */
  title: string | null;
  /** ISO 8601, UTC: of its first record. */
  createdAt: string | null;
  /** ISO 8601, UTC: of its last record. */
  updatedAt: string | null;
  /** The size of its file. */
  bytes: number;
  /** How many subagents' transcripts stand beside it. */
  subagents: number;
  /** Their files; {@link findSession} finds them by name, such as `agent-1`. */
  subagentPaths: string[];
}

/** The sessions of a project, or of all projects, newest first. `warnings` says what could not be read. */
export function listSessions(options?: { projectPath?: string | undefined; claudeDir?: string | undefined }): {
  entries: SessionEntry[];
  warnings: string[];
};

/**
 * Every file of a session, whatever project's folder it is in; that of `projectPath` first. With
 * `elsewhere: false` only that of `projectPath`.
 */
export function findSession(
  sessionId: string,
  options?: { projectPath?: string | undefined; claudeDir?: string | undefined; elsewhere?: boolean | undefined },
): string[];

/** One record of a page. */
export interface Shown {
  /** The line it is on; counts from 1. */
  line: number;
  /** Its type, such as `user`. */
  kind: string;
  timestamp: string | null;
  /** Whether it is a subagent's. */
  isSidechain: boolean;
  /** What is said in it, block by block; empty with `json`. */
  parts: { kind: string; name?: string; text: string; isError?: boolean }[];
  /** Its text, with `json`. */
  json?: string;
}

/**
 * A file piece by piece, each of about a megabyte, so that one of any size can be read. User and
 * assistant records only, unless `everything` is asked for.
 */
export function readPages(
  jsonlPath: string,
  options?: { json?: boolean | undefined; everything?: boolean | undefined },
): Generator<{ records: Shown[]; losses: Loss[] }, void, undefined>;
