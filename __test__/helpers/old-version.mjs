// A session's checkpoint as 1.0.0 knows it: what it writes, what it reads, and how it saves. It has no lock, and it
// passes over fields that it does not know.

import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';

const text = z.string();
const time = z.iso.datetime();

/** Every field of its format. Fields beside them are dropped, as a reader that does not know them does. */
const schema = z.object({
  version: z.literal(1),
  id: z.uuid(),
  createdAt: time,
  updatedAt: time,
  generator: z.object({ name: text, version: text }),
  project: z.object({ name: text }),
  sessionId: text.optional(),
  resumedFrom: text.optional(),
  git: z.object({ branch: text, head: z.string().regex(/^[0-9a-f]{40}$/), dirty: z.boolean() }).nullable(),
  goal: z.object({
    primary: text,
    tasks: z.array(z.object({ description: text, status: z.enum(['pending', 'in_progress', 'done', 'blocked']) })),
  }),
  summary: text.optional(),
  nextSteps: z.array(text),
  decisions: z.array(text),
  modifiedFiles: z.array(
    z.object({
      path: text,
      status: z.enum(['M', 'A', 'D', 'R', '??']),
      source: z.enum(['git', 'agent']),
      note: text.optional(),
      hash: text.optional(),
    }),
  ),
  recentCommands: z.array(z.object({ command: text, exitCode: z.int().optional(), note: text.optional(), at: time })),
  meta: z.object({ redactions: z.int(), truncated: z.boolean() }),
});

/** Reads a checkpoint; throws what is wrong with it. */
export const readAsOld = (file) => schema.parse(JSON.parse(readFileSync(file, 'utf8')));

/** The document that 1.0.0 writes, in its order of fields. */
export function oldCheckpoint(changes = {}) {
  return {
    version: 1,
    id: 'b9c2f0a4-52f0-4c8e-9d0c-6a5a2f1f7e31',
    createdAt: '2026-10-08T02:23:55.477Z',
    updatedAt: '2026-10-08T02:40:01.020Z',
    generator: { name: 'session-checkpoint-mcp', version: '1.0.0' },
    project: { name: 'project' },
    git: { branch: 'main', head: 'b2ef1b5919ee5d456ea146c9362a7abc92b1e556', dirty: true },
    goal: {
      primary: 'Send reports by mail',
      tasks: [
        { description: 'Template', status: 'done' },
        { description: 'Queue', status: 'in_progress' },
      ],
    },
    summary: 'The queue sends each report twice after a restart.',
    nextSteps: ['Make sending idempotent'],
    decisions: ['One queue for all tenants'],
    modifiedFiles: [
      {
        path: 'src/queue.ts',
        status: 'M',
        source: 'git',
        note: 'retries',
        hash: '9ec893ef673dac860e7e2b6fcaad602983eeb0b1',
      },
    ],
    recentCommands: [{ command: 'npm test -- queue', exitCode: 1, note: 'sent twice', at: '2026-10-08T02:23:55.477Z' }],
    meta: { redactions: 0, truncated: false },
    ...changes,
  };
}

export function writeDocument(file, document) {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${process.pid}.tmp`;
  const descriptor = openSync(temporary, 'w', 0o600);
  writeSync(descriptor, `${JSON.stringify(document, null, 2)}\n`);
  fsyncSync(descriptor);
  closeSync(descriptor);
  renameSync(temporary, file);
}

/** A merge save of one command. The document before it becomes the backup. */
export function saveAsOld(file, command) {
  const before = existsSync(file) ? readAsOld(file) : oldCheckpoint({ recentCommands: [] });
  if (existsSync(file)) {
    writeDocument(`${file}.prev`, before);
  }
  const at = new Date().toISOString();
  const recentCommands = [...before.recentCommands, { command, at }];
  writeDocument(file, { ...before, updatedAt: at, recentCommands });
}

// As a process of its own: node old-version.mjs FILE NAME COUNT
if (process.argv[1] === import.meta.filename && process.argv.length === 5) {
  const [file, name, count] = process.argv.slice(2);
  for (let number = 0; number < Number(count); number += 1) {
    saveAsOld(join(file), `${name} ${number}`);
  }
}
