import type { ReactNode } from 'react'
import { labelOf } from '../labels.ts'
import styles from '../records.module.css'
import { UntrustedText } from '../text.tsx'
import { useRecordedDay } from './dates-store.ts'
import { whyNoDate } from './words.ts'

/** What a cell with it looks like. */
export const recordedOnLook = { className: styles.day }

/** The day on which the service recorded a transaction: nothing before it is known, and a dash that says why where it has none. */
export function RecordedOn({ id }: { id: string | null }): ReactNode {
  const day = useRecordedDay(id)
  if (day === null) return null
  const why = labelOf(whyNoDate, day)
  if (why === undefined) return day
  return (
    <span title={why}>
      <UntrustedText text={null} />
    </span>
  )
}
