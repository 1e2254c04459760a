// The client's hooks as it runs them: a process each, with an input of the real client and its environment.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { root } from './paths.mjs';

const samples = JSON.parse(
  readFileSync(join(dirname(fileURLToPath(import.meta.url)), '..', 'fixtures', 'hook-stdin.json'), 'utf8'),
);

/** What the client sent for an event, changed for a test: `sample('SessionStart:resume', { session_id })`. */
export function sample(event, changes = {}) {
  return { ...samples[event].stdin, ...changes };
}

/** A place for hooks: a project, and a state directory beside it. */
export function hookPlace(project) {
  const state = join(project.directory, 'home', '.local', 'state', 'session-checkpoint');
  const env = { ...project.env, CLAUDE_PROJECT_DIR: project.root, CLAUDE_PID: String(process.pid) };

  /** Runs a hook: `{ status, stdout, stderr, text }`, with `text` what it tells the model. */
  function run(name, input, { args = [], dist = join(root, 'dist'), env: more = {}, cwd = project.root } = {}) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(dist, `${name}.js`), ...args], {
      cwd,
      env: Object.fromEntries(Object.entries({ ...env, ...more }).filter(([, value]) => value !== undefined)),
      input: typeof input === 'string' || Buffer.isBuffer(input) ? input : JSON.stringify(input),
      encoding: 'utf8',
    });
    return { status, stdout, stderr, text: stdout && JSON.parse(stdout).hookSpecificOutput.additionalContext };
  }

  /** Puts a checkpoint file there, saved so many hours ago. */
  function checkpoint(name, { hours = 0, text = '{}' } = {}) {
    const file = join(project.root, name.startsWith('.') ? name : `.claude-checkpoints/${name}.json`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    age(file, hours);
    return file;
  }

  const failures = () =>
    readFileSync(join(state, 'failures.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  const record = (pid = process.pid) => JSON.parse(readFileSync(join(state, 'processes', `${pid}.json`), 'utf8'));

  return { ...project, env, state, run, checkpoint, failures, record };
}

/** Makes a file so many hours old. */
export function age(file, hours) {
  const time = Date.now() / 1000 - hours * 3600;
  utimesSync(file, time, time);
}

/** A module of the server's sources, for what can't be seen from outside. */
export async function source(path) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [path],
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}
