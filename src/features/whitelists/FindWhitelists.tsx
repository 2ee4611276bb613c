import type { UseQueryResult } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useAmongAllWhitelists, useWhitelists } from '../../api/hooks.ts'
import { type AllRows, type Page, type PageRange, pageOfAll } from '../../api/paging.ts'
import type { Whitelist } from '../../api/records.ts'
import { counted, countText } from '../../contract/count-text.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { usePreferences } from '../../records/preferences.ts'
import layout from '../../ui/layout.module.css'
import { foundWhitelists, readSearchTerms, shortestAddressPart } from './find.ts'

/** In how many whitelists the text is. */
export function FoundIn({ q, found, among }: { q: string } & NonNullable<Page<unknown>['narrowed']>) {
  const isShort = readSearchTerms(q).part === null
  return (
    <p className={layout.muted} role="status">
      Found in {countText(found)} of {counted(among, 'whitelist')}, by name or address.
      {isShort && ` Type at least ${shortestAddressPart} characters to search addresses too.`}
    </p>
  )
}

/** One page of whitelists: the service's own, or with `q` a page of those that have the text, among all. */
export function useFoundWhitelists(
  filter: Filter<'whitelists'>,
  { limit, offset }: PageRange,
  q: string | undefined,
): UseQueryResult<Page<Whitelist>> {
  const { live } = usePreferences()
  const select = useCallback(
    (all: AllRows<Whitelist>): Page<Whitelist> => {
      const found = foundWhitelists(all.records, q ?? '')
      const among = all.records.length
      return {
        ...pageOfAll(all, found, { limit, offset }),
        ...(among > 0 && { narrowed: { found: found.length, among } }),
      }
    },
    [q, limit, offset],
  )
  const isFinding = q !== undefined
  const page = useWhitelists(filter, { limit, offset }, { live, enabled: !isFinding })
  const found = useAmongAllWhitelists(filter, { live, enabled: isFinding, select })
  return isFinding ? found : page
}
