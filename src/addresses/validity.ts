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

/** Space around an address does not count. An empty one, and one of an unknown network, is unchecked. */
export function validityOf(address: string, networkId: string | null): Validity {
  return validityIn(address, chainOf(networkId))
}

function validityIn(address: string, { check }: Chain): Validity {
  const text = address.trim()
  if (check === undefined || text === '') return unchecked
  if (!/^[!-~]*$/.test(text))
    return /^[\s!-~]*$/.test(text) ? malformed('there is space within it') : foreignCharacters
  if (text.length > longest) return malformed('it is longer than any address of this network')
  return check(text)
}

export interface ChainValidity {
  readonly chain: Chain
  readonly validity: Validity
}

/** For each chain that recognizes an address: by its form, or by a start that only its own addresses have. */
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

/** Names characters outside printable ASCII, which no format has: a Cyrillic а looks like a Latin one. Null if there are none. */
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

/** Only one chain has "bc1q", "addr1q" or "cosmos1"; several have "0x" or "T". */
const tellingPrefix = 4

/** No format is longer, and decoding base58 takes time quadratic in the length. */
const longest = 256

/** Each form once: as given, without a memo in it, and the other forms of its chain. */
export function formsOf(address: string, networkId: string | null, chain: Chain): readonly string[] {
  const text = address.trim()
  const plain = plainAddress(text, networkId)
  return [...new Set([text, plain, ...(chain.otherForms?.(canonicalAddress(plain, chain)) ?? [])])]
}

/** Takes an address apart that has its memo in it. Null for any other, and for a damaged one. Without a network, tries every chain. */
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

/** Without a memo in it. */
export function plainAddress(address: string, networkId: string | null): string {
  return splitMemo(address, networkId)?.address ?? address
}

/**
 * Each spelling once: as given, as it is listed, in small letters if case means nothing, with the capitals of its checksum, and in the
 * other forms of its chain. Without a network, for every chain that it may belong to.
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
  // Only for a chain that was named: otherwise every address of the EVM would cost one request more.
  const checksummed = [chainOf(networkId).checksumCase?.(address.trim()) ?? []].flat()
  return [...new Set([address, ...listed, ...spelled, ...checksummed])].slice(0, mostSpellings)
}

/** Each one costs two requests. */
const mostSpellings = 5

function inCase(address: string, chain: Chain): readonly string[] {
  if (!isCaseless(address, chain)) return []
  const small = canonicalAddress(address, chain)
  return [small, checksumCase(small)].filter((spelled) => spelled !== null)
}
