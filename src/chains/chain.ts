/** What is known of a chain, and how its addresses are compared. */

/** A chain, or several whose addresses are the same: what runs the EVM is one. Each is written in one file of this folder. */
export interface ChainDefinition {
  /** "EVM", "Bitcoin", "XRP Ledger". */
  readonly name: string
  /**
   * What services call its networks, between spaces, without capitals, punctuation and a closing "mainnet". Leave out what is ambiguous:
   * "CRO" may mean a chain of the EVM or one of Cosmos, and an address is not judged by a guess.
   */
  readonly ids: string
  /** What addresses begin with where case counts: 'r', 'tz1'. All that a kind always has belongs to it, since it tells no two apart. */
  readonly prefix?: RegExp
  /**
   * The same of addresses in which case says nothing: '0x'; 'bc1q' with the letter of its version. Only an address that matches is
   * caseless; a pattern that may be empty, as of `/^(?:0x)?/i`, makes them all so.
   */
  readonly caselessPrefix?: RegExp
  /** One form for all in which an account is written, beside case. Takes any text. */
  readonly canonical?: (address: string) => string
  /** The forms that differ by more than case, from the canonical one; none for what is no address. */
  readonly otherForms?: (canonical: string) => readonly string[]
  /** With the capitals of a checksum that is the chain's own; null for what is no account. */
  readonly checksumCase?: (address: string) => string | null
  /** Form and checksum of an address. Missing where no well-kept library knows the format: then nothing is claimed. */
  readonly check?: FormCheck
  /** Whether receivers usually ask for a memo, tag or comment, since their customers share an address; null where it is not known. */
  readonly usesMemo: boolean | null
  /** Addresses that have a memo in them. */
  readonly addressWithMemo?: AddressWithMemo
  /** Whether wallets take a new address for each payment, so that a new one of a vault is nothing odd. */
  readonly usesFreshAddresses?: boolean
  /** Addresses of which nobody has the key. */
  readonly burnAddresses?: readonly (string | RegExp)[]
}

/** The kind of address that has a memo in it. */
export interface AddressWithMemo {
  readonly prefix: string
  /** Whether one that begins so has a memo after all, whatever its checksum; where this is missing, all have. */
  readonly hasMemo?: (address: string) => boolean
  /** Takes a valid one apart. */
  readonly split: (address: string) => SplitAddress
}

/** An address without its memo, and the memo; null where it had none. */
export interface SplitAddress {
  readonly address: string
  readonly memo: string | null
}

/** A chain of a network. */
export interface Chain extends ChainDefinition {
  /** Whether it has a definition. An unknown network is a chain of its own, named by its id: its addresses are compared exactly. */
  readonly isKnown: boolean
}

/** What all spellings of one address share, and no other address has. Space around an address is no part of it. */
export function canonicalAddress(address: string, chain: Chain): string {
  const folded = foldedAddress(address.trim(), chain)
  return chain.canonical?.(folded) ?? folded
}

/** An address in small letters where its chain takes capitals for the same. Only A to Z fold: a Kelvin sign is no k. */
export function foldedAddress(address: string, chain: Chain): string {
  return isCaseless(address, chain) ? asciiLowerCase(address) : address
}

/** Whether an address means the same in capital and in small letters. */
export function isCaseless(address: string, { caselessPrefix }: Chain): boolean {
  return caselessPrefix?.test(address) ?? false
}

/** What every address of its kind begins with, as it is spelt there: '0x', 'bc1q', 'T', 'addr1q', 'cosmos1', ''. */
export function fixedPrefix(address: string, { caselessPrefix, prefix }: Chain): string {
  return caselessPrefix?.exec(address)?.[0] || prefix?.exec(address)?.[0] || ''
}

/** A to Z alone in small letters. */
export function asciiLowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/**
 * `valid`: the form is right, and so is the checksum where `checksum` says that there is one. `failed`: it is no address of the chain;
 * `checksum` says that its form is right and its checksum alone is wrong, as of a mistyped address. `unchecked`: nothing is claimed.
 * `reason` is part of a sentence that a person reads: "its checksum does not match".
 */
export type Validity =
  | { readonly kind: 'valid'; readonly checksum: boolean }
  | { readonly kind: 'failed'; readonly checksum: boolean; readonly reason: string }
  | { readonly kind: 'unchecked' }

/** Reads one address without space around it, in printable ASCII, of limited length. */
export type FormCheck = (address: string) => Validity

/** It is an address, and its checksum says so. */
export const valid: Validity = { kind: 'valid', checksum: true }

/** It has the form of an address, and there is no checksum in it. */
export const wellFormed: Validity = { kind: 'valid', checksum: false }

/** Nothing is claimed. */
export const unchecked: Validity = { kind: 'unchecked' }

/** Its form is right and its checksum is not: mistyped, cut, or made up. */
export const wrongChecksum: Validity = {
  kind: 'failed',
  checksum: true,
  reason: 'its checksum does not match',
}

export const foreignCharacters = malformed('it contains characters that no address of this network has')

export const wrongLength = malformed('it has not the length of an address of this network')

export const ofTestNetwork = malformed('it is an address of a test network')

export const ofOtherNetwork = malformed('it is an address of another network')

export const noAddress = malformed('it does not hold an address')

/** It has not the form of an address. */
export function malformed(reason: string): Validity {
  return { kind: 'failed', checksum: false, reason }
}

/** It begins as no address of the network does. */
export function wrongStart(expected: string): Validity {
  return malformed(`it does not begin with ${expected}`)
}

/** The first check whose pattern fits. What fits none begins wrongly; where `starts` is null, it may be of a kind that is not checked. */
export function oneOf(starts: string | null, kinds: readonly (readonly [RegExp, FormCheck])[]): FormCheck {
  const otherwise = starts === null ? unchecked : wrongStart(starts)
  return (address) => kinds.find(([pattern]) => pattern.test(address))?.[1](address) ?? otherwise
}

/** Whether two runs of bytes are the same. */
export function isSame(bytes: Uint8Array, others: Uint8Array): boolean {
  return bytes.length === others.length && bytes.every((byte, at) => byte === others[at])
}
