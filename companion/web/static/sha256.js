// SHA-256 in hex. A page from a plain address in the local network is no secure context, so the browser's own may be missing.
const K = new Uint32Array(64), START = new Uint32Array(8);

// The constants are the first bits of the roots of the first primes (FIPS 180-4), worked out with whole numbers.
(function constants() {
  const root = (n, power) => {
    let low = 0n, high = 1n << 40n;
    while (low < high - 1n) { const middle = (low + high) / 2n; if (middle ** power <= n) low = middle; else high = middle; }
    return Number(low & 0xffffffffn);
  };
  for (let n = 2, found = 0; found < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
    if (!prime) continue;
    if (found < 8) START[found] = root(BigInt(n) << 64n, 2n);
    K[found++] = root(BigInt(n) << 96n, 3n);
  }
})();

const turn = (x, n) => (x >>> n) | (x << (32 - n));

export function ownSha256(bytes) {
  const h = START.slice(), w = new Uint32Array(64), length = bytes.length, whole = length - length % 64;
  const tail = new Uint8Array(length % 64 < 56 ? 64 : 128), view = new DataView(tail.buffer);
  tail.set(bytes.subarray(whole));
  tail[length % 64] = 0x80;
  view.setUint32(tail.length - 8, Math.floor(length / 0x20000000));
  view.setUint32(tail.length - 4, (length << 3) >>> 0);
  const blocks = (from, count) => {
    const data = new DataView(from.buffer, from.byteOffset, from.byteLength);
    for (let at = 0; at < count; at += 64) {
      for (let i = 0; i < 16; i++) w[i] = data.getUint32(at + i * 4);
      for (let i = 16; i < 64; i++) {
        const a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + w[i - 7] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
      }
      let [a, b, c, d, e, f, g, last] = h;
      for (let i = 0; i < 64; i++) {
        const one = (last + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
        const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        last = g; g = f; f = e; e = (d + one) | 0; d = c; c = b; b = a; a = (one + two) | 0;
      }
      h[0] += a; h[1] += b; h[2] += c; h[3] += d; h[4] += e; h[5] += f; h[6] += g; h[7] += last;
    }
  };
  blocks(bytes, whole);
  blocks(tail, tail.length);
  return hex(h);
}

function hex(words) { return [...words].map(word => word.toString(16).padStart(8, "0")).join(""); }

export async function sha256(bytes) {
  if (!globalThis.crypto?.subtle) return ownSha256(bytes);
  const digest = new DataView(await crypto.subtle.digest("SHA-256", bytes));
  return hex(Array.from({ length: 8 }, (_, i) => digest.getUint32(i * 4)));
}
