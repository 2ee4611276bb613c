/**
 * The spellings in which a service may have one address: it compares filters exactly, while case says nothing in some families. Loads
 * hash functions.
 */
import { type AddressFamily, canonicalAddress, families, familyOf } from './families.ts'
import { rootstockCapitals, withCapitals } from './formats/evm.ts'
import { formsOf } from './forms.ts'
import type { KnownAddress } from './known.ts'
import { validitiesOf } from './validity.ts'

/**
 * Each spelling once: as it was asked, as it is known, in small letters where case says nothing, with the capitals of its checksum,
 * and in the other forms of its family. Without a network, those of every family that it may be of.
 */
export function spellingsOf(
  address: string,
  networkId: string | null,
  names: readonly KnownAddress[] = [],
): readonly string[] {
  const possible =
    networkId === null
      ? [
          ...validitiesOf(address).map(({ family }) => family),
          ...names.map(({ family }) => family),
          ...families.filter((family) => formsOf(address, null, family).length > 1),
        ]
      : [familyOf(networkId)]
  const spelled = possible.flatMap((family) => [
    ...inCase(address, family),
    ...formsOf(address, networkId, family),
  ])
  const listed = names.map((known) => known.address.trim())
  return [...new Set([address, ...listed, ...spelled, ...ofItsChain(address, networkId)])].slice(0, most)
}

/** Enough for one address; every further one would be a request of its own. */
const most = 5

function inCase(address: string, family: AddressFamily): readonly string[] {
  if (!family.caseInsensitive(address)) return []
  const small = canonicalAddress(address, family)
  const digits = /^0x([0-9a-f]{40})$/.exec(small)?.[1]
  return digits === undefined ? [small] : [small, `0x${withCapitals(digits)}`]
}

/** Only where the chain was named: without it, every address of the EVM would cost one more. */
function ofItsChain(address: string, networkId: string | null): readonly string[] {
  if (familyOf(networkId).name !== 'Rootstock') return []
  const digits = /^0x([0-9a-f]{40})$/i.exec(address.trim())?.[1]
  return digits === undefined ? [] : [`0x${rootstockCapitals(digits.toLowerCase())}`]
}
