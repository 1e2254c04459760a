'use strict';

// A session: what its file holds, and what is added to it.

const { randomUUID } = require('node:crypto');
const { appendLines } = require('./native.js');
const { invalid, requireObject, requireObjects, requireSomeObjects, requireText } = require('./check.js');
const { messageId, requestId, slugOf, toolUseId } = require('./identifiers.js');
const { serializeRecord } = require('./jsonl.js');
const { repairWithOrigin } = require('./pairing.js');
const { RecordStore } = require('./record-store.js');
const { removeSession } = require('./removal.js');
const { KINDS, inherit } = require('./sources.js');

const DEFAULTS = Object.freeze({ version: '2.1.83', model: 'claude-sonnet-4-6', gitBranch: 'HEAD' });

/** One session, made by createSession, openSession or readSession. */
class Session {
  sessionId;
  projectPath;
  jsonlPath;
  /** What could not be read of the file. */
  losses;
  #store;
  /** Added and not yet saved. `advances`: it is in the chain. `follows`: nobody named its parent. */
  #pending = [];
  /** The uuid the next record of the chain has as its parent. */
  #lastUuid;
  #lastTime;
  #common;
  #claudeDir;
  #model;

  constructor({ sessionId, projectPath, jsonlPath, claudeDir, cwd, version, gitBranch, model, transcript }) {
    const facts = transcript?.facts ?? {};
    this.sessionId = sessionId;
    this.projectPath = projectPath;
    this.jsonlPath = jsonlPath;
    this.#claudeDir = claudeDir;
    this.losses = Object.freeze((transcript?.losses ?? []).map(Object.freeze));
    this.#store = new RecordStore(transcript?.bytes, transcript?.spans);
    this.#lastUuid = facts.lastUuid ?? null;
    this.#lastTime = timeOf(facts.lastTimestamp);
    this.#model = model ?? modelOf(facts) ?? DEFAULTS.model;
    this.#common = {
      isSidechain: false,
      cwd: cwd ?? facts.cwd ?? projectPath,
      userType: 'external',
      version: version ?? facts.version ?? DEFAULTS.version,
      gitBranch: gitBranch ?? facts.gitBranch ?? DEFAULTS.gitBranch,
      slug: facts.slug ?? slugOf(sessionId),
      entrypoint: 'cli',
    };
  }

  /** All records, those that are not saved yet too. */
  get records() {
    return this.#store.all();
  }

  /** The user and assistant records. */
  get messages() {
    return this.#store.ofKinds(KINDS.user, KINDS.assistant);
  }

  /** The attachment records. */
  get attachments() {
    return this.#store.ofKinds(KINDS.attachment);
  }

  /** Adds a user message. Returns its uuid. */
  addUserMessage(content) {
    if (typeof content !== 'string') {
      requireSomeObjects(content, 'The content of a user message');
    }
    return this.#addToChain({ type: 'user' }, { message: { role: 'user', content } });
  }

  /** Adds an assistant message. Returns its uuid. */
  addAssistantMessage(content, options = {}) {
    const { model = this.#model, stopReason } = requireObject(options, 'options');
    requireObjects(content, 'The content of an assistant message');
    const callsTools = content.some(({ type }) => type === 'tool_use');
    const message = {
      id: messageId(),
      type: 'message',
      role: 'assistant',
      model,
      content,
      stop_reason: stopReason ?? (callsTools ? 'tool_use' : 'end_turn'),
      stop_sequence: null,
      usage: { input_tokens: 0, output_tokens: 0 },
    };
    return this.#addToChain({ type: 'assistant' }, { requestId: requestId(), message });
  }

  /** Adds a user message with the results of tool calls. Returns its uuid. */
  addToolResults(results) {
    requireSomeObjects(results, 'The list of tool results');
    return this.addUserMessage(
      results.map(({ toolUseId, content, isError }, index) => ({
        type: 'tool_result',
        tool_use_id: requireText(toolUseId, `results[${index}].toolUseId`),
        content,
        ...(isError ? { is_error: true } : {}),
      })),
    );
  }

  /** Adds tool calls, their results and, when there is one, the answer after them. */
  addToolCalls(calls, options = {}) {
    const { response, model } = requireObject(options, 'options');
    requireSomeObjects(calls, 'The list of tool calls');
    const named = calls.map(({ name, ...call }, index) => ({
      ...call,
      name: requireText(name, `calls[${index}].name`),
      id: toolUseId(),
    }));
    this.#allOrNothing(() => {
      this.addAssistantMessage(
        named.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input })),
        { model },
      );
      this.addToolResults(named.map(({ id, result, isError }) => ({ toolUseId: id, content: result, isError })));
      if (response !== undefined) {
        this.addAssistantMessage(response, { model });
      }
    });
  }

  /** Adds an attachment to the chain. Returns its uuid. */
  addAttachment(attachment, options = {}) {
    const { parentUuid } = requireObject(options, 'options');
    requireText(requireObject(attachment, 'An attachment').type, "An attachment's type");
    if (parentUuid !== undefined) {
      this.#requireKnown(parentUuid);
    }
    return this.#addToChain({ type: 'attachment' }, { attachment }, parentUuid);
  }

  /**
   * Adds a record as it is, with this session's id. It does not advance the chain. Throws when its
   * parent is no record of this session.
   */
  dangerousAppendRecord(record, options = {}) {
    const { parentUuid } = requireObject(options, 'options');
    requireObject(record, 'A record');
    const added = { ...record, sessionId: this.sessionId };
    if (parentUuid !== undefined) {
      added.parentUuid = parentUuid;
    }
    if (added.parentUuid !== undefined && added.parentUuid !== null) {
      this.#requireKnown(added.parentUuid);
    }
    // A record that was read is written as it was, but for these two.
    inherit(added, record, ['sessionId', 'parentUuid']);
    this.#add(added, false);
  }

  /**
   * Adds messages of the Anthropic API, after repairing the pairing of their tool calls. Attachments
   * go behind the messages whose indexes they name.
   */
  importMessages(messages, options = {}) {
    const { attachments = [] } = requireObject(options, 'options');
    const repaired = repairWithOrigin(messages);
    const waiting = attachmentsByIndex(attachments, messages.length);
    this.#allOrNothing(() => {
      repaired.messages.forEach((message, index) => {
        this.#importMessage(message);
        for (const attachment of waiting.get(repaired.origin[index]) ?? []) {
          this.addAttachment(attachment);
        }
      });
    });
  }

  /** Empties the session, and removes its file and the directory beside it. */
  clear() {
    removeSession(this.jsonlPath, this.#claudeDir);
    this.#store = new RecordStore();
    this.#pending = [];
    this.#lastUuid = null;
    this.losses = Object.freeze([]);
  }

  /**
   * Writes what was added, in one write behind whatever the file then ends with. When that fails,
   * nothing is lost: the records stay, and the next save tries again.
   */
  save() {
    if (this.#pending.length === 0) {
      return;
    }
    const lines = this.#pending.map(({ record }) => serializeRecord(record));
    const first = this.#pending.findIndex(({ advances }) => advances);
    const chainAt = first >= 0 && this.#pending[first].follows ? first : null;
    const { parentUuid } = appendLines(this.jsonlPath, lines, chainAt);
    if (chainAt !== null) {
      this.#pending[chainAt].record.parentUuid = parentUuid;
    }
    this.#pending = [];
  }

  #importMessage({ role, content }) {
    if (role === 'assistant') {
      this.addAssistantMessage(typeof content === 'string' ? [{ type: 'text', text: content }] : content);
      return;
    }
    if (typeof content === 'string') {
      this.addUserMessage(content);
      return;
    }
    const isResult = ({ type }) => type === 'tool_result';
    const results = content.filter(isResult);
    const others = content.filter((block) => !isResult(block));
    for (const blocks of results.length > 0 && others.length > 0 ? [results, others] : [content]) {
      this.addUserMessage(blocks);
    }
  }

  /** Takes back what a call added, when it fails in its middle. */
  #allOrNothing(add) {
    const [recordCount, pendingCount, lastUuid] = [this.#store.length, this.#pending.length, this.#lastUuid];
    try {
      add();
    } catch (error) {
      this.#store.shorten(recordCount);
      this.#pending.length = pendingCount;
      this.#lastUuid = lastUuid;
      throw error;
    }
  }

  #addToChain(kind, own, parentUuid) {
    const uuid = randomUUID();
    const record = {
      ...kind,
      uuid,
      parentUuid: parentUuid ?? this.#lastUuid,
      sessionId: this.sessionId,
      timestamp: this.#nextTimestamp(),
      ...this.#common,
      ...own,
    };
    this.#add(record, true, parentUuid === undefined);
    this.#lastUuid = uuid;
    return uuid;
  }

  #add(record, advances, follows = false) {
    // Said here, and not at the save, what can't be written: there it would be too late to leave it out.
    serializeRecord(record);
    this.#pending.push({ record, advances, follows });
    this.#store.add(record);
  }

  /** Later than the one before it. */
  #nextTimestamp() {
    this.#lastTime = Math.max(Date.now(), this.#lastTime + 1);
    return new Date(this.#lastTime).toISOString();
  }

  #requireKnown(parentUuid) {
    requireText(parentUuid, 'parentUuid');
    if (!this.#store.hasUuid(parentUuid)) {
      throw invalid(
        `parentUuid ${parentUuid} is no record of session ${this.sessionId}: the client would resume with an empty context. Name a record of this session, or leave parentUuid out.`,
      );
    }
  }
}

function timeOf(timestamp) {
  const time = Date.parse(timestamp ?? '');
  return Number.isNaN(time) ? 0 : time;
}

/** The client marks messages that it made up itself with a model in angle brackets. */
function modelOf({ model }) {
  return model?.startsWith('<') ? undefined : model;
}

function attachmentsByIndex(attachments, count) {
  const byIndex = new Map();
  for (const { afterIndex, attachment } of requireObjects(attachments, 'attachments')) {
    requireObject(attachment, 'An attachment');
    if (!Number.isInteger(afterIndex) || afterIndex < 0 || afterIndex >= count) {
      console.warn(`An attachment is left out: there is no message ${afterIndex}, only ${count} messages.`);
      continue;
    }
    byIndex.set(afterIndex, [...(byIndex.get(afterIndex) ?? []), attachment]);
  }
  return byIndex;
}

module.exports = { Session };
