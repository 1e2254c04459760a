// What a person or a script hands over.

import { readFileSync } from 'node:fs';

/** An argument, or standard input for `-`. */
export function textFrom(argument: string): string {
  return argument === '-' ? readFileSync(0, 'utf8') : argument;
}

/** Collects the values of an option that can be given several times. */
export function several(value: string, before: string[] = []): string[] {
  return [...before, value];
}
