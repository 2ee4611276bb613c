import { useLayoutEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { useKeys } from '../records/keys.ts'
import { announce } from '../ui/inline.tsx'
import { rowLinks } from '../ui/row-focus.ts'

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
