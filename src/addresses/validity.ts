/** Whether an address is one of its network: by form and, where the format has one, by checksum. */
import { foreignCharacters, malformed, unchecked } from '../chains/chain.ts'
import { checksumCase } from '../chains/evm.ts'
import {
  type Chain,
  canonicalAddress,
  chainOf,
  chains,
  fixedPrefix,
  isCaseless,
  type SplitAddress,
  type Validity,
} from '../chains/index.ts'

/** Whether this is an address of the network. Space around it is no part of it; an empty one, or one of an unknown network, is unchecked. */
export function validityOf(address: string, networkId: string | null): Validity {
  return validityIn(address, chainOf(networkId))
}

/** The same for a chain. */
function validityIn(address: string, { check }: Chain): Validity {
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
  const named = foreign.slice(0, mostNamed).map(nameOf).join(', ')
  const more = foreign.length > mostNamed ? ' and others' : ''
  return {
    kind: 'failed',
    checksum: false,
    reason: `it contains ${named}${more}, which no address of any network has`,
  }
}

const mostNamed = 3

function nameOf(character: string): string {
  const point = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) ? `“${character}” (${point})` : point
}

/** "bc1q", "addr1q" and "cosmos1" are nobody else's; "0x" and "T" are. */
const tellingPrefix = 4

/** No format has a longer one; decoding base58 takes time that grows with the square of the length. */
const longest = 256

/** Each form once: as it came, without the memo that it has within, and as its chain writes the same account otherwise. */
export function formsOf(address: string, networkId: string | null, chain: Chain): readonly string[] {
  const text = address.trim()
  const plain = plainAddress(text, networkId)
  return [...new Set([text, plain, ...(chain.otherForms?.(canonicalAddress(plain, chain)) ?? [])])]
}

/**
 * Takes an address and its memo apart, since services and whitelists have the two apart; null for every other address, and for a
 * damaged one. Without a network, every chain is tried.
 */
export function splitMemo(address: string, networkId: string | null): SplitAddress | null {
  const text = address.trim()
  for (const chain of networkId === null ? chains : [chainOf(networkId)])
    if (
      chain.addressWithMemo &&
      text.startsWith(chain.addressWithMemo.prefix) &&
      validityIn(text, chain).kind === 'valid'
    )
      return chain.addressWithMemo.split(text)
  return null
}

/** The account of an address: without the memo that it may have within, and as it came where it has none. */
export function plainAddress(address: string, networkId: string | null): string {
  return splitMemo(address, networkId)?.address ?? address
}

/**
 * Each spelling once: as it was asked, as it is known, in small letters where case says nothing, with the capitals of its checksum,
 * and in the other forms of its chain. Without a network, those of every chain that it may be of.
 */
export function variantsOf(
  address: string,
  networkId: string | null,
  names: readonly { readonly address: string; readonly chain: Chain }[] = [],
): readonly string[] {
  const possible =
    networkId === null
      ? [
          ...validitiesOf(address).map(({ chain }) => chain),
          ...names.map(({ chain }) => chain),
          ...chains.filter((chain) => formsOf(address, null, chain).length > 1),
        ]
      : [chainOf(networkId)]
  const spelled = possible.flatMap((chain) => [
    ...inCase(address, chain),
    ...formsOf(address, networkId, chain),
  ])
  const listed = names.map((known) => known.address.trim())
  return [...new Set([address, ...listed, ...spelled, ...ofItsChain(address, networkId)])].slice(
    0,
    mostSpellings,
  )
}

/** Enough for one address; every further one would be a request of its own. */
const mostSpellings = 5

function inCase(address: string, chain: Chain): readonly string[] {
  if (!isCaseless(address, chain)) return []
  const small = canonicalAddress(address, chain)
  return [small, checksumCase(small)].filter((spelled) => spelled !== null)
}

/** Only where the chain was named: without it, every address of the EVM would cost one more. */
function ofItsChain(address: string, networkId: string | null): readonly string[] {
  return [chainOf(networkId).checksumCase?.(address.trim()) ?? []].flat()
}
