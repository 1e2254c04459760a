#!/usr/bin/env node
// Entry point: what the command line asks for, which is nearly always to serve.

import { answerTo } from './arguments.ts';
import { greet } from './greeting.ts';
import { serve } from './serve.ts';

const answer = answerTo(process.argv.slice(2));
if (answer === undefined) {
  if (process.stdin.isTTY) {
    greet(process.stderr);
  }
  serve();
} else {
  // Whoever stops reading has read enough.
  process[answer.stream].on('error', () => {});
  process[answer.stream].write(answer.text);
  process.exitCode = answer.exitCode;
}
