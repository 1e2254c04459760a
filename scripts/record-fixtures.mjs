// Records the transcripts in tests/fixtures/trail with the real client, each from a scene of its own below.
//
//   node scripts/record-fixtures.mjs [SCENE …]
//
// The client has to be installed (npm run test:client installs it). What is kept of a transcript: every record that is
// no copy of a request, without what attachments carry, with neutral paths and counted ids.

import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeClient } from '../__test__/client/helpers/client.mjs';
import { call } from '../__test__/client/helpers/mock-api.mjs';
import { startTerminal } from '../__test__/client/helpers/terminal.mjs';
import { until } from '../__test__/client/helpers/until.mjs';
import { root } from './root.mjs';

const fixtures = join(root, 'tests/fixtures/trail');

/** A step in which the model runs a command. */
const bash = (command, more = {}) => ({ calls: [call('Bash', { command, ...more })] });

/** Stand-ins for test runners: what they print, and how they end. */
const runners = {
  jest: ['Tests:       1 failed, 2 passed, 3 total', 0],
  mocha: ['  2 passing (3ms)', 0],
  vitest: ['No test files found, exiting with code 0', 0],
};

const lines = (...texts) => `${texts.join('\n')}\n`;

function addRunners({ write }) {
  for (const [name, [text, code]] of Object.entries(runners)) {
    write(`node_modules/.bin/${name}`, lines('#!/bin/sh', `echo '${text}'`, `exit ${code}`));
  }
  write('package.json', JSON.stringify({ scripts: { test: 'node --test', lint: 'test ! -e broken' } }));
  write('sum.test.js', "require('node:test')('adds', () => {});\n");
  write('bad/fails.js', "require('node:test')('fails', () => { throw new Error('no'); });\n");
  write('.gitignore', 'node_modules\n');
}

const runnable = 'chmod +x node_modules/.bin/*';

/** A turn in print mode in a place of its own. */
async function print(place, steps, options = {}) {
  const sessionId = options.resume ?? randomUUID();
  const prompt = place.mock.prompt(options.prompt ?? 'Do the work', steps);
  const { prompt: _, ...rest } = options;
  await place.run({ prompt, allowedTools: ['Bash'], timeout: 120_000, ...(rest.resume ? {} : { sessionId }), ...rest });
  return sessionId;
}

