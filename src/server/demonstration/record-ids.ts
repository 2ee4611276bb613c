import type { Random } from './prng.ts'

/** What a record id stands for: vault, whitelist, transaction, validator or stake pool. */
type RecordKind = 'vlt' | 'wls' | 'txn' | 'vld' | 'spl'

/** A record id: its kind and a hundred bits in Crockford's base 32, such as `vlt_9k2m4x7qz0c1v8b5n3hd`. */
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
