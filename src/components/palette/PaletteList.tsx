import {
  ArrowLeftRight,
  Bookmark,
  BookUser,
  Coins,
  Command,
  CornerDownLeft,
  PanelsTopLeft,
  Vault,
} from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { type Listbox, optionId } from '../../ui/use-listbox.ts'
import { KeyCaps } from '../KeyCaps.tsx'
import { UntrustedText } from '../UntrustedText.tsx'
import type { PaletteGroup, PaletteItem, PaletteSection } from './items.ts'
import styles from './PaletteSearch.module.css'

const icons: Readonly<Record<PaletteGroup, ReactNode>> = {
  Pages: <PanelsTopLeft aria-hidden />,
  Views: <Bookmark aria-hidden />,
  Vaults: <Vault aria-hidden />,
  Whitelists: <BookUser aria-hidden />,
  Assets: <Coins aria-hidden />,
  Transactions: <ArrowLeftRight aria-hidden />,
  Actions: <Command aria-hidden />,
}

/** What the palette found, by group. */
export function PaletteList({
  listbox,
  sections,
}: {
  listbox: Listbox
  sections: readonly PaletteSection[]
}) {
  const id = useId()
  const firsts = sections.map((_section, index) =>
    sections.slice(0, index).reduce((sum, { items }) => sum + items.length, 0),
  )
  return (
    <div id={listbox.id} role="listbox" aria-label="Results" className={styles.list}>
      {sections.map(({ group, items, found }, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls, and these are options of one control
        <div key={group} role="group" aria-labelledby={`${id}-${group}`} className={styles.group}>
          <div id={`${id}-${group}`} role="presentation" className={styles.heading}>
            {group}
            {found > items.length && ` · ${items.length} of ${found}, type on for the others`}
          </div>
          {items.map((item, place) => (
            <Option key={item.key} item={item} index={(firsts[index] ?? 0) + place} listbox={listbox} />
          ))}
        </div>
      ))}
    </div>
  )
}

function Option({ item, index, listbox }: { item: PaletteItem; index: number; listbox: Listbox }) {
  const { group, label, note, shortcut } = item
  const active = index === listbox.active
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are where the focus is, in the field above the list
    // biome-ignore lint/a11y/useFocusableInteractive: the active option is told by aria-activedescendant
    <div
      id={optionId(listbox.id, index)}
      role="option"
      className={styles.option}
      aria-selected={active}
      // The focus stays in the field.
      onPointerDown={(event) => event.preventDefault()}
      onPointerMove={() => active || listbox.setActive(index)}
      onClick={() => listbox.choose(index)}
    >
      {icons[group]}
      <span className={styles.text}>
        <UntrustedText text={label} />
        {note !== '' && (
          <span className={styles.note}>
            <UntrustedText text={note} />
          </span>
        )}
      </span>
      {shortcut !== undefined && <KeyCaps keys={shortcut} />}
      <CornerDownLeft className={styles.enter} aria-hidden />
    </div>
  )
}
