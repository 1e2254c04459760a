// Stands in for the Anthropic Messages API on loopback, and plays the model: a test writes down what the model
// says and does, and afterwards asks what the model was shown.
//
// A prompt names its script: `mock.prompt('Fix it', steps)` is the text "Fix it [script 1]". The mock finds the newest
// user message that names one, counts the assistant's messages after it, and answers with the step of that number.
// So resumed sessions, subagents (give `mock.prompt(…)` to the Agent tool), turns that a hook continues and sessions
// side by side need nothing more. The steps themselves stay here: a prompt that carried them would show the model,
// and everything that reads transcripts, what was not said yet.
//
// A step is a text, which ends the turn, or an object of
//   text      what the model says
//   calls     the tools it calls: [call('Bash', { command: 'true' }), …]
//   tokens    the input tokens it reports; they decide when the client compacts by itself
//   status    an HTTP error instead, `times` times (once); `text` and `calls` answer the client's retry
//   delay     milliseconds to wait
//   hold      a gate of `mock.gate()`, at which the answer waits until the test opens it
// or a function of the request that gives one of these. After the last step the model says "Done."

import { once } from 'node:events';
import { createServer } from 'node:http';
import { until } from './until.mjs';

/** What the model sums up every conversation to when the client compacts it. */
export const summary = 'The summary of everything before.';

/** A tool call in a step. */
export const call = (name, input = {}) => ({ name, input });

/** A request for an answer of the model, as the client sent it. */
export class ModelRequest {
  constructor(body, headers) {
    this.body = body;
    /** The session it belongs to, as the client says. */
    this.session = headers['x-claude-code-session-id'];
    /** The subagent it is from, if it is from one. */
    this.agent = headers['x-claude-code-agent-id'];
    this.isCompaction = isCompaction(body);
  }

  /** The names of the tools that the model had in its hands. */
  get tools() {
    return (this.body.tools ?? []).map(({ name }) => name);
  }

  /** Every text that the model was shown, oldest first: system prompt, messages of every role, tool results. */
  get texts() {
    return [...textsOf(this.body.system), ...this.body.messages.flatMap(({ content }) => textsOf(content))];
  }

  /** The same in one. */
  get text() {
    return this.texts.join('\n');
  }

  /** The texts of one role: `user` is what people, hooks and tools said, `system` what the client and hooks added. */
  textsOf(role) {
    return this.body.messages.filter((message) => message.role === role).flatMap(({ content }) => textsOf(content));
  }

  /** What tools answered, oldest first. `name` and `input` are those of the call. */
  get toolResults() {
    const blocks = this.body.messages.flatMap(({ content }) => (Array.isArray(content) ? content : []));
    const calls = new Map(blocks.filter(({ type }) => type === 'tool_use').map((block) => [block.id, block]));
    return blocks
      .filter(({ type }) => type === 'tool_result')
      .map(({ tool_use_id: id, content, is_error: isError = false }) => {
        const { name, input } = calls.get(id) ?? {};
        return { id, name, input, text: textsOf(content).join('\n'), isError };
      });
  }
}

/** Starts one for a test. It ends with it, and lets everything go that is still held. */
export async function startMock(t) {
  const mock = new Mock();
  t.after(() => mock.close());
  await mock.listen();
  return mock;
}

class Mock {
  /** The requests for an answer of the model, in the order they came. */
  requests = [];
  /** What else was asked of the API, as "METHOD /path". */
  otherRequests = [];
  /** What was meant for somebody else: the client's environment names this mock as its proxy. */
  strayRequests = [];

  #scripts = [];
  #errorsGiven = new Map();
  #gates = [];
  #sequence = 0;
  #sockets = new Set();
  #server = createServer((request, response) => this.#serve(request, response));

