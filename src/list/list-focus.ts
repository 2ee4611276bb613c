/** The open record of a list, and the focus when a row opens or the page turns. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { pathSegment } from '../contract/endpoints.ts'
import { useKeys } from '../display/keys.ts'
import type { RowData } from '../ui/data-table.ts'
import { announce } from '../ui/inline.tsx'
import { useFollowHref } from '../ui/links.tsx'
import { focusRow, focusRowStop, rowLinks, showRow } from '../ui/row-focus.ts'
import type { List } from '../url/lists.ts'
import { without } from '../url/page-state.ts'
import type { ListLink } from './list-link.ts'
import { type ListRows, type RowRules, type RowsState, useRowsValue } from './list-rows.ts'
import type { ListTable } from './list-table.ts'

export interface OpenRecord {
  readonly id: string | null
  readonly hrefOf: (id: string | null) => string | null
  readonly close: () => void
  /** Undefined where there is none. */
  readonly previous: (() => void) | undefined
  readonly next: (() => void) | undefined
}

/** `[` and `]` step to the rows before and after it. */
export function useOpenRecord<R extends RowData>(
  { codec }: List,
  { view, href, patch }: ListLink,
  { state }: Pick<ListRows<R>, 'state'>,
  { model }: Pick<ListTable<R>, 'model'>,
  { idOf, labelOf }: Pick<RowRules<R>, 'idOf' | 'labelOf'>,
): OpenRecord {
  const { record } = codec
  const id = (record && view.params[record]) ?? null
  const closing = { params: without(record === undefined ? [] : [record]) }
  const closed = href(closing)
  // Rows about to be replaced open nothing.
  const base = useRowsValue(closed, state)
  const hrefOf = (of: string | null) =>
    of && record ? `${base}${base.includes('?') ? '&' : '?'}${record}=${pathSegment(of)}` : null
  const rows = model.getRowModel().rows.map(({ original }) => original)
  const stepBy = useSteps(id, rows, state.body, { hrefOf, idOf, labelOf })
  const [previous, next] = [stepBy(-1), stepBy(1)]
  const atEnd = (which: string) => () => announce(`This is the ${which} row of the page.`)
  useKeys(id === null ? {} : { '[': previous ?? atEnd('first'), ']': next ?? atEnd('last') })
  return { id, hrefOf, close: () => patch(closing), previous, next }
}

function useSteps<R>(
  id: string | null,
  rows: readonly R[],
  body: RowsState<R>['body'],
  { hrefOf, idOf, labelOf }: Pick<OpenRecord, 'hrefOf'> & Pick<RowRules<R>, 'idOf' | 'labelOf'>,
): (by: -1 | 1) => (() => void) | undefined {
  const navigate = useNavigate()
  // A service may list an id twice, and the second must not lead back to the first.
  const [place, setPlace] = useState(-1)
  const isOpen = (row: R | undefined) => row !== undefined && id !== null && idOf(row) === id
  // A link may open a record that is in the latest reading alone.
  const among = rows.some(isOpen) ? rows : (body?.records ?? [])
  const at = isOpen(among[place]) ? place : among.findIndex(isOpen)
  return (by) => {
    if (at < 0 || !body) return undefined
    for (let to = at + by; to >= 0 && to < among.length; to += by) {
      const row = among[to]
      const href = row && !isOpen(row) ? hrefOf(idOf(row)) : null
      if (!row || href === null) continue
      return () => {
        setPlace(to)
        announce(`${labelOf(row)}.`)
        // Replaces, so that Back leads to the list.
        void navigate(href, { replace: true })
      }
    }
    return undefined
  }
}

/** Keeps the open record's row in view, and focuses it when the record closes. */
export function useRowInSight(openId: string | null, isLoaded: boolean): void {
  const shown = useRef(openId)
  const toShow = useRef<string>(null)
  // Before the focus goes back to the row that opened it.
  useLayoutEffect(() => {
    const before = shown.current
    shown.current = openId
    // A pressed row is in view, and stays under the pointer.
    toShow.current = before === null ? null : openId
    if (openId !== null || before === null) return
    const { activeElement } = document
    // A record opened by a link may be on another page.
    if ((activeElement === null || activeElement === document.body) && !focusRow(document, before))
      focusRowStop(document)
  }, [openId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next record may be on a page that is still loading
  useEffect(() => {
    if (!isLoaded || toShow.current === null) return
    showRow(document, toShow.current)
    toShow.current = null
  }, [openId, isLoaded])
}

/** Turns the page by keys, and then focuses its first row. An address is null if there is no such page. */
export function usePageKeys(
  key: string,
  isThere: boolean,
  hrefs: { readonly previous: string | null; readonly next: string | null },
): void {
  const follow = useFollowHref()
  const isTurned = useRef(false)
  const turn = (href: string | null, none: string) => {
    if (href === null) return announce(none)
    isTurned.current = true
    follow(href)
  }
  useKeys({
    p: () => turn(hrefs.previous, 'This is the first page.'),
    n: () => isThere && turn(hrefs.next, 'This is the last page.'),
  })
  // Before the paint: the focused row is gone, and keys pressed now would be lost.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows of another key are other rows
  useLayoutEffect(() => {
    if (!isThere || !isTurned.current) return
    isTurned.current = false
    rowLinks(document)[0]?.focus()
  }, [key, isThere])
}
