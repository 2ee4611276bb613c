import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import {
  type ClipboardEvent,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  use,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { type CleanText, tidied, withoutHidden } from '../../contract/hidden-characters.ts'
import { useKeys } from '../../display/keys.ts'
import { Button, IconButton } from '../../ui/buttons.tsx'
import { Dialog } from '../../ui/dialogs.tsx'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { LazyBoundary, lazyComponent } from '../../ui/lazy.tsx'
import { comboboxProps, type Listbox } from '../../ui/options.tsx'
import { isChord, KeyCaps } from '../../ui/shortcuts.tsx'
import type { ActiveOption } from './FinderResults.tsx'
import styles from './search.module.css'
import type { FrameActions } from './use-finder-search.ts'

// The field does not wait for the results, so that no key is lost.
const results = lazyComponent(() => import('./FinderResults.tsx'))

const OpenFinder = createContext<() => void>(() => undefined)

/** The one field that finds anything. Keys and buttons below it open it from every page. */
export function Finder({
  frame,
  children,
}: {
  /** Null while nobody is signed in. */
  frame: FrameActions | null
  children: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const [open] = useState(() => () => setOpen(true))
  const isPossible = frame !== null
  useKeys({ 'Mod+k': () => setOpen(isPossible), '/': () => setOpen(isPossible) })
  return (
    <OpenFinder value={open}>
      {children}
      {frame && isOpen && <FinderDialog frame={frame} onClose={() => setOpen(false)} />}
    </OpenFinder>
  )
}

/** An icon on a narrow screen. */
export function FinderButton() {
  return (
    <Button
      className={styles.button}
      icon={<Search aria-hidden />}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={use(OpenFinder)}
      {...results.preloadOnHover}
    >
      <span className={styles.text}>Search…</span>
      <span className={classes(layout.end, styles.keys)} aria-hidden>
        <KeyCaps keys="Mod+k" />
      </span>
    </Button>
  )
}

/** The focus stays in the field; arrows move through the results. */
function FinderDialog({ frame, onClose }: { frame: FrameActions; onClose: () => void }) {
  const [{ text, hidden }, setPasted] = useState<CleanText>({ text: '', hidden: [] })
  // Enter was pressed before a result was active.
  const [isEntered, setEntered] = useState(false)
  const [active, setActive] = useState<ActiveOption | null>(null)
  const listbox = useRef<Listbox>(null)
  const change = (pasted: CleanText) => {
    setPasted(pasted)
    setEntered(false)
    listbox.current?.setActive(null)
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text')
    const clean = tidied(pasted)
    if (clean.text === pasted) return
    // The field itself would drop line breaks, which joins the words around them.
    event.preventDefault()
    const { value, selectionStart, selectionEnd } = event.currentTarget
    const start = selectionStart ?? value.length
    change({ ...clean, text: value.slice(0, start) + clean.text + value.slice(selectionEnd ?? start) })
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (isChord(event) && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      onClose()
    } else if (event.key === 'Enter' && active?.option === undefined) setEntered(text.trim() !== '')
    else listbox.current?.onKeyDown(event)
  }
  return (
    <Dialog label="Search" placement="top" onClose={onClose}>
      <div className={styles.palette}>
        <div className={classes(layout.line, layout.faint, styles.head)}>
          <Search size={18} aria-hidden />
          <input
            {...comboboxProps(active?.list, active?.option)}
            ref={takeFocus}
            type="text"
            className={classes(layout.fill, styles.input)}
            aria-label="Search"
            placeholder="Type a name, or paste anything"
            enterKeyHint="go"
            value={text}
            onChange={(event) => change(withoutHidden(event.target.value))}
            onPaste={paste}
            onKeyDown={pressed}
          />
          <IconButton label="Close search" onClick={onClose}>
            <X aria-hidden />
          </IconButton>
        </div>
        <LazyBoundary>
          <results.View
            typed={text}
            hidden={hidden}
            isEntered={isEntered}
            frame={frame}
            listboxRef={listbox}
            onActive={setActive}
            // Closed first, so that the action finds the page as it was, and the focus, which goes back in a microtask.
            onAct={(action) => {
              flushSync(onClose)
              queueMicrotask(action)
            }}
          />
        </LazyBoundary>
      </div>
    </Dialog>
  )
}

function takeFocus(input: HTMLInputElement | null): void {
  input?.focus()
}
