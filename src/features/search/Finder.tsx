import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  lazy,
  memo,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { type Pasted, readPasted, withoutHidden } from '../../list/find/pasted.ts'
import { useKeys } from '../../records/keys.ts'
import { IconButton } from '../../ui/buttons.tsx'
import controls from '../../ui/controls.module.css'
import { Dialog } from '../../ui/dialogs.tsx'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { LazyBoundary, lazyChunk, preloadChunk } from '../../ui/lazy.tsx'
import type { Listbox } from '../../ui/options.tsx'
import { comboboxProps } from '../../ui/options.tsx'
import { useLayer } from '../../ui/popovers.tsx'
import { isChord, KeyCaps } from '../../ui/shortcuts.tsx'
import type { FrameActions } from './actions.ts'
import type { ActiveOption } from './FinderResults.tsx'
import styles from './search.module.css'

const loadResults = lazyChunk(() => import('./FinderResults.tsx'))
// Few visits need what it finds; the field is there at once, so that no key is lost.
const FinderResults = lazy(loadResults)

const preloadFinder = () => preloadChunk(loadResults)

/** A text that is typed or pasted into a field, and the list under it. The focus stays in the field; arrows move through the list. */
function useFinder(isWanted: (text: string) => boolean) {
  const [{ text, hidden }, setPasted] = useState(nothing)
  const [entered, setEntered] = useState(false)
  const [active, setActive] = useState<ActiveOption | null>(null)
  const listboxRef = useRef<Listbox>(null)
  const enter = (next: string, removed: readonly string[] = []) => {
    // What turns the reading direction would show another text than is looked for.
    const clean = withoutHidden(next)
    // What was left out is said as long as this text is edited, and not of one that takes its place.
    const kept = text !== '' && (clean.text.includes(text) || text.includes(clean.text)) ? hidden : []
    const left = [...new Set([...kept, ...removed, ...clean.hidden])]
    setPasted(clean.text === '' ? nothing : { text: clean.text, hidden: left })
    setEntered(false)
    listboxRef.current?.setActive(null)
  }
  const isOpen = isWanted(text)
  return {
    text,
    isOpen,
    clear: useCallback(() => setPasted(nothing), []),
    input: {
      ...comboboxProps(isOpen ? active?.list : undefined, active?.option),
      type: 'text',
      value: text,
      enterKeyHint: 'go',
      onChange: (event: { target: HTMLInputElement }) => enter(event.target.value),
      onPaste: (event: ClipboardEvent<HTMLInputElement>) => pasteClean(event, enter),
    } as const,
    /** What keys do in the field, but for those that open and close the list. */
    onKeyDown(event: KeyboardEvent) {
      if (event.nativeEvent.isComposing) return
      if (event.key === 'Enter' && (!isOpen || active?.option === undefined)) setEntered(text.trim() !== '')
      else listboxRef.current?.onKeyDown(event)
    },
    results: { typed: text, hidden, entered, listboxRef, onActive: setActive },
  }
}

const nothing: Pasted = { text: '', hidden: [] }

/** A text field drops line breaks and would join the words around them. */
function pasteClean(
  event: ClipboardEvent<HTMLInputElement>,
  enter: (text: string, removed: readonly string[]) => void,
): void {
  const pasted = event.clipboardData.getData('text')
  const { text, hidden } = readPasted(pasted)
  if (text === pasted) return
  event.preventDefault()
  const { value, selectionStart, selectionEnd } = event.currentTarget
  const start = selectionStart ?? value.length
  enter(value.slice(0, start) + text + value.slice(selectionEnd ?? start), hidden)
}

/** The finder at the head of the transactions. `/` leads to it. Drawn again only for what happens in it. */
export const Finder = memo(FieldWithLayer)

function FieldWithLayer() {
  const [focused, setFocused] = useState(false)
  // Escape closes the list of this text.
  const [closedFor, setClosedFor] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const { text, isOpen, clear, input, onKeyDown, results } = useFinder(
    (text) => focused && text !== '' && text !== closedFor,
  )
  useLayer(layer, frame, { open: isOpen, alignment: 'start', gap: 6 })
  useEffect(() => {
    if (isOpen) layer.current?.showPopover()
    else layer.current?.hidePopover()
  }, [isOpen])
  useKeys({
    '/': () => {
      field.current?.focus()
      field.current?.select()
    },
  })
  const pressed = (event: KeyboardEvent) => {
    if (text === '' || event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      // Taken: the first closes the list, the second clears the field, and what is open beside the list closes at the next.
      event.preventDefault()
      if (isOpen) setClosedFor(text)
      else clear()
      return
    }
    // React hears nothing of the focus that a closing drawer gives back.
    setFocused(true)
    if (/^(?:Arrow(?:Up|Down)|Enter)$/.test(event.key)) setClosedFor('')
    if (isOpen || event.key === 'Enter') onKeyDown(event)
  }
  return (
    <div className={controls.searchField} ref={frame} data-print="hide">
      <Search className={controls.searchIcon} size={15} aria-hidden />
      <input
        {...input}
        ref={field}
        className={classes(controls.searchInput, styles.asking)}
        placeholder="Find an id, name, address, hash"
        aria-label="Find"
        aria-keyshortcuts="/"
        onFocus={() => {
          setFocused(true)
          preloadFinder()
        }}
        onBlur={() => {
          setFocused(false)
          setClosedFor('')
        }}
        onClick={() => setClosedFor('')}
        onKeyDown={pressed}
      />
      <kbd className={styles.key} aria-hidden>
        /
      </kbd>
      <div ref={layer} className={styles.layer} popover="manual">
        {isOpen && (
          <LazyBoundary>
            <FinderResults
              {...results}
              leads="Transactions"
              frame={null}
              onAct={(action) => {
                clear()
                action()
              }}
            />
          </LazyBoundary>
        )}
      </div>
    </div>
  )
}

/** The finder in a dialog, from everywhere. Mounted is open. */
export function Palette({ frame, onClose }: { frame: FrameActions; onClose: () => void }) {
  const { input, onKeyDown, results } = useFinder(() => true)
  const pressed = (event: KeyboardEvent) => {
    if (isChord(event) && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      onClose()
    } else onKeyDown(event)
  }
  return (
    <Dialog label="Search" placement="top" onClose={onClose}>
      <div className={styles.palette}>
        <div className={styles.head}>
          <Search size={18} aria-hidden />
          <input
            {...input}
            ref={takeFocus}
            className={styles.input}
            aria-label="Search"
            placeholder="Type a name, or paste anything"
            onKeyDown={pressed}
          />
          <IconButton label="Close search" onClick={onClose}>
            <X aria-hidden />
          </IconButton>
        </div>
        <LazyBoundary>
          <FinderResults
            {...results}
            leads={null}
            frame={frame}
            // Closed first: what is done then finds the page as it was, with the focus where it was.
            onAct={(action) => {
              flushSync(onClose)
              action()
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

/** Opens the palette. It looks like the field that it leads to, and on a narrow screen like an icon. */
export function PaletteButton({ onOpen }: { onOpen: () => void }) {
  return (
    <button
      type="button"
      className={classes(layout.row, layout.muted, styles.button)}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onOpen}
      onPointerEnter={preloadFinder}
      onFocus={preloadFinder}
    >
      <Search aria-hidden />
      <span className={styles.text}>Search…</span>
      <span className={styles.text} aria-hidden>
        <KeyCaps keys="Mod+k" />
      </span>
    </button>
  )
}
