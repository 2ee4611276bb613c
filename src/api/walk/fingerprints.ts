/** What is kept of a text. */
export type Fingerprint = readonly [number, number, number, number]

/**
 * A set of texts that keeps 125 bits of each, or fewer, instead of the text, with a small number beside it: about 20 bytes of memory an entry, however
 * long the ids are. Two of a million ids are taken for the same with odds of one in 10²⁵ (n² / 2¹²⁶), far below those of the machine's
 * own errors, unless somebody makes them so: which only the service could, and that could as well leave the record out.
 */
export class Fingerprints {
  // Many small tables, of which one grows at a time: a big one would take twice its memory while it is copied. A short list needs few.
  readonly #tables: Table[] = []
  readonly #stampBits: number

  /** Numbers of more than 2 bits take the place of as many bits of each fingerprint. */
  constructor(bits = 2) {
    this.#stampBits = (2 ** bits - 1) << 1
  }

  has(mark: Fingerprint): boolean {
    return this.stampOf(mark) !== null
  }

  /** Adds a text's fingerprint; false where it was there already. */
  add(mark: Fingerprint): boolean {
    const isNew = !this.has(mark)
    if (isNew) this.stamp(mark, 0)
    return isNew
  }

  /** The number with which a text was last stamped, 0 where it was only added; null where it is not there. */
  stampOf(mark: Fingerprint): number | null {
    const { slots } = this.#tableOf(mark)
    const slot = this.#slotOf(slots, mark)
    return isFree(slots, slot) ? null : ((slots[slot + 3] ?? 0) & this.#stampBits) >>> 1
  }

  /** Adds a text where it is not there, and notes a number of so many bits as the set was made for. */
  stamp(mark: Fingerprint, number: number): void {
    const table = this.#tableOf(mark)
    const slot = this.#slotOf(table.slots, mark)
    if (isFree(table.slots, slot)) table.used += 1
    const [a, b, c] = mark
    table.slots.set([a, b, c, this.#lastWord(mark) | (number << 1)], slot)
    if (table.used * 4 > table.slots.length * maxLoad) table.slots = grown(table.slots)
  }

  #tableOf(mark: Fingerprint): Table {
    const index = mark[0] & (tableCount - 1)
    const table = this.#tables[index] ?? { slots: new Uint32Array(4 * 4), used: 0 }
    this.#tables[index] = table
    return table
  }

  /** Where the mark is, or the free slot where it belongs. */
  #slotOf(slots: Uint32Array, mark: Fingerprint): number {
    const [a, b, c] = mark
    const d = this.#lastWord(mark)
    let slot = firstSlot(slots, b)
    while (
      !isFree(slots, slot) &&
      (slots[slot] !== a ||
        slots[slot + 1] !== b ||
        slots[slot + 2] !== c ||
        ((slots[slot + 3] ?? 0) & ~this.#stampBits) >>> 0 !== d)
    )
      slot = (slot + 4) % slots.length
    return slot
  }

  /** Odd, which tells it from that of a free slot, and with room for the number. */
  #lastWord([, , , d]: Fingerprint): number {
    return ((d & ~this.#stampBits) | 1) >>> 0
  }
}

/** MurmurHash3 (x86, 128 bits) of a text's code units. A cryptographic hash costs more than all the rest of reading a record. */
export function fingerprint(text: string): Fingerprint {
  // Two code units a word, and not UTF-8, in which all lone surrogates are one.
  const word = (at: number) =>
    at < text.length ? text.charCodeAt(at) | ((at + 1 < text.length ? text.charCodeAt(at + 1) : 0) << 16) : 0
  let [a, b, c, d] = [0, 0, 0, 0]
  for (let at = 0; at < text.length; at += 8) {
    a ^= scrambled(word(at), 0x239b961b, 15, 0xab0e9789)
    a = (Math.imul(rotated(a, 19) + b, 5) + 0x561ccd1b) | 0
    b ^= scrambled(word(at + 2), 0xab0e9789, 16, 0x38b34ae5)
    b = (Math.imul(rotated(b, 17) + c, 5) + 0x0bcaa747) | 0
    c ^= scrambled(word(at + 4), 0x38b34ae5, 17, 0xa1e38b93)
    c = (Math.imul(rotated(c, 15) + d, 5) + 0x96cd1c35) | 0
    d ^= scrambled(word(at + 6), 0xa1e38b93, 18, 0x239b961b)
    d = (Math.imul(rotated(d, 13) + a, 5) + 0x32ac3b17) | 0
  }
  const length = text.length
  ;[a, b, c, d] = stirred(a ^ length, b ^ length, c ^ length, d ^ length)
  ;[a, b, c, d] = stirred(avalanche(a), avalanche(b), avalanche(c), avalanche(d))
  return [a >>> 0, b >>> 0, c >>> 0, d >>> 0]
}

function scrambled(word: number, first: number, turn: number, second: number): number {
  return Math.imul(rotated(Math.imul(word, first), turn), second)
}

function rotated(word: number, turn: number): number {
  return (word << turn) | (word >>> (32 - turn))
}

function stirred(a: number, b: number, c: number, d: number): [number, number, number, number] {
  const all = (a + b + c + d) | 0
  return [all, (b + all) | 0, (c + all) | 0, (d + all) | 0]
}

function avalanche(word: number): number {
  const one = Math.imul(word ^ (word >>> 16), 0x85ebca6b)
  const two = Math.imul(one ^ (one >>> 13), 0xc2b2ae35)
  return two ^ (two >>> 16)
}

interface Table {
  /** Four words a slot; the last of them 0 where it is free. */
  slots: Uint32Array
  used: number
}

const tableCount = 256
const maxLoad = 0.85
const growth = 1.25

/** Where marks with this word are looked for first. */
function firstSlot(slots: Uint32Array, word: number): number {
  return 4 * (word % (slots.length / 4))
}

/** The last word of a slot that is taken is odd. */
function isFree(slots: Uint32Array, slot: number): boolean {
  return slots[slot + 3] === 0
}

function grown(slots: Uint32Array): Uint32Array {
  const larger = new Uint32Array(4 * Math.ceil((slots.length / 4) * growth + 1))
  for (let from = 0; from < slots.length; from += 4) {
    if (isFree(slots, from)) continue
    let to = firstSlot(larger, slots[from + 1] ?? 0)
    while (!isFree(larger, to)) to = (to + 4) % larger.length
    larger.set(slots.subarray(from, from + 4), to)
  }
  return larger
}
