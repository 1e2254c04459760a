// What an edit changes, line by line.

import type { Change } from '../settings/file.ts';

/** The lines that go, with `-` before them, and those that come, with `+`, in the order of the file. */
export function changedLines({ before, after }: Change): string[] {
  const old = linesOf(before);
  const fresh = linesOf(after);
  const lines: string[] = [];
  let start = 0;
  // Edits of settings are few and small: what stays is found again right behind what comes or goes.
  for (let position = 0; position < old.length || start < fresh.length; ) {
    const [line, next] = [old[position], fresh[start]];
    if (line === next) {
      position += 1;
      start += 1;
      continue;
    }
    const kept = line === undefined ? -1 : fresh.indexOf(line, start);
    const known = next === undefined ? -1 : old.indexOf(next, position);
    if (line !== undefined && (kept === -1 || (known !== -1 && known - position < kept - start))) {
      lines.push(`- ${line}`);
      position += 1;
    } else {
      lines.push(`+ ${next}`);
      start += 1;
    }
  }
  return lines;
}

function linesOf(content: Buffer | undefined): string[] {
  return content === undefined ? [] : content.toString('utf8').replace(/\n$/, '').split(/\r?\n/);
}
