// Compiled with everything else and never run: index.d.ts says what callers may rely on.

import { CheckpointError, limits, list, load, save, version } from '../index.js';

export async function typed(): Promise<string> {
  const saved = await save(
    { goal: 'Types', summary: undefined, tasks: [{ description: 'One', status: 'done' }] as const },
    { env: process.env },
  );
  const counted: number = saved.counts.tasks + limits.goal;
  const source: 'env' | 'argument' | 'minted' | undefined = saved.sessionSource;

  const loaded = await load();
  const changed: string[] = loaded.found
    ? loaded.drift.changedSince
    : (loaded.candidates ?? []).map(({ goal }) => goal);
  const listed = await list({ limit: 0 }, { cwd: '/', roots: ['file:///'] });
  const selectors: string[] = listed.entries.map(({ selector }) => selector);

  // @ts-expect-error: a goal is needed
  await save({});
  // @ts-expect-error: no such status
  await save({ goal: 'Types', tasks: [{ description: 'One', status: 'finished' }] });
  // @ts-expect-error: frozen
  limits.goal = 1;

  const error = new CheckpointError('INTERNAL', 'message');
  return [version, counted, source, ...changed, ...selectors, error.code, error.violations.length].join(' ');
}
