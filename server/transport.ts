// MCP over standard input and output. The SDK's own transport drops the requests in flight when
// standard input ends; here they are answered first.

import {
  deserializeMessage,
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  ProtocolErrorCode,
  type RequestId,
  STDIO_DEFAULT_MAX_BUFFER_SIZE,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/server';

export class StdioTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onerror?: (error: Error) => void;
  onclose?: () => void;
  /** No message comes any more, or no answer can be written. */
  onend?: () => void;

  readonly #input: NodeJS.ReadStream;
  readonly #output: NodeJS.WriteStream;
  /** The beginning of a line whose end has not come yet. */
  #rest: Buffer = Buffer.alloc(0);
  readonly #unanswered = new Set<RequestId>();
  #whenAnswered: (() => void) | undefined;

  constructor(input: NodeJS.ReadStream, output: NodeJS.WriteStream) {
    this.#input = input;
    this.#output = output;
  }

  async start(): Promise<void> {
    this.#input.on('data', this.#read);
    this.#input.on('end', this.#end);
    this.#input.on('error', this.#fail);
    // A client that is gone is no reason to crash; the answer that fails to be written says so too.
    this.#output.on('error', this.#fail);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    try {
      await this.#write(serializeMessage(message));
    } finally {
      if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) {
        this.#settle(message.id);
      }
    }
  }

  async close(): Promise<void> {
    this.stopReading();
    this.onclose?.();
  }

  /** Messages that were not read yet stay unread. */
  stopReading(): void {
    this.#input.off('data', this.#read);
    this.#input.pause();
  }

  /** How many requests were read and are neither answered nor cancelled. */
  get unanswered(): number {
    return this.#unanswered.size;
  }

  /** Resolves when every request read so far has its answer written, was cancelled, or can't be answered. */
  async allAnswered(): Promise<void> {
    if (this.#unanswered.size > 0) {
      await new Promise<void>((resolve) => {
        this.#whenAnswered = resolve;
      });
    }
  }

  readonly #read = (chunk: Buffer): void => {
    if (this.#rest.length + chunk.length > STDIO_DEFAULT_MAX_BUFFER_SIZE) {
      // Where the next message starts is not known.
      this.#fail(new Error(`A message exceeded maximum size of ${STDIO_DEFAULT_MAX_BUFFER_SIZE} bytes.`));
      return;
    }
    let rest = Buffer.concat([this.#rest, chunk]);
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
      this.#line(rest.toString('utf8', 0, end));
      rest = rest.subarray(end + 1);
    }
    this.#rest = rest;
  };

  #line(line: string): void {
    let message: JSONRPCMessage;
    try {
      message = deserializeMessage(line);
    } catch {
      this.#refuse(line);
      return;
    }
    this.#note(message);
    this.onmessage?.(message);
  }

  /** A line that is no message is skipped, but whoever waits for an answer to it gets one. */
  #refuse(line: string): void {
    if (line.trim() === '') {
      return;
    }
    this.onerror?.(new Error('A line on standard input was no JSON-RPC message and was skipped.'));
    const id = idOfRequest(line);
    if (id !== undefined) {
      const error = { code: ProtocolErrorCode.InvalidRequest, message: 'The request is not well-formed.' };
      this.#write(`${JSON.stringify({ jsonrpc: '2.0', id, error })}\n`).catch(this.#fail);
    }
  }

  #note(message: JSONRPCMessage): void {
    // A subscription is answered when it ends, which is when the connection ends.
    if (isJSONRPCRequest(message) && message.method !== 'subscriptions/listen') {
      this.#unanswered.add(message.id);
    } else if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled') {
      this.#settle(message.params?.['requestId'] as RequestId);
    }
  }

  #settle(id: RequestId | undefined): void {
    if (id !== undefined && this.#unanswered.delete(id) && this.#unanswered.size === 0) {
      this.#whenAnswered?.();
    }
  }

  #write(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#output.write(text, (error) => (error ? reject(error) : resolve()));
    });
  }

  readonly #end = (): void => this.onend?.();

  readonly #fail = (error: Error): void => {
    this.onerror?.(error);
    this.onend?.();
  };
}

/** The id of what was meant to be a request. */
function idOfRequest(line: string): RequestId | undefined {
  try {
    const { id, method } = JSON.parse(line);
    const isRequest = typeof method === 'string' && (typeof id === 'string' || typeof id === 'number');
    return isRequest ? id : undefined;
  } catch {
    return undefined;
  }
}
