import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './OptionList.module.css'
import { type Listbox, optionId } from './use-listbox.ts'

/** One option as it is drawn. */
export interface DrawnOption {
  readonly key: string
  readonly content: ReactNode
  /** It is what is set at present: marked. */
  readonly current?: boolean
}

/**
 * The options of a listbox. With `focusable` the list itself takes the focus; otherwise a text field over it has it, and the
 * active option counts as the selected one.
 */
export function OptionList({
  listbox,
  label,
  options,
  focusable = false,
  invalid = false,
  describedBy,
}: {
  listbox: Listbox
  label: string
  options: readonly DrawnOption[]
  focusable?: boolean
  invalid?: boolean
  describedBy?: string | undefined
}) {
  return (
    <div
      id={listbox.id}
      className={classes(styles.list, !focusable && styles.scrolling)}
      role="listbox"
      aria-label={label}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      {...(focusable ? { tabIndex: 0, ...listbox.focusProps } : {})}
    >
      {options.map(({ key, content, current = false }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are where the focus is, on the list or its text field
        // biome-ignore lint/a11y/useFocusableInteractive: the active option is told by aria-activedescendant
        <div
          key={key}
          id={optionId(listbox.id, index)}
          role="option"
          className={classes(styles.option, current && styles.current)}
          aria-selected={focusable ? current : index === listbox.active}
          data-active={index === listbox.active || undefined}
          // The focus stays where it is.
          onPointerDown={(event) => event.preventDefault()}
          onPointerMove={() => listbox.active !== index && listbox.setActive(index)}
          onClick={() => listbox.choose(index)}
        >
          <span className={styles.content}>{content}</span>
          {current && <Check className={styles.check} size={14} aria-hidden />}
        </div>
      ))}
    </div>
  )
}
