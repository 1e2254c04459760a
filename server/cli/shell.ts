// Words for a shell and a terminal.

/** A word as a shell takes it for one. */
export function quoted(word: string): string {
  if (visible(word) !== word || /[\t\n]/.test(word)) {
    // In quotes that name every character: nothing in it reaches the terminal.
    return `$'${[...Buffer.from(word)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')}'`;
  }
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** A text without what a terminal would obey: control characters, and those that turn the direction around. */
export function visible(text: string): string {
  return text.replace(OBEYED, '\ufffd');
}

// Line feeds and tabs do no harm.
const OBEYED = /(?![\t\n])\p{Cc}|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;
