import { useMemo } from 'react'
import type { Verdict } from '../../addresses/evidence.ts'
import type { KnownAddress, LookAlike } from '../../addresses/known.ts'
import {
  type ChainValidity,
  foreignTo,
  validitiesOf,
  validityOf,
  variantsOf,
} from '../../addresses/validity.ts'
import { type Reading, verdictSoFar } from '../../addresses/verdict.ts'
import { failureOf } from '../../api/api-error.ts'
import { useAllWhitelists } from '../../api/hooks.ts'
import { canonicalAddress, chainOf, type Validity } from '../../chains/index.ts'
import { useAddressBook, useIsBookCurrent } from '../../records/addresses/book.tsx'
import { usePreferences } from '../../records/preferences.ts'
import type { CheckQuery } from '../../url/hrefs.ts'
import { type History, useHistory } from './history.ts'

/** A check: the verdict, and all on which it rests. */
export interface AddressCheck {
  /** Null while what it rests on is being read. */
  readonly verdict: Verdict | null
  readonly names: readonly KnownAddress[]
  /** Who has it on networks of other chains than the one that was named. */
  readonly elsewhere: readonly KnownAddress[]
  readonly lookAlikes: readonly LookAlike[]
  /** How many known addresses it was compared with. */
  readonly comparedWith: number
  readonly validity: Validity
  readonly validities: readonly ChainValidity[]
  readonly spellings: readonly string[]
  /** Whether an address of a record is this one, however it is spelled. */
  readonly isSame: (address: string | null) => boolean
  readonly history: History
  readonly whitelists: {
    readonly reading: Reading
    readonly count: number
    readonly failure: ReturnType<typeof failureOf>
    readonly refetch: () => void
  }
}

/** Checks an address against everything that is known, and asks the service for its transactions. */
export function useCheck({ address, network_id, asset_id, memo }: CheckQuery): AddressCheck {
  const { live } = usePreferences()
  const book = useAddressBook()
  const isCurrent = useIsBookCurrent()
  const query = useAllWhitelists({}, { live: false })
  const failure = failureOf(query)
  const whitelists: Reading =
    failure && !query.isFetching ? 'failed' : !isCurrent || query.data === undefined ? 'waiting' : 'read'
  const { names, lookAlikes } = useMemo(
    () => book?.known.lookup(address, network_id) ?? unknown,
    [book, address, network_id],
  )
  const elsewhere = useMemo(
    () => (network_id === null || names.length > 0 ? [] : (book?.known.lookup(address, null).names ?? [])),
    [book, address, network_id, names],
  )
  const { validity, validities } = useMemo(() => {
    const foreign = foreignTo(address)
    return foreign === null
      ? { validity: validityOf(address, network_id), validities: validitiesWith(address, names) }
      : { validity: foreign, validities: [{ chain: chainOf(network_id), validity: foreign }] }
  }, [address, network_id, names])
  const spellingsText = JSON.stringify(variantsOf(address, network_id, names))
  // The same array as long as they are the same, so that nothing is asked again for nothing.
  const spellings = useMemo((): readonly string[] => JSON.parse(spellingsText), [spellingsText])
  const isSame = useMemo(() => sameAs(spellings, network_id), [spellings, network_id])
  const history = useHistory(spellings, isSame, live)
  const verdict = verdictSoFar(
    {
      address,
      networkId: network_id,
      assetId: asset_id,
      memo,
      names,
      elsewhere,
      lookAlikes,
      validity,
      validities,
    },
    { whitelists, transactions: history.usage },
  )
  return {
    verdict,
    names,
    elsewhere,
    lookAlikes,
    comparedWith: book?.known.size ?? 0,
    validity,
    validities,
    spellings,
    isSame,
    history,
    whitelists: {
      reading: whitelists,
      count: query.data?.records.length ?? 0,
      failure,
      refetch: () => void query.refetch(),
    },
  }
}

const unknown: { readonly names: readonly KnownAddress[]; readonly lookAlikes: readonly LookAlike[] } = {
  names: [],
  lookAlikes: [],
}

/** What it is in each chain in which it is known, too: as it stands it may be no address there. */
function validitiesWith(address: string, names: readonly KnownAddress[]): readonly ChainValidity[] {
  const validities = validitiesOf(address)
  const known = new Map(names.map((name) => [name.chain, name.networkId]))
  return [
    ...validities,
    ...[...known].flatMap(([chain, networkId]) =>
      validities.some((one) => one.chain === chain)
        ? []
        : [{ chain, validity: validityOf(address, networkId) }],
    ),
  ]
}

/** Whether an address of a record is the one that was asked for, in whatever spelling the service has it. */
function sameAs(spellings: readonly string[], networkId: string | null) {
  const chain = chainOf(networkId)
  const [asked = ''] = spellings
  const canonical = canonicalAddress(asked, chain)
  const small = spellings.map((spelling) => spelling.toLowerCase())
  return (address: string | null) =>
    address !== null &&
    (spellings.includes(address.trim()) ||
      // Of several spellings that case alone tells apart, the service may have one that nobody thought of.
      small.filter((spelling) => spelling === address.trim().toLowerCase()).length > 1 ||
      canonicalAddress(address, chain) === canonical)
}
