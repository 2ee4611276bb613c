import { failureOf, needsAllRecords } from '../../api/failure.ts'
import { useFigure } from '../../api/reports.ts'
import type { TransactionFilter } from '../../contract/console-api.ts'
import { Button } from '../../ui/buttons.tsx'
import layout from '../../ui/layout.module.css'
import { transactionsCodec } from '../../url/lists.ts'

/** The gateway finds the days of the zone while the list is there, and each day that is found shows itself. */
export function ZoneNotice({
  zone,
  filter,
  onUtc,
}: {
  zone: string
  filter: TransactionFilter
  onUtc: () => void
}) {
  const link = transactionsCodec.href('/', filter, { zone })
  const found = useFigure<{ readonly days: number }>(
    'zone-days',
    link,
    ({ days }) => typeof days === 'number',
  )
  return (
    <p className={layout.muted} role="status">
      Days are those of {zone}. {needsAllRecords(failureOf(found)) && 'They are being found. '}
      <Button small kind="quiet" onClick={onUtc}>
        Show days in UTC
      </Button>
    </p>
  )
}