  async listen() {
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
    this.#server.on('connect', ({ url }, socket) => {
      this.strayRequests.push(`CONNECT ${url}`);
      socket.on('error', () => {});
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    });
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.url = `http://127.0.0.1:${this.#server.address().port}`;
  }

  close() {
    for (const gate of this.#gates) {
      gate.open();
    }
    this.#server.close();
    for (const socket of this.#sockets) {
      socket.destroy();
    }
  }

  /** A prompt with that text, which the model answers with these steps. */
  prompt(text, steps) {
    const number = this.#scripts.push(steps);
    return `${text} [script ${number}]`;
  }

  /** A place where an answer waits: `await gate.reached` gives the request that got there, `gate.open()` lets go. */
  gate() {
    const gate = {
      request: undefined,
      get reached() {
        return until(() => gate.request, 'a request at the gate');
      },
    };
    gate.opened = new Promise((resolve) => {
      gate.open = resolve;
    });
    this.#gates.push(gate);
    return gate;
  }

  /** The newest request for an answer. */
  get last() {
    return this.requests.at(-1);
  }

  /** Resolves to the first request that fits, now or later. */
  waitFor(fits, what = 'a request') {
    return until(() => this.requests.find(fits), what, {
      explain: () => `there were ${this.requests.length} requests`,
    });
  }

  async #serve(request, response) {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) {
      text += chunk;
    }
    response.on('error', () => {});
    const path = request.url.split('?')[0];
    if (!request.url.startsWith('/')) {
      this.strayRequests.push(`${request.method} ${request.url}`);
      sendError(response, 403, 'not for this host');
    } else if (request.method === 'POST' && path === '/v1/messages') {
      await this.#answer(new ModelRequest(JSON.parse(text), request.headers), response);
    } else {
      this.otherRequests.push(`${request.method} ${path}`);
      if (path === '/v1/messages/count_tokens') {
        sendJson(response, 200, { input_tokens: tokensOf(text) });
      } else {
        sendError(response, 404, `the mock has no ${path}`);
      }
    }
  }

  async #answer(request, response) {
    this.requests.push(request);
    let step;
    try {
      step = this.#stepFor(request);
    } catch (error) {
      // A step that is a function: what it says reaches the test as the client's answer, which is not tried again.
      sendError(response, 400, error.stack);
      return;
    }
    if (step.delay !== undefined) {
      await new Promise((resolve) => setTimeout(resolve, step.delay));
    }
    if (step.hold !== undefined) {
      step.hold.request = request;
      await step.hold.opened;
    }
    if (step.status !== undefined) {
      sendError(response, step.status, step.text ?? 'an error that the test asked for');
      return;
    }
    const message = this.#message(step, request.body);
    if (request.body.stream) {
      stream(response, message);
    } else {
      sendJson(response, 200, message);
    }
  }

  #stepFor(request) {
    if (request.isCompaction) {
      return { text: `<analysis>Done.</analysis>\n<summary>${summary}</summary>` };
    }
    const { script, position } = findScript(request.body.messages);
    const written = this.#scripts[script - 1]?.[position] ?? 'Done.';
    const wanted = typeof written === 'function' ? written(request) : written;
    const step = typeof wanted === 'string' ? { text: wanted } : wanted;
    if (step.status === undefined) {
      return step;
    }
    const key = `${script}/${position}`;
    const given = this.#errorsGiven.get(key) ?? 0;
    this.#errorsGiven.set(key, given + 1);
    return given < (step.times ?? 1) ? step : { ...step, status: undefined };
  }

  #message(step, body) {
    const sequence = ++this.#sequence;
    const calls = step.calls ?? [];
    return {
      id: `msg_mock_${process.pid}_${sequence}`,
      type: 'message',
      role: 'assistant',
      model: body.model,
      content: [
        ...(step.text === undefined ? [] : [{ type: 'text', text: step.text }]),
        ...calls.map(({ name, input }, index) => ({
          type: 'tool_use',
          id: `toolu_mock_${process.pid}_${sequence}_${index}`,
          name,
          input,
        })),
      ],
      stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn',
      stop_sequence: null,
      usage: {
        input_tokens: step.tokens ?? tokensOf(JSON.stringify(body.messages)),
        output_tokens: 10,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
      },
    };
  }
}

/** The texts in a message's content, in a system prompt or in a tool result. */
function textsOf(content) {
  if (typeof content === 'string') {
    return [content];
  }
  return (content ?? []).flatMap((block) => {
    switch (block.type) {
      case 'text':
        return [block.text];
      case 'tool_result':
        return textsOf(block.content);
      case 'tool_reference':
        return [block.tool_name];
      default:
        return [];
    }
  });
}

/** What a user message says itself, without what tools answered. */
function wordsOf({ content }) {
  return typeof content === 'string' ? content : textsOf(content.filter(({ type }) => type === 'text')).join('\n');
}

/** The script that the newest prompt names, and how often the model has answered it. */
function findScript(messages) {
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const names = messages[index].role === 'user' ? [...wordsOf(messages[index]).matchAll(/\[script (\d+)\]/g)] : [];
    if (names.length > 0) {
      const position = messages.slice(index + 1).filter(({ role }) => role === 'assistant').length;
      return { script: Number(names.at(-1)[1]), position };
    }
  }
  return { script: 0, position: 0 };
}

function isCompaction({ messages }) {
  const last = messages.at(-1);
  return last.role === 'user' && /create a detailed summary of|CRITICAL: Respond with TEXT ONLY/.test(wordsOf(last));
}

/** Something like the number of tokens in a text. */
const tokensOf = (text) => Math.ceil(text.length / 4);

function sendJson(response, status, value) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

function sendError(response, status, message) {
  sendJson(response, status, { type: 'error', error: { type: 'api_error', message } });
}

/** Sends a message as server-sent events. */
function stream(response, message) {
  const { content, stop_reason, stop_sequence, usage, ...rest } = message;
  const send = (type, data) => response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  send('message_start', {
    message: { ...rest, content: [], stop_reason: null, stop_sequence, usage: { ...usage, output_tokens: 1 } },
  });
  for (const [index, block] of content.entries()) {
    const [start, delta] =
      block.type === 'text'
        ? [
            { type: 'text', text: '' },
            { type: 'text_delta', text: block.text },
          ]
        : [
            { ...block, input: {} },
            { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
          ];
    send('content_block_start', { index, content_block: start });
    send('content_block_delta', { index, delta });
    send('content_block_stop', { index });
  }
  send('message_delta', { delta: { stop_reason, stop_sequence }, usage });
  send('message_stop', {});
  response.end();
}
