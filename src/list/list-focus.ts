/** Where rows of a list page lead, and where the focus is when one of them opens or the page is turned. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { pathSegment } from '../contract/path-segment.ts'
import { useKeys } from '../records/keys.ts'
import { announce } from '../ui/inline.tsx'
import { focusRow, focusRowStop, linkOf, rowLinks, showRow } from '../ui/row-focus.ts'
import { without } from '../url/list-view.ts'
import type { ListPage } from './list-page.ts'
import type { ListParams } from './use-list-view.ts'

/**
 * Where rows lead that open beside the list: to this page with their id as `name`. Rows that others are about to replace keep their
 * address, since to draw these once more for it would only hold those up.
 */
export function useRowHref<F extends string, X extends string>(
  { href }: ListParams<F, X>,
  { outdated }: Pick<ListPage<unknown>, 'outdated'>,
  name: X,
): (id: string | null) => string | null {
  const asked = href({ params: without([name]) })
  const [base, setBase] = useState(asked)
  if (base !== asked && !outdated) setBase(asked)
  return (id) => (id ? `${base}${base.includes('?') ? '&' : '?'}${name}=${pathSegment(id)}` : null)
}

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

/** The keys that turn the page, as the pager names them. */
export const turningKeys = { previous: 'p', next: 'n' } as const

/**
 * Turns the page by keys: who turned it so goes on at the first row of the new one, once that is there. Where an address is null there is
 * no such page.
 */
export function usePageKeys(
  key: string,
  isThere: boolean,
  hrefs: { readonly previous: string | null; readonly next: string | null },
): void {
  const navigate = useNavigate()
  const isTurned = useRef(false)
  const turn = (href: string | null, none: string) => {
    if (href === null) return announce(none)
    isTurned.current = true
    void navigate(href)
  }
  useKeys({
    [turningKeys.previous]: () => turn(hrefs.previous, 'This is the first page.'),
    [turningKeys.next]: () => turn(hrefs.next, 'This is the last page.'),
  })
  // Before anything is painted: the row that had the focus is gone, and a key pressed now would be heard by nobody.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows of another key are other rows
  useLayoutEffect(() => {
    if (!isThere || !isTurned.current) return
    isTurned.current = false
    rowLinks(document)[0]?.focus()
  }, [key, isThere])
}
