// One of several processes that save into one session: COUNT merge saves of one command each.
// usage: node saver.mjs PROJECT NAME COUNT

import { save } from '../../index.js';

const [project, name, count] = process.argv.slice(2);

for (let number = 0; number < Number(count); number += 1) {
  await save(
    { goal: 'Share a session', mode: 'merge', recentCommands: [{ command: `${name} ${number}` }] },
    { cwd: project, env: { CLAUDE_CODE_SESSION_ID: 'shared' } },
  );
}
