import { useId } from 'react'
import { type Expectation, expectationFault } from '../../evidence/expectation.ts'
import { TextField } from '../../ui/fields.tsx'
import layout from '../../ui/layout.module.css'
import { Summary } from '../../ui/page.tsx'
import styles from './verify.module.css'

export type TypedExpectations = Readonly<Record<keyof Expectation, string>>

export const noExpectations: TypedExpectations = { service: '', account: '', period: '', asOfAfter: '' }

/** An empty field is not compared. Null if a field is invalid. */
export function expectationOf(typed: TypedExpectations): Expectation | null {
  const given: Expectation = Object.fromEntries(
    Object.entries(typed).flatMap(([name, text]) => (text.trim() === '' ? [] : [[name, text.trim()]])),
  )
  return expectationFault(given) === null ? given : null
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
  const field = (name: keyof Expectation) => ({
    value: typed[name],
    error: expectationOf({ ...noExpectations, [name]: typed[name] })
      ? null
      : expectationFault({ [name]: typed[name].trim() }),
    onChange: ({ target }: { target: HTMLInputElement }) => onChange({ ...typed, [name]: target.value }),
  })
  return (
    <details>
      <Summary>Compare with what you know</Summary>
      <div className={styles.expectations} aria-describedby={hint}>
        <p id={hint} className={layout.muted}>
          Enter what you know from elsewhere. Empty fields are skipped.
        </p>
        <TextField label="Service" hint="Its address" {...field('service')} />
        <TextField label="Account" hint="Its name or id" {...field('account')} />
        <TextField label="Period" hint="2026-10, 2026-10-12, or 2026-10-01/2026-12-31" {...field('period')} />
        <TextField label="As of later than" hint="2026-11-26, or 2026-11-26T14:00Z" {...field('asOfAfter')} />
      </div>
    </details>
  )
}
