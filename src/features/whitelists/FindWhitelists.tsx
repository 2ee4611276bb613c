import type { UseQueryResult } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Records } from '../../api/endpoints.ts'
import { type Live, type PageRange, useAmongAllWhitelists, useWhitelists } from '../../api/hooks.ts'
import type { Page } from '../../api/paging.ts'
import type { Whitelist } from '../../api/records.ts'
import { counted, countText } from '../../contract/count-text.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { NarrowField } from '../../list/NarrowField.tsx'
import type { UseListView } from '../../list/use-list-view.ts'
import { Button } from '../../ui/buttons.tsx'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { foundWhitelists, readSearchTerms, shortestAddressPart } from './find.ts'

type Props = Pick<UseListView<keyof Filter<'whitelists'>, 'q' | 'in'>, 'view' | 'patch'>

export function FindWhitelists({ view, patch }: Props) {
  return (
    <NarrowField
      label="Find in whitelists"
      placeholder="Find a name or an address"
      text={view.params.q ?? ''}
      // Results in all whitelists have pages of their own.
      onText={(q) =>
        patch(
          { ...(view.params.in && { offset: 0 }), params: { q, ...(q.trim() === '' && { in: null }) } },
          { replace: true },
        )
      }
    />
  )
}

/** How many whitelists were searched, and the way to search all. */
export function SearchScope({
  view,
  patch,
  found,
  among,
  whole,
}: Props & NonNullable<Page<unknown>['narrowed']>) {
  const isShort = readSearchTerms(view.params.q ?? '').part === null
  return (
    <div className={classes(layout.row, layout.muted)}>
      <p role="status">
        Found in {countText(found)} of {!whole && 'the '}
        {counted(among, 'whitelist')}
        {!whole && ' on this page'}, by name or address.
        {isShort && ` Type at least ${shortestAddressPart} characters to search addresses too.`}
        {!whole && ' The list has more pages.'}
      </p>
      {!whole && (
        <Button small onClick={() => patch({ offset: 0, params: { in: 'all' } })}>
          Search all whitelists
        </Button>
      )}
    </div>
  )
}

/** One page of whitelists. `q` is searched on that page, or with `in=all` in the whole list, whose results are then paged here. */
export function useFoundWhitelists(
  filter: Filter<'whitelists'>,
  { limit, offset }: PageRange,
  { live }: Live,
  { q, in: within }: { readonly q?: string; readonly in?: string },
): UseQueryResult<Page<Whitelist>> {
  const inAll = q !== undefined && within === 'all'
  const ofPage = useCallback(
    (page: Page<Whitelist>): Page<Whitelist> => {
      if (q === undefined || page.records.length === 0) return page
      const records = foundWhitelists(page.records, q)
      const whole = offset === 0 && !page.hasNext
      return { ...page, records, narrowed: { found: records.length, among: page.records.length, whole } }
    },
    [q, offset],
  )
  const ofAll = useCallback(
    (all: Records<Whitelist>): Page<Whitelist> => {
      const found = foundWhitelists(all.records, q ?? '')
      const records = found.slice(offset, offset + limit)
      return {
        ...all,
        records,
        hasNext: offset + limit < found.length,
        pastEnd: offset > 0 && records.length === 0,
        ...(all.records.length > 0 && {
          narrowed: { found: found.length, among: all.records.length, whole: true },
        }),
      }
    },
    [q, limit, offset],
  )
  const page = useWhitelists(filter, { limit, offset }, { live, enabled: !inAll, select: ofPage })
  const all = useAmongAllWhitelists(filter, { live, enabled: inAll, select: ofAll })
  return inAll ? all : page
}
