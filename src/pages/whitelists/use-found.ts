import { useEffect, useMemo, useState } from 'react'
import { useList } from '../../api/records.ts'
import { usePageState } from '../../list/list-link.ts'
import { whitelistsCodec } from '../../url/lists.ts'
import { listRequest } from '../../url/page-state.ts'
import { type AddressKnowledge, readSearchTerms, type SearchTerms } from './find.ts'

/**
 * A text that names addresses finds these in every spelling. Other texts are parts of names, ids and addresses, and so is one that only looks
 * like an address, which no whitelist has. `found` is what the list is asked for, once `isKnown`.
 */
export function useFound() {
  const { view } = usePageState(whitelistsCodec)
  const { filter, params } = view
  const terms = useSearchTerms(params.q)
  const address = filter.address === undefined ? (terms?.addresses ?? none) : none
  const request = { ...listRequest(whitelistsCodec, view), address }
  const { data, isPlaceholderData } = useList('whitelists', request, { enabled: address.length > 0 })
  const hasNone = !isPlaceholderData && data?.total === 0
  const isKnown = params.q === undefined || terms !== null
  if (address.length > 0 && !hasNone) return { terms, isKnown, found: { address } }
  const text = [filter.text, params.q].flat().filter(Boolean).join(' ')
  return { terms, isKnown, found: text === '' ? {} : { text } }
}

const none: readonly string[] = []

/** Null without a text, and until its addresses can be compared in every spelling. */
function useSearchTerms(q: string | undefined): SearchTerms | null {
  // Null if its script cannot be loaded.
  const [knowledge, setKnowledge] = useState<AddressKnowledge | null | undefined>(undefined)
  const isFinding = q !== undefined
  useEffect(() => {
    if (isFinding)
      void loadKnowledge().then(
        (loaded) => setKnowledge(loaded),
        () => setKnowledge(null),
      )
  }, [isFinding])
  return useMemo(
    () => (q === undefined || knowledge === undefined ? null : readSearchTerms(q, knowledge)),
    [q, knowledge],
  )
}

async function loadKnowledge(): Promise<AddressKnowledge> {
  const [{ accountTests, formedAddresses, readAddress }, { isCaseless }, { chainOf }] = await Promise.all([
    import('../../addresses/pasted/read-address.ts'),
    import('../../chains/chain.ts'),
    import('../../chains/index.ts'),
  ])
  return {
    addressesIn: (pasted) => formedAddresses(readAddress(pasted)).map(({ address }) => address),
    accountTests,
    isCaseless: (address, networkId) => isCaseless(address, chainOf(networkId)),
  }
}
