// Runs a fuzz target, with the fixtures of its tests as first inputs and the words of its rules as dictionary.
// It needs a C++ compiler and `cargo install cargo-fuzz --locked`.
//
// usage: node scripts/fuzz.mjs TARGET [SECONDS]

import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/** What is known about each target: first inputs, and words inputs are made of. */
const targets = {
  redact: { seeds: redactionFixtures, words: wordsOf('src/redact') },
  transcript: { seeds: transcriptFixtures, words: [...wordsOf('src/records'), ...wordsOf('src/transcript')] },
};

const [name, seconds = '600'] = process.argv.slice(2);
const target = targets[name];
if (!target) {
  console.error(`usage: node scripts/fuzz.mjs ${Object.keys(targets).join('|')} [SECONDS]`);
  process.exit(2);
}

const corpus = join(root, 'fuzz', 'corpus', name);
mkdirSync(corpus, { recursive: true });
target.seeds().forEach((seed, at) => {
  writeFileSync(join(corpus, `seed-${at}`), seed);
});
const dictionary = join(root, 'fuzz', 'corpus', `${name}.dict`);
writeFileSync(dictionary, target.words.map((word) => `"${word}"\n`).join(''));

// The engine has no unsafe code, so no sanitizer is needed; those would need another compiler.
const run = ['fuzz', 'run', '-s', 'none', name, corpus, '--'];
const limits = [`-max_total_time=${seconds}`, '-max_len=4096', '-timeout=20', `-dict=${dictionary}`];
const { status } = spawnSync('cargo', [...run, ...limits], { cwd: root, stdio: 'inherit' });
process.exitCode = status ?? 1;

/** The labelled texts, with the secrets put in their places. */
function redactionFixtures() {
  return ['positives', 'negatives'].flatMap((file) =>
    readFileSync(join(root, 'tests', 'fixtures', 'redaction', `${file}.jsonl`), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
      .map(({ text, secret_parts: parts = [] }) => text.replaceAll('⟦S⟧', () => parts.join(''))),
  );
}

/** Session files with the damage that is found in the wild. */
function transcriptFixtures() {
  const folder = join(root, 'tests', 'fixtures', 'transcripts');
  return readdirSync(folder).map((name) => readFileSync(join(folder, name)));
}

/** Every short literal of a module's sources: most are words its rules start from. */
function wordsOf(folder) {
  const files = readdirSync(join(root, folder), { recursive: true }).filter((file) => file.endsWith('.rs'));
  const literals = files.flatMap((file) => {
    const source = readFileSync(join(root, folder, file), 'utf8').split('#[cfg(test)]')[0];
    return [...source.matchAll(/"([A-Za-z0-9 _.:;=/+<>@&?!-]{2,24})"/g)].map(([, word]) => word);
  });
  return [...new Set(literals)];
}
