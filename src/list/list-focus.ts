/** Links of rows, and the focus when a row opens or the page turns. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { pathSegment } from '../contract/endpoints.ts'
import { useKeys } from '../records/keys.ts'
import { useFollowHref } from '../ui/hooks.ts'
import { announce } from '../ui/inline.tsx'
import { focusRow, focusRowStop, linkOf, rowLinks, showRow } from '../ui/row-focus.ts'
import { without } from '../url/list-view.ts'
import type { ListPage } from './list-page.ts'
import type { ListParams } from './use-list-view.ts'

/** The address of a row that opens beside the list. Rows about to be replaced open nothing, and keep theirs, which saves a render. */
export function useRowHref<F extends string, X extends string>(
  { href }: ListParams<F, X>,
  { isPlaceholder }: Pick<ListPage<unknown>, 'isPlaceholder'>,
  name: X,
): (id: string | null) => string | null {
  const asked = href({ params: without([name]) })
  const [base, setBase] = useState(asked)
  if (base !== asked && !isPlaceholder) setBase(asked)
  return (id) => (id ? `${base}${base.includes('?') ? '&' : '?'}${name}=${pathSegment(id)}` : null)
}

/** Keeps the open record's row in view, and focuses it when the record closes. The drawer itself would focus the row that opened it. */
export function useOpenRow(openId: string | null, isLoaded: boolean): void {
  const shown = useRef<{ link: Element | undefined; openId: string | null }>({ link: undefined, openId })
  const toShow = useRef<string>(null)
  useEffect(() => {
    const { link, openId: before } = shown.current
    shown.current = { link: before === null && openId !== null ? linkOf(document, openId) : link, openId }
    // A pressed row is in view, and stays under the pointer.
    toShow.current = before === null ? null : openId
    if (openId !== null || before === null) return
    const { activeElement } = document
    const isLost = activeElement === null || activeElement === document.body
    // The drawer has focused the row that opened it.
    const isGivenBack = activeElement === link
    // A record opened by a link may be on another page.
    if ((isLost || isGivenBack) && !focusRow(document, before) && isLost) focusRowStop(document)
  }, [openId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next record may be on a page that is still loading
  useEffect(() => {
    if (!isLoaded || toShow.current === null) return
    showRow(document, toShow.current)
    toShow.current = null
  }, [openId, isLoaded])
}

/** `[` and `]` open the rows before and after the open one. Transactions have steps of their own, across pages. */
export function useStepKeys(openId: string | null): void {
  const navigate = useNavigate()
  const step = (by: -1 | 1) => () => {
    const links = rowLinks(document)
    const at = links.findIndex((link) => link.dataset.rowId === openId)
    if (at < 0) return
    const others = by < 0 ? links.slice(0, at).reverse() : links.slice(at + 1)
    // A service may list an id twice.
    const next = others.find((link) => link.dataset.rowId !== openId)
    const href = next?.getAttribute('href')
    if (!next || !href) return announce(`This is the ${by < 0 ? 'first' : 'last'} row of the page.`)
    announce(`${next.ariaLabel}.`)
    // Replaces, so that Back leads to the list.
    void navigate(href, { replace: true })
  }
  useKeys(openId === null ? {} : { '[': step(-1), ']': step(1) })
}

/** Gives the focus of an element that is gone, such as a button that was pressed, to the heading of the page. */
export function useFocusOnHeading(): void {
  const last = useRef<Element>(null)
  useEffect(() => {
    const note = () => {
      last.current = document.activeElement
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  // After every render, and after what else takes the focus.
  useEffect(() => {
    if (document.activeElement !== document.body || last.current?.isConnected !== false) return
    focusHeading()
  })
}

export function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
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
