import { useState } from 'react'
import type { HeldBooks } from '../../books/books.ts'
import type { TransactionFilter } from '../../contract/endpoints.ts'
import { SegmentedControl } from '../../ui/fields.tsx'
import layout from '../../ui/layout.module.css'
import { BooksNeeded, FromBooks } from '../../work/BooksNeeded.tsx'
import { ReportView } from '../report/ReportView.tsx'
import type { CountSplit } from './count.ts'

/** Counts every transaction of a filter and adds them up. */
export default function TransactionTally({ filter }: { filter: TransactionFilter }) {
  return <BooksNeeded what="A total">{(books) => <Counted books={books} filter={filter} />}</BooksNeeded>
}

function Counted({ books, filter }: { books: HeldBooks; filter: TransactionFilter }) {
  const [split, setSplit] = useState<CountSplit>('none')
  const choices = (
    <SegmentedControl
      label="Split by"
      value={split}
      options={[
        { value: 'none', label: 'All dates' },
        { value: 'month', label: 'Month' },
        { value: 'day', label: 'Day' },
      ]}
      onChange={setSplit}
    />
  )
  return (
    <FromBooks view="count" books={books} input={{ filter, split }}>
      {(count) =>
        typeof count === 'string' ? (
          <div className={layout.stack}>
            <div className={layout.row}>{choices}</div>
            <p>{count}</p>
          </div>
        ) : (
          <ReportView report={count} actions={choices} />
        )
      }
    </FromBooks>
  )
}
