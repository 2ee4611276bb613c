import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { IconButton } from '../../ui/Button.tsx'
import { useListbox } from '../../ui/use-listbox.ts'
import { isChord } from '../../ui/use-shortcuts.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { UntrustedText } from '../UntrustedText.tsx'
import type { PaletteItem } from './items.ts'
import { PaletteList } from './PaletteList.tsx'
import styles from './PaletteSearch.module.css'
import { usePalette } from './use-palette.ts'
import { usePaletteActions } from './use-palette-actions.ts'

/** What the frame of the console gives to the palette. */
export interface PaletteSearchProps {
  readonly pages: readonly PaletteItem[]
  readonly onShowKeys: () => void
  /** Left out where a session cannot be ended. */
  readonly onSignOut: (() => void) | null
  readonly onClose: () => void
  /** Closes the palette, then does this. */
  readonly onAct: (action: () => void) => void
}

/** The field of the palette and what it finds. The focus stays in the field; arrows move through the list under it. */
export default function PaletteSearch({ pages, onShowKeys, onSignOut, onClose, onAct }: PaletteSearchProps) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const actions = usePaletteActions({ onShowKeys, onSignOut })
  const { sections, notes, waiting } = usePalette(typed, pages, actions)
  const items = sections.flatMap((section) => section.items)

  const choose = (index: number) => {
    const act = items[index]?.act
    if (act) onAct('href' in act ? () => void navigate(act.href) : act.run)
  }
  const listbox = useListbox({
    texts: items.map(({ label }) => label),
    fallback: 0,
    inText: true,
    onChoose: choose,
  })
  const keyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (isChord(event) && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      onClose()
    } else listbox.focusProps.onKeyDown(event)
  }
  const isEmpty = items.length === 0
  return (
    <div className={styles.palette}>
      <div className={styles.field}>
        <Search size={18} aria-hidden />
        <input
          ref={takeFocus}
          className={styles.input}
          type="text"
          role="combobox"
          aria-label="Search"
          aria-autocomplete="list"
          aria-expanded={!isEmpty}
          aria-controls={listbox.id}
          aria-activedescendant={isEmpty ? undefined : listbox.focusProps['aria-activedescendant']}
          placeholder="Type a name, or paste anything"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            listbox.setActive(null)
          }}
          onKeyDown={keyDown}
        />
        <IconButton label="Close search" onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </div>
      <PaletteList listbox={listbox} sections={sections} />
      {isEmpty && !waiting && typed.trim() !== '' && (
        <p className={styles.nothing}>
          Nothing here is called <UntrustedText text={typed.trim()} />.
        </p>
      )}
      {notes.length > 0 && (
        <ul className={styles.notes}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <VisuallyHidden>
        <span role="status">{said(items.length, typed)}</span>
      </VisuallyHidden>
    </div>
  )
}

/** For those who do not see the list change under the field. */
function said(count: number, typed: string): string {
  if (typed.trim() === '') return ''
  return count === 1 ? '1 result' : `${count} results`
}

function takeFocus(input: HTMLInputElement | null): void {
  input?.focus()
}
