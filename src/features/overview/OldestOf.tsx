import { Link } from 'react-router-dom'
import type { Transaction } from '../../api/records.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { useDates } from '../../list/use-dates.ts'
import { RecordedOn } from '../../records/dates/RecordedOn.tsx'
import { transactionHref } from '../../url/hrefs.ts'

/** The way to the oldest transaction of a filter, with its date. Apart, so that finding dates weighs on no page that needs none. */
export default function OldestOf({
  transaction,
  filter,
  reading,
}: {
  transaction: Transaction
  filter: Filter<'transactions'>
  /** What failed is tried again at each new one. */
  reading: unknown
}) {
  const { transaction_id: id } = transaction
  useDates({ rows: [transaction], filter, reading, wanted: true })
  if (!id) return 'Now'
  return (
    <Link to={transactionHref(id)}>
      Oldest&nbsp;
      <RecordedOn id={id} />
    </Link>
  )
}
