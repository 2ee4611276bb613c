import {
  cloneElement,
  isValidElement,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import styles from './Tooltip.module.css'
import { useLayer } from './use-layer.ts'

/**
 * A few words about a control, shown while the pointer rests on it or the keyboard is there. They describe it to those
 * who listen, and never hold what can be read nowhere else. Escape puts them away.
 */
export function Tooltip({
  text,
  aside,
  children,
}: {
  text: string | undefined
  /** Shown after it, and left out of the description: the same words stand on many controls, and are said once elsewhere. */
  aside: string | null
  children: ReactElement
}) {
  const id = useId()
  const anchorRef = useRef<HTMLSpanElement>(null)
  const tipRef = useRef<HTMLSpanElement>(null)
  const controlRef = useRef<Element>(null)
  const [open, setOpen] = useState(false)
  const later = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLayer(tipRef, controlRef, { open, alignment: 'centre', gap: 6 })

  const turn = (to: boolean, delay: number) => {
    clearTimeout(later.current)
    if (delay === 0) setOpen(to)
    else later.current = setTimeout(() => setOpen(to), delay)
  }
  useEffect(() => () => clearTimeout(later.current), [])
  useEffect(() => {
    controlRef.current = anchorRef.current?.firstElementChild ?? null
  })
  useEffect(() => {
    if (open) tipRef.current?.showPopover()
    else tipRef.current?.hidePopover()
  }, [open])
  useEscape(open, () => turn(false, 0))

  const hover = (event: PointerEvent) => {
    if (event.pointerType !== 'touch') turn(true, 350)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens for what happens to the control inside it
    <span
      ref={anchorRef}
      className={styles.anchor}
      onPointerEnter={hover}
      // Time enough to reach the words themselves.
      onPointerLeave={() => turn(false, 150)}
      onPointerDown={() => turn(false, 0)}
      onFocus={(event) => {
        if (event.target.matches(':focus-visible')) turn(true, 0)
      }}
      onBlur={() => turn(false, 0)}
    >
      {isValidElement<{ 'aria-describedby': string | undefined }>(children)
        ? cloneElement(children, { 'aria-describedby': text && id })
        : children}
      <span ref={tipRef} className={styles.tip} role="tooltip" popover="manual">
        <span id={id}>{text}</span>
        {text && aside && '. '}
        {aside}
      </span>
    </span>
  )
}

function useEscape(active: boolean, onEscape: () => void): void {
  const putAway = useEffectEvent(onEscape)
  useEffect(() => {
    if (!active) return
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // One layer at a time: what is under the tooltip stays.
      event.preventDefault()
      putAway()
    }
    document.addEventListener('keydown', pressed, { capture: true })
    return () => document.removeEventListener('keydown', pressed, { capture: true })
  }, [active])
}
