import { sha256 } from '@noble/hashes/sha2.js'

/** Repeatable, and never for secrets (sfc32, public domain). Integer and IEEE operations only, so that all machines agree. */
export interface Random {
  uint32(): number
  below(limit: number): number
  between(min: number, max: number): number
  fraction(): number
  chance(share: number): boolean
  pick<Item>(list: readonly Item[]): Item
  bytes(length: number): Uint8Array
  hex(bytes: number): string
  bigBelow(limit: bigint): bigint
}

/** Labels keep the parts of the books independent. */
export function randomFrom(seed: number, label: string): Random {
  const uint32 = sfc32(sha256(new TextEncoder().encode(`${seed}/${label}`)))
  const fraction = () => uint32() / 0x1_0000_0000
  const below = (limit: number) => Math.floor(fraction() * limit)
  return {
    uint32,
    below,
    fraction,
    between: (min, max) => min + below(max - min + 1),
    chance: (share) => fraction() < share,
    pick(list) {
      const item = list[below(list.length)]
      if (item === undefined) throw new RangeError('nothing to pick from')
      return item
    },
    bytes(length) {
      const bytes = new Uint8Array(length)
      for (let at = 0; at < length; at += 4) {
        const word = uint32()
        for (let byte = 0; byte < 4 && at + byte < length; byte++) bytes[at + byte] = word >>> (8 * byte)
      }
      return bytes
    },
    hex(bytes) {
      let text = ''
      for (let at = 0; at < bytes; at += 4) text += uint32().toString(16).padStart(8, '0')
      return text.slice(0, 2 * bytes)
    },
    bigBelow(limit) {
      if (limit <= 0n) throw new RangeError('nothing lies below the limit')
      let drawn = BigInt(uint32())
      // Thirty-two bits more than the limit needs make the remainder nearly even.
      for (let range = 1n; range < limit; range <<= 32n) drawn = (drawn << 32n) | BigInt(uint32())
      return drawn % limit
    },
  }
}

export function weighted<Item>(
  items: readonly Item[],
  weightOf: (item: Item) => number,
): (random: Random) => Item {
  const limits: number[] = []
  let sum = 0
  for (const item of items) {
    sum += weightOf(item)
    limits.push(sum)
  }
  return (random) => {
    const drawn = random.fraction() * sum
    const item = items[limits.findIndex((limit) => drawn < limit)]
    if (item === undefined) throw new RangeError('nothing to pick from')
    return item
  }
}

function sfc32(state: Uint8Array): () => number {
  const words = new DataView(state.buffer, state.byteOffset)
  let [a, b, c, counter] = [words.getInt32(0), words.getInt32(4), words.getInt32(8), words.getInt32(12)]
  return () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return sum >>> 0
  }
}

type RecordKind = 'vlt' | 'wls' | 'txn' | 'vld' | 'spl'

/** The kind and a hundred bits in Crockford's base 32, such as `vlt_9k2m4x7qz0c1v8b5n3hd`. */
export function recordId(random: Random, kind: RecordKind): string {
  let id = `${kind}_`
  for (let word = 0; word < 4; word++) {
    let bits = random.uint32()
    for (let digit = 0; digit < 5; digit++) {
      id += alphabet.charAt(bits & 31)
      bits >>>= 5
    }
  }
  return id
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
