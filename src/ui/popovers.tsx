import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import X from 'lucide-react/icons/x'
import {
  cloneElement,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  type ToggleEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import chipStyles from './controls.module.css'
import { followSizes } from './hooks.ts'
import { classes, VisuallyHidden } from './inline.tsx'
import layout from './layout.module.css'
import { LazyBoundary } from './lazy.tsx'
import styles from './overlays.module.css'

/** Spread over the `<button>` that opens the popover. */
interface PopoverButtonProps {
  popoverTarget: string
  'aria-expanded': boolean
  'aria-haspopup': 'dialog'
  ref: RefObject<HTMLButtonElement | null>
}

/**
 * A layer of controls under the button that opens it, on the platform’s popover. Its content is mounted only while it is open. Focus moves to its
 * first control and returns to the button.
 */
export function Popover({
  button,
  label,
  children,
  placement = 'start',
}: {
  button: (props: PopoverButtonProps) => ReactNode
  label: string
  children: (close: () => void) => ReactNode
  /** Which edge of the button the layer lines up with. */
  placement?: 'start' | 'end'
}) {
  const id = useId()
  const buttonRef = useRef<HTMLButtonElement>(null)
  const layerRef = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  // Where it is opened again at once, it is not told that it was closed.
  const [openings, setOpenings] = useState(0)
  useLayer(layerRef, buttonRef, open, placement)

  const toggled = (event: ToggleEvent<HTMLDivElement>) => {
    // Not a popover inside this one.
    if (event.target !== event.currentTarget) return
    if (event.newState === 'open') focusFirstControl(event.currentTarget)
    else setOpen(false)
  }

  return (
    <>
      {button({ popoverTarget: id, 'aria-expanded': open, 'aria-haspopup': 'dialog', ref: buttonRef })}
      <div
        ref={layerRef}
        id={id}
        className={classes(layout.raised, styles.popover)}
        popover="auto"
        role="dialog"
        aria-label={label}
        tabIndex={-1}
        onBeforeToggle={(event) => {
          if (event.target !== event.currentTarget || event.newState !== 'open') return
          setOpen(true)
          setOpenings(openings + 1)
        }}
        onToggle={toggled}
      >
        {open && (
          <LazyBoundary key={openings}>
            {children(() => layerRef.current?.hidePopover())}
            <WhenThere layer={layerRef} />
          </LazyBoundary>
        )}
      </div>
    </>
  )
}

/** Takes the focus for content that arrives after the layer. */
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
  // As Tab does, it enters a group of choices at the chosen one.
  const group = first?.matches('[type="radio"], [aria-pressed]') ? first.closest('fieldset') : null
  const chosen = group?.querySelector<HTMLElement>(':checked, [aria-pressed="true"]')
  const target = chosen ?? first ?? layer
  target.focus({ preventScroll: true })
}

/**
 * A few words about a control, on hover and keyboard focus. Screen readers read them as its description. They say nothing that is not said
 * elsewhere too.
 */
export function Tooltip({
  text,
  children,
}: {
  text: string
  children: ReactElement<{ 'aria-describedby'?: string | undefined }>
}) {
  const id = useId()
  const anchorRef = useRef<HTMLSpanElement>(null)
  const tipRef = useRef<HTMLSpanElement>(null)
  const controlRef = useRef<Element>(null)
  const [open, setOpen] = useState(false)
  const later = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLayer(tipRef, controlRef, open, 'centre')

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
      // Time to move the pointer onto the words.
      onPointerLeave={() => turn(false, 150)}
      onPointerDown={() => turn(false, 0)}
      onFocus={(event) => {
        if (event.target.matches(':focus-visible')) turn(true, 0)
      }}
      onBlur={() => turn(false, 0)}
    >
      {cloneElement(children, { 'aria-describedby': id })}
      <span ref={tipRef} className={styles.tip} role="tooltip" popover="manual">
        <span id={id}>{text}</span>
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
      // Only the tooltip closes, not the layer under it.
      event.preventDefault()
      putAway()
    }
    document.addEventListener('keydown', pressed, { capture: true })
    return () => document.removeEventListener('keydown', pressed, { capture: true })
  }, [active])
}

