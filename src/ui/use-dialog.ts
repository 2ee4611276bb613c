import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'

/**
 * Opens a `<dialog>` for as long as its component is mounted, over the page or beside it, and asks to close when the
 * platform would. Focus returns to where it was.
 */
export function useDialog(
  ref: RefObject<HTMLDialogElement | null>,
  { modal, focus, onClose }: { modal: boolean; focus?: RefObject<HTMLElement | null>; onClose: () => void },
): void {
  const close = useEffectEvent(onClose)
  useFocusReturned(ref)

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    // It was beside the page and is now over it, or the other way round.
    if (dialog.open) dialog.close()
    if (modal) dialog.showModal()
    else dialog.show()
    focus?.current?.focus({ preventScroll: true })

    const listening = new AbortController()
    const { signal } = listening
    // Whether it closes is for the page to say (it is in the URL): the platform only asks.
    const asked = (event: Event) => {
      if (event.target !== dialog) return
      event.preventDefault()
      close()
    }
    // A second Escape closes without asking.
    const insisted = (event: Event) => {
      if (event.target === dialog && !dialog.open) close()
    }
    // The content covers the dialog, so only its backdrop can be the target. Pressed and not released: a selection of
    // text may well end outside.
    const pressed = (event: PointerEvent) => {
      if (modal && event.target === dialog && event.button === 0) close()
    }
    dialog.addEventListener('cancel', asked, { signal })
    dialog.addEventListener('close', insisted, { signal })
    dialog.addEventListener('pointerdown', pressed, { signal })
    return () => listening.abort()
  }, [ref, modal, focus])
}

/**
 * Once the dialog is gone, focus returns to where it was, unless it was taken elsewhere since. The platform does so as well when a dialog
 * is closed, but it then is still in the page, which would be laid out twice: without the open dialog, and again without the dialog.
 */
function useFocusReturned(ref: RefObject<HTMLDialogElement | null>): void {
  const [before] = useState(() => document.activeElement)
  useEffect(() => {
    const dialog = ref.current
    return () => {
      const { activeElement } = document
      const isLost = activeElement === null || activeElement === document.body
      if (!dialog?.isConnected && isLost && before instanceof HTMLElement)
        before.focus({ preventScroll: true })
    }
  }, [ref, before])
}
