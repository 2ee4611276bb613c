/** What is known of a chain, and how its addresses are compared. */

/** A chain, or several with the same addresses, such as all that run the EVM. */
export interface ChainDefinition {
  readonly name: string
  /**
   * Ids of its networks, separated by spaces, without capitals, punctuation and a closing "mainnet". Leave out what is ambiguous: "CRO"
   * may be a chain of the EVM or of Cosmos.
   */
  readonly ids: string
  /** The whole of what all addresses of a kind begin with: 'r', 'tz1'. */
  readonly prefix?: RegExp
  /** The same for addresses in which case means nothing: '0x', 'bc1q'. A pattern that may be empty makes all of them caseless. */
  readonly caselessPrefix?: RegExp
  /** One form for all in which an account is written, apart from case. Takes any text. */
  readonly canonical?: (address: string) => string
  /** From the canonical form, those that differ by more than case. */
  readonly otherForms?: (canonical: string) => readonly string[]
  /** With the capitals of a checksum of the chain's own; null for what is no account. */
  readonly checksumCase?: (address: string) => string | null
  /** Missing if no maintained library knows the format: then nothing is claimed. */
  readonly check?: FormCheck
  /** Whether receivers usually ask for a memo, tag or comment; null if it is not known. */
  readonly usesMemo: boolean | null
  readonly addressWithMemo?: AddressWithMemo
  /** Whether wallets use a new address for each payment. */
  readonly usesFreshAddresses?: boolean
  /** Nobody has their key. */
  readonly burnAddresses?: readonly (string | RegExp)[]
}

export interface AddressWithMemo {
  readonly prefix: string
  /** By default, every address with the prefix has a memo. No checksum is looked at. */
  readonly hasMemo?: (address: string) => boolean
  /** Of a valid address. */
  readonly split: (address: string) => SplitAddress
}

export interface SplitAddress {
  readonly address: string
  readonly memo: string | null
}

/** A chain of a network. */
export interface Chain extends ChainDefinition {
  /** An unknown network is a chain of its own, named by its id, whose addresses are compared exactly. */
  readonly isKnown: boolean
}

/** Shared by all spellings of one address, and by no other address. */
export function canonicalAddress(address: string, chain: Chain): string {
  const folded = foldedAddress(address.trim(), chain)
  return chain.canonical?.(folded) ?? folded
}

/** In small letters if case means nothing. Only A to Z fold: a Kelvin sign is no k. */
export function foldedAddress(address: string, chain: Chain): string {
  return isCaseless(address, chain) ? asciiLowerCase(address) : address
}

export function isCaseless(address: string, { caselessPrefix }: Chain): boolean {
  return caselessPrefix?.test(address) ?? false
}

/** The start that all addresses of its kind share, as it is spelled there: '0x', 'bc1q', 'T', 'cosmos1', ''. */
export function fixedPrefix(address: string, { caselessPrefix, prefix }: Chain): string {
  return caselessPrefix?.exec(address)?.[0] || prefix?.exec(address)?.[0] || ''
}

export function asciiLowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/**
 * `checksum` of a valid address: it has one. Of a failed one: only the checksum is wrong, so it is probably mistyped. `unchecked`: nothing
 * is claimed. `reason` is part of a sentence: "its checksum does not match".
 */
export type Validity =
  | { readonly kind: 'valid'; readonly checksum: boolean }
  | { readonly kind: 'failed'; readonly checksum: boolean; readonly reason: string }
  | { readonly kind: 'unchecked' }

/** Takes printable ASCII of limited length, without space around it. */
export type FormCheck = (address: string) => Validity

export const valid: Validity = { kind: 'valid', checksum: true }

/** The format has no checksum. */
export const wellFormed: Validity = { kind: 'valid', checksum: false }

export const unchecked: Validity = { kind: 'unchecked' }

export const wrongChecksum: Validity = {
  kind: 'failed',
  checksum: true,
  reason: 'its checksum does not match',
}

export const foreignCharacters = malformed('it contains characters that no address of this network has')

export const wrongLength = malformed('its length is not that of an address of this network')

export const ofTestNetwork = malformed('it is an address of a test network')

export const ofOtherNetwork = malformed('it is an address of another network')

export const noAddress = malformed('it does not hold an address')

export function malformed(reason: string): Validity {
  return { kind: 'failed', checksum: false, reason }
}

export function wrongStart(expected: string): Validity {
  return malformed(`it does not begin with ${expected}`)
}

/** The check of the first pattern that fits. With `starts` null, an address that fits none may be of a kind that is not checked. */
export function oneOf(starts: string | null, kinds: readonly (readonly [RegExp, FormCheck])[]): FormCheck {
  const otherwise = starts === null ? unchecked : wrongStart(starts)
  return (address) => kinds.find(([pattern]) => pattern.test(address))?.[1](address) ?? otherwise
}

export function isSame(bytes: Uint8Array, others: Uint8Array): boolean {
  return bytes.length === others.length && bytes.every((byte, at) => byte === others[at])
}
