#!/usr/bin/env bash
# Runs the tests of the library, the session files and the server with a platform's package, as it would be published.
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
install() {
  npm pack --silent --pack-destination "$place" "./npm/$1" >/dev/null
  tar -xzf "$place/session-checkpoint-mcp-$1"-*.tgz -C "$place"
  mv "$place/package" "$place/product/node_modules/session-checkpoint-mcp-$1"
}
install "$target"
# Yarn 1 installs the engine of the other C library too: the right one has to be chosen.
case $target in *-gnu) other=${target%-gnu}-musl ;; *) other=${target%-musl}-gnu ;; esac
[ ! -e "npm/$other/session-checkpoint-mcp.$other.node" ] || install "$other"

node=$tools/node-$target
[ -e "$node" ] || node=$(command -v node)
cd "$place/product"
source=$("$node" -p "require('./lib/engine.js').engineSource()")
"$node" -p "[process.version, process.arch, '$source', require('./lib/engine.js').engine().version()].join(' ')"
if [ "$source" != "session-checkpoint-mcp-$target" ]; then
  echo "The engine of $target was not chosen." >&2
  exit 1
fi
# Each file by itself, not through `node --test`, whose processes are slow to start in an emulator.
for file in library sessions-library stdio; do
  echo "$file.test.mjs:"
  "$node" --test-reporter=tap "__test__/$file.test.mjs" >"$place/$file.tap" || { cat "$place/$file.tap"; exit 1; }
  grep -E '^# (pass|fail|skipped) ' "$place/$file.tap"
done
