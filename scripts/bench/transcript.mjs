// A session as the client writes it: prompts, thinking, words, and calls of which the results are most of the file.

import { closeSync, openSync, writeSync } from 'node:fs';

const WORDS =
  'const let function return "value" if (error) { throw new Error(`x`); } // why this is so\n\tawait read(path, options)\n'.split(
    ' ',
  );
const usage = { input_tokens: 100, cache_creation_input_tokens: 10, cache_read_input_tokens: 4000, output_tokens: 10 };
const accepted = { decision: 'accept', source: 'config' };

/** Appends so many bytes of records to a file, of which `from` are there already. Returns how many there are then. */
export function goOn(file, bytes, { cwd, session, from = 0 }) {
  const descriptor = openSync(file, 'a');
  const records = turns(cwd, session, from);
  let size = 0;
  let count = from;
  while (size < bytes) {
    size += writeSync(descriptor, `${JSON.stringify(records.next().value)}\n`);
    count += 1;
  }
  closeSync(descriptor);
  return count;
}

function* turns(cwd, session, from) {
  let at = from;
  let seed = 1 + from;
  const random = (below) => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return seed % below;
  };
  const text = (length) => {
    const parts = [];
    for (let size = 0; size < length; size += parts.at(-1).length + 1) {
      parts.push(WORDS[random(WORDS.length)]);
    }
    return parts.join(' ');
  };
  const id = (number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const record = (own, more = {}) => {
    const number = at;
    at += 1;
    return {
      parentUuid: number === 0 ? null : id(number - 1),
      isSidechain: false,
      ...own,
      uuid: id(number),
      timestamp: new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString(),
      ...more,
      userType: 'external',
      entrypoint: 'cli',
      cwd,
      sessionId: session,
      version: '2.1.332',
      gitBranch: 'main',
    };
  };
  const says = (block) => {
    const content = [block];
    const message = { id: `msg_${at}`, type: 'message', role: 'assistant', model: 'bench', content, usage };
    return record({ message, type: 'assistant' });
  };
  const user = (content, more) => record({ promptId: id(0), type: 'user', message: { role: 'user', content } }, more);
  const result = (content, details) =>
    user([{ tool_use_id: `toolu_${at - 1}`, type: 'tool_result', content, is_error: false }], {
      toolUseResult: details,
      sourceToolAssistantUUID: id(at - 1),
      permissionDecision: accepted,
    });
  const call = (name, input) => says({ type: 'tool_use', id: `toolu_${at}`, name, input });
  const path = () => `${cwd}/src/file-${random(90)}.ts`;
  const printed = (stdout) => result(stdout, { stdout, stderr: '', interrupted: false, isImage: false });
  const kinds = [
    function* tests() {
      yield call('Bash', { command: `cargo test --test part${random(60)}` });
      yield printed(`${text(4000)}\ntest result: ok. 3 passed; 0 failed; 0 ignored\n`);
    },
    function* searches() {
      yield call('Bash', { command: `rg -n name${at} src | head -40`, description: 'Search' });
      yield printed(text(2500));
    },
    function* reads() {
      const filePath = path();
      const content = text(9000);
      yield call('Read', { file_path: filePath });
      yield result(content, { type: 'text', file: { filePath, content, numLines: 80, startLine: 1, totalLines: 80 } });
    },
    function* edits() {
      const filePath = path();
      const [oldString, newString] = [text(400), text(500)];
      yield call('Edit', { file_path: filePath, old_string: oldString, new_string: newString });
      const lines = [
        ...oldString.split('\n').map((line) => `-${line}`),
        ...newString.split('\n').map((line) => `+${line}`),
      ];
      const structuredPatch = [{ oldStart: 1, oldLines: 6, newStart: 1, newLines: 8, lines }];
      yield result('The file has been updated.', {
        filePath,
        oldString,
        newString,
        originalFile: text(12_000),
        structuredPatch,
      });
    },
  ];
  for (let turn = from; ; turn += 1) {
    if (turn % 20 === 0) {
      yield user(`Do step ${at} of the work`);
    }
    yield says({ type: 'thinking', thinking: text(600), signature: 'c2lnbmF0dXJl'.repeat(40) });
    yield says({ type: 'text', text: text(300) });
    yield* kinds[random(kinds.length)]();
    if (random(3) === 0) {
      yield record({ attachment: { type: 'prompt_snapshot', content: text(800) }, type: 'attachment' });
    }
  }
}
