import { useEffect } from 'react'
import { currencyOf } from '../api/prices.ts'
import { usePricesNow } from '../display/values.tsx'
import type { ListParams } from './list-page.ts'

/**
 * Prices of today, in the reader's currency or in that of a link which sorts by value: whoever opens it sees the same order. A link that sorts by
 * value and names no currency gets the reader's. `sortedIn`: the currency by whose values the rows are sorted.
 */
export function useListPrices({ view, sorting, patch }: Pick<ListParams, 'view' | 'sorting' | 'patch'>) {
  const asked = view.params.currency
  const prices = usePricesNow(asked)
  const currency = currencyOf(prices.inColumns)
  const added = sorting?.column === 'value' && asked === undefined ? currency : undefined
  useEffect(() => {
    if (added !== undefined) patch({ params: { currency: added } }, { replace: true })
  }, [added, patch])
  return { prices, sortedIn: sorting?.column === 'value' ? (asked ?? currency) : undefined }
}
