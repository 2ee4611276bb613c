/** What a format says of an address. */

export type Outcome =
  /** Its form is right; `checksum`: and so is its checksum, which it has. */
  | { readonly kind: 'valid'; readonly checksum: boolean }
  /** It is none; `checksum`: its form is right and the checksum alone is wrong. The reason is part of a sentence. */
  | { readonly kind: 'failed'; readonly checksum: boolean; readonly reason: string }
  | { readonly kind: 'unchecked' }

/** Reads one address without space around it, in printable ASCII, of limited length. */
export type Check = (address: string) => Outcome

/** It is an address, and its checksum says so. */
export const valid: Outcome = { kind: 'valid', checksum: true }

/** It has the form of an address, and there is no checksum in it. */
export const wellFormed: Outcome = { kind: 'valid', checksum: false }

/** Nothing is claimed. */
export const unchecked: Outcome = { kind: 'unchecked' }

/** Its form is right and its checksum is not: mistyped, cut, or made up. */
export const wrongChecksum: Outcome = {
  kind: 'failed',
  checksum: true,
  reason: 'its checksum does not match',
}

export const foreignCharacters = malformed('it contains characters that no address of this network has')

export const wrongLength = malformed('it has not the length of an address of this network')

export const ofTestNetwork = malformed('it is an address of a test network')

/** It has not the form of an address. */
export function malformed(reason: string): Outcome {
  return { kind: 'failed', checksum: false, reason }
}

/** It begins as no address of the network does. */
export function wrongStart(expected: string): Outcome {
  return malformed(`it does not begin with ${expected}`)
}

/** Whether two runs of bytes are the same. */
export function isSame(bytes: Uint8Array, others: Uint8Array): boolean {
  return bytes.length === others.length && bytes.every((byte, at) => byte === others[at])
}
