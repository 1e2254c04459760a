// How much was done since a moment, counted at the end of the client's transcript.

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** What is read of a transcript, from its end: what stands before is not counted. */
const TAIL_BYTES = 2 * 1024 * 1024;
const EDITING = new Set(['Edit', 'Write', 'MultiEdit', 'NotebookEdit']);

/** What was done. */
export interface Work {
  /** Prompts of the person. */
  turns: number;
  /** Calls of tools that change files. */
  edits: number;
}

interface RecordOfTranscript {
  type?: unknown;
  timestamp?: unknown;
  isMeta?: unknown;
  isSidechain?: unknown;
  isCompactSummary?: unknown;
  message?: { content?: unknown };
}

/** Counts what was done after a moment, in milliseconds since 1970. Damaged lines are skipped. */
export function workSince(transcript: string, moment: number): Work {
  const work: Work = { turns: 0, edits: 0 };
  for (const line of tailOf(transcript).split('\n')) {
    // Most of a transcript's bytes are other records.
    if (!line.includes('"type":"user"') && !line.includes('"type":"tool_use"')) {
      continue;
    }
    const record = parsed(line);
    if (record !== undefined && record.isSidechain !== true && !(Date.parse(String(record.timestamp)) <= moment)) {
      work.turns += isPrompt(record) ? 1 : 0;
      work.edits += record.type === 'assistant' ? editsIn(record) : 0;
    }
  }
  return work;
}

function tailOf(file: string): string {
  const descriptor = openSync(file, 'r');
  try {
    const stat = fstatSync(descriptor);
    const length = stat.isFile() ? Math.min(stat.size, TAIL_BYTES) : 0;
    const tail = Buffer.allocUnsafe(length);
    return tail.toString('utf8', 0, readSync(descriptor, tail, 0, length, stat.size - length));
  } finally {
    closeSync(descriptor);
  }
}

function parsed(line: string): RecordOfTranscript | undefined {
  try {
    return JSON.parse(line) ?? undefined;
  } catch {
    return undefined;
  }
}

function isPrompt({ type, isMeta, isCompactSummary, message }: RecordOfTranscript): boolean {
  if (type !== 'user' || isMeta === true || isCompactSummary === true) {
    return false;
  }
  // Results of tools are records of the user as well, and so are notes of the client, in angle brackets.
  const content = message?.content;
  return Array.isArray(content)
    ? content.some((block) => block?.type === 'text')
    : typeof content === 'string' && !content.startsWith('<');
}

function editsIn({ message }: RecordOfTranscript): number {
  const content = Array.isArray(message?.content) ? message.content : [];
  return content.filter((block) => block?.type === 'tool_use' && EDITING.has(block.name)).length;
}
