import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/buttons.tsx'
import { TextField } from '../../ui/fields.tsx'
import { longestName, nameProblem, tidyName } from './saved-views.ts'
import styles from './ViewsMenu.module.css'

/** Asks for the name of a view. `onName` keeps it, or says in a sentence why it could not. */
export function ViewName({
  label,
  taken,
  action,
  onName,
  onCancel,
}: {
  label: string
  /** Names that other views have. */
  taken: readonly string[]
  /** What the button that keeps the name says. */
  action: string
  onName: (name: string) => string | null
  onCancel: () => void
}) {
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblem(nameProblem(name, taken) ?? onName(tidyName(name)))
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        ref={selectAll}
        label={label}
        name="name"
        value={name}
        hint="Kept in this browser. The open record is left out."
        error={problem}
        maxLength={4 * longestName}
        onChange={(event) => {
          setName(event.target.value)
          setProblem(null)
        }}
      />
      <div className={styles.formActions}>
        <Button small type="submit" kind="primary">
          {action}
        </Button>
        <Button small kind="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** The form appears where a button was pressed: writing goes on in it. */
function selectAll(input: HTMLInputElement | null): void {
  input?.select()
}
