import CirclePlus from 'lucide-react/icons/circle-plus'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import X from 'lucide-react/icons/x'
import { type ReactNode, useRef } from 'react'
import styles from './FilterPill.module.css'
import { Popover } from './Popover.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'

/** One filter of a list: says what it holds, opens the control that sets it, and can be cleared on its own. */
export function FilterPill({
  label,
  value,
  wrong = false,
  onClear,
  children,
}: {
  /** What is filtered on. */
  label: string
  /** What it is filtered to; absent means that the filter is not set. */
  value?: ReactNode
  /** The value was refused: marked, and said. */
  wrong?: boolean
  onClear?: () => void
  /** The control, which may close its layer when it is done. */
  children: (close: () => void) => ReactNode
}) {
  const pill = useRef<HTMLSpanElement>(null)
  const active = value !== undefined
  const clear = () => {
    onClear?.()
    // The button pressed is about to go: its neighbour takes the focus.
    pill.current?.querySelector('button')?.focus()
  }
  return (
    <span ref={pill} className={styles.pill} data-active={active} data-wrong={wrong}>
      <Popover
        label={label}
        button={(props) => (
          <button type="button" className={styles.face} {...props}>
            {wrong ? <TriangleAlert className={styles.icon} size={14} aria-hidden /> : null}
            {active || wrong ? null : <CirclePlus className={styles.icon} size={14} aria-hidden />}
            <span>
              {label}
              {active ? <span className={styles.colon}>:</span> : null}
            </span>
            {active ? <span className={styles.value}>{value}</span> : null}
            {wrong ? <VisuallyHidden> (refused)</VisuallyHidden> : null}
          </button>
        )}
      >
        {children}
      </Popover>
      {active && onClear ? (
        <button type="button" className={styles.clear} aria-label={`Clear ${label}`} onClick={clear}>
          <X size={14} aria-hidden />
        </button>
      ) : null}
    </span>
  )
}
