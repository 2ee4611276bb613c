import { useId, useMemo } from 'react'
import { useSums } from '../../api/records.ts'
import type { TotalsAnswer } from '../../contract/console-api.ts'
import { totalsTarget } from '../../contract/console-targets.ts'
import { counted, countText } from '../../contract/count-text.ts'
import type { TransactionFilter } from '../../contract/endpoints.ts'
import type { Outcome } from '../../contract/outcomes.ts'
import { sortedBy } from '../../contract/sort-key.ts'
import { FromRecords } from '../../list/FromRecords.tsx'
import { Amount, amountCells } from '../../records/amounts.tsx'
import { TypeLabel } from '../../records/badges.tsx'
import { useFeeAssets } from '../../records/fees.tsx'
import { usePreferences } from '../../records/preferences.ts'
import { Instant, UntrustedText } from '../../records/text.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { type Column, useDataTable } from '../../ui/data-table.ts'
import { longestFraction } from '../../ui/decimal-text.ts'
import { classes, SkeletonText } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Banner } from '../../ui/messages.tsx'
import { transactionsHref } from '../../url/hrefs.ts'
import { DownloadMenu } from '../export/DownloadMenu.tsx'
import { OutcomeLink } from './OutcomeLink.tsx'
import {
  type AmountLine,
  doubtOf,
  type FeeLine,
  lineFilter,
  type OutcomeSum,
  outcomeFilter,
  type Tally,
  talliedBy,
  tallyOf,
} from './tally.ts'

/** Counts every transaction of a filter and adds them up. */
export default function TransactionTally({ filter }: { filter: TransactionFilter }) {
  const query = useSums(filter, talliedBy)
  return (
    <FromRecords query={query} what="A total" waiting={<TallySkeleton />}>
      {(answer) => <Tallied answer={answer} filter={filter} />}
    </FromRecords>
  )
}

function TallySkeleton() {
  return (
    <div className={layout.parts} aria-busy="true">
      {['30%', '90%', '80%', '85%'].map((width) => (
        <SkeletonText key={width} width={width} />
      ))}
    </div>
  )
}

function Tallied({ answer, filter }: { answer: TotalsAnswer; filter: TransactionFilter }) {
  const { assetOf, reason } = useFeeAssets()
  const tally = useMemo(() => tallyOf(answer.totals, assetOf), [answer.totals, assetOf])
  const doubt = doubtOf(answer)
  return (
    <div className={layout.parts}>
      <div className={classes(layout.row, layout.apart)}>
        <p className={layout.line}>
          <Headline tally={tally} filter={filter} />
        </p>
        <span className={classes(layout.small, layout.line)}>
          As of <Instant iso={answer.as_of} />
          <DownloadMenu
            label="Export totals"
            target={totalsTarget(filter, talliedBy)}
            title="Totals"
            filter={filter}
          />
        </span>
      </div>
      {doubt !== null && <Banner tone="warning" isLine title={`Partial: ${doubt}`} />}
      {tally.amounts.length > 0 && <Amounts lines={tally.amounts} filter={filter} />}
      {tally.fees.length > 0 && <Fees lines={tally.fees} />}
      <p className={layout.small}>
        Sums are exact, and of completed transactions alone: what failed, was cancelled or is in flight stands
        apart. Assets, networks and types are never added together.{' '}
        {tally.fees.length > 0 && `Fees are as recorded, whoever paid them. ${reason}.`}
      </p>
    </div>
  )
}

function Headline({ tally: { completed, others }, filter }: { tally: Tally; filter: TransactionFilter }) {
  return (
    <>
      <strong className={layout.heading}>{countText(completed)} completed</strong>
      {others.map(({ outcome, count }) => (
        <span key={outcome} className={layout.muted}>
          {' · '}
          <OutcomeLink outcome={outcome} count={count} filter={outcomeFilter(outcome, filter)} />
        </span>
      ))}
    </>
  )
}

interface AmountRow extends AmountLine {
  readonly filter: TransactionFilter
}

function Amounts({ lines, filter }: { lines: readonly AmountLine[]; filter: TransactionFilter }) {
  const { compact } = usePreferences()
  const data = useMemo(() => lines.map((line): AmountRow => ({ ...line, filter })), [lines, filter])
  const columns = useMemo(() => amountColumns(lines), [lines])
  const table = useDataTable({ columns, data, getRowId: keyOf })
  return (
    <section className={layout.stack}>
      <DataTable
        caption="Amounts"
        table={table}
        compact={compact}
        rowHref={(row) => {
          const own = row.completed.count > 0 ? lineFilter(row, 'completed', row.filter) : null
          return own && transactionsHref(own)
        }}
      />
    </section>
  )
}

