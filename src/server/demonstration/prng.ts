import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

export type Random = ReturnType<typeof randomFrom>

/**
 * Repeatable, and never for secrets (sfc32, public domain). Integer and IEEE operations only, so that all machines agree. Labels keep the parts
 * of the books independent.
 */
export function randomFrom(seed: number, label: string) {
  const uint32 = sfc32(sha256(new TextEncoder().encode(`${seed}/${label}`)))
  const fraction = () => uint32() / 0x1_0000_0000
  const below = (limit: number) => Math.floor(fraction() * limit)
  const bytes = (length: number) =>
    new Uint8Array(Uint32Array.from({ length: Math.ceil(length / 4) }, uint32).buffer, 0, length)
  return {
    below,
    fraction,
    between: (min: number, max: number) => min + below(max - min + 1),
    chance: (share: number) => fraction() < share,
    pick<Item>(list: readonly Item[]): Item {
      const item = list[below(list.length)]
      if (item === undefined) throw new RangeError('nothing to pick from')
      return item
    },
    bytes,
    hex: (length: number) => bytesToHex(bytes(length)),
    /** At most 2^32 different values. */
    bigBelow: (limit: bigint) => (limit * BigInt(uint32())) >> 32n,
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

/** The kind and a hundred bits in Crockford's base 32, such as `vlt_9k2m4x7qz0c1v8b5n3hd`. */
export function recordId(random: Random, kind: 'vlt' | 'wls' | 'txn' | 'vld' | 'spl'): string {
  const digits = Array.from({ length: 20 }, () => '0123456789abcdefghjkmnpqrstvwxyz'.charAt(random.below(32)))
  return `${kind}_${digits.join('')}`
}
