import { memo, useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { useBalances, useTransactions } from '../../api/hooks.ts'
import { presentTime } from '../../api/pack-source.ts'
import type { Holding } from '../../api/records.ts'
import { countText } from '../../contract/count-text.ts'
import { compare, readDecimal } from '../../contract/decimal.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { openStatuses, type TransactionStatus } from '../../contract/enumerations.ts'
import { ReadingPage } from '../../list/ReadingPage.tsx'
import { Amount } from '../../records/amounts.tsx'
import { StatusBadge } from '../../records/badges.tsx'
import { ColdShare, SkeletonList, type SplitOf, useSplit } from '../../records/holdings/holdings.tsx'
import { nameOrId } from '../../records/labels.ts'
import { usePreferences } from '../../records/preferences.ts'
import { UntrustedText } from '../../records/text.tsx'
import { longestFraction } from '../../ui/decimal-text.ts'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Fetched } from '../../ui/lazy.tsx'
import { balancesHref, transactionsHref } from '../../url/hrefs.ts'
import { activityView } from '../../url/lists.ts'
import { useBooks } from '../../work/use-books.ts'
import { ActivitySection } from '../activity/index.ts'
import styles from './overview.module.css'

const loadSummary = () => import('./BooksSummary.tsx')

/** `/`: is anything wrong? Every figure is a link to where it comes from. */
export default function OverviewPage() {
  const { live } = usePreferences()
  const counts = useStatusCounts(live)
  const all = useBalances('all', { live })
  // How much is cold changes slowly.
  const split = useSplit({ live: false, enabled: true })
  const inSight = counts.flatMap(({ query, test, older }) => [
    query,
    ...(test && isAny(query) ? [test] : []),
    ...(older && isAny(query) ? [older.query, ...(isAny(older.query) ? [older.test] : [])] : []),
  ])
  const { books } = useBooks()
  return (
    <ReadingPage
      codec={activityView}
      title="Overview"
      queries={[all, ...inSight, ...split.queries]}
      isShown={[all, ...inSight].every(({ data }) => data)}
    >
      <div className={classes(layout.sections, styles.columns)}>
        <div className={layout.sections}>
          <section aria-labelledby="transactions" className={layout.stack}>
            <h2 id="transactions" className={layout.heading}>
              Transactions
            </h2>
            <ul className={layout.rows}>
              {counts.map((count) => (
                <li key={count.status} className={classes(layout.row, styles.status)}>
                  <StatusCount {...count} />
                </li>
              ))}
            </ul>
          </section>
          {books && <Fetched load={loadSummary}>{(Summary) => <Summary books={books} />}</Fetched>}
          <ActivitySection whose={null} wanted={!all.isPending} />
        </div>
        <section aria-labelledby="balances" className={layout.stack}>
          <h2 id="balances" className={layout.heading}>
            Balances <span className={layout.muted}>largest amounts, with the share in cold vaults</span>
          </h2>
          {all.data ? (
            <LargestBalances held={all.data.records} splitOf={split.of} />
          ) : (
            all.isPending && <SkeletonList rows={mostShown} />
          )}
        </section>
      </div>
    </ReadingPage>
  )
}

interface StatusCountProps {
  readonly status: TransactionStatus
  readonly filter: Filter<'transactions'>
  readonly query: ReturnType<typeof useTransactions>
  /** The same for dates on which nothing is: a service that ignores them lists something. Null for a count without dates. */
  readonly test: ReturnType<typeof useTransactions> | null
  /** Those older than seven days; null for transactions that ended. */
  readonly older: DatedCount | null
}

interface DatedCount extends Pick<StatusCountProps, 'filter' | 'query'> {
  readonly test: ReturnType<typeof useTransactions>
}

/** The dates of a count, and some on which nothing is. */
interface Dates {
  readonly counted: Filter<'transactions'>
  readonly empty: Filter<'transactions'>
}

/** What is in flight and how much of it is stuck, and what failed or was rejected in the last seven days. */
function useStatusCounts(live: boolean): readonly StatusCountProps[] {
  // The page may stay open over midnight.
  // Without an end: a service may take it for the midnight at which that day begins.
  const week = { counted: { start_date: daysAgo(6) }, empty: { start_date: daysAgo(-2) } }
  const before = { counted: { end_date: daysAgo(8) }, empty: { end_date: longAgo } }
  const inFlight = [
    useInFlight(pending, before, live),
    useInFlight(processing, before, live),
    useInFlight(confirming, before, live),
  ]
  const ended = [useEnded('failed', week), useEnded('rejected', week)]
  // When what is in flight has changed, less of it may be old, and some of it may have failed.
  const ids = inFlight.every(({ query }) => query.data)
    ? JSON.stringify(inFlight.map(({ query }) => query.data?.records.map((row) => row.transaction_id)))
    : null
  const idsBefore = useRef(ids)
  useEffect(() => {
    if (idsBefore.current !== null && ids !== null && idsBefore.current !== ids)
      for (const { query } of [
        ...ended,
        ...inFlight.flatMap(({ query, older }) => (isAny(query) && older) || []),
      ])
        void query.refetch()
    idsBefore.current = ids ?? idsBefore.current
  })
  return [...inFlight, ...ended]
}

