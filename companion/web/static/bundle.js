// Checks an evidence bundle as companion/verification.py does, in the browser and without a connection: every fault as [key, values].
import { sha256 } from "./sha256.js";

const KIND = "table-companion evidence", EMPTY = "0".repeat(64), TEXT = new TextDecoder(), BYTES = new TextEncoder();

export async function check(bytes, noted = "") {
  const files = new Map();
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return { faults: [["not_a_bundle", {}]] };
  const cut = unpack(bytes, files);
  if (cut) return { faults: [cut] };
  const manifest = manifestOf(files);
  if (!manifest) return { faults: [["no_manifest", {}]] };
  const seal = await sha256(files.get("manifest.json")), log = await read(files.get("log.txt") ?? new Uint8Array());
  const faults = [...await listed(files, manifest, seal), ...log.faults, ...ends(manifest, log), ...await proofs(files, manifest, log), ...await box(files, log)];
  if (noted && noted !== log.head && noted !== seal) faults.push(["noted", { noted: noted.slice(0, 80) }]);
  if (!faults.length) { const at = firstDifference(bytes, files); if (at >= 0) faults.push(["byte", { at }]); }
  const once = [...new Map(faults.map(fault => [JSON.stringify(fault), fault])).values()];
  return { faults: once, seal, head: log.head, entries: log.events.length, leftOut: manifest.left_out.length, manifest, files };
}

function unpack(bytes, files) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  while (at + 4 <= bytes.length && view.getUint32(at) === 0x504b0304) {
    if (at + 30 > bytes.length) return ["cut", { at }];
    const nameBytes = view.getUint16(at + 26, true), extra = view.getUint16(at + 28, true), size = view.getUint32(at + 22, true);
    const start = at + 30 + nameBytes + extra, name = TEXT.decode(bytes.subarray(at + 30, at + 30 + nameBytes));
    if (start + size > bytes.length) return ["cut", { at }];
    if (files.has(name)) return ["twice", { path: name }];
    files.set(name, bytes.subarray(start, start + size));
    at = start + size;
  }
  return files.size ? null : ["not_a_bundle", {}];
}

function manifestOf(files) {
  try {
    const found = JSON.parse(TEXT.decode(files.get("manifest.json")));
    return found.kind === KIND && found.schema === 1 && Array.isArray(found.files) && Array.isArray(found.left_out) ? found : null;
  } catch { return null; }
}

async function listed(files, manifest, seal) {
  const faults = [], names = ["manifest.json", "seal.txt", ...manifest.files.map(each => each.path)];
  const here = [...files.keys()].filter(path => names.includes(path));
  if (TEXT.decode(files.get("seal.txt") ?? new Uint8Array()) !== `${seal}\n`) faults.push(["manifest_changed", {}]);
  for (const { path, bytes, sha256: digest } of manifest.files) {
    if (!files.has(path)) faults.push(["missing", { path }]);
    else if (files.get(path).length !== bytes || await sha256(files.get(path)) !== digest) faults.push(["changed", { path }]);
  }
  for (const path of files.keys()) if (!names.includes(path)) faults.push(["added", { path }]);
  if (here.join("\n") !== names.filter(path => files.has(path)).join("\n")) faults.push(["order", {}]);
  return faults;
}

async function read(content) {
  const log = { faults: [], events: [], head: EMPTY, wall: "" }, lines = TEXT.decode(content).split("\n");
  if (lines.pop()) log.faults.push(["line_cut", {}]);
  for (const [index, line] of lines.entries()) {
    const digest = line.slice(0, line.indexOf(" ")), text = line.slice(line.indexOf(" ") + 1), before = log.head, n = index + 1;
    log.head = digest;
    try {
      const [seq, , previous, by, , wall, payload] = JSON.parse(text), event = JSON.parse(payload);
      log.wall = wall;
      log.events.push({ seq, by, wall, event });
      if (await sha256(BYTES.encode(text)) !== digest) log.faults.push(["entry_changed", { n }]);
      else if (seq !== n) log.faults.push(["entry_moved", { n, seq }]);
      else if (previous !== before) log.faults.push(["entry_unlinked", { n }]);
    } catch { log.faults.push(["entry_unreadable", { n }]); }
  }
  return log;
}

function ends({ head, anchor }, log) {
  const faults = [], seq = log.events.length;
  if (head?.seq !== seq || head?.hash !== log.head || head?.wall !== log.wall) faults.push(["end", {}]);
  if (!anchor) faults.push(["no_anchor", {}]);
  else if (anchor.seq !== seq || anchor.hash !== log.head) faults.push(["anchor", { anchored: anchor.seq, n: seq }]);
  return faults;
}

async function proofs(files, manifest, log) {
  const faults = [], named = new Set();
  for (const { event } of log.events) {
    const body = event.acted ?? event.asked;
    if (body?.picture) { named.add(`pictures/${body.picture}.jpg`); if (body.reading) named.add(`readings/${body.reading}.json`); }
  }
  const held = [...files.keys()].filter(path => /^(pictures|readings)\//.test(path)).sort();
  for (const path of held) {
    if (!named.has(path)) faults.push(["unnamed", { path }]);
    else if (path.split("/")[1].split(".")[0] !== await sha256(files.get(path))) faults.push(["changed", { path }]);
  }
  const left = [...named].filter(path => !files.has(path)).sort();
  if (JSON.stringify(left) !== JSON.stringify(manifest.left_out)) faults.push(["left_out", {}]);
  return faults;
}

async function box(files, log) {
  const opened = log.events[0]?.event.opened;
  if (!opened) return [["no_opening", {}]];
  return await sha256(files.get("box.json") ?? new Uint8Array()) === opened.pack_hash ? [] : [["box", {}]];
}

const CRC = Uint32Array.from({ length: 256 }, (_, n) => { for (let k = 0; k < 8; k++) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1; return n; });

function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = CRC[(crc ^ byte) & 255] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

// The ZIP as companion/archive.py writes it, compared as it is made; -1 when it is the same.
function firstDifference(bytes, files) {
  let at = 0, central = 0, found = -1;
  const put = part => { for (let i = 0; i < part.length && found < 0; i++) if (bytes[at + i] !== part[i]) found = at + i; at += part.length; };
  const record = (...fields) => {
    const out = [];
    for (const [size, value] of fields) for (let i = 0; i < size; i++) out.push(Math.floor(value / 2 ** (8 * i)) % 256);
    return Uint8Array.from(out);
  };
  const heads = [];
  for (const [path, content] of files) {
    const name = BYTES.encode(path), crc = crc32(content), size = content.length, offset = at;
    put(record([4, 0x04034b50], [2, 20], [2, 0], [2, 0], [2, 0], [2, 0x21], [4, crc], [4, size], [4, size], [2, name.length], [2, 0]));
    put(name);
    put(content);
    heads.push(record([4, 0x02014b50], [2, 20], [2, 20], [2, 0], [2, 0], [2, 0], [2, 0x21], [4, crc], [4, size], [4, size], [2, name.length], [2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]), name);
  }
  const start = at;
  for (const head of heads) { put(head); central += head.length; }
  put(record([4, 0x06054b50], [2, 0], [2, 0], [2, files.size], [2, files.size], [4, central], [4, start], [2, 0]));
  return found < 0 && bytes.length !== at ? Math.min(bytes.length, at) : found;
}
