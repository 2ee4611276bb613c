import { useMemo, useState } from 'react'
import { countText } from '../../contract/count-text.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { Amount } from '../../records/Amount.tsx'
import { StatusBadge, TypeLabel } from '../../records/badges.tsx'
import { usePreferences } from '../../records/preferences.ts'
import { untrustedText } from '../../records/UntrustedText.tsx'
import { Button } from '../../ui/Button.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { longestFraction } from '../../ui/decimal-text.ts'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { transactionsHref } from '../../url/hrefs.ts'
import type { ControlSum } from '../export/index.ts'
import styles from './Tally.module.css'
import type { Tally } from './tally.ts'
import { type PeriodRow, periodParameters, periodRows, type TallySplit, undatedIn } from './tally-periods.ts'
import { type TallyDetail, type TallyRow, tallyRows } from './tally-rows.ts'
import { noPeriods, sumsNote, undatedNote, periodWords as words } from './words.ts'

/**
 * Exact totals per asset and network, by status and type, also month by month or day by day; each line leads to its transactions. Dates
 * are found when the reader asks for it.
 */
export function TallyTable({
  tally: { totals, dates, pinnedEndDate, ended },
  filter,
  view: { detail, split },
  onView,
  onFindDates,
}: {
  tally: Tally
  filter: Filter<'transactions'>
  view: TallyView
  onView: (change: Partial<TallyView>) => void
  onFindDates: () => void
}) {
  const [shown, setShown] = useState(linesAtOnce)
  const { compact } = usePreferences()
  const rows = useMemo<readonly Line[]>(() => {
    if (split === 'none') return tallyRows(totals, detail)
    return dates?.failure === null ? periodRows(dates.totals, split, detail) : []
  }, [totals, dates, split, detail])
  const columns = useMemo(() => tallyColumns(rows, detail, split), [rows, detail, split])
  const undated = dates?.failure === null ? undatedIn(dates.totals) : 0
  const hrefOfLine = (row: Line) => {
    if (row.period === undefined) return hrefOf(row, filter)
    const counted = pinnedEndDate === null ? filter : { ...filter, end_date: pinnedEndDate }
    const ofPeriod = periodParameters(row.period, counted, dates?.form ?? 'instant', Date.parse(ended))
    return ofPeriod && hrefOf(row, { ...filter, ...ofPeriod })
  }
  return (
    <>
      <div className={styles.controls}>
        <SegmentedControl
          label="Totals by"
          value={detail}
          options={[
            { value: 'asset', label: 'Asset' },
            { value: 'status', label: 'Asset, status' },
            { value: 'type', label: 'Asset, type, status' },
          ]}
          onChange={(value) => onView({ detail: value })}
        />
        <SegmentedControl
          label={words.label}
          value={split}
          options={splits.map((value) => ({ value, label: words[value] }))}
          onChange={(value) => onView({ split: value })}
        />
      </div>
      {split !== 'none' && dates === null && (
        <>
          <p className={styles.note}>{words.cost}</p>
          <Button small kind="primary" onClick={onFindDates}>
            {words.find}
          </Button>
        </>
      )}
      {split !== 'none' && dates !== null && dates.failure !== null && <p>{noPeriods(dates.failure)}</p>}
      {rows.length > 0 && (
        <DataTable
          caption="Totals"
          columns={columns}
          rows={rows.slice(0, shown)}
          rowId={({ id }) => id}
          rowKind={({ kind }) => (kind === 'single' ? undefined : kind)}
          rowHref={hrefOfLine}
          rowLabel={(row) => `${labelOf(row)}: ${row.rows} of them`}
          compact={compact}
        />
      )}
      {rows.length > shown && (
        <Button small onClick={() => setShown(shown + linesAtOnce)}>
          {words.more(Math.min(linesAtOnce, rows.length - shown))}
        </Button>
      )}
      <p className={styles.note}>
        {sumsNote}
        {split !== 'none' && dates?.failure === null && ` ${words.note(dates.whose)}`}
        {split !== 'none' && undated > 0 && ` ${undatedNote(undated)}`}
      </p>
    </>
  )
}

