// The one way to print: everything passes the redactor, unless the person asked for it as it is.

import Table from 'cli-table3';
import { CommanderError } from 'commander';
import colors from 'picocolors';
import { redact } from '../../index.js';
import { visible } from './shell.ts';

/** What was wrong has been said already. */
export class UsageError extends Error {}

/** A command that can't be carried out, in words for people. */
export class CommandError extends Error {}

/** A column's title and how its cells are made. */
export interface Column<Row> {
  title: string;
  cell(row: Row): string;
}

/** Where a command prints. */
export class Output {
  /** Print secrets too. */
  isRaw = false;
  /** How many secrets were replaced. */
  redactions = 0;
  readonly #out: NodeJS.WriteStream;
  readonly #err: NodeJS.WriteStream;
  /** Of results. */
  readonly colors: ReturnType<typeof colors.createColors>;
  /** Of notes. */
  readonly noteColors: ReturnType<typeof colors.createColors>;

  constructor(out: NodeJS.WriteStream, err: NodeJS.WriteStream) {
    this.#out = out;
    this.#err = err;
    out.on('error', (error: NodeJS.ErrnoException) => {
      // Whoever stops reading has read enough.
      if (error.code !== 'EPIPE') {
        this.note(`The output could not be written: ${error.message}`);
        process.exitCode = 2;
      }
      process.exit();
    });
    err.on('error', () => {});
    const isWanted = !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb';
    this.colors = colors.createColors(out.isTTY === true && isWanted);
    this.noteColors = colors.createColors(err.isTTY === true && isWanted);
  }

  /** Whether secrets can be replaced. Without an engine only what holds none may be printed, with `isRaw`. */
  get canRedact(): boolean {
    try {
      redact('');
      return true;
    } catch {
      return false;
    }
  }

  get isTerminal(): boolean {
    return this.#out.isTTY === true;
  }

  /** A result, on standard output. */
  print(text: string): void {
    this.write(`${text}\n`);
  }

  /** A result as JSON. */
  json(value: unknown): void {
    this.print(JSON.stringify(value, undefined, 2));
  }

  /** Something for the person rather than for a script, on standard error. */
  note(text: string): void {
    this.#err.write(`${this.clean(shown(text))}\n`);
  }

  write(text: string): void {
    this.#out.write(this.clean(text));
  }

  /** Waits until what was printed is on its way: a large file must not pile up in memory. */
  async drained(): Promise<void> {
    if (this.#out.writableNeedDrain) {
      await new Promise<void>((resolve) => this.#out.once('drain', resolve));
    }
  }

  /** Rows as a table on a terminal, else as lines of values between tabs. */
  table<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): void {
    const cells = rows.map((row) => columns.map(({ cell }) => this.line(cell(row))));
    if (!this.isTerminal) {
      for (const row of cells) {
        this.print(row.join('\t'));
      }
      return;
    }
    const table = new Table({
      head: columns.map(({ title }) => this.colors.bold(title)),
      chars: NO_LINES,
      style: { head: [], border: [], 'padding-left': 0, 'padding-right': 2 },
    });
    table.push(...cells);
    this.print(table.toString());
  }

  /** A text of others as one line of a terminal or a script: whatever would steer or hide it becomes a space. */
  line(text: string): string {
    // Secrets that span lines are known by them.
    return this.clean(text).replace(UNSEEN, ' ');
  }

  /** A text as it may be shown. */
  clean(text: string): string {
    if (this.isRaw) {
      return text;
    }
    const { text: clean, redactions } = redact(text);
    this.redactions += redactions;
    return clean;
  }
}

/** A text for a person, of which only our own colours reach the terminal. */
function shown(text: string): string {
  return text
    .split(OWN_COLORS)
    .map((part, index) => (index % 2 === 1 ? part : visible(part)))
    .join('');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what a colour begins with
const OWN_COLORS = /(\u001b\[\d\d?m)/;

/** Ends of lines, and characters that control a terminal; not what joins emoji and the letters of some scripts. */
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/gu;

const NO_LINES = Object.fromEntries(
  'top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right left left-mid mid mid-mid right right-mid middle'
    .split(' ')
    .map((part) => [part, '']),
);

/** Ends the program after an error: with 0 when only help was asked for, else with 2. */
export function failed(output: Output, error: unknown): void {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode;
    return;
  }
  process.exitCode = 2;
  const { message = String(error), code } = error as { message?: string; code?: string };
  // Without it nothing could be printed; the message is our own.
  output.isRaw ||= code === 'ENGINE_MISSING';
  if (process.argv.includes('--json')) {
    const name = error instanceof UsageError ? 'USAGE' : contractName(code) || 'COMMAND_FAILED';
    output.json({ error: { code: name, message } });
  }
  if (!(error instanceof UsageError)) {
    output.note([contractName(code), message].filter((part) => part !== '').join(': '));
  }
}

/** The stable code of an error of ours. */
function contractName(code: string | undefined): string {
  return code !== undefined && /^[A-Z_]+$/.test(code) ? code : '';
}
