import type { Transaction } from '../../api/records.ts'
import { useDates, useRecordedDays } from '../../list/recorded-days.tsx'
import { whyNoDate, zoneOfDays } from '../../records/dates.ts'
import { labelOf } from '../../records/labels.ts'
import { usePreferences } from '../../records/preferences.ts'
import { ValueActions } from '../../records/record.tsx'
import { useStableValue } from '../../ui/hooks.ts'
import layout from '../../ui/layout.module.css'
import { DescriptionItem } from '../../ui/page.tsx'

const asking = 'Asking the service…'

/** The day on which the service recorded a transaction, and a link to all of that day. */
export function RecordedOnItem({ transaction }: { transaction: Transaction }) {
  const { transaction_id: id } = transaction
  const filter = useStableValue({ transaction_id: id ?? '' })
  const { dates } = usePreferences()
  useDates({ rows: [transaction], filter, reading: null, wanted: true })
  const { days } = useRecordedDays()
  const day = days.dayOf(id)
  const whose = days.whose()
  if (id === null || (!dates && day === null)) return null
  const why = labelOf(whyNoDate, day)
  const isKnown = day !== null && why === undefined
  return (
    <DescriptionItem
      term="Recorded on"
      actions={<ValueActions label="date" value={isKnown ? day : null} filter={days.filterOf(id)} />}
    >
      {isKnown ? (
        <>
          {day} {whose !== null && zoneOfDays(whose)}
        </>
      ) : (
        <p className={layout.muted}>{why ?? asking}</p>
      )}
    </DescriptionItem>
  )
}
