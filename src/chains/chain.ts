/** One chain, or several that share addresses, such as all EVM chains. */
export interface ChainDefinition {
  readonly name: string
  /** Space-separated, lower case, without punctuation or "mainnet". Omit ambiguous ids: "CRO" may be an EVM or a Cosmos chain. */
  readonly ids: string
  /** The whole start that all addresses of a kind share: 'r', 'tz1'. */
  readonly prefix?: RegExp
  /** The same for caseless addresses: '0x', 'bc1q'. A pattern that may match nothing makes all addresses caseless. */
  readonly caselessPrefix?: RegExp
  /** One form per account. Takes any text without a memo in it, in small letters where case means nothing. A damaged address is its own form. */
  readonly canonical?: (address: string) => string
  /** Other forms, which look different: a look-alike may copy any of them. */
  readonly otherForms?: (canonical: string) => readonly string[]
  /** Absent if no maintained library knows the format: then nothing is claimed. */
  readonly check?: FormCheck
  /** Whether receivers usually ask for a memo, tag or comment; null if unknown. */
  readonly usesMemo: boolean | null
  readonly addressWithMemo?: AddressWithMemo
  readonly usesFreshAddresses?: boolean
  readonly burnAddresses?: readonly (string | RegExp)[]
}

export interface AddressWithMemo {
  readonly prefix: string
  /** Takes a valid address. */
  readonly split: (address: string) => SplitAddress
}

export interface SplitAddress {
  readonly address: string
  readonly memo: string | null
}

export interface Chain extends ChainDefinition {
  /** An unknown network is its own chain, named by its id. Its addresses compare exactly. */
  readonly isKnown: boolean
}

/** Shared by all spellings of one account, and by no other. A memo in the address is left out. */
export function canonicalAddress(address: string, chain: Chain): string {
  const text = address.trim()
  const folded = foldedAddress(memoApart(text, chain)?.address ?? text, chain)
  return chain.canonical?.(folded) ?? folded
}

/** Null for an address without a memo in it, and for a damaged one. Takes trimmed text. */
export function memoApart(address: string, chain: Chain): SplitAddress | null {
  const { addressWithMemo } = chain
  return addressWithMemo &&
    address.startsWith(addressWithMemo.prefix) &&
    validityIn(address, chain).kind === 'valid'
    ? addressWithMemo.split(address)
    : null
}

/** Trims. An empty address, or one of an unknown network, is unchecked. */
export function validityIn(address: string, { check }: Chain): Validity {
  const text = address.trim()
  if (check === undefined || text === '') return unchecked
  if (!/^[!-~]*$/.test(text))
    return /^[\s!-~]*$/.test(text) ? malformed('there is space within it') : foreignCharacters
  if (text.length > longest) return malformed('it is longer than any address of this network')
  return check(text)
}

/** No format is longer, and base58 decoding takes quadratic time. */
const longest = 256

/** Only A to Z fold: a Kelvin sign is not a k. */
export function foldedAddress(address: string, chain: Chain): string {
  return isCaseless(address, chain) ? asciiLowerCase(address) : address
}

function isCaseless(address: string, { caselessPrefix }: Chain): boolean {
  return caselessPrefix?.test(address) ?? false
}

/** As spelled in the address: '0x', 'bc1q', 'T', 'cosmos1', ''. */
export function fixedPrefix(address: string, { caselessPrefix, prefix }: Chain): string {
  return caselessPrefix?.exec(address)?.[0] || prefix?.exec(address)?.[0] || ''
}

export function asciiLowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/**
 * `sameKey`: written for another network, where the same key has another form. Failed with `checksum`: only the checksum is wrong, so
 * probably a typo. `reason` continues a sentence: "its checksum does not match".
 */
export type Validity =
  | { readonly kind: 'valid'; readonly checksum: boolean; readonly sameKey?: SameKey }
  | { readonly kind: 'failed'; readonly checksum: boolean; readonly reason: string }
  | { readonly kind: 'unchecked' }

export interface SameKey {
  /** After "written for": "Kusama". */
  readonly network: string
  /** The key as this network writes it. */
  readonly here: string
}

/** Takes trimmed printable ASCII of limited length. */
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

/** The first matching pattern decides. With `starts` null, an unmatched address may be of an unchecked kind. */
export function oneOf(starts: string | null, kinds: readonly (readonly [RegExp, FormCheck])[]): FormCheck {
  const otherwise = starts === null ? unchecked : wrongStart(starts)
  return (address) => kinds.find(([pattern]) => pattern.test(address))?.[1](address) ?? otherwise
}

export function isSame(bytes: Uint8Array, others: Uint8Array): boolean {
  return bytes.length === others.length && bytes.every((byte, at) => byte === others[at])
}
