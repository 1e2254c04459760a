// What a shared library for Linux on a 64-bit little-endian machine asks of the system that loads it, read from its
// dynamic section, which is what the loader reads.

const PT_LOAD = 1;
const PT_DYNAMIC = 2;
const DT_NULL = 0n;
const DT_NEEDED = 1n;
const DT_STRTAB = 5n;
const DT_VERNEED = 0x6ffffffen;
const DT_VERNEEDNUM = 0x6fffffffn;
const MACHINES = { 62: 'x64', 183: 'arm64' };

/**
 * `{ arch, needed, glibc }`: Node's name of the architecture, the names of the libraries, and the newest version of
 * glibc that a symbol is asked of, such as `2.17`; undefined where none is.
 *
 * @param {Buffer} bytes the whole file
 */
export function readElf(bytes) {
  if (bytes.toString('latin1', 0, 6) !== '\x7fELF\x02\x01') {
    throw new Error('This is no 64-bit little-endian ELF file.');
  }
  const segments = segmentsOf(bytes);
  const { needed, tags } = dynamicOf(bytes, segments);
  const offsetOf = (tag) => fileOffset(segments, tags.get(tag));
  const strings = offsetOf(DT_STRTAB);
  const text = (offset) => bytes.toString('latin1', strings + offset, bytes.indexOf(0, strings + offset));
  const versions = tags.has(DT_VERNEED)
    ? neededVersions(bytes, offsetOf(DT_VERNEED), Number(tags.get(DT_VERNEEDNUM)))
    : [];
  return {
    arch: MACHINES[bytes.readUInt16LE(18)] ?? `machine ${bytes.readUInt16LE(18)}`,
    needed: needed.map(text).sort(),
    glibc: newest(versions.map(text).flatMap((version) => version.match(/^GLIBC_([\d.]+)$/)?.[1] ?? [])),
  };
}

function segmentsOf(bytes) {
  const table = Number(bytes.readBigUInt64LE(32));
  const size = bytes.readUInt16LE(54);
  return Array.from({ length: bytes.readUInt16LE(56) }, (_, index) => {
    const at = table + index * size;
    const number = (offset) => Number(bytes.readBigUInt64LE(at + offset));
    return { type: bytes.readUInt32LE(at), offset: number(8), address: number(16), size: number(32) };
  });
}

function dynamicOf(bytes, segments) {
  const { offset, size } = segments.find(({ type }) => type === PT_DYNAMIC) ?? { offset: 0, size: 0 };
  const needed = [];
  const tags = new Map();
  for (let at = offset; at < offset + size; at += 16) {
    const tag = bytes.readBigInt64LE(at);
    const value = Number(bytes.readBigUInt64LE(at + 8));
    if (tag === DT_NULL) {
      break;
    }
    if (tag === DT_NEEDED) {
      needed.push(value);
    } else {
      tags.set(tag, value);
    }
  }
  return { needed, tags };
}

function fileOffset(segments, address) {
  const segment = segments.find(
    ({ type, address: start, size }) => type === PT_LOAD && address >= start && address < start + size,
  );
  if (segment === undefined) {
    throw new Error(`The ELF file has nothing at the address ${address}.`);
  }
  return address - segment.address + segment.offset;
}

/** Where the names of the needed versions stand in the string table. */
function neededVersions(bytes, start, count) {
  const names = [];
  let file = start;
  for (let files = 0; files < count; files += 1) {
    let version = file + bytes.readUInt32LE(file + 8);
    for (let left = bytes.readUInt16LE(file + 2); left > 0; left -= 1) {
      names.push(bytes.readUInt32LE(version + 8));
      version += bytes.readUInt32LE(version + 12);
    }
    file += bytes.readUInt32LE(file + 12);
  }
  return names;
}

function newest(versions) {
  return versions.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
}
