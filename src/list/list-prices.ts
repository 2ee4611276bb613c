import { useEffect } from 'react'
import { currencyOf } from '../api/prices.ts'
import { usePricesNow } from '../display/values.tsx'
import type { List } from '../url/lists.ts'
import type { ListLink } from './list-link.ts'

/**
 * Prices of today, in the reader's currency or in that of a link which sorts by value: whoever opens it sees the same order. A link that sorts by
 * value and names no currency gets the reader's. `sortedIn`: the currency by whose values the rows are sorted.
 */
export function useListPrices({ codec }: List, { view, sorting, patch }: ListLink) {
  const asked = view.params.currency
  const prices = usePricesNow(asked, { enabled: codec.isPriced })
  const currency = currencyOf(prices.inColumns)
  const isByValue = sorting?.column === 'value'
  const added = isByValue && asked === undefined ? currency : undefined
  useEffect(() => {
    if (added !== undefined) patch({ params: { currency: added } }, { replace: true })
  }, [added, patch])
  return { prices, sortedIn: isByValue ? (asked ?? currency) : undefined }
}
