#!/usr/bin/env bash
# Runs the tests of the library, the server and the command line with a platform's package, as it would be published.
#
# usage: scripts/cross/try.sh TOOLS DIRECTORY TARGET
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
root=$PWD tools=$1 target=$3
place=$2/try/$target

# The repository without its own engine, which comes before the package's.
rm -rf "$place"
mkdir -p "$place/product/node_modules"
git ls-files -z --cached --others --exclude-standard | tar -cf - --null --files-from - | tar -xf - -C "$place/product"
cp -r dist "$place/product/dist"
ln -s "$root"/node_modules/* "$place/product/node_modules"
npm pack --silent --pack-destination "$place" "./npm/$target" >/dev/null
tar -xzf "$place"/*.tgz -C "$place"
mv "$place/package" "$place/product/node_modules/session-checkpoint-mcp-$target"

node=$tools/node-$target
[ -e "$node" ] || node=$(command -v node)
cd "$place/product"
"$node" -p "[process.version, process.arch, require('./lib/engine.js').engineSource(), require('./lib/engine.js').engine().version()].join(' ')"
# Each file by itself, not through `node --test`, whose processes are slow to start in an emulator.
for file in library sessions-library stdio; do
  echo "$file.test.mjs:"
  "$node" --test-reporter=tap "__test__/$file.test.mjs" >"$place/$file.tap" || { cat "$place/$file.tap"; exit 1; }
  grep -E '^# (pass|fail|skipped) ' "$place/$file.tap"
done
