import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { type Listbox, useListbox } from '../../ui/use-listbox.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { UntrustedText } from '../UntrustedText.tsx'
import type { PaletteItem } from './items.ts'
import { PaletteList } from './PaletteList.tsx'
import styles from './PaletteSearch.module.css'
import { usePalette } from './use-palette.ts'
import { usePaletteActions } from './use-palette-actions.ts'

/** What the field must say of the list under it, by the ids of their elements; no option where the list is empty. */
export interface ActiveOption {
  readonly list: string
  readonly option: string | undefined
}

/** What the frame of the console and the field give to what is found. */
export interface PaletteSearchProps {
  readonly pages: readonly PaletteItem[]
  readonly onShowKeys: () => void
  /** Left out where a session cannot be ended. */
  readonly onSignOut: (() => void) | null
  readonly typed: string
  /** Enter was pressed while there was nothing to choose: the first option is chosen once everything is read. */
  readonly entered: boolean
  /** What the keys in the field are for. */
  readonly listboxRef: Ref<Listbox>
  readonly onActive: (active: ActiveOption) => void
  /** Closes the palette, then does this. */
  readonly onAct: (action: () => void) => void
}

/** What the palette finds for the text in its field. */
export default function PaletteSearch(props: PaletteSearchProps) {
  const { pages, onShowKeys, onSignOut, typed, entered, listboxRef, onActive, onAct } = props
  const navigate = useNavigate()
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
  useImperativeHandle(listboxRef, () => listbox)
  const { id: list, focusProps } = listbox
  const option = focusProps['aria-activedescendant']
  useLayoutEffect(() => onActive({ list, option }), [onActive, list, option])

  const chooseFirst = useEffectEvent(() => choose(0))
  useEffect(() => {
    if (!entered || waiting) return
    // Not at once: what is being drawn cannot be closed.
    const soon = setTimeout(chooseFirst)
    return () => clearTimeout(soon)
  }, [entered, waiting])

  return (
    <>
      <PaletteList listbox={listbox} sections={sections} />
      {items.length === 0 && !waiting && typed.trim() !== '' && (
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
    </>
  )
}

/** For those who do not see the list change under the field. */
function said(count: number, typed: string): string {
  if (typed.trim() === '') return ''
  return count === 1 ? '1 result' : `${count} results`
}
