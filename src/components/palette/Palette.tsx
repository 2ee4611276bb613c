import { lazy } from 'react'
import { flushSync } from 'react-dom'
import { Dialog } from '../../ui/Dialog.tsx'
import { ahead, Fetched, part } from '../../ui/Fetched.tsx'
import type { PaletteSearchProps } from './PaletteSearch.tsx'

const loadSearch = part(() => import('./PaletteSearch.tsx'))
// Few visits need it, and it is there sooner than a reader can type.
const PaletteSearch = lazy(loadSearch)

/** Fetches the palette ahead of its opening. */
export function preloadPalette(): void {
  ahead(loadSearch)
}

/** The command palette: one field that finds every page, record, view and action. Mounted is open. */
export function Palette({ onClose, ...search }: Omit<PaletteSearchProps, 'onAct'> & { onClose: () => void }) {
  // Closed first: what is done then finds the page as it was, with the focus where it was.
  const act = (action: () => void) => {
    flushSync(onClose)
    action()
  }
  return (
    <Dialog label="Search" placement="top" onClose={onClose}>
      <Fetched>
        <PaletteSearch {...search} onClose={onClose} onAct={act} />
      </Fetched>
    </Dialog>
  )
}
