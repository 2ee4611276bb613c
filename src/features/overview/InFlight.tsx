import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { type Live, useTransactions } from '../../api/hooks.ts'
import type { Page } from '../../api/paging.ts'
import type { Transaction } from '../../api/records.ts'
import type { Filter } from '../../contract/endpoints.ts'
import type { TransactionStatus } from '../../contract/enumerations.ts'
import { StatusBadge } from '../../records/badges.tsx'
import { statusLabels } from '../../records/labels.ts'
import { datePresets } from '../../url/date-presets.ts'
import { transactionsHref } from '../../url/hrefs.ts'
import styles from './overview.module.css'

/** One figure: how many transactions match a filter, as far as that can be told. */
export interface StatusCount {
  readonly status: TransactionStatus
  /** What narrows it beside the status, in words. */
  readonly period: string
  readonly filter: Filter<'transactions'>
  readonly query: UseQueryResult<Page<Transaction>>
}

/** The service tells no total: so many are counted, and beyond them it is "100+". */
const countedUpTo = { limit: 100, offset: 0 } as const

/** For when a figure is. */
const now = 'now'
const lastWeek = 'last 7 days'

/** How many transactions are in flight by status, and how many failed in the last seven days. */
export function useStatusCounts(live: Live): readonly StatusCount[] {
  // Of the day on which the page was opened, so that the query stays the same while it is looked at.
  const [week] = useState(() => datePresets(new Date()).find(({ label }) => label === 'Last 7 days'))
  const pending = useCount('pending', {}, now, live)
  const processing = useCount('processing', {}, now, live)
  const confirming = useCount('confirming', {}, now, live)
  const since = week ? { start_date: week.start_date, end_date: week.end_date } : {}
  const failed = useCount('failed', since, lastWeek, live)
  const rejected = useCount('rejected', since, lastWeek, live)
  return [pending, processing, confirming, failed, rejected]
}

function useCount(
  status: TransactionStatus,
  further: Filter<'transactions'>,
  period: string,
  live: Live,
): StatusCount {
  const filter = { ...further, status }
  return { status, period, filter, query: useTransactions(filter, countedUpTo, live) }
}

/** The counts, each a link to the transactions that it counts. */
export function InFlight({ counts }: { counts: readonly StatusCount[] }) {
  return (
    <section aria-labelledby="in-flight">
      <h2 id="in-flight" className={styles.heading}>
        Transactions
      </h2>
      <ul className={styles.counts}>
        {counts.map(({ status, period, filter, query }) => (
          <li key={status}>
            <Link to={transactionsHref(filter)} className={styles.count}>
              <span className={styles.figure}>{countOf(query)}</span>
              <StatusBadge status={status} />
              <span className={styles.period}>{period}</span>
              <span className={styles.meaning}>{statusLabels[status].meaning}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function countOf(query: UseQueryResult<Page<Transaction>>): string {
  // No answer is no count.
  if (!query.data) return '–'
  return query.data.hasNext ? `${query.data.records.length}+` : String(query.data.records.length)
}
