// Draws the plugin's icon: a bookmark with a tick on a rounded square. Run it after changing the drawing.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { root } from './root.mjs';

/** Pixels on each side. */
const SIZE = 512;
/** Samples on each side of a pixel, which make the edges smooth. */
const SAMPLES = 4;

const TOP = [91, 124, 250];
const BOTTOM = [59, 70, 190];
const PAPER = [255, 255, 255];

/** The colour at a point, or nothing outside. */
function colorAt(x, y) {
  if (!inRoundedBox(x, y, 0, 0, 512, 512, 112)) {
    return undefined;
  }
  const background = TOP.map((part, index) => part + ((BOTTOM[index] - part) * y) / SIZE);
  if (!inBookmark(x, y)) {
    return background;
  }
  const isTick = nearLine(x, y, 204, 214, 242, 252, 15) || nearLine(x, y, 242, 252, 312, 180, 15);
  return isTick ? background : PAPER;
}

/** A ribbon with a notch at its lower end. */
function inBookmark(x, y) {
  const notch = 398 - Math.max(0, 1 - Math.abs(x - 256) / 104) * 76;
  return inRoundedBox(x, y, 152, 96, 360, 440, 28) && y < notch;
}

function inRoundedBox(x, y, left, top, right, bottom, radius) {
  const dx = Math.max(left + radius - x, x - (right - radius), 0);
  const dy = Math.max(top + radius - y, y - (bottom - radius), 0);
  return x >= left && x < right && y >= top && y < bottom && Math.hypot(dx, dy) <= radius;
}

function nearLine(x, y, x1, y1, x2, y2, distance) {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const along = Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(x - x1 - along * dx, y - y1 - along * dy) <= distance;
}

/** Red, green, blue and opacity of a pixel. */
function pixel(column, row) {
  const sum = [0, 0, 0];
  let hits = 0;
  for (let sample = 0; sample < SAMPLES ** 2; sample += 1) {
    const x = column + ((sample % SAMPLES) + 0.5) / SAMPLES;
    const y = row + (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES;
    const color = colorAt(x, y);
    if (color) {
      hits += 1;
      color.forEach((part, index) => {
        sum[index] += part;
      });
    }
  }
  return hits === 0 ? [0, 0, 0, 0] : [...sum.map((part) => part / hits), (255 * hits) / SAMPLES ** 2].map(Math.round);
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

const header = Buffer.alloc(13);
header.writeUInt32BE(SIZE, 0);
header.writeUInt32BE(SIZE, 4);
// Eight bits for each of red, green, blue and opacity.
header.set([8, 6], 8);
const rows = Array.from({ length: SIZE }, (_, row) => [
  0,
  ...Array.from({ length: SIZE }, (_, column) => pixel(column, row)).flat(),
]);
const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a', 'hex'),
  chunk('IHDR', header),
  chunk('IDAT', deflateSync(Buffer.from(rows.flat()), { level: 9 })),
  chunk('IEND', Buffer.alloc(0)),
]);
writeFileSync(join(root, 'plugin', '.claude-plugin', 'icon.png'), png);
