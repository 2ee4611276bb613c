import { dayText } from '../../api/dates/day.ts'
import type { OpenTransaction } from '../../books/day-book.ts'
import { Amount } from '../../records/Amount.tsx'
import { StatusBadge, TypeLabel } from '../../records/badges.tsx'
import { Party } from '../../records/Party.tsx'
import { usePreferences } from '../../records/preferences.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { transactionHref } from '../../url/hrefs.ts'
import styles from './statements.module.css'
import { inFlightText, inFlightWords } from './words.ts'

/** What has moved nothing yet, apart from what has: its transactions, the newest first. */
export function InFlight({ list }: { list: readonly OpenTransaction[] }) {
  const { compact } = usePreferences()
  if (list.length === 0) return null
  return (
    <section aria-labelledby="in-flight" className={styles.section}>
      <h2 id="in-flight" className={styles.heading}>
        {inFlightWords.heading}
      </h2>
      <p className={styles.muted}>
        {inFlightText(list.length)}
        {list.length > shown && ` ${inFlightWords.first(shown)}`}
      </p>
      <DataTable
        caption={inFlightWords.heading}
        columns={columns}
        rows={list.slice(0, shown)}
        rowId={({ transaction }, index) => transaction.transaction_id ?? String(index)}
        rowHref={({ transaction: { transaction_id: id } }) => (id === null ? null : transactionHref(id))}
        compact={compact}
      />
    </section>
  )
}

const shown = 50

const columns: readonly Column<OpenTransaction>[] = [
  {
    id: 'recorded_on',
    header: 'Date',
    cell: ({ day }) => (day === null ? '–' : dayText(day)),
    width: '7rem',
    card: 'date',
  },
  {
    id: 'transaction_type',
    header: 'Type',
    cell: ({ transaction }) => <TypeLabel type={transaction.transaction_type} />,
    width: '7rem',
    card: 'title',
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ transaction }) => <StatusBadge status={transaction.status} />,
    width: '8rem',
    card: 'aside',
  },
  {
    id: 'amount',
    header: 'Amount',
    align: 'end',
    cell: ({ transaction }) => <Amount value={transaction.amount} asset={transaction.asset_id} />,
    card: 'main',
  },
  {
    id: 'source',
    header: 'From',
    cell: ({ transaction }) => <Party transaction={transaction} end="source" />,
    width: '13rem',
    card: 'from',
  },
  {
    id: 'destination',
    header: 'To',
    cell: ({ transaction }) => <Party transaction={transaction} end="destination" />,
    width: '13rem',
    card: 'to',
  },
]