/** How the reader has totals told apart. */
export interface TallyView {
  readonly detail: TallyDetail
  readonly split: TallySplit
}

/** A line of the table; of a month or a day where totals are split. */
type Line = TallyRow & Partial<Pick<PeriodRow, 'period'>>

const splits = ['none', 'month', 'day'] as const
const linesAtOnce = 300

function labelOf({ asset_id, period }: Line): string {
  const asset = asset_id ?? 'Asset'
  return period === undefined ? asset : `${period ?? words.noDate}, ${asset}`
}

function tallyColumns(
  rows: readonly Line[],
  detail: TallyDetail,
  split: TallySplit,
): readonly Column<Line>[] {
  return [
    ...(split === 'none' ? [] : [periodColumn(split)]),
    {
      id: 'asset_id',
      header: 'Asset',
      cell: ({ asset_id }) => untrustedText(asset_id),
      width: '9rem',
      card: 'title',
    },
    {
      id: 'network_id',
      header: 'Network',
      cell: ({ network_id }) => untrustedText(network_id),
      width: '7rem',
      card: 'aside',
    },
    ...(detail === 'type' ? [typeColumn] : []),
    ...(detail === 'asset' ? [] : [statusColumn]),
    {
      id: 'rows',
      header: 'Transactions',
      align: 'end',
      cell: (row) => countText(row.rows),
      width: '7rem',
    },
    sumColumn(rows, 'amount', 'Amount'),
    sumColumn(rows, 'fee', 'Fees', 'In the network’s own asset'),
  ]
}

function periodColumn(split: Exclude<TallySplit, 'none'>): Column<Line> {
  return {
    id: 'period',
    header: words[split],
    cell: ({ period }) => period ?? words.noDate,
    width: '7rem',
    card: 'date',
  }
}

const typeColumn: Column<TallyRow> = {
  id: 'transaction_type',
  header: 'Type',
  cell: ({ kind, transaction_type }) =>
    kind === 'group' ? 'All types' : <TypeLabel type={transaction_type ?? null} />,
  width: '8rem',
}

const statusColumn: Column<TallyRow> = {
  id: 'status',
  header: 'Status',
  cell: ({ kind, status }) => (kind === 'group' ? 'All statuses' : <StatusBadge status={status ?? null} />),
  width: '8rem',
  card: 'beside',
}

function sumColumn(
  rows: readonly TallyRow[],
  name: 'amount' | 'fee',
  header: string,
  hint?: string,
): Column<TallyRow> {
  const fractionWidth = longestFraction(rows.map((row) => row[name].sum))
  return {
    id: name,
    header,
    ...(hint && { hint }),
    align: 'end',
    card: name === 'amount' ? 'main' : 'line',
    cell: (row) => <Sum sum={row[name]} rows={row.rows} fractionWidth={fractionWidth} />,
  }
}

/** What is no decimal cannot be added: it is said, and nothing is said to be zero because of it. */
function Sum({
  sum: { sum, unreadable },
  rows,
  fractionWidth,
}: {
  sum: ControlSum
  rows: number
  fractionWidth: number
}) {
  if (rows === unreadable) return <span className={styles.note}>no readable amounts</span>
  return (
    <span className={styles.sum}>
      <Amount value={sum} fractionWidth={fractionWidth} />
      {unreadable > 0 && <span className={styles.note}>not counting {countText(unreadable)} unreadable</span>}
    </span>
  )
}

/** The transactions of a line; null where the service cannot be asked for just those. */
function hrefOf(row: TallyRow, filter: Filter<'transactions'>): string | null {
  const own = {
    asset_id: row.asset_id,
    network_id: row.network_id,
    transaction_type: row.transaction_type,
    status: row.status,
  }
  const narrowed: Record<string, string> = {}
  for (const [name, value] of Object.entries(own)) {
    if (value === undefined) continue
    if (value === null || value === '') return null
    narrowed[name] = value
  }
  return transactionsHref({ ...filter, ...narrowed })
}
