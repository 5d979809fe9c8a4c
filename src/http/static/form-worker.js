// Finds the number with which SHA-256 of "<id>:<number>" begins with enough zero bits. Written out, because
// browsers have SHA-256 of their own on https only, and a call for each try would take longer than the try.

const K = new Int32Array(64)
const START = new Int32Array(8)

/** The first 32 bits of the fractional part. */
const fraction = (number) => ((number - Math.floor(number)) * 2 ** 32) | 0

for (let candidate = 2, found = 0; found < 64; candidate++) {
  let isPrime = true
  for (let factor = 2; factor * factor <= candidate; factor++) {
    if (candidate % factor === 0) isPrime = false
  }
  if (!isPrime) continue
  if (found < 8) START[found] = fraction(candidate ** (1 / 2))
  K[found] = fraction(candidate ** (1 / 3))
  found++
}

const words = new Int32Array(64)
const block = new Uint8Array(64)
const view = new DataView(block.buffer)

const turn = (word, by) => (word >>> by) | (word << (32 - by))

/** Of a text of at most 55 bytes of ASCII: one block. The first two words of the hash. */
function hash(text) {
  block.fill(0)
  for (let at = 0; at < text.length; at++) block[at] = text.charCodeAt(at)
  block[text.length] = 0x80
  view.setUint32(60, text.length * 8)
  for (let at = 0; at < 16; at++) words[at] = view.getInt32(at * 4)
  for (let at = 16; at < 64; at++) {
    const [early, late] = [words[at - 15], words[at - 2]]
    const s0 = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)
    const s1 = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10)
    words[at] = (words[at - 16] + s0 + words[at - 7] + s1) | 0
  }
  let [a, b, c, d, e, f, g, h] = START
  for (let at = 0; at < 64; at++) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    const first = (h + s1 + ((e & f) ^ (~e & g)) + K[at] + words[at]) | 0
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
    const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  return [(a + START[0]) | 0, (b + START[1]) | 0]
}

function zeroBits(text) {
  const [first, second] = hash(text)
  return first === 0 ? 32 + Math.clz32(second) : Math.clz32(first)
}

self.onmessage = ({ data: { id, bits } }) => {
  let answer = 0
  while (zeroBits(`${id}:${answer}`) < bits) answer++
  self.postMessage(String(answer))
}
