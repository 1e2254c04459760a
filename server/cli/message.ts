// `session add user "- a list"`: what is said may begin with a hyphen, and is no option then.

/** No argument that a shell hands over can hold it. */
const MARK = '\0';
const OPTIONS = ['-p', '--project', '-s', '--session'];
const ALONE = ['-', '--', '--json', '-h', '--help'];

/** Marks what is said, so that it is not taken for an option. */
export function markMessage(argv: readonly string[]): string[] {
  const [first, second] = argv.slice(2);
  const role = argv.findIndex(
    (word, index) => /^(user|assistant)$/.test(word) && !OPTIONS.includes(argv[index - 1] ?? ''),
  );
  const text = argv[role + 1];
  const isMessage =
    first === 'session' && second === 'add' && role > 3 && text?.startsWith('-') && !isOption(text, argv[role + 2]);
  return isMessage ? argv.with(role + 1, MARK + text) : [...argv];
}

/** What was said, without the mark. */
export function unmarked(text: string): string {
  return text.startsWith(MARK) ? text.slice(MARK.length) : text;
}

function isOption(word: string, next: string | undefined): boolean {
  const isNamed = OPTIONS.includes(word) && next !== undefined;
  return isNamed || ALONE.includes(word) || /^--(project|session)=/.test(word);
}
