import { type ReactNode, type RefObject, type ToggleEvent, useEffect, useId, useRef, useState } from 'react'
import { LazyBoundary } from './LazyBoundary.tsx'
import styles from './Popover.module.css'
import { useLayer } from './use-layer.ts'

/** What the button of a popover must carry; spread it over a `<button>`. */
interface PopoverButtonProps {
  popoverTarget: string
  'aria-expanded': boolean
  'aria-haspopup': 'dialog'
  ref: RefObject<HTMLButtonElement | null>
}

/**
 * A small layer of controls under the button that opens it, on the platform's popover: a click elsewhere and Escape
 * close it. Its content exists only while it is open; focus goes to its first control and returns to the button.
 */
export function Popover({
  button,
  label,
  children,
  placement = 'start',
}: {
  button: (props: PopoverButtonProps) => ReactNode
  /** What the layer is called; not drawn. */
  label: string
  children: (close: () => void) => ReactNode
  /** The edge of the button it lines up with. */
  placement?: 'start' | 'end'
}) {
  const id = useId()
  const buttonRef = useRef<HTMLButtonElement>(null)
  const layerRef = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  useLayer(layerRef, buttonRef, { open, alignment: placement, gap: 6 })

  const toggled = (event: ToggleEvent<HTMLDivElement>) => {
    // A popover inside this one is not this one.
    if (event.target !== event.currentTarget) return
    if (event.newState === 'open') focusFirstControl(event.currentTarget)
    else {
      setOpen(false)
      // Only focus that closing has lost: a click on another control has given it away already.
      if (document.activeElement === document.body) buttonRef.current?.focus({ preventScroll: true })
    }
  }

  return (
    <>
      {button({ popoverTarget: id, 'aria-expanded': open, 'aria-haspopup': 'dialog', ref: buttonRef })}
      <div
        ref={layerRef}
        id={id}
        className={styles.popover}
        popover="auto"
        role="dialog"
        aria-label={label}
        tabIndex={-1}
        onBeforeToggle={(event) => {
          if (event.target === event.currentTarget && event.newState === 'open') setOpen(true)
        }}
        onToggle={toggled}
      >
        {open && (
          <LazyBoundary>
            {children(() => layerRef.current?.hidePopover())}
            <WhenThere layer={layerRef} />
          </LazyBoundary>
        )}
      </div>
    </>
  )
}

/** Content that had to be fetched first comes after the layer has taken the focus, and gets it then. */
function WhenThere({ layer }: { layer: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    if (layer.current && document.activeElement === layer.current) focusFirstControl(layer.current)
  }, [layer])
  return null
}

const controls = 'input:not([type="hidden"]), select, textarea, button, a[href], [tabindex="0"]'

function focusFirstControl(layer: HTMLElement): void {
  if (layer.contains(document.activeElement) && document.activeElement !== layer) return
  const first = [...layer.querySelectorAll<HTMLElement>(controls)].find(
    (control) => !control.matches(':disabled'),
  )
  const target = checkedOfGroup(layer, first) ?? first ?? layer
  target.focus({ preventScroll: true })
}

/** Focus enters a radio group where its choice is, as the Tab key would. */
function checkedOfGroup(layer: HTMLElement, control: HTMLElement | undefined): HTMLElement | undefined {
  if (!(control instanceof HTMLInputElement) || control.type !== 'radio') return undefined
  return [...layer.querySelectorAll<HTMLInputElement>('input[type="radio"]:checked')].find(
    (radio) => radio.name === control.name,
  )
}