const [pending, processing, confirming] = openStatuses

/** Where nothing is in flight, nothing of it is old: then the service is not asked. */
function useInFlight(status: TransactionStatus, before: Dates, live: boolean): StatusCountProps {
  const filter = { status }
  const query = useTransactions(filter, page, { live })
  return { status, filter, query, test: null, older: useDated(status, before, isAny(query)) }
}

function useEnded(status: TransactionStatus, week: Dates): StatusCountProps {
  return { status, ...useDated(status, week, true), older: null }
}

function isAny({ data }: StatusCountProps['query']): boolean {
  return data !== undefined && data.records.length > 0
}

/** Where nothing is counted, a service that ignores dates would not have less. A service may heed dates by themselves alone. */
function useDated(status: TransactionStatus, { counted, empty }: Dates, enabled: boolean): DatedCount {
  const filter = { ...counted, status }
  const query = useTransactions(filter, page, { live: false, enabled })
  const options = { live: false, enabled: enabled && isAny(query) }
  return { filter, query, test: useTransactions({ ...empty, status }, { limit: 1, offset: 0 }, options) }
}

/** Whether the service heeds the dates of a count; null while that is not known. */
function heedsDates({ query, test }: Pick<DatedCount, 'query' | 'test'>): boolean | null {
  if (query.data && !isAny(query)) return true
  return query.data && test.data ? !isAny(test) : null
}

/** The service gives no total: up to a hundred are counted, then it is "100+". */
const page = { limit: 100, offset: 0 } as const

/** Before any custody service. */
const longAgo = '2000-01-01'

function daysAgo(days: number): string {
  return new Date(presentTime() - days * 86_400_000).toISOString().slice(0, 10)
}

/** Ten readings come one after the other, and each is drawn alone. A count's status stays the same, and its dates change with its data. */
const StatusCount = memo(
  Count,
  (before, now) =>
    before.query.data === now.query.data &&
    before.test?.data === now.test?.data &&
    before.older?.query.data === now.older?.query.data &&
    before.older?.test.data === now.older?.test.data,
)

function Count({ status, filter, query, test, older }: StatusCountProps) {
  const dated = test ? { query, test } : isAny(query) ? older : null
  const areDatesTrue = dated && heedsDates(dated)
  return (
    <>
      <Link to={transactionsHref(filter)} className={classes(layout.pressable, styles.count)}>
        <span className={classes(layout.heading, layout.end)}>
          {older === null && areDatesTrue !== true ? '–' : countOf(query, status)}
        </span>
        <StatusBadge status={status} />
      </Link>
      <p className={layout.small}>
        {areDatesTrue === false ? (
          'The service does not filter these by date'
        ) : older === null ? (
          'Last 7 days'
        ) : isAny(older.query) && areDatesTrue ? (
          <Link to={transactionsHref(older.filter)}>{countOf(older.query, status)} older than 7 days</Link>
        ) : (
          `${(isAny(query) ? areDatesTrue : query.data) ? 'None' : '–'} older than 7 days`
        )}
      </p>
    </>
  )
}

/** No answer is no count, nor is one with none of the status that was asked for. */
function countOf({ data }: StatusCountProps['query'], asked: TransactionStatus): string {
  if (!data) return '–'
  const { length } = data.records.filter(({ status }) => status === asked)
  if (length === 0 && data.records.length > 0) return '–'
  return `${countText(length)}${data.hasNext || length < data.records.length ? '+' : ''}`
}

/** The largest numbers first, because there are no prices. What is no decimal comes last. */
const LargestBalances = memo(Largest)

function Largest({ held, splitOf }: { held: readonly Holding[]; splitOf: SplitOf }) {
  const sized = held.map((one) => ({ one, size: readDecimal(one.balances.total_balance) }))
  sized.sort(({ size: left }, { size: right }) =>
    left && right ? compare(right, left) : Number(Boolean(right)) - Number(Boolean(left)),
  )
  const shown = sized.slice(0, mostShown).map(({ one }) => one)
  const fraction = longestFraction(shown.map(({ balances }) => balances.total_balance))
  if (shown.length === 0) return <p className={layout.muted}>The service lists no balances.</p>
  return (
    <>
      <ul className={layout.rows}>
        {shown.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing in a received record is certain to be unique
          <li key={index}>
            <Link to={linkOf(one)} className={classes(layout.pressable, styles.holding)}>
              <span>
                <strong>
                  <UntrustedText text={one.asset_id} />
                </strong>{' '}
                <span className={layout.faint}>
                  <UntrustedText text={nameOrId(one.network_name, one.network_id)} />
                </span>
              </span>
              <Amount value={one.balances.total_balance} fractionWidth={fraction} />
              <ColdShare bare split={splitOf(one)} total={one.balances.total_balance} />
            </Link>
          </li>
        ))}
      </ul>
      {held.length > shown.length && <Link to={balancesHref()}>All {countText(held.length)} balances</Link>}
    </>
  )
}

const mostShown = 12

function linkOf({ asset_id, network_id }: Holding): string {
  return balancesHref({ ...(asset_id ? { asset_id } : {}), ...(network_id ? { network_id } : {}) })
}
