import type { UseQueryResult } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Records } from '../../api/endpoints.ts'
import { type Live, type PageRange, useAmongAllWhitelists, useWhitelists } from '../../api/hooks.ts'
import type { Page } from '../../api/paging.ts'
import type { Whitelist } from '../../api/records.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { NarrowField } from '../../list/NarrowField.tsx'
import type { UseListView } from '../../list/use-list-view.ts'
import { Button } from '../../ui/buttons.tsx'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { foundWhitelists, readSearchTerms, shortestAddressPart } from './find.ts'
import styles from './whitelists.module.css'
import { foundText, morePages, searchAll, shortText } from './words.ts'

type Props = Pick<UseListView<keyof Filter<'whitelists'>, 'q' | 'in'>, 'view' | 'patch'>

/** The field that finds whitelists by their names and addresses, among those that were read. */
export function FindWhitelists({ view, patch }: Props) {
  return (
    <NarrowField
      label="Find in whitelists"
      placeholder="Find a name or an address"
      text={view.params.q ?? ''}
      // What was found in all has pages of its own; of a page of the list the place stays.
      onText={(q) =>
        patch(
          {
            ...(view.params.in && { offset: 0 }),
            params: { q, ...(q.trim() === '' && { in: null }) },
          },
          { replace: true },
        )
      }
    />
  )
}

/** Says among how many whitelists was looked, and offers to look through all where the list has more. */
export function SearchScope({
  view,
  patch,
  found,
  among,
  whole,
}: Props & NonNullable<Page<unknown>['narrowed']>) {
  const isShort = readSearchTerms(view.params.q ?? '').part === null
  return (
    <div className={classes(layout.row, layout.muted, styles.looked)}>
      <p role="status">
        {foundText({ found, among, whole })}
        {isShort && ` ${shortText(shortestAddressPart)}`}
        {!whole && ` ${morePages}`}
      </p>
      {!whole && (
        <Button small onClick={() => patch({ offset: 0, params: { in: 'all' } })}>
          {searchAll}
        </Button>
      )}
    </div>
  )
}

/**
 * One page of whitelists. What the reader seeks (`q`) is found on that page of the list, or in all whitelists of the filter
 * (`in=all`), which then are read whole and paged by what was found.
 */
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
