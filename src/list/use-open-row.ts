import { useEffect, useRef } from 'react'
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
