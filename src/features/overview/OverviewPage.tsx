import { memo, useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { useBalances, useTransactions } from '../../api/hooks.ts'
import { presentTime } from '../../api/pack-source.ts'
import type { Holding } from '../../api/records.ts'
import { countText } from '../../contract/count-text.ts'
import { compare, readDecimal } from '../../contract/decimal.ts'
import type { Filter } from '../../contract/endpoints.ts'
import type { TransactionStatus } from '../../contract/enumerations.ts'
import { ReadingPage } from '../../list/ReadingPage.tsx'
import { Amount } from '../../records/amounts.tsx'
import { StatusBadge } from '../../records/badges.tsx'
import { ColdShare, SkeletonList, type SplitOf, useSplit } from '../../records/holdings/holdings.tsx'
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
  // A service that ignores dates lists what it recorded since.
  const long = useTransactions({ end_date: longAgo }, { limit: 1, offset: 0 }, { live: false })
  const areDatesTrue = long.data ? long.data.records.length === 0 : null
  const all = useBalances('all', {}, { live })
  // How much is cold changes slowly.
  const split = useSplit({}, { live: false, enabled: true })
  const inSight = [
    long,
    ...counts.flatMap(({ query, older }) => [query, ...(older && isAny(query) ? [older.query] : [])]),
  ]
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
                  <StatusCount {...count} areDatesTrue={areDatesTrue} />
                </li>
              ))}
            </ul>
          </section>
          {books && <Fetched load={loadSummary}>{(Summary) => <Summary books={books} />}</Fetched>}
          <ActivitySection whose={null} wanted={all.data !== undefined} />
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
  /** Those older than seven days; null for transactions that ended. */
  readonly older: Pick<StatusCountProps, 'filter' | 'query'> | null
}

/** What is in flight and how much of it is stuck, and what failed or was rejected in the last seven days. */
function useStatusCounts(live: boolean): readonly StatusCountProps[] {
  // The page may stay open over midnight.
  // Without an end: a service may take it for the midnight at which that day begins.
  const week = { start_date: daysAgo(6) }
  const before = { end_date: daysAgo(8) }
  const inFlight = [
    useInFlight('pending', before, live),
    useInFlight('processing', before, live),
    useInFlight('confirming', before, live),
  ]
  const ended = [useStatus('failed', week, false), useStatus('rejected', week, false)]
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

/** Where nothing is in flight, nothing of it is old: then the service is not asked. */
function useInFlight(
  status: TransactionStatus,
  before: Filter<'transactions'>,
  live: boolean,
): StatusCountProps {
  const count = useStatus(status, {}, live)
  return { ...count, older: useStatus(status, before, false, isAny(count.query)) }
}

function isAny({ data }: StatusCountProps['query']): boolean {
  return data !== undefined && data.records.length > 0
}

function useStatus(
  status: TransactionStatus,
  dates: Filter<'transactions'>,
  live: boolean,
  enabled = true,
): StatusCountProps {
  const filter = { ...dates, status }
  return { status, filter, query: useTransactions(filter, page, { live, enabled }), older: null }
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
    before.older?.query.data === now.older?.query.data &&
    before.areDatesTrue === now.areDatesTrue,
)

function Count({
  status,
  filter,
  query,
  older,
  areDatesTrue,
}: StatusCountProps & { areDatesTrue: boolean | null }) {
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
          'The service does not filter by date'
        ) : older === null ? (
          'Last 7 days'
        ) : isAny(query) && isAny(older.query) && areDatesTrue ? (
          <Link to={transactionsHref(older.filter)}>{countOf(older.query, status)} older than 7 days</Link>
        ) : (
          `${(isAny(query) ? areDatesTrue && older.query.data : query.data) ? 'None' : '–'} older than 7 days`
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
                  <UntrustedText text={one.network_name} />
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
