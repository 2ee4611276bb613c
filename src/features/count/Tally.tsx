import Sigma from 'lucide-react/icons/sigma'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { beforeFirstPage, type WalkProgress } from '../../api/walk/walk.ts'
import type { Books } from '../../books/books.ts'
import { counted } from '../../contract/count-text.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { dateReasons } from '../../files/run.ts'
import { ReadingProgress } from '../../list/reading/ReadingProgress.tsx'
import { useReading } from '../../list/reading/use-reading.ts'
import { ErrorBanner } from '../../records/ErrorBanner.tsx'
import { Button } from '../../ui/Button.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { BooksNeeded } from '../../work/BooksNeeded.tsx'
import { useBooks } from '../../work/use-books.ts'
import { ReportView } from '../report/index.ts'
import { type Count, type CountSplit, countBooks, countList } from './count.ts'
import { type CountKey, countKeys, countReport } from './report.ts'
import styles from './Tally.module.css'

/**
 * Counts and totals every transaction of a filter, when asked: in the books where they are read, else by reading the filtered list.
 * `startsAtOnce` is for a button elsewhere, in whose place this stands.
 */
export default function Tally({
  filter,
  button,
  startsAtOnce = false,
}: {
  filter: Filter<'transactions'>
  /** What the button says. */
  button: string
  startsAtOnce?: boolean
}) {
  const { books } = useBooks()
  const [asked, setAsked] = useState(startsAtOnce)
  const inBooks = useMemo(
    () => (asked && books ? countBooks(books, filter, 'none') : null),
    [asked, books, filter],
  )
  const list = useCountedList(filter)
  const section = useRef<HTMLElement>(null)
  const count = inBooks ?? list.result
  const start = () => {
    setAsked(true)
    if (!books || !countBooks(books, filter, 'none')) list.start()
  }
  const begin = useEffectEvent(() => {
    if (startsAtOnce) start()
  })
  useEffect(() => begin(), [])
  return (
    <section ref={section} className={styles.tally} aria-label="Count and totals" tabIndex={-1}>
      {list.failure && <ErrorBanner error={list.failure} onRetry={start} />}
      {list.progress ? (
        <ReadingProgress
          {...(list.progress.position.pass === 1
            ? { doing: 'Counting', endLabel: 'Stop' }
            : { doing: 'Reading again to check', endLabel: 'Skip the second reading' })}
          count={counted(list.progress.position.met, 'transaction')}
          progress={list.progress}
          onEnd={list.stop}
          focusAfter={section}
        />
      ) : (
        count && <Counted count={count} filter={filter} />
      )}
      {!list.progress && !inBooks && (
        <div data-print="hide">
          <Button small icon={<Sigma aria-hidden />} onClick={start}>
            {count ? 'Count again' : button}
          </Button>
        </div>
      )}
    </section>
  )
}

/** The count of a filtered list, read when asked. */
function useCountedList(filter: Filter<'transactions'>) {
  return useReading<WalkProgress, Count>({
    queryKey: ['count', filter],
    beginning: beforeFirstPage,
    read: ({ session: { mark, service, account }, ...control }) =>
      countList(filter, { ...control, session: mark, service, account }),
    sentence: ({ rows, basis }) =>
      `${basis.doubts.length > 0 ? 'Partial' : 'Counted'}: ${counted(rows, 'transaction')}`,
  })
}

/** A count, and how it is told apart. Months and days are in the books alone. */
function Counted({ count, filter }: { count: Count; filter: Filter<'transactions'> }) {
  const [by, setBy] = useState<CountKey>('asset')
  const [split, setSplit] = useState<CountSplit>('none')
  const report = (shown: Count) => <ReportView report={countReport(shown, { filter, by, split })} />
  return (
    <>
      {count.rows > 0 && (
        <div className={styles.controls} data-print="hide">
          <SegmentedControl
            label="Totals by"
            value={by}
            options={countKeys.map((value) => ({ value, label: keyLabels[value] }))}
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
      )}
      {split === 'none' || count.rows === 0 ? (
        report(count)
      ) : (
        <BooksNeeded what={`A count by ${split}`}>
          {(books) => (
            <SplitCount books={books} filter={filter} split={split}>
              {report}
            </SplitCount>
          )}
        </BooksNeeded>
      )}
    </>
  )
}

const keyLabels: Readonly<Record<CountKey, string>> = { asset: 'Asset', type: 'Type', status: 'Status' }

function SplitCount({
  books,
  filter,
  split,
  children,
}: {
  books: Books
  filter: Filter<'transactions'>
  split: CountSplit
  children: (count: Count) => ReactNode
}) {
  const count = useMemo(() => {
    const { failure } = books.transactions.days
    if (failure !== null)
      return `No totals by month or day. ${dateReasons({ failure, isCut: false }, 0).join(' ')}`
    try {
      return countBooks(books, filter, split) ?? unsure
    } catch {
      return tooMany
    }
  }, [books, filter, split])
  return typeof count === 'string' ? <p>{count}</p> : children(count)
}

const unsure =
  'No totals by month or day: the service may read this filter in another way than the books do. Use exact ids and whole days.'
const tooMany = 'There are too many days, assets, types and statuses to split. Use a narrower filter.'
