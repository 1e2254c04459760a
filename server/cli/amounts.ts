// Amounts as people read them.

const UNITS: [number, string][] = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'm'],
];

/** How long ago a moment is. One in the future means that two clocks differ. */
export function age(timestamp: string | null, now = Date.now()): string {
  if (timestamp === null) {
    return '';
  }
  const seconds = (now - Date.parse(timestamp)) / 1000;
  if (seconds < -60) {
    return 'clock differs';
  }
  const unit = UNITS.find(([length]) => seconds >= length);
  return unit === undefined ? 'just now' : `${Math.floor(seconds / unit[0])}${unit[1]} ago`;
}

/** A number of bytes. */
export function size(bytes: number): string {
  let amount = bytes;
  for (const unit of ['B', 'KB', 'MB']) {
    if (amount < 1000) {
      return `${Math.round(amount)} ${unit}`;
    }
    amount /= 1000;
  }
  return `${amount.toFixed(1)} GB`;
}
