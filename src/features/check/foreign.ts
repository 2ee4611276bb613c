import type { Validity } from '../../chains/index.ts'

/**
 * What is wrong with an address that has characters beside those of every network's format, which are printable ASCII: a Cyrillic а
 * looks like a Latin one, and is none. Null where it has none.
 */
export function foreignTo(address: string): Extract<Validity, { kind: 'failed' }> | null {
  const foreign = [...new Set(address.match(/[^!-~]/gu) ?? [])]
  if (foreign.length === 0) return null
  const named = foreign.slice(0, most).map(nameOf).join(', ')
  const more = foreign.length > most ? ' and others' : ''
  return {
    kind: 'failed',
    checksum: false,
    reason: `it contains ${named}${more}, which no address of any network has`,
  }
}

const most = 3

function nameOf(character: string): string {
  const point = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) ? `“${character}” (${point})` : point
}
