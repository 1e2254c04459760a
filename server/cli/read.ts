// `session read`: what was said, piece by piece, whatever the file's size.

import { Command } from 'commander';
import { readPages, type Shown } from '../../sessions.js';
import type { Output } from './output.ts';
import { fileOf, type Which, withWhich } from './which.ts';

/** How much of a tool call, a result or a thought is shown, in UTF-16 code units. */
const SHOWN_UNITS = 1_000;

interface Options extends Which {
  json?: boolean;
  everything?: boolean;
  full?: boolean;
  raw?: boolean;
}

/** `session read`. */
export function readCommand(output: Output): Command {
  return withWhich(new Command('read'))
    .description('print what was said in a session; exit code 1 when parts of its file can not be read')
    .argument('[file]', 'a session file, instead of -p and -s')
    .option('--json', 'print the records, one JSON object a line')
    .option('--everything', 'records of every kind, not only messages')
    .option('--full', 'long tool calls and results whole')
    .option('--raw', 'with the secrets that are in it')
    .action(async (file: string | undefined, options: Options) => {
      output.isRaw = options.raw === true;
      const path = fileOf(file, options);
      let losses = 0;
      for (const page of readPages(path, { json: options.json === true, everything: options.everything === true })) {
        for (const record of page.records) {
          output.print(options.json ? (record.json ?? '') : told(record, options, output));
        }
        for (const loss of page.losses) {
          output.note(`${path}: line ${loss.line}, byte ${loss.offset}: ${loss.reason} (${loss.bytes} bytes)`);
        }
        losses += page.losses.length;
        await output.drained();
      }
      if (output.redactions > 0) {
        output.note(`${output.redactions} secret(s) were replaced by «redacted»; --raw shows them.`);
      }
      process.exitCode = losses > 0 ? 1 : 0;
    });
}

function told({ kind, timestamp, isSidechain, parts }: Shown, { full }: Options, output: Output): string {
  const { colors } = output;
  const isTool = parts.length > 0 && parts.every((part) => part.kind === 'tool_result');
  const who = isTool ? 'Tool' : kind.charAt(0).toUpperCase() + kind.slice(1);
  const head =
    colors.bold(`[${isSidechain ? `${who}, subagent` : who}]`) + colors.dim(timestamp ? ` ${timestamp}` : '');
  const body = parts.map((part) => {
    // First without its secrets: half a secret is not recognised.
    const clean = output.clean(part.text);
    const text = full || part.kind === 'text' ? clean : shortened(clean);
    switch (part.kind) {
      case 'text':
        return text;
      case 'tool_use':
        return `${colors.cyan(`→ ${part.name}`)} ${text}`;
      case 'tool_result':
        return `${part.isError ? colors.red('✗ ') : ''}${text}`;
      default:
        return colors.dim(`(${part.kind}${text ? `: ${text}` : ''})`);
    }
  });
  return [head, ...body, ''].join('\n');
}

function shortened(text: string): string {
  const rest = text.length - SHOWN_UNITS;
  return rest > 0 ? `${text.slice(0, SHOWN_UNITS)}… (${rest} more; --full shows them)` : text;
}
