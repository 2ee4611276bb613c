import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { focusRow, focusRowStop, linkOf, showRow } from '../ui/row-focus.ts'

/**
 * Keeps the row of what is open in sight, and goes on at it when that closes. The drawer gives focus back to the row that was
 * opened first: leafing through may have led elsewhere. `isLoaded` is false while the rows of this address are still on their way.
 */
export function useOpenRow(openId: string | null, isLoaded: boolean): void {
  const shown = useRef<{ link: Element | undefined; openId: string | null }>({ link: undefined, openId })
  const toShow = useRef<string>(null)
  useEffect(() => {
    const { link, openId: before } = shown.current
    shown.current = { link: before === null && openId !== null ? linkOf(document, openId) : link, openId }
    // A row that was pressed is in sight, and stays under the pointer.
    toShow.current = before === null ? null : openId
    if (openId !== null || before === null) return
    const { activeElement } = document
    const isLost = activeElement === null || activeElement === document.body
    // The row that it belonged to may have given way to another one.
    const isGivenBack = activeElement === link
    // What was opened by its link may stand on another page.
    if ((isLost || isGivenBack) && !focusRow(document, before) && isLost) focusRowStop(document)
  }, [openId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was stepped to may stand on a page that is still on its way
  useEffect(() => {
    if (!isLoaded || toShow.current === null) return
    showRow(document, toShow.current)
    toShow.current = null
  }, [openId, isLoaded])
}

/**
 * Where each row leads. To spell a hundred addresses takes longer than to draw an opened record, and opening one changes none of them: they
 * are spelled anew when the first of them has changed, or the rows. Rows that are `outdated` keep theirs: others are on their way, and to
 * draw these once more for them would only hold them up.
 */
export function useRowHrefs<R>(
  rows: readonly R[],
  outdated: boolean,
  hrefOf: (row: R) => string | null,
): (row: R) => string | null {
  const kept = useRef<string>(null)
  const firstHref = outdated ? kept.current : firstOf(rows, hrefOf)
  useLayoutEffect(() => {
    kept.current = firstHref
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: all addresses say the same page, so the first stands for what they depend on
  const hrefs = useMemo(() => new Map(rows.map((row) => [row, hrefOf(row)])), [rows, firstHref])
  return (row) => hrefs.get(row) ?? null
}

/** Rows without an id lead nowhere, and say nothing about the others. */
function firstOf<R>(rows: readonly R[], hrefOf: (row: R) => string | null): string | null {
  for (const row of rows) {
    const href = hrefOf(row)
    if (href !== null) return href
  }
  return null
}
