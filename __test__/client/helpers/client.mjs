// The real Claude Code client in a place of its own: own HOME, own settings, own project, a model that is a mock on
// loopback, and nothing of the machine's environment but PATH.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeProject, makeRepository } from '../../helpers/place.mjs';
import { startMock } from './mock-api.mjs';
import { until } from './until.mjs';

/** The client's binary, which npm puts into the package of this platform. */
export const clientFile = findClient();

/**
 * Makes a place for a client and starts its mock (`place.mock`). It is a project of `makeRepository`, or with
 * `repository: false` of `makeProject`, called `name`. `env` is added to the client's environment.
 */
export async function makeClient(t, { repository = true, name = 'project', env: added = {} } = {}) {
  // Hooks run in the order in which they were registered: processes end before their directory goes.
  let directory;
  t.after(() => directory && endProcessesOf(directory));
  const mock = await startMock(t);
  const project = repository ? makeRepository(t, undefined, { name }) : makeProject(t, { name });
  directory = project.directory;

  const config = join(directory, 'config');
  const env = { ...project.env, ...environment(mock, directory, config), ...added };
  t.after(() => assert.deepEqual(mock.strayRequests, [], 'something was asked of another host'));
  mkdirSync(config);
  mkdirSync(env.TMPDIR);
  answerDialogs(config, project.root, env.ANTHROPIC_API_KEY);

  /** Starts the client with these arguments, in a process group of its own and with a limit of time. */
  function start(args, { env: more = {}, cwd = project.root, timeout = 60_000 } = {}) {
    const child = spawn(clientFile, args, {
      cwd,
      env: { ...env, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let stdout = '';
    let stderr = '';
    let late = false;
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.setEncoding('utf8').on('data', (chunk) => {
      stderr += chunk;
    });
    const timer = setTimeout(() => {
      late = true;
      killProcess(-child.pid);
    }, timeout);
    const ended = once(child, 'close').then(([code, signal]) => {
      clearTimeout(timer);
      if (late) {
        throw new Error(`claude ${args.join(' ')} took longer than ${timeout} ms\n${stdout}\n${stderr}`);
      }
      return { code, signal, stdout, stderr };
    });
    // Who never asks how it ended learns about it from what the test does next.
    ended.catch(() => {});
    return {
      pid: child.pid,
      ended,
      /** Kills the client itself, as `kill -9` does, not the processes that it started. */
      kill() {
        process.kill(child.pid, 'SIGKILL');
        return ended;
      },
    };
  }

  /** Starts a turn in print mode. `ended` has also the `events` it wrote and the `answer` it printed. */
  function startPrint(options) {
    const running = start(printArguments(options), options);
    const ended = running.ended.then((end) => {
      const events = end.stdout.split('\n').flatMap(parseLine);
      return { ...end, events, answer: events.findLast(({ type }) => type === 'result')?.result };
    });
    ended.catch(() => {});
    return { pid: running.pid, ended, kill: () => running.kill().then(() => ended) };
  }

  const place = {
    ...project,
    env,
    config,
    mock,
    start,
    startPrint,
    /** A turn in print mode, up to its end: { code, signal, stdout, stderr, events, answer }. */
    run: (options) => startPrint(options).ended,
    /** Any other command, such as `claude('plugin', 'validate', directory)`, up to its end. */
    claude: (...args) => start(args).ended,
    /** The records of a session's transcript. */
    transcript: (session) => readFileSync(transcriptFile(config, session), 'utf8').split('\n').flatMap(parseLine),
    /** The first record of it that fits, now or later: the client writes a little after it has done something. */
    recorded: (session, fits) => {
      const records = () => (findTranscript(config, session) === undefined ? [] : place.transcript(session));
      return until(() => records().find(fits), 'a record in the transcript', {
        explain: () =>
          records()
            .map(({ type }) => type)
            .join(),
      });
    },
    /** Where it is. */
    transcriptFile: (session) => transcriptFile(config, session),
  };
  return place;
}

/** Arguments of the client that stand for the same options in print mode and in a terminal. */
export function sessionArguments({
  sessionId,
  resume,
  pluginDirectories = [],
  mcpServers,
  allowedTools = [],
  args = [],
}) {
  return [
    ...['--model', 'sonnet', '--permission-mode', 'acceptEdits'],
    ...(sessionId === undefined ? [] : ['--session-id', sessionId]),
    ...(resume === undefined ? [] : ['--resume', resume]),
    ...pluginDirectories.flatMap((directory) => ['--plugin-dir', directory]),
    ...(mcpServers === undefined ? [] : ['--strict-mcp-config', '--mcp-config', JSON.stringify({ mcpServers })]),
    ...(allowedTools.length === 0 ? [] : ['--allowedTools', allowedTools.join(',')]),
    ...args,
  ];
}

function printArguments({ prompt, ...options }) {
  const events = ['--output-format', 'stream-json', '--verbose', '--include-hook-events'];
  return ['--print', ...events, ...sessionArguments(options), '--', prompt];
}

/** Kills a process that may be gone, or with a negative id the process group. */
function killProcess(id) {
  try {
    process.kill(id, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') {
      throw error;
    }
  }
}

function environment(mock, directory, config) {
  return {
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    LANG: 'C.UTF-8',
    TMPDIR: join(directory, 'tmp'),
    CLAUDE_CONFIG_DIR: config,
    ANTHROPIC_API_KEY: 'no-real-key',
    ANTHROPIC_BASE_URL: mock.url,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL: '1',
    // Whatever is meant for another host comes to the mock, which refuses it and fails the test.
    HTTP_PROXY: mock.url,
    HTTPS_PROXY: mock.url,
    NO_PROXY: '127.0.0.1,localhost',
  };
}

/** Writes down what a person answers when the client starts for the first time. */
function answerDialogs(config, root, key) {
  const answers = {
    hasCompletedOnboarding: true,
    theme: 'dark',
    customApiKeyResponses: { approved: [key], rejected: [] },
    projects: { [root]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
  };
  writeFileSync(join(config, '.claude.json'), JSON.stringify(answers));
}

/** The processes that were started in a place, however they detached themselves: their environment names it. */
export function processesOf(directory) {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids.map(Number).filter((id) => environmentOf(id).includes(`${directory}/`));
}

function environmentOf(id) {
  try {
    return readFileSync(`/proc/${id}/environ`, 'utf8');
  } catch {
    // It ended meanwhile, or is somebody else's.
    return '';
  }
}

/** Kills them, and waits until they are gone: until then they write into the directory. */
function endProcessesOf(directory) {
  const killAll = () => {
    const ids = processesOf(directory);
    for (const id of ids) {
      killProcess(id);
    }
    return ids.length === 0;
  };
  return until(killAll, `the processes of ${directory} to end`);
}

/** A session's transcript, in whichever project's folder it is, or `undefined`. */
function findTranscript(config, session) {
  const projects = join(config, 'projects');
  const paths = existsSync(projects) ? readdirSync(projects, { recursive: true }) : [];
  const found = paths.find((path) => path.endsWith(`/${session}.jsonl`));
  return found === undefined ? undefined : join(projects, found);
}

function transcriptFile(config, session) {
  const file = findTranscript(config, session);
  if (file === undefined) {
    throw new Error(`there is no transcript of ${session} in ${config}`);
  }
  return file;
}

/** The JSON of a line in a list, or an empty list: a process that was killed leaves half a line. */
function parseLine(line) {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}

function findClient() {
  const packages = fileURLToPath(new URL('../node_modules/@anthropic-ai', import.meta.url));
  try {
    const name = readdirSync(packages).find((entry) => entry.startsWith('claude-code-'));
    return join(packages, name, 'claude');
  } catch {
    throw new Error('The client is not installed: npm run test:client installs it.');
  }
}
