// Whether the plugin that the client runs has its engine. Where the client keeps plugins is not documented: what is not
// found there costs nothing.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { engineFile, enginePackage } from '../../lib/engine.js';
import { contract } from '../contract.ts';
import { configDirectory, packageDirectory } from '../settings/places.ts';
import type { Environment } from '../state/directory.ts';
import { type Finding, ok, problem } from './finding.ts';

/** Looks at the installed copies of these plugins, such as `session-checkpoint@daniel-munoz`. */
export function checkPlugins(env: Environment, plugins: string[]): Finding[] {
  return plugins.flatMap((name) => {
    const directory = directoryOf(env, name);
    if (directory === undefined || directory === packageDirectory) {
      return [];
    }
    const damaged = damagedScripts(directory);
    const engine = [join(directory, 'node_modules', enginePackage()), join(directory, '..', engineFile())].find(
      (path) => existsSync(path),
    );
    if (engine !== undefined) {
      return [...damaged, ok('plugin', `${name} has its engine: ${engine}`)];
    }
    const what = `${name} has no engine in ${directory}, so nothing can be saved or loaded.`;
    const install = `npm install ${enginePackage()}@${versionOf(directory)} --no-save`;
    return [...damaged, problem('plugin', what, `In that directory, run ${install}, or install the plugin again.`)];
  });
}

/** Hooks that are cut off end well and say nothing, so that no session is disturbed: here they are named. */
function damagedScripts(directory: string): Finding[] {
  return ['hook', 'restore', 'guard', 'remind'].flatMap((name) => {
    const file = join(directory, 'dist', `${name}.js`);
    try {
      const code = readFileSync(file, 'utf8');
      compileFunction(code);
      // What is cut off may be a program by accident, and hardly ever one that ends with a line.
      return code.endsWith('\n') ? [] : [damaged(file)];
    } catch (error) {
      // A plugin of another version may lack one.
      return (error as NodeJS.ErrnoException).code === 'ENOENT' ? [] : [damaged(file)];
    }
  });
}

function damaged(file: string): Finding {
  return problem('plugin', `${file} is damaged, so this hook does nothing.`, 'Install the plugin again.');
}

function directoryOf(env: Environment, name: string): string | undefined {
  const plugins = join(configDirectory(env), 'plugins');
  const [plugin = '', marketplace = ''] = name.split('@');
  // A marketplace that is a directory is used where it is, whatever copy there may be.
  const known = read(join(plugins, 'known_marketplaces.json'))?.[marketplace];
  const place = known?.source?.source === 'directory' ? known.installLocation : undefined;
  const listed = place && read(join(place, '.claude-plugin', 'marketplace.json'))?.['plugins'];
  const source = Array.isArray(listed) ? listed.find((entry) => entry?.name === plugin)?.source : undefined;
  const installed = read(join(plugins, 'installed_plugins.json'))?.['plugins']?.[name]?.[0]?.installPath;
  const directory = typeof source === 'string' ? join(place, source) : installed;
  return typeof directory === 'string' && existsSync(directory) ? directory : undefined;
}

function versionOf(directory: string): string {
  return read(join(directory, 'package.json'))?.['version'] ?? contract.version;
}

// biome-ignore lint/suspicious/noExplicitAny: another program's file may hold anything, and every look at it is optional
function read(file: string): Record<string, any> | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
