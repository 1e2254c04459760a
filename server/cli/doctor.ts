// `doctor`: looks at the installation, and says what is wrong and how to repair it.

import { realpathSync } from 'node:fs';
import { Command } from 'commander';
import { contract } from '../contract.ts';
import type { Finding, Level } from '../doctor/finding.ts';
import { checkFailures, checkRecords, checkRuns, lastRuns } from '../doctor/hooks.ts';
import { checkIgnored } from '../doctor/ignored.ts';
import { checkSetup } from '../doctor/setup.ts';
import { checkEngine, checkEnvironment, checkNode, checkState } from '../doctor/surroundings.ts';
import { checkTrail } from '../doctor/trail.ts';
import { packageDirectory } from '../settings/places.ts';
import type { Output } from './output.ts';

/** `doctor`. Exit code 1 when something needs to be done. */
export function doctorCommand(output: Output): Command {
  return new Command('doctor')
    .description('look at the installation: server, engine, hooks, git, settings; exit code 1 when something is wrong')
    .option('--json', 'print JSON')
    .action(({ json }: { json?: boolean }) => {
      // A missing engine is what it is asked about, and what it prints then holds no text of others.
      const { canRedact } = output;
      output.isRaw = !canRedact;
      const { env } = process;
      const root = realpathSync(env['CHECKPOINT_PROJECT_ROOT'] || '.');
      const runs = canRedact ? lastRuns(root) : [];
      const findings = [
        checkNode(),
        checkEngine(),
        ...checkSetup(env, root),
        checkState(env),
        checkRecords(env, root),
        ...(canRedact ? checkRuns(runs) : []),
        ...checkFailures(env, Date.now()),
        checkTrail(env, root),
        checkIgnored(root),
        ...checkEnvironment(env),
      ];
      const isFine = findings.every(({ level }) => level === 'ok' || level === 'note');
      process.exitCode = isFine ? 0 : 1;
      if (json) {
        output.json({ version: contract.version, package: packageDirectory, root, isFine, findings, runs });
        return;
      }
      output.print(`${contract.name} ${contract.version}, ${packageDirectory}`);
      output.print(`Project: ${root}\n`);
      for (const finding of findings) {
        tell(output, finding);
      }
      output.print(isFine ? '\nNothing is wrong.' : '\nWhat is marked needs attention.');
    });
}

const SIGNS: Record<Level, string> = { ok: '✓', note: '·', warning: '!', error: '✗' };

function tell(output: Output, { check, level, what, fix }: Finding): void {
  const { green, dim, yellow, red } = output.colors;
  const color = { ok: green, note: dim, warning: yellow, error: red }[level];
  output.print(`${color(SIGNS[level])} ${check}: ${what.replaceAll('\n', '\n    ')}`);
  if (fix !== undefined) {
    output.print(`    → ${fix}`);
  }
}
