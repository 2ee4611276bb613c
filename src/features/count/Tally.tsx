import Sigma from 'lucide-react/icons/sigma'
import { useState } from 'react'
import type { HeldBooks } from '../../books/books.ts'
import type { TransactionFilter } from '../../contract/endpoints.ts'
import { Button } from '../../ui/buttons.tsx'
import { SegmentedControl } from '../../ui/fields.tsx'
import layout from '../../ui/layout.module.css'
import { BooksNeeded, FromBooks } from '../../work/BooksNeeded.tsx'
import { useFocusKept } from '../../work/TaskRow.tsx'
import { ReportView } from '../report/index.ts'
import type { CountSplit } from './count.ts'
import type { CountKey } from './report.ts'

/** Counts and totals every transaction of a filter when asked. `startsAtOnce` is for a page whose own button this replaces. */
export default function TransactionTally({
  filter,
  startsAtOnce = false,
}: {
  filter: TransactionFilter
  startsAtOnce?: boolean
}) {
  const [asked, setAsked] = useState(startsAtOnce)
  const section = useFocusKept<HTMLElement>(String(asked))
  return (
    <section {...section} className={layout.stack} aria-label="Count and totals">
      {asked ? (
        <BooksNeeded what="A count">{(books) => <Counted books={books} filter={filter} />}</BooksNeeded>
      ) : (
        <div data-print="hide">
          <Button small icon={<Sigma aria-hidden />} onClick={() => setAsked(true)}>
            Count and total
          </Button>
        </div>
      )}
    </section>
  )
}

/** A count, and the choice of what its totals are by. */
function Counted({ books, filter }: { books: HeldBooks; filter: TransactionFilter }) {
  const [by, setBy] = useState<CountKey>('asset')
  const [split, setSplit] = useState<CountSplit>('none')
  return (
    <>
      <div className={layout.row} data-print="hide">
        <SegmentedControl
          label="Totals by"
          value={by}
          options={keys.map((value) => ({ value, label: keyLabels[value] }))}
          onChange={setBy}
        />
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
      </div>
      <FromBooks view="count" books={books} input={{ filter, by, split }}>
        {(count) => (typeof count === 'string' ? <p>{count}</p> : <ReportView report={count} />)}
      </FromBooks>
    </>
  )
}

const keys: readonly CountKey[] = ['asset', 'type', 'status']
const keyLabels: Readonly<Record<CountKey, string>> = { asset: 'Asset', type: 'Type', status: 'Status' }
