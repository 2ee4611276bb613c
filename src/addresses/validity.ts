/** Whether an address is one of its network: by form and, where the format has one, by checksum. */
import { foreignCharacters, malformed, unchecked } from '../chains/chain.ts'
import { type Chain, chainOf, chains, fixedPrefix, type Validity } from '../chains/index.ts'

/** Whether this is an address of the network. Space around it is no part of it; an empty one, or one of an unknown network, is unchecked. */
export function validityOf(address: string, networkId: string | null): Validity {
  return validityIn(address, chainOf(networkId))
}

/** The same for a chain. */
export function validityIn(address: string, { check }: Chain): Validity {
  const text = address.trim()
  if (check === undefined || text === '') return unchecked
  if (!/^[!-~]*$/.test(text))
    return /^[\s!-~]*$/.test(text) ? malformed('there is space within it') : foreignCharacters
  if (text.length > longest) return malformed('it is longer than any address of this network')
  return check(text)
}

/**
 * What an address is to each chain that says something of it: one for which it is valid, whose form it has with a wrong checksum, or
 * which begins as its addresses alone do.
 */
export interface ChainValidity {
  readonly chain: Chain
  readonly validity: Validity
}

/** What an address without a network may be. */
export function validitiesOf(address: string): readonly ChainValidity[] {
  return chains
    .map((chain) => ({ chain, validity: validityIn(address, chain) }))
    .filter(
      ({ chain, validity }) =>
        validity.kind === 'valid' ||
        (validity.kind === 'failed' &&
          (validity.checksum || fixedPrefix(address.trim(), chain).length >= tellingPrefix)),
    )
}

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

/** "bc1q", "addr1q" and "cosmos1" are nobody else's; "0x" and "T" are. */
const tellingPrefix = 4

/** No format has a longer one; decoding base58 takes time that grows with the square of the length. */
const longest = 256
