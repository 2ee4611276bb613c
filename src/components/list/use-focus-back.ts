import { useEffect, useRef } from 'react'
import { focusRow, focusRowStop } from '../../ui/row-focus.ts'

/**
 * When what was open beside the list closes, reading goes on at its row. The drawer gives focus back to the row that was
 * opened first: leafing through may have led elsewhere.
 */
export function useFocusBack(openId: string | null): void {
  const shown = useRef({ openedAt: openId, openId })
  useEffect(() => {
    const { openedAt, openId: before } = shown.current
    shown.current = { openedAt: before === null ? openId : openedAt, openId }
    if (openId !== null || before === null) return
    const { activeElement } = document
    const isLost = activeElement === null || activeElement === document.body
    const isGivenBack = activeElement instanceof HTMLElement && activeElement.dataset.rowId === openedAt
    // What was opened by its link may stand on another page.
    if ((isLost || isGivenBack) && !focusRow(document, before) && isLost) focusRowStop(document)
  }, [openId])
}