/** A filter that is set: shows its value, opens its control, and can be cleared. */
export function FilterChip({
  label,
  value,
  wrong,
  onClear,
  children,
}: {
  label: string
  /** Absent where the link has the filter without one. */
  value?: ReactNode
  /** What is wrong with the value, such as "refused". */
  wrong: string | undefined
  onClear: () => void
  children: (close: () => void) => ReactNode
}) {
  const isSet = value !== undefined
  return (
    <span className={chipStyles.chip} data-wrong={wrong !== undefined}>
      <Popover
        label={label}
        button={(props) => (
          <button type="button" className={chipStyles.face} {...props}>
            {wrong ? <TriangleAlert size={14} aria-hidden /> : null}
            <span>
              {label}
              {isSet ? <span className={chipStyles.colon}>:</span> : null}
            </span>
            {isSet ? <span className={classes(layout.ellipsis, chipStyles.chipValue)}>{value}</span> : null}
            {wrong ? <VisuallyHidden> ({wrong})</VisuallyHidden> : null}
          </button>
        )}
      >
        {children}
      </Popover>
      {isSet ? (
        <button type="button" className={chipStyles.clear} aria-label={`Clear ${label}`} onClick={onClear}>
          <X size={14} aria-hidden />
        </button>
      ) : null}
    </span>
  )
}

/** Keeps an open layer at its anchor, whatever scrolls or changes its size. Writes to the element’s style: nothing in React depends on it. */
function useLayer(
  layerRef: RefObject<HTMLElement | null>,
  anchorRef: RefObject<Element | null>,
  open: boolean,
  alignment: Alignment,
): void {
  useEffect(() => {
    const layer = layerRef.current
    const anchor = anchorRef.current
    if (!open || !layer || !anchor) return

    const update = () => {
      const { style } = layer
      const before = style.maxHeight
      // Its own height, not the one it was last limited to.
      style.maxHeight = ''
      const size = { width: layer.offsetWidth, height: layer.offsetHeight }
      const viewport = { width: document.documentElement.clientWidth, height: window.innerHeight }
      const { left, top, maxHeight } = place(anchor.getBoundingClientRect(), size, viewport, alignment)
      style.left = `${left}px`
      style.top = `${top}px`
      style.maxHeight = `${maxHeight}px`
      return style.maxHeight !== before
    }

    const listening = new AbortController()
    const options = { signal: listening.signal, capture: true, passive: true }
    // Called before the first paint too, so the layer never appears elsewhere.
    const stopFollowing = followSizes([layer, anchor], update)
    window.addEventListener('scroll', update, options)
    window.addEventListener('resize', update, options)
    return () => {
      stopFollowing()
      listening.abort()
    }
  }, [open, layerRef, anchorRef, alignment])
}

type Sides = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>
type Size = Pick<DOMRect, 'width' | 'height'>

export type Alignment = 'start' | 'centre' | 'end'

/**
 * Places a layer under its anchor, or above it if only that side has room, and always within the viewport. CSS anchor positioning is not in every
 * supported browser yet.
 */
export function place(anchor: Sides, layer: Size, viewport: Size, alignment: Alignment) {
  const below = viewport.height - margin - (anchor.bottom + gap)
  const above = anchor.top - gap - margin
  const under = layer.height <= below || below >= above
  const maxHeight = Math.max(0, Math.min(under ? below : above, viewport.height - 2 * margin))
  const height = Math.min(layer.height, maxHeight)
  return {
    left: within(lineUp(anchor, layer.width, alignment), layer.width, viewport.width),
    top: within(under ? anchor.bottom + gap : anchor.top - gap - height, height, viewport.height),
    maxHeight,
  }
}

/** Kept free at the edges of the viewport, and between a layer and its anchor. */
const [margin, gap] = [8, 6]

function lineUp(anchor: Sides, width: number, alignment: Alignment): number {
  if (alignment === 'start') return anchor.left
  if (alignment === 'end') return anchor.right - width
  return (anchor.left + anchor.right - width) / 2
}

// Text starts at the left, so a layer wider than the viewport does too.
function within(start: number, length: number, available: number): number {
  return Math.max(margin, Math.min(start, available - margin - length))
}
