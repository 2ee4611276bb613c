/** Checks an address by form and, where the format has one, by checksum. */
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

/** Trims. An empty address, or one of an unknown network, is unchecked. */
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

/** Chains that recognize an address by form, or by a start that only they use. */
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

/** Names characters outside printable ASCII: a Cyrillic а looks like a Latin one. Null if there are none. */
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

/** No format is longer, and base58 decoding takes quadratic time. */
const longest = 256

export function formsOf(address: string, networkId: string | null, chain: Chain): readonly string[] {
  const text = address.trim()
  const plain = plainAddress(text, networkId)
  return [...new Set([text, plain, ...(chain.otherForms?.(canonicalAddress(plain, chain)) ?? [])])]
}

/** Splits an address with an embedded memo. Null for any other, and for a damaged one. Null network: tries every chain. */
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

export function plainAddress(address: string, networkId: string | null): string {
  return splitMemo(address, networkId)?.address ?? address
}

/** Spellings without duplicates: given, listed, lower case where case is ignored, checksum case, other forms of the chain. */
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
  // Only for a named chain. Otherwise every EVM address would cost an extra request.
  const checksummed = [chainOf(networkId).checksumCase?.(address.trim()) ?? []].flat()
  return [...new Set([address, ...listed, ...spelled, ...checksummed])].slice(0, mostSpellings)
}

/** Each costs two requests. */
const mostSpellings = 5

function inCase(address: string, chain: Chain): readonly string[] {
  if (!isCaseless(address, chain)) return []
  const small = canonicalAddress(address, chain)
  return [small, checksumCase(small)].filter((spelled) => spelled !== null)
}
