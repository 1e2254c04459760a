// Writes the parts of README.md that say what the code says, between <!-- generated:NAME --> and
// <!-- /generated:NAME -->. With --check it only tells which parts are out of date.
//
// usage: node scripts/docs.mjs [--check] [FILE]

import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { build } from 'esbuild';
import { root } from './root.mjs';

const require = createRequire(import.meta.url);
const contract = require('../server/generated/contract.json');
const { OWN_CODES } = require('../lib/errors.js');

const parts = { tools, limits, environment, errors, commands };
const commandLine = await program();

const args = process.argv.slice(2);
const check = args.includes('--check');
const file = args.find((arg) => !arg.startsWith('--')) ?? join(root, 'README.md');

const before = readFileSync(file, 'utf8');
const stale = [];
let after = before;
for (const [name, render] of Object.entries(parts)) {
  const place = new RegExp(`(<!-- generated:${name} -->\n)([^]*?)(<!-- /generated:${name} -->)`);
  const [, , present] =
    after.match(place) ?? fail(`${file} has no part <!-- generated:${name} --> … <!-- /generated:${name} -->.`);
  const wanted = `\n${render()}\n\n`;
  if (present !== wanted) {
    stale.push(name);
    after = after.replace(place, (_, open, __, close) => open + wanted + close);
  }
}

if (check && stale.length > 0) {
  fail(`${file} is out of date in its generated parts: ${stale.join(', ')}. Run \`npm run docs\` and commit the file.`);
} else if (!check) {
  writeFileSync(file, after);
}

function tools() {
  return contract.tools.map(tool).join('\n\n');
}

function tool({ name, description, inputSchema, outputSchema, annotations }) {
  const inputs = fieldsOf(inputSchema).map(({ path, schema, required }) => [
    code(path),
    typeOf(schema),
    required ? 'yes' : '',
    limitOf(schema),
    schema.description ?? '',
  ]);
  const outputs = fieldsOf(outputSchema).map(({ path, schema, required }) => [
    code(path),
    typeOf(schema),
    required ? 'yes' : '',
  ]);
  return [
    `### ${code(name)}`,
    description,
    hints(annotations),
    table(['Input', 'Type', 'Required', 'Limit', 'Notes'], inputs),
    table(['Output', 'Type', 'Always there'], outputs),
  ].join('\n\n');
}

function hints(annotations) {
  const hint = (name) => `${name} ${annotations[`${name}Hint`]}`;
  return `Annotations: ${['readOnly', 'destructive', 'idempotent', 'openWorld'].map(hint).join(', ')}.`;
}

/** Every field of an object, those inside its objects and lists of objects too. */
function fieldsOf({ properties = {}, required = [] }, prefix = '') {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = prefix + name;
    const inner = schema.type === 'array' ? fieldsOf(schema.items, `${path}[].`) : fieldsOf(schema, `${path}.`);
    return [{ path, schema, required: required.includes(name) }, ...inner];
  });
}

function typeOf(schema) {
  if (schema.enum) {
    return schema.enum.map(code).join(' or ');
  }
  if (schema.type === 'array') {
    return `list of ${{ string: 'strings', object: 'objects' }[schema.items.type]}`;
  }
  return [schema.type].flat().join(' or ');
}

function limitOf(schema) {
  const { minLength, maxLength, maxItems, minimum, items } = schema;
  if (maxLength !== undefined) {
    return minLength === undefined ? `≤ ${maxLength} characters` : `${minLength}–${maxLength} characters`;
  }
  if (maxItems !== undefined) {
    const each = limitOf(items);
    return `≤ ${maxItems} items${each ? `, each ${each}` : ''}`;
  }
  return minimum === undefined ? '' : `≥ ${minimum}`;
}

function limits() {
  return table(
    ['Limit', 'Value'],
    Object.entries(contract.limits).map(([name, value]) => [code(name), String(value)]),
  );
}

function environment() {
  return table(
    ['Variable', 'Set by', 'Unset means', 'What it does'],
    contract.environment.map(({ name, setBy, default: unset, purpose }) => [code(name), setBy, unset, purpose]),
  );
}

function errors() {
  return table(
    ['Code', 'Meaning'],
    [...contract.errors, ...OWN_CODES].map(({ code: name, meaning }) => [code(name), meaning]),
  );
}

/** The commands on checkpoints; those on session files have a chapter of their own. */
function commands() {
  const rows = commandLine.commands
    .filter((command) => command.commands.length === 0)
    .map((command) => {
      const words = command.registeredArguments.map((argument) =>
        argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
      );
      const options = command.options.map(({ flags }) => code(flags));
      return [code([command.name(), ...words].join(' ')), command.description(), options.join(', ')];
    });
  return table(['Command', 'What it does', 'Options'], rows);
}

/** The command line's own description of itself. */
async function program() {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['server/cli/program.ts'],
    bundle: true,
    // Its main file can't be bundled.
    alias: { 'jsonc-parser': './node_modules/jsonc-parser/lib/esm/main.js' },
    platform: 'node',
    format: 'cjs',
    write: false,
  });
  const module = { exports: {} };
  compileFunction(outputFiles[0].text, ['module', 'require', '__dirname'])(module, require, join(root, 'dist'));
  return module.exports.program({});
}

function table(head, rows) {
  const row = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
}

function code(text) {
  return `\`${text}\``;
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
