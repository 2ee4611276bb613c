import { useEffect, useRef } from 'react'
import { focusRow } from '../../ui/row-focus.ts'

/**
 * When what was open beside the list closes, reading goes on at its row. The platform gives focus back to the row that was
 * opened first: leafing through may have led elsewhere, and may have lost the focus on a button that became disabled.
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
    if (isLost || isGivenBack) focusRow(document, before)
  }, [openId])
}
