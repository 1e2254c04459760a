#!/usr/bin/env node
// Entry point: with arguments it is a command for people, without any a server for MCP clients. The
// command line is a file of its own, so that a server's start does not pay for it.

import { join } from 'node:path';
import { greet } from './greeting.ts';
import { serve } from './serve.ts';

if (process.argv.length > 2) {
  require(join(__dirname, 'cli.js'));
} else {
  if (process.stdin.isTTY) {
    greet(process.stderr);
  }
  serve();
}
