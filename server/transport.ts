// MCP over standard input and output. The SDK's own transport drops the requests in flight when
// standard input ends; here they are answered first.

import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  ReadBuffer,
  type RequestId,
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
  readonly #buffer = new ReadBuffer();
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
    try {
      this.#buffer.append(chunk);
    } catch (error) {
      // A message beyond the buffer's limit: where the next one starts is not known.
      this.#fail(error as Error);
      return;
    }
    for (let message = this.#next(); message !== null; message = this.#next()) {
      this.#note(message);
      this.onmessage?.(message);
    }
  };

  /** The next whole message; what is none is reported and skipped. */
  #next(): JSONRPCMessage | null {
    for (;;) {
      try {
        return this.#buffer.readMessage();
      } catch (error) {
        this.onerror?.(error as Error);
      }
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
