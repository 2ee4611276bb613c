import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, lazy, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from '../../ui/buttons.tsx'
import { Dialog } from '../../ui/dialogs.tsx'
import { LazyBoundary, lazyChunk, preloadChunk } from '../../ui/lazy.tsx'
import { comboboxProps, type Listbox } from '../../ui/options.tsx'
import { isChord } from '../../ui/shortcuts.tsx'
import styles from './Palette.module.css'
import type { ActiveOption, PaletteSearchProps } from './PaletteSearch.tsx'

const loadSearch = lazyChunk(() => import('./PaletteSearch.tsx'))
// Few visits need what it finds; the field is there at once, so that no key is lost.
const PaletteSearch = lazy(loadSearch)

/** Fetches the palette ahead of its opening. */
export function preloadPalette(): void {
  preloadChunk(loadSearch)
}

/**
 * The command palette: one field that finds every page, record, view and action. Mounted is open. The focus stays in the field; arrows
 * move through the list under it.
 */
export function Palette({
  onClose,
  ...search
}: Pick<PaletteSearchProps, 'onShowKeys' | 'onSignOut' | 'onSignOutEverywhere'> & {
  onClose: () => void
}) {
  const [typed, setTyped] = useState('')
  const [entered, setEntered] = useState(false)
  const [active, setActive] = useState<ActiveOption | null>(null)
  const listbox = useRef<Listbox>(null)
  // Closed first: what is done then finds the page as it was, with the focus where it was.
  const act = (action: () => void) => {
    flushSync(onClose)
    action()
  }
  const keyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (isChord(event) && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      onClose()
    } else if (event.key === 'Enter' && !active) setEntered(typed.trim() !== '')
    else listbox.current?.onKeyDown(event)
  }
  return (
    <Dialog label="Search" placement="top" onClose={onClose}>
      <div className={styles.palette}>
        <div className={styles.field}>
          <Search size={18} aria-hidden />
          <input
            ref={takeFocus}
            className={styles.input}
            {...comboboxProps(active?.list, active?.option)}
            type="text"
            aria-label="Search"
            placeholder="Type a name, or paste anything"
            enterKeyHint="go"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setEntered(false)
              listbox.current?.setActive(null)
            }}
            onKeyDown={keyDown}
          />
          <IconButton label="Close search" onClick={onClose}>
            <X aria-hidden />
          </IconButton>
        </div>
        <LazyBoundary>
          <PaletteSearch
            {...search}
            typed={typed}
            entered={entered}
            listboxRef={listbox}
            onActive={setActive}
            onAct={act}
          />
        </LazyBoundary>
      </div>
    </Dialog>
  )
}

function takeFocus(input: HTMLInputElement | null): void {
  input?.focus()
}
