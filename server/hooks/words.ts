// Times and lengths as hooks say them.

/** Longest text Claude Code puts before the model, in UTF-16 code units: a longer one becomes a preview. */
export const MOST_UNITS = 10_000;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `12m ago (2026-01-31 09:30 UTC)`, with both moments in milliseconds since 1970. */
export function since(moment: number, now: number): string {
  const time = `${new Date(moment).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const age = now - moment;
  if (age < -MINUTE) {
    return `in the future (${time}; clocks differ)`;
  }
  return `${amount(age)} (${time})`;
}

function amount(age: number): string {
  if (age < MINUTE) {
    return 'just now';
  }
  if (age < HOUR) {
    return `${Math.floor(age / MINUTE)}m ago`;
  }
  return age < 2 * DAY ? `${Math.floor(age / HOUR)}h ago` : `${Math.floor(age / DAY)}d ago`;
}

/** Whole lines of a text, so many that it fits, and a last line that says what was left out. */
export function fitting(text: string, most = MOST_UNITS): string {
  if (text.length <= most) {
    return text;
  }
  const omission = (units: number) =>
    `\n[${units} characters were left out here; load_session_checkpoint with format "full" has everything.]`;
  const room = most - omission(text.length).length;
  const line = text.lastIndexOf('\n', room);
  let end = line > room / 2 ? line : room;
  // Never half of a character.
  if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) {
    end -= 1;
  }
  return text.slice(0, end) + omission(text.length - end);
}
