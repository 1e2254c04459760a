// What the tests of session files in the client share: the library and the commands at a place, and what a model was
// shown of a conversation.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import * as library from '../../../sessions.js';
import { serverFile } from '../../helpers/paths.mjs';

/** The library at a place: functions that need no directory to be named. */
export function sessionsOf(place, projectPath = place.root) {
  const where = { projectPath, claudeDir: place.config };
  return {
    create: (options = {}) => library.createSession({ ...where, ...options }),
    open: (sessionId) => library.openSession({ ...where, sessionId }),
    list: () => library.listSessions(where),
    find: (sessionId) => library.findSession(sessionId, where),
    folder: () => library.getProjectDir(projectPath, place.config),
    /** `session-checkpoint-mcp session …`, started in the project. Gives what it printed. */
    command(...args) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [serverFile, 'session', ...args], {
        cwd: projectPath,
        env: place.env,
        encoding: 'utf8',
      });
      assert.equal(status, 0, stderr);
      return { stdout, stderr };
    },
  };
}

/** A text as blocks. */
export const text = (words) => [{ type: 'text', text: words }];

/** The attachment with which the client shows a file. */
export const fileAttachment = (path, content) => ({
  type: 'file',
  filename: path,
  displayPath: path,
  content: { type: 'text', file: { filePath: path, content, numLines: 1, startLine: 1, totalLines: 1 } },
});

/** How the model is told of it. */
export const fileShown = (path, content) =>
  `Called the Read tool with the following input: {"file_path":"${path}"}\nResult of calling the Read tool:\n1\t${content}`;

/** Adds a person's words and an answer, and saves. Gives what the model then has to be shown. */
export function extend(session, name = 'Added') {
  session.addUserMessage(`${name} words`);
  session.addToolCalls([{ name: 'Read', input: { file_path: `/${name}` }, result: `${name} result` }], {
    response: text(`${name} answer`),
  });
  session.save();
  return [
    `user: ${name} words`,
    `call: Read {"file_path":"/${name}"}`,
    `result: ${name} result`,
    `assistant: ${name} answer`,
  ];
}

/**
 * What was said in a request, a line for each text, call, result and file, in order. Without what the client adds to
 * every request about itself and the machine.
 */
export function conversationOf({ body }) {
  return body.messages.flatMap(({ role, content }) => {
    const blocks = typeof content === 'string' ? text(content) : content;
    return blocks.flatMap((block) => lineOf(role, block));
  });
}

function lineOf(role, block) {
  switch (block.type) {
    case 'tool_use':
      return [`call: ${block.name} ${JSON.stringify(block.input)}`];
    case 'tool_result':
      return [`result: ${wordsOf(block.content)}`];
    case 'text':
      return isOfTheClient(role, block.text) ? [] : [`${role}: ${block.text}`];
    default:
      return [`${role}: ${block.type}`];
  }
}

function isOfTheClient(role, words) {
  return role === 'system' ? !words.startsWith('Called the ') : words.startsWith('<system-reminder>');
}

const wordsOf = (content) => (typeof content === 'string' ? content : content.map((block) => block.text).join('\n'));

/** Resumes a session with a prompt. Gives what the model was shown up to that prompt, and the request. */
export async function resumed(place, sessionId, options = {}) {
  const prompt = place.mock.prompt('What was said?', ['All of it.']);
  const { code, stderr, answer } = await place.run({ prompt, resume: sessionId, ...options });
  assert.equal(code, 0, stderr);
  assert.equal(answer, 'All of it.');
  const request = place.mock.requests.findLast(({ text: all }) => all.includes(prompt));
  requirePairs(request.body.messages);
  const lines = conversationOf(request);
  assert.equal(lines.pop(), `user: ${prompt}`);
  return { shown: lines, request, prompt };
}

/** What the API demands: each call has one result, in the message after it, and no result is without its call. */
export function requirePairs(messages) {
  const said = messages.filter(({ role }) => role !== 'system');
  const ids = (message, type, name) =>
    Array.isArray(message?.content)
      ? message.content.filter((block) => block.type === type).map((block) => block[name])
      : [];
  said.forEach((message, index) => {
    const results = ids(message, 'tool_result', 'tool_use_id');
    const calls = ids(said[index - 1], 'tool_use', 'id');
    assert.deepEqual(results.toSorted(), calls.toSorted(), `message ${index}: ${JSON.stringify(message)}`);
  });
  assert.deepEqual(ids(said.at(-1), 'tool_use', 'id'), []);
}

/** Every line of a file as a record. Fails when one is not whole. */
export function wholeRecords(file) {
  const lines = readFileSync(file, 'utf8').split('\n');
  assert.equal(lines.pop(), '', 'the last line has no end');
  return lines.map((line) => JSON.parse(line));
}
