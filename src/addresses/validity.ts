/** Checks an address by form and, where the format has one, by checksum. */
import { type Chain, fixedPrefix, type Validity, validityIn } from '../chains/chain.ts'
import { chainOf, chains } from '../chains/index.ts'
import { codePointName } from '../contract/hidden-characters.ts'

export function validityOf(address: string, networkId: string | null): Validity {
  return validityIn(address, chainOf(networkId))
}

export interface ChainValidity {
  readonly chain: Chain
  readonly validity: Validity
}

/** Chains that recognize an address as their own by form, or by a start that only they use. */
export function validitiesOf(address: string): readonly ChainValidity[] {
  return chains
    .map((chain) => ({ chain, validity: validityIn(address, chain) }))
    .filter(
      ({ chain, validity }) =>
        (validity.kind === 'valid' && validity.sameKey === undefined) ||
        (validity.kind === 'failed' &&
          (validity.checksum || fixedPrefix(address.trim(), chain).length >= tellingPrefix)),
    )
}

/** Names characters outside printable ASCII: a Cyrillic а looks like a Latin one. Null if there are none. */
export function foreignTo(address: string): Extract<Validity, { kind: 'failed' }> | null {
  const foreign = [...new Set(address.match(/[^!-~]/gu) ?? [])]
  if (foreign.length === 0) return null
  const names = foreign.slice(0, mostNamed).map((character) => {
    const point = codePointName(character)
    return /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) ? `“${character}” (${point})` : point
  })
  const more = foreign.length > mostNamed ? ' and others' : ''
  return {
    kind: 'failed',
    checksum: false,
    reason: `it contains ${names.join(', ')}${more}, which no address of a known network has`,
  }
}

const mostNamed = 3

/** Only one chain has "bc1q", "addr1q" or "cosmos1"; several have "0x" or "T". */
const tellingPrefix = 4
