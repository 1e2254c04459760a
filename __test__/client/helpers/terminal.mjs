// The interactive client in a terminal: util-linux's `script` gives it a pseudo-terminal, xterm.js draws what it writes.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import xterm from '@xterm/headless';
import { clientFile, sessionArguments } from './client.mjs';
import { until } from './until.mjs';

/** What keys send. */
const keys = {
  enter: '\r',
  escape: '\x1b',
  tab: '\t',
  backspace: '\x7f',
  up: '\x1b[A',
  down: '\x1b[B',
  'shift+tab': '\x1b[Z',
  'control+c': '\x03',
  'control+d': '\x04',
};

/**
 * Starts the client in a terminal, with the options of a turn in print mode but `prompt`, and waits until it can be
 * typed into. It ends with the place, at the end of the test.
 */
export async function startTerminal(place, { columns = 120, rows = 40, env = {}, ...options } = {}) {
  const screen = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
  const pidFile = join(place.directory, `terminal-${process.hrtime.bigint()}.pid`);
  const command = [clientFile, ...sessionArguments(options)].map(quote).join(' ');
  const script = `stty rows ${rows} cols ${columns}; echo $$ > ${quote(pidFile)}; exec ${command}`;
  const child = spawn('script', ['--quiet', '--flush', '--return', '--command', script, '/dev/null'], {
    cwd: place.root,
    env: { ...place.env, TERM: 'xterm-256color', SHELL: '/bin/sh', ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
  });

  let over = false;
  const ended = once(child, 'close').then(([code]) => {
    over = true;
    return code;
  });
  // Typing into a client that has ended is part of some tests.
  child.stdin.on('error', () => {});
  child.stdout.on('data', (chunk) => screen.write(chunk));
  // A terminal answers what it is asked about itself.
  screen.onData((answer) => child.stdin.write(answer));

  const terminal = {
    /** The exit code of the client, once it has ended. */
    ended,

    /** The process of the client. */
    get pid() {
      return Number(readFileSync(pidFile, 'utf8'));
    },

    /** What can be seen, without blanks at the ends of lines. */
    get text() {
      const { active } = screen.buffer;
      const lines = Array.from({ length: screen.rows }, (_, row) => active.getLine(active.viewportY + row));
      return lines.map((line) => line?.translateToString(true) ?? '').join('\n');
    },

    /** What stands in the box that one types into. */
    get input() {
      const lines = this.text.split('\n');
      const end = lines.findLastIndex((line) => /^─{20,}/.test(line));
      const start = lines.slice(0, Math.max(end, 0)).findLastIndex((line) => /^─{20,}/.test(line));
      return start < 0 ? undefined : lines.slice(start + 1, end).join('\n');
    },

    /** The session that is shown: the client writes it down for its process, and `/clear` changes it. */
    get session() {
      const file = join(place.config, 'sessions', `${this.pid}.json`);
      // Not parsed as a whole: it may just be written.
      return existsSync(file) ? /"sessionId":"([^"]+)"/.exec(readFileSync(file, 'utf8'))?.[1] : undefined;
    },

    /** Types as a person does; nothing is sent before Enter. */
    type(text) {
      child.stdin.write(text);
    },

    press(key) {
      if (!(key in keys)) {
        throw new Error(`no key is called ${key}`);
      }
      child.stdin.write(keys[key]);
    },

    /** Types a line and sends it: Enter only once the line stands there, or the client takes both for pasted text. */
    async submit(text) {
      this.type(text);
      await this.until(() => squeeze(this.input).includes(squeeze(text)), `"${text}" stands in the input`);
      this.press('enter');
      await this.until(() => !squeeze(this.input).includes(squeeze(text)), `"${text}" is sent`);
    },

    /** Resolves to the match as soon as the screen shows it. */
    waitFor(pattern) {
      return this.until(() => this.text.match(pattern), `the screen shows ${pattern}`);
    },

    /** Resolves to what `find` finds, on the screen or elsewhere, as soon as that is something. */
    until(find, what) {
      const look = () => {
        const found = find();
        if (!found && over) {
          throw new Error(`the client ended before ${what}\n${this.text}`);
        }
        return found;
      };
      return until(look, what, { explain: () => this.text });
    },

    /** Gives the terminal another size, of which the client is told. */
    resize(toColumns, toRows) {
      screen.resize(toColumns, toRows);
      const device = readlinkSync(`/proc/${this.pid}/fd/0`);
      const { status, stderr } = spawnSync('stty', ['-F', device, 'rows', toRows, 'cols', toColumns].map(String));
      if (status !== 0) {
        throw new Error(`stty failed: ${stderr}`);
      }
    },

    /** Kills the client itself, as `kill -9` does, not the processes that it started. */
    kill() {
      process.kill(this.pid, 'SIGKILL');
      return ended;
    },
  };
  await terminal.until(() => terminal.input?.startsWith('❯'), 'it can be typed into');
  return terminal;
}

/** A word for the shell. */
const quote = (word) => `'${word.replaceAll("'", "'\\''")}'`;

/** A text without blanks: where a line is broken is not part of it. */
const squeeze = (text = '') => text.replaceAll(/\s/g, '');
