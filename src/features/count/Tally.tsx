import Sigma from 'lucide-react/icons/sigma'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useSession } from '../../api/hooks.ts'
import type { Books } from '../../books/books.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { serviceName } from '../../contract/session.ts'
import { dateReasons } from '../../files/run.ts'
import { Button } from '../../ui/buttons.tsx'
import { SegmentedControl } from '../../ui/fields.tsx'
import { announce } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Box } from '../../ui/messages.tsx'
import { signInHref } from '../../url/sign-in.ts'
import { BooksNeeded } from '../../work/BooksNeeded.tsx'
import { TaskRow, useFocusKept } from '../../work/TaskRow.tsx'
import { isRunning } from '../../work/task.ts'
import { useBooks } from '../../work/use-books.ts'
import { beginTask, useWork, useWorkStore } from '../../work/work.ts'
import { ReportView } from '../report/index.ts'
import { type Count, type CountSplit, countBooks } from './count.ts'
import type { CountRequest } from './count-list.ts'
import { type CountKey, countKeys, countReport } from './report.ts'

/**
 * Counts and totals every transaction of a filter when asked: in the books where they are read, otherwise by reading the filtered list.
 * `startsAtOnce` is for a page whose own button this replaces.
 */
export default function TransactionTally({
  filter,
  startsAtOnce = false,
}: {
  filter: Filter<'transactions'>
  startsAtOnce?: boolean
}) {
  const { books } = useBooks()
  const [asked, setAsked] = useState(startsAtOnce)
  const inBooks = useMemo(
    () => (asked && books ? countBooks(books, filter, 'none') : null),
    [asked, books, filter],
  )
  const list = useListCount(filter)
  const section = useFocusKept<HTMLElement>(list.task?.phase ?? 'none')
  const count = inBooks ?? list.count
  const isCounting = list.task !== undefined && isRunning(list.task)
  const start = () => {
    setAsked(true)
    if (!books || !countBooks(books, filter, 'none')) list.start()
  }
  const begin = useEffectEvent(() => {
    if (startsAtOnce) start()
  })
  useEffect(() => begin(), [])
  return (
    <section {...section} className={layout.stack} aria-label="Count and totals">
      {list.task && list.store && list.task.phase !== 'done' && (
        <Box>
          <TaskRow task={list.task} store={list.store} onDismiss={list.cancel} />
        </Box>
      )}
      {!isCounting && count && <Counted count={count} filter={filter} />}
      {!isCounting && !inBooks && (
        <div data-print="hide">
          <Button small icon={<Sigma aria-hidden />} onClick={start}>
            {count ? 'Count again' : 'Count and total'}
          </Button>
        </div>
      )}
    </section>
  )
}

/** The count of a filtered list. It ends with the page that shows it. */
function useListCount(filter: Filter<'transactions'>) {
  const store = useWorkStore()
  const session = useSession().data
  const navigate = useNavigate()
  const location = useLocation()
  const about = JSON.stringify(filter)
  const task = useWork().tasks.find((each) => each.kind === 'count' && each.about === about)
  const id = task?.id
  const cancel = useEffectEvent((left: string) => {
    if (task?.id === left && isRunning(task)) store?.dismiss(left)
  })
  useEffect(() => {
    if (id !== undefined) return () => cancel(id)
  }, [id])
  const start = async () => {
    if (!session || session.mark === null) return void navigate(signInHref(location))
    if (id !== undefined) store?.dismiss(id)
    const { mark, accountId: account } = session
    await beginTask<CountRequest>({
      ...{ kind: 'count', title: 'Count', format: '', about, session: mark, activity: null },
      input: { filter, session: mark, service: serviceName(session.service), account },
    }).catch(() => announce('The part of the console that counts could not be loaded.'))
  }
  return {
    task,
    store,
    count: task?.session === session?.mark ? (task?.outcome?.value as Count | undefined) : undefined,
    start: () => void start(),
    cancel: () => id !== undefined && store?.dismiss(id),
  }
}

/** A count, and the choice of what its totals are by. Months and days need the books. */
function Counted({ count, filter }: { count: Count; filter: Filter<'transactions'> }) {
  const [by, setBy] = useState<CountKey>('asset')
  const [split, setSplit] = useState<CountSplit>('none')
  const report = (shown: Count) => <ReportView report={countReport(shown, { filter, by, split })} />
  if (count.rows === 0) return report(count)
  return (
    <>
      <div className={layout.row} data-print="hide">
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
      {split === 'none' ? (
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
  const { failure } = books.transactions.days
  const count = useMemo(() => {
    try {
      return failure === null ? (countBooks(books, filter, split) ?? unsure) : null
    } catch {
      return 'There are too many days, assets, types and statuses to split. Use a narrower filter.'
    }
  }, [books, filter, split, failure])
  if (failure !== null)
    return <p>No totals by month or day. {dateReasons({ failure, isCut: false }, 0).join(' ')}</p>
  return typeof count === 'string' ? <p>{count}</p> : count && children(count)
}

const unsure =
  'No totals by month or day: the service may read this filter differently. Use exact ids and whole days.'