const scenes = {
  async commands(place) {
    addRunners(place);
    return print(
      place,
      [
        bash('true'),
        bash('exit 3'),
        bash('grep absent README.md'),
        bash('diff README.md sum.test.js'),
        bash('test -e nothing'),
        bash('false | cat'),
        bash('false || true'),
        bash('tail -f /dev/null', { timeout: 1000 }),
        { calls: [call('Missing', { command: 'true' })] },
        bash('mkdir -p sub && cd sub && pwd'),
        bash('pwd'),
        bash('seq 1 20000'),
        bash('exit 3'),
        { calls: [call('Bash', { command: 'echo one' }), call('Bash', { command: 'exit 5' })] },
        'All commands ran.',
      ],
      { env: { CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1' } },
    );
  },

  async checks(place) {
    addRunners(place);
    return print(place, [
      bash(runnable),
      bash('npm test'),
      bash('cd bad && node --test fails.js'),
      bash('cd .. && node --test sum.test.js'),
      bash('node --test bad/fails.js | tail -3'),
      bash('node --test bad/fails.js || true'),
      bash('node --test bad/fails.js; echo done'),
      bash('node --test bad/fails.js > out.log 2>&1; true'),
      bash('node --test > out.log'),
      bash('set -o pipefail; node --test bad/fails.js | tail -3'),
      bash('npx jest'),
      bash('npx vitest run --passWithNoTests'),
      bash('CI=1 npx mocha'),
      bash('npm run lint'),
      bash('touch broken && npm run lint'),
      bash('rm broken && npm run lint'),
      bash('node --test & wait'),
      'Checked.',
    ]);
  },

  async claims(place) {
    addRunners(place);
    place.write('package.json', JSON.stringify({ scripts: { 'test:watch': 'node --test sum.test.js' } }));
    place.write('slow.js', "require('node:test')('waits', () => new Promise((end) => setTimeout(end, 9000)));\n");
    return print(place, [
      bash('npm run test:watch'),
      bash('set +o pipefail; node --test bad/fails.js | tail -3'),
      bash('timeout 30 node --test sum.test.js'),
      bash('timeout 1 node --test slow.js'),
      bash('git add package.json; git commit --dry-run -m commit'),
      bash('git grep -q scripts commit || git log --grep commit'),
      bash('git commit -q -m Wrong --author=nobody || true'),
      bash('git commit -m Right; git status --short'),
      'Nothing else was done.',
    ]);
  },

  async background(place) {
    addRunners(place);
    const sessionId = randomUUID();
    const terminal = await startTerminal(place, { sessionId, allowedTools: ['Bash'] });
    const background = { run_in_background: true };
    await terminal.submit(
      place.mock.prompt('Do it meanwhile', [
        bash('sleep 1; exit 7', background),
        bash('node --test', background),
        bash('timeout 3 tail -f /dev/null', { timeout: 1000 }),
        bash('sleep 600 && true', background),
        'They run.',
      ]),
    );
    await terminal.waitFor(/They run\./);
    const notified = (record) => record.operation === 'enqueue' && JSON.stringify(record).includes('<status>');
    const all = () => place.transcript(sessionId).filter(notified).length >= 3;
    await terminal.until(all, 'all notifications');
    await terminal.kill();
    return sessionId;
  },

  async denied(place) {
    return print(place, [bash('node --version'), bash('node --test && echo fine'), 'It was denied.'], {
      allowedTools: [],
    });
  },

  async interrupted(place) {
    const sessionId = randomUUID();
    const terminal = await startTerminal(place, { sessionId, allowedTools: ['Bash'] });
    await terminal.submit(place.mock.prompt('Wait a little', [bash('touch started && sleep 600')]));
    await until(() => existsSync(join(place.root, 'started')), 'the command to start');
    terminal.press('escape');
    await terminal.waitFor(/Interrupted/);
    await terminal.submit('!echo from the person');
    await place.recorded(sessionId, (record) => JSON.stringify(record).includes('<bash-stdout>'));
    await terminal.submit(place.mock.prompt('Go on', ['Going on.']));
    await terminal.waitFor(/Going on\./);
    await terminal.submit('/exit');
    await terminal.ended;
    return sessionId;
  },

  async killed(place) {
    const sessionId = randomUUID();
    const running = place.startPrint({
      prompt: place.mock.prompt('Fix the start page', [
        bash("sed -i 's/Hello/Good day/' README.md"),
        bash('exit 1'),
        bash('touch started && sleep 600'),
      ]),
      sessionId,
      allowedTools: ['Bash'],
    });
    await until(() => existsSync(join(place.root, 'started')), 'the command to start');
    await place.recorded(sessionId, (record) => JSON.stringify(record).includes('sleep 600'));
    await running.kill();
    return sessionId;
  },

  async subagent(place) {
    addRunners(place);
    const agent = (text, steps, background = false) =>
      call('Agent', {
        description: text,
        prompt: place.mock.prompt(text, steps),
        subagent_type: 'general-purpose',
        run_in_background: background,
      });
    return print(place, [
      {
        calls: [
          agent('Count the words', [
            bash('node --test'),
            bash('exit 4'),
            { calls: [call('Write', { file_path: join(place.root, 'words.txt'), content: 'two words\n' })] },
            'Two words.',
          ]),
        ],
      },
      { calls: [agent('Look around', [bash('ls'), 'Nothing there.'])] },
      'Counted.',
    ]);
  },

  async compaction(place) {
    const sessionId = await print(place, [bash('exit 2'), 'One.'], { prompt: 'Before' });
    await place.run({ prompt: '/compact', resume: sessionId });
    const look = bash('true');
    await print(place, [{ ...look, tokens: 20_000 }, { ...look, tokens: 98_000 }, 'Two.'], {
      prompt: 'After',
      resume: sessionId,
      args: ['--autocompact', '100000'],
    });
    await print(place, [bash('exit 2'), 'Three.'], { prompt: 'At the end', resume: sessionId });
    return sessionId;
  },

  async clear(place) {
    const sessionId = randomUUID();
    const terminal = await startTerminal(place, { sessionId, allowedTools: ['Bash'] });
    await terminal.submit(place.mock.prompt('First', [bash('echo first'), 'Did the first.']));
    await terminal.waitFor(/Did the first\./);
    await terminal.submit('/clear');
    const next = await terminal.until(() => terminal.session !== sessionId && terminal.session, 'another session');
    await terminal.submit(place.mock.prompt('Second', [bash('echo second'), 'Did the second.']));
    await terminal.waitFor(/Did the second\./);
    await terminal.submit('/exit');
    await terminal.ended;
    return next;
  },

  async edits(place) {
    place.write('old.ts', lines('export function gone() {}', 'class Kept {', '}', 'const a = 1;'));
    place.write('moved.txt', 'moved\n');
    place.write('removed.txt', 'removed\n');
    place.write('book.ipynb', JSON.stringify({ cells: [], metadata: {}, nbformat: 4, nbformat_minor: 5 }));
    place.git('add', '.');
    place.git('commit', '--quiet', '--message', 'More');
    const file = (name) => join(place.root, name);
    return print(place, [
      { calls: [call('Read', { file_path: file('old.ts') })] },
      {
        calls: [
          call('Edit', {
            file_path: file('old.ts'),
            old_string: 'export function gone() {}',
            new_string: 'export async function added() {}\nfunction helper() {}',
          }),
        ],
      },
      {
        calls: [
          call('Write', { file_path: file('new.py'), content: 'class Made:\n    def run(self):\n        pass\n' }),
        ],
      },
      { calls: [call('Edit', { file_path: file('absent.txt'), old_string: 'a', new_string: 'b' })] },
      { calls: [call('Read', { file_path: file('book.ipynb') })] },
      {
        calls: [
          call('NotebookEdit', {
            notebook_path: file('book.ipynb'),
            new_source: 'print(1)',
            cell_type: 'code',
            edit_mode: 'insert',
          }),
        ],
      },
      bash("sed -i 's/Hello/Good day/' README.md"),
      bash('cat > made.txt <<EOF\nline > other.txt\nEOF'),
      bash('git mv moved.txt there.txt'),
      bash('git rm -q removed.txt'),
      bash('mkdir -p sub && cd sub && echo hi >> inner.txt'),
      bash('rm inner.txt'),
      bash('cd .. && cp README.md copy.md && tee log.txt < README.md && touch empty'),
      'Edited.',
    ]);
  },

  async tasks(place) {
    const update = (taskId, more) => ({ calls: [call('TaskUpdate', { taskId, ...more })] });
    return print(
      place,
      [
        ...['Read the code', 'Write a test', 'Write it twice'].map((subject) => ({
          calls: [call('TaskCreate', { subject, description: `${subject} first` })],
        })),
        update('1', { status: 'in_progress' }),
        update('1', { status: 'completed' }),
        update('2', { subject: 'Write two tests', status: 'in_progress' }),
        update('3', { status: 'deleted' }),
        update('9', { status: 'completed' }),
        'Planned.',
      ],
      { env: { CLAUDE_CODE_ENABLE_TODO_TOOLS: '1' } },
    );
  },

  async todos(place) {
    const write = (...statuses) => {
      const todos = statuses.map((status, at) => ({
        content: ['Read the code', 'Write a test'][at],
        activeForm: 'Working',
        status,
      }));
      return { calls: [call('TodoWrite', { todos })] };
    };
    return print(place, [write('in_progress', 'pending'), write('completed', 'in_progress'), 'Planned.'], {
      env: { CLAUDE_CODE_ENABLE_TASKS: '0', CLAUDE_CODE_ENABLE_TODO_TOOLS: '1' },
    });
  },

  async commits(place) {
    return print(place, [
      bash("echo one > one.txt && git add one.txt && git commit -m 'Add one'"),
      bash("git commit -m 'Nothing to commit'"),
      bash('git checkout -q -b side/branch'),
      bash("echo two > two.txt && git add two.txt && git commit -q -m 'Add two quietly'"),
      bash('git commit --amend -m "Add two [again]"'),
      { calls: [call('Write', { file_path: join(place.root, 'three.txt'), content: 'three\n' })] },
      'Committed.',
    ]);
  },

  async rewound(place) {
    const sessionId = randomUUID();
    const terminal = await startTerminal(place, { sessionId, allowedTools: ['Bash'] });
    await terminal.submit(place.mock.prompt('Keep this', [bash('echo kept'), 'Kept it.']));
    await terminal.waitFor(/Kept it\./);
    await terminal.submit(place.mock.prompt('Drop this', [bash('exit 9'), 'Dropped it.']));
    await terminal.waitFor(/Dropped it\./);
    await terminal.submit('/rewind');
    await terminal.waitFor(/Rewind|Restore/);
    terminal.press('up');
    await terminal.waitFor(/❯ .*Drop this/);
    terminal.press('enter');
    await terminal.waitFor(/❯ 1\. Restore conversation/);
    terminal.press('enter');
    await terminal.until(() => terminal.input?.includes('Drop this'), 'the prompt stands in the input again');
    for (let index = 0; index < 60; index += 1) {
      terminal.press('backspace');
    }
    await terminal.submit(place.mock.prompt('Do that instead', [bash('echo instead'), 'Did that.']));
    await terminal.waitFor(/Did that\./);
    await terminal.submit('/exit');
    await terminal.ended;
    return sessionId;
  },
};

/** What attachments of these types carry is of no use and long; `task_status` and the like are kept. */
const keptAttachments = new Set(['queued_command', 'task_status', 'task_notification', 'edited_text_file']);

/** What is kept of a transcript's text. */
function neutral(text, place) {
  const records = text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
  const kept = records.filter(({ type }) => !/^(api-request|cost-state|atis-latch|tools-used)/.test(type));
  for (const record of kept) {
    delete record.rendered;
    if (record.attachment && !keptAttachments.has(record.attachment.type)) {
      record.attachment = { type: record.attachment.type };
    }
  }
  const ids = new Map();
  const counted = (id) => {
    if (!ids.has(id)) {
      ids.set(id, `00000000-0000-4000-8000-${String(ids.size + 1).padStart(12, '0')}`);
    }
    return ids.get(id);
  };
  return kept
    .map((record) => `${JSON.stringify(record)}\n`)
    .join('')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, counted)
    .replaceAll(`_mock_${process.pid}_`, '_mock_')
    .replaceAll(place.root.replaceAll(/[^a-zA-Z0-9]/g, '-'), '-project')
    .replaceAll(place.root, '/project')
    .replaceAll(place.directory, '/place')
    .replaceAll(/claude-0\/|claude-\d+\//g, 'claude/');
}

function keep(name, place, sessionId) {
  const transcript = place.transcriptFile(sessionId);
  mkdirSync(fixtures, { recursive: true });
  writeFileSync(join(fixtures, `${name}.jsonl`), neutral(readFileSync(transcript, 'utf8'), place));
  const from = join(transcript.slice(0, -'.jsonl'.length), 'subagents');
  const to = join(fixtures, name, 'subagents');
  rmSync(join(fixtures, name), { recursive: true, force: true });
  if (existsSync(from)) {
    mkdirSync(to, { recursive: true });
    for (const file of readdirSync(from)) {
      const text = readFileSync(join(from, file), 'utf8');
      writeFileSync(
        join(to, file),
        file.endsWith('.jsonl') ? neutral(text, place) : text.replaceAll(`_mock_${process.pid}_`, '_mock_'),
      );
    }
  }
}

for (const [name, scene] of Object.entries(scenes)) {
  if (process.argv.length > 2 && !process.argv.includes(name)) {
    continue;
  }
  const ends = [];
  try {
    const place = await makeClient(
      { after: (end) => ends.push(end) },
      { env: { npm_config_update_notifier: 'false' } },
    );
    keep(name, place, await scene(place));
    console.log(`recorded ${name}`);
  } catch (error) {
    console.error(`could not record ${name}: ${error.message.slice(0, 3000)}`);
    process.exitCode = 1;
  } finally {
    // In the order in which they were given, as a test does it.
    for (const end of ends) {
      try {
        await end();
      } catch (error) {
        console.error(`${name}: ${error.message}`);
      }
    }
  }
}
