// A directory of the client's and a project for tests of session files, none of them the user's own.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryDirectory } from './place.mjs';

/** Places of a test's own: `create` and `open` are the library's functions in them. */
export function sessionPlace(t, { createSession, openSession }) {
  const directory = temporaryDirectory(t);
  const [projectPath, claudeDir] = [join(directory, 'project'), join(directory, 'claude')];
  mkdirSync(projectPath);
  return {
    directory,
    projectPath,
    claudeDir,
    create: (options) => createSession({ projectPath, claudeDir, ...options }),
    open: (sessionId) => openSession({ sessionId, projectPath, claudeDir }),
    /** Writes a file below the directory. Returns its path. */
    file: (name, content) => {
      const path = join(directory, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
      return path;
    },
  };
}

/** The lines of a file as they are. */
export const linesOf = (path) => readFileSync(path, 'utf8').split('\n').slice(0, -1);

/** The records of a file that has no damage, each parsed on its own. */
export const recordsOf = (path) => linesOf(path).map((line) => JSON.parse(line));

/** A record as the client needs it at least. */
export function minimal(role, uuid, parentUuid, content = uuid, more = {}) {
  return JSON.stringify({
    type: role,
    uuid,
    parentUuid,
    sessionId: 'sample',
    timestamp: '2026-01-01T00:00:00.000Z',
    cwd: '/where/it/was',
    message: { role, content },
    ...more,
  });
}
