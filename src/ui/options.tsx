import Check from 'lucide-react/icons/check'
import { type HTMLAttributes, type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import styles from './controls.module.css'
import { classes } from './inline.tsx'
import layout from './layout.module.css'

/** One option as it is drawn. */
export interface DrawnOption {
  readonly key: string
  /** Before its label: an icon, or what it is about. */
  readonly lead?: ReactNode
  readonly label: ReactNode
  /** What else tells it from others. */
  readonly detail?: ReactNode
  /** At its end. */
  readonly end?: ReactNode
  readonly title?: string
  /** It is what is set at present: marked. */
  readonly current?: boolean
}

/** Options that belong together, under a heading where they have one. */
export interface OptionGroup {
  readonly heading?: string
  readonly options: readonly DrawnOption[]
}

/**
 * The options of a listbox. A text field over it has the focus, and the active option counts as the selected one; with `focus`, the
 * list has the focus itself and carries these attributes.
 */
export function OptionList({
  listbox,
  label,
  groups,
  focus,
}: {
  listbox: Listbox
  label: string
  groups: readonly OptionGroup[]
  focus?: HTMLAttributes<HTMLElement>
}) {
  const headingId = useId()
  const all = groups.flatMap(({ options }) => options)
  const drawn = (option: DrawnOption) => {
    const { key, lead, label, detail, end, title, current = false } = option
    const index = all.indexOf(option)
    const isActive = index === listbox.active
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are where the focus is, on the list or its text field
      // biome-ignore lint/a11y/useFocusableInteractive: the active option is told by aria-activedescendant
      <div
        key={key}
        id={optionId(listbox.id, index)}
        role="option"
        className={classes(styles.option, current && styles.current)}
        title={title}
        aria-selected={focus ? current : isActive}
        data-active={isActive || undefined}
        // The focus stays where it is.
        onPointerDown={(event) => event.preventDefault()}
        onPointerMove={() => isActive || listbox.setActive(index)}
        onClick={() => listbox.choose(index)}
      >
        {lead}
        <span className={styles.optionText}>
          <span>{label}</span>
          {detail && <span className={layout.small}>{detail}</span>}
        </span>
        {end}
        {current && <Check className={styles.check} size={14} aria-hidden />}
      </div>
    )
  }
  return (
    <div
      id={listbox.id}
      className={classes(styles.options, !focus && styles.scrolling)}
      role="listbox"
      aria-label={label}
      {...focus}
    >
      {groups.map(({ heading, options }, index) =>
        heading === undefined ? (
          options.map(drawn)
        ) : (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls, and these are options of one control
          <div key={heading} role="group" aria-labelledby={`${headingId}-${index}`}>
            <div id={`${headingId}-${index}`} role="presentation" className={styles.optionsHeading}>
              {heading}
            </div>
            {options.map(drawn)}
          </div>
        ),
      )}
    </div>
  )
}

/** A list of options of which one is active: moved by keys and by the pointer, chosen by Enter and by a click. */
export interface Listbox {
  readonly id: string
  /** The active option; null while there is none. */
  readonly active: number | null
  /** The id of its element. */
  readonly activeId: string | undefined
  readonly setActive: (index: number | null) => void
  readonly choose: (index: number) => void
  /** For the element with the focus: the list itself, or the text field over it. */
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/**
 * The active option of a list whose focus stays in one place (`aria-activedescendant`): a text field over it, to which Home, End,
 * Space and letters belong, or the list itself, which takes those that `move` names.
 */
export function useListbox({
  count,
  fallback,
  onChoose,
  move,
}: {
  count: number
  /** The option that is active until another one is made so. */
  fallback: number | null
  onChoose: (index: number) => void
  /** Where another key than an arrow leads, where the list has the focus. */
  move?: (key: string, active: number | null) => number | null
}): Listbox {
  const id = useId()
  const [stored, setActive] = useState<number | null>(null)
  // The list may have become shorter since.
  const active = [stored, fallback].find((index) => index !== null && index < count) ?? null

  const activeId = active === null ? undefined : optionId(id, active)

  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (isModified(event) || count === 0) return
    const chooses = key === 'Enter' || (key === ' ' && move)
    const next = chooses ? active : (afterArrow(key, active, count) ?? move?.(key, active) ?? null)
    if (next === null) return
    event.preventDefault()
    if (chooses) onChoose(next)
    else setActive(next)
  }

  return { id, active, activeId, setActive, choose: onChoose, onKeyDown }
}

/** A text field over a list of options. Escape closes the list, once, and an arrow opens it again. */
export function useCombobox({
  isOpen,
  onToggle,
  ...options
}: Omit<Parameters<typeof useListbox>[0], 'move'> & {
  isOpen: boolean
  /** Left out where the list stays open. */
  onToggle?: ((open: boolean) => void) | undefined
}): {
  listbox: Listbox
  field: ReturnType<typeof comboboxProps> & { onKeyDown: (event: KeyboardEvent) => void }
} {
  const listbox = useListbox(options)
  const onKeyDown = (event: KeyboardEvent) => {
    if (onToggle && toggles(event, isOpen)) {
      // Taken: what is around the field, such as a sheet, closes at the next one.
      event.preventDefault()
      listbox.setActive(null)
      onToggle(!isOpen)
    } else if (isOpen) listbox.onKeyDown(event)
  }
  return {
    listbox,
    field: { ...comboboxProps(isOpen ? listbox.id : undefined, listbox.activeId), onKeyDown },
  }
}

/** The element id of one option of a list. */
function optionId(id: string, index: number): string {
  return `${id}-${index}`
}

/** Where an arrow leads, from the last option to the first; null for any other key. */
export function afterArrow(key: string, active: number | null, count: number): number | null {
  if (key === 'ArrowDown') return active === null ? 0 : (active + 1) % count
  if (key === 'ArrowUp') return active === null ? count - 1 : (active + count - 1) % count
  return null
}

function toggles(event: KeyboardEvent, isOpen: boolean): boolean {
  const { key, shiftKey } = event
  if (isModified(event) || shiftKey) return false
  return isOpen ? key === 'Escape' : key === 'ArrowDown' || key === 'ArrowUp'
}

function isModified({ nativeEvent, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || altKey || ctrlKey || metaKey
}

/** What a text field must carry to be a combobox: the ids of its list while that is open, and of the option that is active in it. */
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
