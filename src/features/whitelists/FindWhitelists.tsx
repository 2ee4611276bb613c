import type { UseQueryResult } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useAllWhitelists, useListsFromBooks, useWhitelists } from '../../api/hooks.ts'
import type { AllRows, Page, PageRange } from '../../api/paging.ts'
import type { Whitelist } from '../../api/records.ts'
import { counted, countText } from '../../contract/count-text.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { pageInOrder } from '../../list/list-table.ts'
import { usePreferences } from '../../records/preferences.ts'
import type { Column } from '../../ui/data-table.ts'
import layout from '../../ui/layout.module.css'
import type { Sorting } from '../../url/list-view.ts'
import {
  type AddressReader,
  foundWhitelists,
  readSearchTerms,
  type SearchTerms,
  shortestAddressPart,
} from './find.ts'

/** In how many whitelists the text is. */
export function FoundIn({
  terms,
  found,
  among,
}: { terms: SearchTerms } & NonNullable<Page<unknown>['narrowed']>) {
  const isShort = terms.part === null
  return (
    <p className={layout.muted} role="status">
      Found in {countText(found)} of {counted(among, 'whitelist')}, by name or address.
      {isShort && ` Type at least ${shortestAddressPart} characters to search addresses too.`}
    </p>
  )
}

/** Null without a text, and until it can be read: what is not found before may be there in another spelling. */
export function useSearchTerms(q: string | undefined): SearchTerms | null {
  // Null if its script cannot be loaded.
  const [read, setRead] = useState<AddressReader | null | undefined>(undefined)
  const isFinding = q !== undefined
  useEffect(() => {
    if (isFinding)
      void import('../../addresses/pasted/read-address.ts').then(
        ({ accountTests }) => setRead(() => accountTests),
        () => setRead(null),
      )
  }, [isFinding])
  return useMemo(() => (q === undefined || read === undefined ? null : readSearchTerms(q, read)), [q, read])
}

/** One page of whitelists: the service's own, or one of all. These are sorted, and may be narrowed to those that have the text. */
export function useFoundWhitelists(
  {
    filter,
    range: { limit, offset },
    sorting,
  }: { filter: Filter<'whitelists'>; range: PageRange; sorting: Sorting | null },
  isFinding: boolean,
  terms: SearchTerms | null,
  columns: readonly Column<Whitelist>[],
): UseQueryResult<Page<Whitelist>> {
  const { live } = usePreferences()
  const isFromBooks = useListsFromBooks()
  const select = useCallback(
    (all: AllRows<Whitelist>): Page<Whitelist> => {
      const found = terms ? foundWhitelists(all.records, terms) : all.records
      const among = all.records.length
      return {
        ...pageInOrder(all, found, { range: { limit, offset }, sorting }, columns),
        ...(terms && among > 0 && { narrowed: { found: found.length, among } }),
      }
    },
    [terms, limit, offset, sorting, columns],
  )
  const isAll = isFinding ? terms !== null : isFromBooks
  const page = useWhitelists(filter, { limit, offset }, { live, enabled: !isFinding && !isAll })
  const found = useAllWhitelists(filter, { live, enabled: isAll, select })
  return isAll ? found : page
}
