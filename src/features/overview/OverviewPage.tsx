import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { failureOf } from '../../api/api-error.ts'
import { useBalances, useTransactions } from '../../api/hooks.ts'
import { presentTime } from '../../api/pack-source.ts'
import type { Holding } from '../../api/records.ts'
import { countText } from '../../contract/count-text.ts'
import { compare, readDecimal } from '../../contract/decimal.ts'
import type { Filter } from '../../contract/endpoints.ts'
import type { TransactionStatus } from '../../contract/enumerations.ts'
import { Freshness } from '../../list/Freshness.tsx'
import { FailedReading, mentionedBy, useFailureShown } from '../../list/notices.tsx'
import { Amount } from '../../records/amounts.tsx'
import { StatusBadge } from '../../records/badges.tsx'
import { ColdShare, SkeletonList, useSplit } from '../../records/holdings/holdings.tsx'
import { usePreferences } from '../../records/preferences.ts'
import { UntrustedText } from '../../records/text.tsx'
import { longestFraction } from '../../ui/decimal-text.ts'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { lazyChunk, useFetched } from '../../ui/lazy.tsx'
import { PageHeader } from '../../ui/page.tsx'
import { balancesHref, transactionsHref } from '../../url/hrefs.ts'
import { useBooks } from '../../work/use-books.ts'
import { ActivitySection } from '../activity/index.ts'
import styles from './overview.module.css'

const loadSummary = lazyChunk(() => import('./BooksSummary.tsx'))

/** `/`: is anything wrong? Every figure is a link to where it comes from. */
export default function OverviewPage() {
  const { live } = usePreferences()
  const counts = useStatusCounts(live)
  const all = useBalances('all', {}, { live })
  // How much is cold changes slowly: it is read with the page and when asked for.
  const split = useSplit({}, { live: false, enabled: true })
  const queries = [all, ...counts.flatMap(({ query, older }) => (older ? [query, older.query] : [query]))]
  const failed = useFailureShown(queries.map(failureOf).find((error) => error !== null) ?? split.failure, {
    hasRows: queries.every(({ data }) => data),
    reading: String(all.dataUpdatedAt),
  })
  const { books } = useBooks()
  const BooksSummary = useFetched(loadSummary, books !== null)
  const refresh = () => {
    failed.show()
    for (const query of queries) void query.refetch()
    split.refresh()
  }
  return (
    <>
      <PageHeader
        title="Overview"
        meta={
          <Freshness
            asOf={all.data?.timestamp ?? all.data?.receivedAt ?? null}
            refreshing={queries.some(({ isFetching }) => isFetching)}
            onRefresh={refresh}
            failure={mentionedBy(failed)}
          />
        }
      />
      <div className={classes(layout.sections, styles.page)}>
        <FailedReading failed={failed} onRetry={refresh} />
        <div className={styles.columns}>
          <div className={layout.sections}>
            <section aria-labelledby="transactions" className={layout.stack}>
              <h2 id="transactions" className={layout.heading}>
                Transactions
              </h2>
              <ul className={styles.counts}>
                {counts.map((count) => (
                  <li key={count.status} className={layout.box}>
                    <StatusCount {...count} />
                  </li>
                ))}
              </ul>
            </section>
            {books && BooksSummary && <BooksSummary books={books} />}
            <ActivitySection whose={null} wanted={all.data !== undefined} />
          </div>
          <section aria-labelledby="balances" className={layout.stack}>
            <h2 id="balances" className={layout.heading}>
              Balances <span className={layout.muted}>largest amounts, with the share in cold vaults</span>
            </h2>
            {all.isPending && <SkeletonList rows={mostShown} />}
            <Balances held={all.data?.records ?? none} splitOf={split.of} />
          </section>
        </div>
      </div>
    </>
  )
}

interface StatusCountProps {
  readonly status: TransactionStatus
  readonly filter: Filter<'transactions'>
  readonly query: ReturnType<typeof useTransactions>
  /** Those of them that are older than seven days; null for those that ended in the last seven. */
  readonly older: Pick<StatusCountProps, 'filter' | 'query'> | null
}

