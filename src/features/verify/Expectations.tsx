import { useId } from 'react'
import { isInstant, type JournalExpectation } from '../../journal/check-journal.ts'
import { TextField } from '../../ui/fields.tsx'
import layout from '../../ui/layout.module.css'
import styles from './verify.module.css'

export type TypedExpectations = Readonly<Record<keyof JournalExpectation, string>>

export const noExpectations: TypedExpectations = { service: '', account: '', challenge: '', asOfAfter: '' }

/** An empty field is not compared. Null if a field is invalid. */
export function expectationOf(typed: TypedExpectations): JournalExpectation | null {
  const given = Object.fromEntries(
    Object.entries(typed).flatMap(([name, text]) => (text.trim() === '' ? [] : [[name, text.trim()]])),
  )
  return isUsable(typed.asOfAfter) ? given : null
}

function isUsable(asOfAfter: string): boolean {
  return asOfAfter.trim() === '' || isInstant(asOfAfter.trim())
}

/** What the recipient knows from elsewhere. */
export function Expectations({
  typed,
  onChange,
}: {
  typed: TypedExpectations
  onChange: (typed: TypedExpectations) => void
}) {
  const hint = useId()
  const field = (name: keyof JournalExpectation) => ({
    value: typed[name],
    onChange: ({ target }: { target: HTMLInputElement }) => onChange({ ...typed, [name]: target.value }),
  })
  return (
    <details className={styles.details}>
      <summary>What you expect</summary>
      <div className={styles.expectations} aria-describedby={hint}>
        <p id={hint} className={layout.muted}>
          Fill in what you know from elsewhere. What you leave empty is not compared.
        </p>
        <TextField label="Service" hint="Its address" {...field('service')} />
        <TextField label="Account" hint="Its id" {...field('account')} />
        <TextField label="Challenge" hint="What you gave to whoever made the file" {...field('challenge')} />
        <TextField
          label="Read after"
          hint="2026-11-26, or 2026-11-26T14:00Z"
          error={isUsable(typed.asOfAfter) ? null : 'A date, or a time with its zone.'}
          {...field('asOfAfter')}
        />
      </div>
    </details>
  )
}
