/** Whose names stand beside an address. A name on another network of the chain is no word on this one, and has to say so. */

import { isSameNetwork } from '../../addresses/evidence.ts'
import type { KnownAddress } from '../../addresses/known.ts'

/** A known address as it is named beside one that is shown. */
export interface Named {
  readonly known: KnownAddress
  /** It is known on another network than the one that is shown. */
  readonly isElsewhere: boolean
}

/** The one for whom there is room in a row: on this network where there is any. */
export function nameInRow(names: readonly KnownAddress[], networkId: string | null): Named | null {
  const [first] = names
  const known = names.find((name) => isSameNetwork(name.networkId, networkId)) ?? first
  return known ? named(known, networkId) : null
}

/** All but the one of this id on this network, which is named there already. */
export function otherNames(
  names: readonly KnownAddress[],
  networkId: string | null,
  namedId: string | null,
): readonly Named[] {
  return names
    .map((known) => named(known, networkId))
    .filter(({ known, isElsewhere }) => isElsewhere || known.id === null || known.id !== namedId)
}

function named(known: KnownAddress, networkId: string | null): Named {
  return { known, isElsewhere: !isSameNetwork(known.networkId, networkId) }
}
