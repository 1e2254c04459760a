// `doctor`: looks at the installation, and says what is wrong and how to repair it.

import { homedir } from 'node:os';
import { Command } from 'commander';
import { contract } from '../contract.ts';
import { type Finding, type Level, problem } from '../doctor/finding.ts';
import { checkFailures, checkRecords, checkRuns, lastRuns, type Run } from '../doctor/hooks.ts';
import { checkIgnored } from '../doctor/ignored.ts';
import { checkSetup } from '../doctor/setup.ts';
import { checkEngine, checkEnvironment, checkNode, checkState, projectRoot } from '../doctor/surroundings.ts';
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
      const { root, findings: ofProject } = projectRoot(env);
      let runs: Run[] = [];
      const findings = [
        ...ofProject,
        checkNode(),
        checkEngine(),
        // Without a project the settings of the person are left to look at.
        ...tried('server', () => checkSetup(env, root ?? homedir())),
        ...tried('state', () => [checkState(env)]),
        ...tried('failures', () => checkFailures(env, Date.now())),
        ...checkEnvironment(env),
      ];
      if (root !== undefined) {
        findings.push(
          ...tried('sessions', () => [checkRecords(env, root)]),
          ...tried('runs', () => {
            runs = canRedact ? lastRuns(root) : [];
            return canRedact ? checkRuns(runs) : [];
          }),
          ...tried('trail', () => [checkTrail(env, root)]),
          ...tried('ignored', () => [checkIgnored(root)]),
        );
      }
      const isFine = findings.every(({ level }) => level === 'ok' || level === 'note');
      process.exitCode = isFine ? 0 : 1;
      if (json) {
        output.json({
          version: contract.version,
          package: packageDirectory,
          root: root ?? null,
          isFine,
          findings,
          runs,
        });
        return;
      }
      output.print(`${contract.name} ${contract.version}, ${packageDirectory}`);
      output.print(`Project: ${output.line(root ?? 'none')}\n`);
      for (const finding of findings) {
        tell(output, finding);
      }
      output.print(isFine ? '\nNothing is wrong.' : '\nWhat is marked needs attention.');
    });
}

/** A check that fails is a finding, and keeps no other one from being told. */
function tried(name: string, check: () => Finding[]): Finding[] {
  try {
    return check();
  } catch (error) {
    return [problem(name, `This could not be looked at: ${(error as Error).message}`, 'Repair what it names.')];
  }
}

const SIGNS: Record<Level, string> = { ok: '✓', note: '·', warning: '!', error: '✗' };

function tell(output: Output, { check, level, what, fix }: Finding): void {
  const { green, dim, yellow, red } = output.colors;
  const color = { ok: green, note: dim, warning: yellow, error: red }[level];
  // Where the engine was looked for is a list; elsewhere the end of a line is part of somebody's name for something.
  const lines = check === 'engine' ? what.split('\n') : [what];
  output.print(`${color(SIGNS[level])} ${check}: ${lines.map((line) => output.line(line)).join('\n    ')}`);
  if (fix !== undefined) {
    output.print(`    → ${output.line(fix)}`);
  }
}
