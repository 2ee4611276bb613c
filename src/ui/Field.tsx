import { type InputHTMLAttributes, type ReactNode, type Ref, type SelectHTMLAttributes, useId } from 'react'
import { classes } from './classes.ts'
import styles from './Field.module.css'

interface FieldParts {
  label: string
  /** A sentence under the control. */
  hint?: ReactNode
  /** What is wrong with the value; marks the control. */
  error?: ReactNode
}

/** A text input with its label, hint and error. */
export function TextField({
  label,
  hint,
  error,
  mono = false,
  ...rest
}: FieldParts & {
  mono?: boolean
  ref?: Ref<HTMLInputElement>
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'>) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <input
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        {...rest}
        id={id}
        className={classes(styles.control, mono && styles.mono)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
      />
    </FieldFrame>
  )
}

/** A list of choices with its label, hint and error. */
export function SelectField({
  label,
  hint,
  error,
  children,
  ...rest
}: FieldParts & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'className'>) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <select
        {...rest}
        id={id}
        className={styles.control}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
      >
        {children}
      </select>
    </FieldFrame>
  )
}

function FieldFrame({ id, label, hint, error, children }: FieldParts & { id: string; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}

function describedBy(id: string, hint: ReactNode, error: ReactNode): string | undefined {
  const ids = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean)
  return ids.length > 0 ? ids.join(' ') : undefined
}
