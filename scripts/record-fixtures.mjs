// Records the transcripts in tests/fixtures/trail with the real client, each from a scene in fixtures/scenes.mjs.
//
//   node scripts/record-fixtures.mjs [SCENE …]
//
// The client has to be installed (npm run test:client installs it). What is kept of a transcript: every record that is
// no copy of a request, without what attachments carry, with neutral paths and counted ids.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeClient } from '../__test__/client/helpers/client.mjs';
import { scenes } from './fixtures/scenes.mjs';
import { root } from './root.mjs';

const fixtures = join(root, 'tests/fixtures/trail');

/** What attachments of these types carry is of no use and long; `task_status` and the like are kept. */
const keptAttachments = new Set(['queued_command', 'task_status', 'task_notification', 'edited_text_file']);

/** What is kept of a transcript's text. */
function neutral(text, place) {
  const records = text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
  const kept = records.filter(({ type }) => !/^(api-request|cost-state|atis-latch|tools-used)/.test(type));
  for (const record of kept) {
    delete record.rendered;
    if (record.attachment && !keptAttachments.has(record.attachment.type)) {
      record.attachment = { type: record.attachment.type };
    }
  }
  const ids = new Map();
  const counted = (id) => {
    if (!ids.has(id)) {
      ids.set(id, `00000000-0000-4000-8000-${String(ids.size + 1).padStart(12, '0')}`);
    }
    return ids.get(id);
  };
  return kept
    .map((record) => `${JSON.stringify(record)}\n`)
    .join('')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, counted)
    .replaceAll(`_mock_${process.pid}_`, '_mock_')
    .replaceAll(place.root.replaceAll(/[^a-zA-Z0-9]/g, '-'), '-project')
    .replaceAll(place.root, '/project')
    .replaceAll(place.directory, '/place')
    .replaceAll(/claude-0\/|claude-\d+\//g, 'claude/');
}

function keep(name, place, sessionId) {
  const transcript = place.transcriptFile(sessionId);
  mkdirSync(fixtures, { recursive: true });
  writeFileSync(join(fixtures, `${name}.jsonl`), neutral(readFileSync(transcript, 'utf8'), place));
  const from = join(transcript.slice(0, -'.jsonl'.length), 'subagents');
  const to = join(fixtures, name, 'subagents');
  rmSync(join(fixtures, name), { recursive: true, force: true });
  if (existsSync(from)) {
    mkdirSync(to, { recursive: true });
    for (const file of readdirSync(from)) {
      const text = readFileSync(join(from, file), 'utf8');
      writeFileSync(
        join(to, file),
        file.endsWith('.jsonl') ? neutral(text, place) : text.replaceAll(`_mock_${process.pid}_`, '_mock_'),
      );
    }
  }
}

for (const [name, scene] of Object.entries(scenes)) {
  if (process.argv.length > 2 && !process.argv.includes(name)) {
    continue;
  }
  const ends = [];
  try {
    const place = await makeClient(
      { after: (end) => ends.push(end) },
      { env: { npm_config_update_notifier: 'false' } },
    );
    keep(name, place, await scene(place));
    console.log(`recorded ${name}`);
  } catch (error) {
    console.error(`could not record ${name}: ${error.message.slice(0, 3000)}`);
    process.exitCode = 1;
  } finally {
    // In the order in which they were given, as a test does it.
    for (const end of ends) {
      try {
        await end();
      } catch (error) {
        console.error(`${name}: ${error.message}`);
      }
    }
  }
}
