/** What the check of an address says. */

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
export type Check = (address: string) => Validity

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
export function oneOf(starts: string | null, kinds: readonly (readonly [RegExp, Check])[]): Check {
  const otherwise = starts === null ? unchecked : wrongStart(starts)
  return (address) => kinds.find(([pattern]) => pattern.test(address))?.[1](address) ?? otherwise
}

/** Whether two runs of bytes are the same. */
export function isSame(bytes: Uint8Array, others: Uint8Array): boolean {
  return bytes.length === others.length && bytes.every((byte, at) => byte === others[at])
}
