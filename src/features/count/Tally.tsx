import Sigma from 'lucide-react/icons/sigma'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useSession } from '../../api/hooks.ts'
import type { Books } from '../../books/books.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { feeAssetOf } from '../../contract/fee-asset.ts'
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
import type { CountRequest, ListCount } from './count-task.ts'
import { type CountKey, countKeys, countReport } from './report.ts'

/**
 * Counts and totals every transaction of a filter, when asked: in the books where they are read, else by reading the filtered list.
 * `startsAtOnce` is for a button elsewhere, in whose place this stands.
 */
export default function TransactionTally({
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
            {count ? 'Count again' : button}
          </Button>
        </div>
      )}
    </section>
  )
}

/** The count of a filtered list, read when asked. It ends with the page that shows it. */
function useListCount(filter: Filter<'transactions'>) {
  const store = useWorkStore()
  const session = useSession().data
  const navigate = useNavigate()
  const location = useLocation()
  const about = JSON.stringify(filter)
  const task = useWork().tasks.find((each) => each.kind === 'count' && each.about === about)
  const value = task?.session === session?.mark ? (task?.outcome?.value as ListCount | undefined) : undefined
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
    count: value && { ...value, feeAsset: (_: unknown, networkId: string | null) => feeAssetOf(networkId) },
    start: () => void start(),
    cancel: () => id !== undefined && store?.dismiss(id),
  }
}

/** A count, and how it is told apart. Months and days are in the books alone. */
function Counted({ count, filter }: { count: Count; filter: Filter<'transactions'> }) {
  const [by, setBy] = useState<CountKey>('asset')
  const [split, setSplit] = useState<CountSplit>('none')
  const report = (shown: Count) => <ReportView report={countReport(shown, { filter, by, split })} />
  return (
    <>
      {count.rows > 0 && (
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
