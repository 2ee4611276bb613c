import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'

/**
 * Opens a `<dialog>` for as long as its component is mounted, over the page or beside it, and asks to close when the
 * platform would. The platform itself remembers where focus was and gives it back.
 */
export function useDialog(
  ref: RefObject<HTMLDialogElement | null>,
  { modal, focus, onClose }: { modal: boolean; focus?: RefObject<HTMLElement | null>; onClose: () => void },
): void {
  const close = useEffectEvent(onClose)

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
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
    return () => {
      listening.abort()
      dialog.close()
    }
  }, [ref, modal, focus])
}
