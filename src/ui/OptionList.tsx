import Check from 'lucide-react/icons/check'
import { type HTMLAttributes, type ReactNode, useId } from 'react'
import { classes } from './classes.ts'
import styles from './OptionList.module.css'
import { type Listbox, optionId } from './use-listbox.ts'

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
        <span className={styles.text}>
          <span>{label}</span>
          {detail && <span className={styles.detail}>{detail}</span>}
        </span>
        {end}
        {current && <Check className={styles.check} size={14} aria-hidden />}
      </div>
    )
  }
  return (
    <div
      id={listbox.id}
      className={classes(styles.list, !focus && styles.scrolling)}
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
            <div id={`${headingId}-${index}`} role="presentation" className={styles.heading}>
              {heading}
            </div>
            {options.map(drawn)}
          </div>
        ),
      )}
    </div>
  )
}
