// The main job, shown on a throw-away repository: a save, a crash, somebody else's commit and edit,
// and a load by a new server. Talks to dist/index.js as any MCP client does, and leaves nothing behind.

import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { root } from './root.mjs';

const place = realpathSync(mkdtempSync(join(tmpdir(), 'session-checkpoint-demo-')));
const home = join(place, 'home');
const project = join(place, 'my-app');
const env = {
  PATH: process.env.PATH,
  HOME: home,
  GIT_CONFIG_NOSYSTEM: '1',
  // Claude Code sets this for the servers it starts.
  CLAUDE_CODE_SESSION_ID: 'b7d9e4f1-20c3-4e65-8f7a-1c0d5e92ab37',
};

try {
  say('A project in the middle of some work');
  mkdirSync(home);
  mkdirSync(project);
  git('init', '--quiet', '--initial-branch', 'feat/invoice-export');
  git('config', 'user.name', 'Demo');
  git('config', 'user.email', 'demo@example.invalid');
  write('package.json', '{ "name": "my-app" }\n');
  write('src/export/stream.ts', 'export const batch = 100;\n');
  write('src/export/route.ts', 'export function route() {}\n');
  git('add', '.');
  git('commit', '--quiet', '--message', 'Start');
  write('src/export/stream.ts', 'export const batch = 1000;\n');
  write('src/export/route.ts', 'export function route(customer: string) {\n  return stream(customer);\n}\n');
  write('src/export/stream.spec.ts', "test('a large export stays within memory');\n");
  print(git('status', '--short'));

  say('The session saves a checkpoint, and crashes');
  print(await call('save_session_checkpoint', checkpoint()));

  say('Somebody else commits route.ts as it is, and edits stream.ts');
  git('commit', '--quiet', '--message', 'Add the export route', 'src/export/route.ts');
  appendFileSync(join(project, 'src/export/stream.ts'), 'export const cursor = true;\n');
  print(git('status', '--short'));

  say('A new server, started for the same session, loads it');
  print(await call('load_session_checkpoint', {}));
} finally {
  rmSync(place, { recursive: true, force: true });
}

function checkpoint() {
  // Put together here, so that no text that looks like a secret is in the repository.
  const secret = ['sign', 'live', '8f2a91'].join('_');
  return {
    goal: 'Let customers download their invoices as CSV',
    tasks: [
      { description: 'Export endpoint', status: 'done' },
      { description: 'Stream large exports', status: 'in_progress' },
      { description: 'Download button', status: 'pending' },
    ],
    summary:
      'Small exports work. From 50,000 rows on the process runs out of memory; the query seems to collect every row first.',
    nextSteps: ['Use a cursor in src/export/stream.ts', 'Run npm test -- export again', 'Begin the download button'],
    decisions: [
      'Plain CSV, no spreadsheet library: the largest one added 4 MB',
      'Raising the memory limit only moves the failure to 80,000 rows',
    ],
    modifiedFiles: [{ path: 'src/export/stream.ts', note: 'reads in batches' }],
    recentCommands: [
      { command: `EXPORT_SIGNING_SECRET=${secret} npm run dev`, exitCode: 0 },
      {
        command: 'npm test -- export',
        exitCode: 1,
        note: '1 failing in stream.spec.ts: out of memory at 50,000 rows',
      },
    ],
  };
}

/** Calls a tool of a server that is started for this call, and gives back what a model reads. */
async function call(name, input) {
  const client = new Client({ name: 'demo', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [join(root, 'dist', 'index.js')], cwd: project, env }),
  );
  try {
    const { isError, content, structuredContent } = await client.callTool({ name, arguments: input });
    if (isError) {
      throw new Error(content[0].text);
    }
    return structuredContent.text;
  } finally {
    await client.close();
  }
}

function write(path, text) {
  const file = join(project, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function git(...args) {
  return execFileSync('git', args, { cwd: project, env, encoding: 'utf8' });
}

function say(title) {
  const bold = process.stdout.isTTY ? (text) => `\x1b[1m${text}\x1b[0m` : (text) => text;
  console.log(`\n${bold(`── ${title} ${'─'.repeat(Math.max(0, 76 - title.length))}`)}\n`);
}

function print(text) {
  console.log(text.trimEnd().replace(/^(?=.)/gm, '  '));
}
