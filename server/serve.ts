// A server's life: from standard input and output to the last answer.

import { Console } from 'node:console';
import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createServer } from './server.ts';
import { StdioTransport } from './transport.ts';

/** How long answers may take to be read when the server is to end. */
const PATIENCE_MILLISECONDS = 2_000;

/** Serves MCP until standard input ends, standard output breaks, or a signal asks to stop. */
export function serve(): void {
  // Standard output belongs to the protocol, whatever some library may want to print.
  globalThis.console = new Console(process.stderr);

  const transport = new StdioTransport(process.stdin, process.stdout);
  const stopping = new AbortController();
  // Any number of calls may be waiting for their roots.
  setMaxListeners(0, stopping.signal);
  const calls = new Set<Promise<unknown>>();

  const server = serveStdio(() => createServer(stopping.signal, (call) => remember(calls, call)), {
    transport,
    onerror: (error) => console.error(error.message),
  });

  /** Whatever was asked before this moment is done and answered; then the process ends. */
  async function stop(): Promise<void> {
    if (stopping.signal.aborted) {
      // Asked twice: what is being saved is saved, and nobody waits for the rest.
      await Promise.allSettled(calls);
      process.exit(0);
    }
    stopping.abort();
    transport.stopReading();
    if (transport.unanswered > 0) {
      console.error(`Stopping when what is under way is done: ${transport.unanswered} request(s).`);
    }
    // Also of a cancelled request, which gets no answer.
    await Promise.allSettled(calls);
    // A client that stopped reading must not keep the process.
    await Promise.race([transport.allAnswered(), delay(PATIENCE_MILLISECONDS, undefined, { ref: true })]);
    // Requests that asked for their roots are answered now, and may have saved.
    await Promise.allSettled(calls);
    await server.close();
    process.exit(0);
  }

  transport.onend = stop;
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

function remember<T>(calls: Set<Promise<unknown>>, call: Promise<T>): Promise<T> {
  calls.add(call);
  const forget = () => calls.delete(call);
  call.then(forget, forget);
  return call;
}
