import Check from 'lucide-react/icons/check'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import styles from './controls.module.css'
import { classes } from './inline.tsx'
import layout from './layout.module.css'

export interface DrawnOption {
  readonly key: string
  readonly lead?: ReactNode
  readonly label: ReactNode
  /** What else tells it from other options. */
  readonly detail?: ReactNode
  readonly end?: ReactNode
  readonly title?: string
  readonly current?: boolean
}

export interface OptionGroup {
  readonly heading?: string
  readonly options: readonly DrawnOption[]
}

/** The options of a listbox. The text field over it holds the focus, and the active option counts as selected. */
export function OptionList({
  listbox,
  label,
  groups,
}: {
  listbox: Listbox
  label: string
  groups: readonly OptionGroup[]
}) {
  const headingId = useId()
  const all = groups.flatMap(({ options }) => options)
  const drawn = (option: DrawnOption) => {
    const { key, lead, label, detail, end, title, current = false } = option
    const index = all.indexOf(option)
    const isActive = index === listbox.active
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are in the text field, which has the focus
      // biome-ignore lint/a11y/useFocusableInteractive: the active option is told by aria-activedescendant
      <div
        key={key}
        id={optionId(listbox.id, index)}
        role="option"
        className={classes(layout.line, styles.option, current && layout.strong)}
        title={title}
        aria-selected={isActive}
        data-active={isActive || undefined}
        // Keeps the focus where it is.
        onPointerDown={(event) => event.preventDefault()}
        onPointerMove={() => isActive || listbox.setActive(index)}
        onClick={() => listbox.choose(index)}
      >
        {lead}
        <span className={classes(layout.row, layout.fill, styles.optionText)}>
          <span>{label}</span>
          {detail && <span className={layout.small}>{detail}</span>}
        </span>
        {end}
        {current && <Check className={layout.accent} size={14} aria-hidden />}
      </div>
    )
  }
  return (
    <div
      id={listbox.id}
      className={classes(layout.stack, layout.dense, styles.scrolling)}
      role="listbox"
      aria-label={label}
    >
      {groups.map(({ heading, options }, index) =>
        heading === undefined ? (
          options.map(drawn)
        ) : (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls, and these are options of one control
          <div key={heading} role="group" aria-labelledby={`${headingId}-${index}`}>
            <div
              id={`${headingId}-${index}`}
              role="presentation"
              className={classes(layout.label, styles.optionsHeading)}
            >
              {heading}
            </div>
            {options.map(drawn)}
          </div>
        ),
      )}
    </div>
  )
}

export interface Listbox {
  readonly id: string
  readonly active: number | null
  readonly activeId: string | undefined
  readonly setActive: (index: number | null) => void
  readonly choose: (index: number) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** The active option of a list under a text field, which keeps the focus (`aria-activedescendant`). */
export function useListbox({
  count,
  fallback,
  onChoose,
}: {
  count: number
  /** Active until another option is. */
  fallback: number | null
  onChoose: (index: number) => void
}): Listbox {
  const id = useId()
  const [stored, setActive] = useState<number | null>(null)
  // The list may be shorter now.
  const active = [stored, fallback].find((index) => index !== null && index < count) ?? null

  const activeId = active === null ? undefined : optionId(id, active)

  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (isModified(event) || count === 0) return
    const next = key === 'Enter' ? active : afterArrow(key, active, count)
    if (next === null) return
    event.preventDefault()
    if (key === 'Enter') onChoose(next)
    else setActive(next)
  }

  return { id, active, activeId, setActive, choose: onChoose, onKeyDown }
}

function optionId(id: string, index: number): string {
  return `${id}-${index}`
}

/** Arrows wrap around. Null for any other key. */
function afterArrow(key: string, active: number | null, count: number): number | null {
  if (key === 'ArrowDown') return active === null ? 0 : (active + 1) % count
  if (key === 'ArrowUp') return active === null ? count - 1 : (active + count - 1) % count
  return null
}

export function isModified({ nativeEvent, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || altKey || ctrlKey || metaKey
}

/** Attributes of a combobox whose list, if open, and active option have these ids. */
export function comboboxProps(list: string | undefined, option: string | undefined) {
  return {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': list !== undefined,
    'aria-controls': list,
    'aria-activedescendant': list === undefined ? undefined : option,
    autoComplete: 'off',
    autoCapitalize: 'off',
    spellCheck: false,
  } as const
}
