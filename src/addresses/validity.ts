/**
 * Whether an address is one of its network: by form and, where the format has one, by checksum. Loads hash functions: import it
 * when it is used. Where the format is not known, nothing is claimed.
 */
import { type AddressFamily, families, familyOf } from './families.ts'
import { checks } from './formats/checks.ts'
import { type Check, foreignCharacters, malformed, type Outcome } from './formats/outcome.ts'

/**
 * `valid`: the form is right, and so is the checksum where `checksum` says that there is one. `failed`: it is no address of the
 * network; `checksum` says that its form is right and its checksum alone is wrong, as of a mistyped address. `unchecked`: nothing is
 * claimed. `reason` is part of a sentence that a person reads: "its checksum does not match".
 */
export type Validity = Outcome

/** Whether this is an address of the network. Space around it is no part of it; an empty one, or one of an unknown network, is unchecked. */
export function validityOf(address: string, networkId: string | null): Validity {
  return validityIn(address, familyOf(networkId))
}

/** The same for a family of networks. */
function validityIn(address: string, family: AddressFamily): Validity {
  const check = family.isKnown ? checkOf.get(family.name) : undefined
  const text = address.trim()
  if (check === undefined || text === '') return { kind: 'unchecked' }
  if (!/^[!-~]*$/.test(text))
    return /^[\s!-~]*$/.test(text) ? malformed('there is space within it') : foreignCharacters
  if (text.length > longest) return malformed('it is longer than any address of this network')
  return check(text)
}

/**
 * What an address is to each family that says something of it: one for which it is valid, whose form it has with a wrong checksum, or
 * which begins as its addresses alone do.
 */
export interface FamilyValidity {
  readonly family: AddressFamily
  readonly validity: Validity
}

/** What an address without a network may be. */
export function validitiesOf(address: string): readonly FamilyValidity[] {
  return families
    .map((family) => ({ family, validity: validityIn(address, family) }))
    .filter(
      ({ family, validity }) =>
        validity.kind === 'valid' ||
        (validity.kind === 'failed' &&
          (validity.checksum || family.fixedPrefix(address.trim()).length >= tellingPrefix)),
    )
}

/** "bc1q", "addr1q" and "cosmos1" are nobody else's; "0x" and "T" are. */
const tellingPrefix = 4

/** No format has a longer one; decoding base58 takes time that grows with the square of the length. */
const longest = 256

const checkOf: ReadonlyMap<string, Check> = new Map(Object.entries(checks))