function Fees({ lines }: { lines: readonly FeeLine[] }) {
  const { compact } = usePreferences()
  const heading = useId()
  const columns = useMemo(() => feeColumns(lines), [lines])
  const table = useDataTable({ columns, data: lines, getRowId: keyOf })
  return (
    <section className={layout.stack} aria-labelledby={heading}>
      <h3 id={heading} className={layout.heading}>
        Fees
      </h3>
      <DataTable caption="Fees" table={table} compact={compact} />
    </section>
  )
}

function keyOf(line: FeeLine & Partial<AmountLine>): string {
  return JSON.stringify([line.asset_id, line.network_id, line.transaction_type])
}

const amountColumns = (lines: readonly AmountLine[]): readonly Column<AmountRow>[] => [
  {
    ...{ id: 'asset_id', header: 'Asset' },
    ...sortedBy(({ asset_id }: AmountRow) => asset_id),
    cell: ({ row }) => <UntrustedText text={row.original.asset_id} />,
  },
  {
    ...{ id: 'network_id', header: 'Network' },
    ...sortedBy(({ network_id }: AmountRow) => network_id),
    cell: ({ row }) => <UntrustedText text={row.original.network_id} />,
  },
  {
    ...{ id: 'transaction_type', header: 'Type' },
    ...sortedBy(({ transaction_type }: AmountRow) => transaction_type),
    cell: ({ row }) => <TypeLabel type={row.original.transaction_type} />,
  },
  {
    ...{ id: 'completed', header: 'Completed' },
    ...sortedBy(({ completed }: AmountRow) => String(completed.count)),
    cell: ({ row }) => countText(row.original.completed.count),
    meta: { align: 'end' },
  },
  {
    ...{ id: 'amount', header: 'Amount' },
    ...sumCells<AmountRow>('amount', lines),
  },
  {
    ...{ id: 'others', header: 'Not completed' },
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <Others
        others={original.others}
        noun="amount"
        filterOf={(outcome) => lineFilter(original, outcome, original.filter)}
      />
    ),
  },
]

const feeColumns = (lines: readonly FeeLine[]): readonly Column<FeeLine>[] => [
  {
    ...{ id: 'asset_id', header: 'Paid in' },
    ...sortedBy(({ asset_id }: FeeLine) => asset_id),
    cell: ({ row: { original } }) =>
      original.asset_id === null ? (
        <>
          An asset of <UntrustedText text={original.network_id} fallback="a network without an id" />
        </>
      ) : (
        <UntrustedText text={original.asset_id} />
      ),
  },
  {
    ...{ id: 'fee', header: 'Fee' },
    ...sumCells<FeeLine>('fee', lines),
  },
  {
    ...{ id: 'others', header: 'Not completed' },
    enableSorting: false,
    cell: ({ row: { original } }) => <Others others={original.others} noun="fee" filterOf={() => null} />,
  },
]

function sumCells<Line extends { readonly completed: OutcomeSum }>(
  noun: string,
  lines: readonly { readonly completed: OutcomeSum }[],
) {
  const fraction = longestFraction(lines.map(({ completed }) => completed.sum))
  const amounts = amountCells<Line>(({ completed }) => completed.sum, fraction)
  return {
    ...amounts,
    cell: (context: Parameters<typeof amounts.cell>[0]) => {
      const { count, sum, unreadable } = context.row.original.completed
      return (
        <>
          {(sum !== null || unreadable > 0) && amounts.cell(context)}
          {count > 0 && <Unreadable count={unreadable} noun={noun} />}
        </>
      )
    },
  }
}

function Unreadable({ count, noun }: { count: number; noun: string }) {
  if (count === 0) return null
  return <span className={layout.warn}> without {counted(count, noun)} that cannot be read</span>
}

/** Transactions that moved nothing, or not yet: beside the sum, never in it. */
function Others({
  others,
  noun,
  filterOf,
}: {
  others: AmountLine['others']
  noun: string
  filterOf: (outcome: Outcome) => TransactionFilter | null
}) {
  if (others.length === 0) return null
  return (
    <ul className={layout.small}>
      {others.map(({ outcome, count, sum, unreadable }) => (
        <li key={outcome}>
          <OutcomeLink outcome={outcome} count={count} filter={filterOf(outcome)} />
          {sum !== null && (
            <>
              {': '}
              <Amount value={sum} />
            </>
          )}
          <Unreadable count={unreadable} noun={noun} />
        </li>
      ))}
    </ul>
  )
}