/** The service gives no total: up to a hundred are counted, beyond them it is "100+". */
const page = { limit: 100, offset: 0 } as const

/** What is in flight and how much of it is stuck, and what failed or was rejected in the last seven days. */
function useStatusCounts(live: boolean): readonly StatusCountProps[] {
  // Of the day on which the page was opened, so that the queries stay the same while it is looked at.
  const [{ week, before }] = useState(() => ({
    week: { start_date: daysAgo(6), end_date: daysAgo(0) },
    before: { end_date: daysAgo(8) },
  }))
  const inFlight = [
    useInFlight('pending', before, live),
    useInFlight('processing', before, live),
    useInFlight('confirming', before, live),
  ]
  const failed = useStatus('failed', week, false)
  const rejected = useStatus('rejected', week, false)
  // A transaction fails while in flight, so these two are read again only when what is in flight has changed.
  const ids = inFlight.every(({ query }) => query.data)
    ? JSON.stringify(inFlight.map(({ query }) => query.data?.records.map((row) => row.transaction_id)))
    : null
  const idsBefore = useRef(ids)
  const readEnded = () => [failed, rejected].map(({ query }) => query.refetch())
  useEffect(() => {
    if (idsBefore.current !== null && ids !== null && idsBefore.current !== ids) void readEnded()
    idsBefore.current = ids ?? idsBefore.current
  })
  return [...inFlight, failed, rejected]
}

/** What is older than a week leaves slowly: it is read with the page and when asked for. */
function useInFlight(
  status: TransactionStatus,
  before: Filter<'transactions'>,
  live: boolean,
): StatusCountProps {
  const older = useStatus(status, before, false)
  return { ...useStatus(status, {}, live), older }
}

function useStatus(
  status: TransactionStatus,
  dates: Filter<'transactions'>,
  live: boolean,
): StatusCountProps {
  const filter = { ...dates, status }
  return { status, filter, query: useTransactions(filter, page, { live }), older: null }
}

function daysAgo(days: number): string {
  return new Date(presentTime() - days * 86_400_000).toISOString().slice(0, 10)
}

function StatusCount({ status, filter, query, older }: StatusCountProps) {
  return (
    <>
      <Link to={transactionsHref(filter)} className={styles.count}>
        <span className={styles.figure}>{countOf(query)}</span>
        <StatusBadge status={status} />
      </Link>
      <p className={classes(layout.small, styles.since)}>
        {older === null ? (
          'Last 7 days'
        ) : older.query.data?.records.length ? (
          <Link to={transactionsHref(older.filter)}>{countOf(older.query)} older than 7 days</Link>
        ) : (
          `${older.query.data ? 'None' : '–'} older than 7 days`
        )}
      </p>
    </>
  )
}

/** No answer is no count. */
function countOf({ data }: StatusCountProps['query']): string {
  return data ? `${countText(data.records.length)}${data.hasNext ? '+' : ''}` : '–'
}

/** The largest balances, each with how much of it is cold. */
function Balances({
  held,
  splitOf,
}: {
  held: readonly Holding[]
  splitOf: ReturnType<typeof useSplit>['of']
}) {
  const shown = held.toSorted(bySize).slice(0, mostShown)
  const fraction = longestFraction(shown.map(({ balances }) => balances.total_balance))
  if (shown.length === 0) return null
  return (
    <>
      <ul className={layout.rows}>
        {shown.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing in a received record is certain to be unique
          <li key={index}>
            <Link to={linkOf(one)} className={styles.holding}>
              <span className={styles.asset}>
                <UntrustedText text={one.asset_id} />{' '}
                <span className={styles.network}>
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

const none: readonly never[] = []

const mostShown = 12

/** The largest number first: there are no prices to compare assets by. What is no decimal comes last. */
function bySize(one: Holding, other: Holding): number {
  const [left, right] = [one, other].map(({ balances }) => readDecimal(balances.total_balance))
  if (!left || !right) return Number(Boolean(right)) - Number(Boolean(left))
  return compare(right, left)
}

function linkOf({ asset_id, network_id }: Holding): string {
  return balancesHref({ ...(asset_id ? { asset_id } : {}), ...(network_id ? { network_id } : {}) })
}
