import { useMemo, useState } from 'react'
import type { TransactionFilter } from '../../contract/console-api.ts'
import { countText } from '../../contract/count-text.ts'
import { compare } from '../../contract/decimal.ts'
import type { DayValues } from '../../contract/prices.ts'
import { sortedBy } from '../../contract/sort-key.ts'
import { amountCells, decimalLook, longestFraction } from '../../display/amounts.tsx'
import { TypeLabel } from '../../display/badges.tsx'
import { usePreferences } from '../../display/preferences.ts'
import { UntrustedText } from '../../display/text.tsx'
import { valueColumns } from '../../display/values.tsx'
import { Button } from '../../ui/buttons.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { type Column, type OpenedRows, useDataTable } from '../../ui/data-table.ts'
import { usePrinting } from '../../ui/hooks.ts'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import { transactionsHref } from '../../url/hrefs.ts'
import styles from './count.module.css'
import { OutcomeLink } from './OutcomeLink.tsx'
import { type AmountLine, type AssetLine, lineFilter, type SumLine } from './tally.ts'

/** The rest opens on demand, so that the list stays in sight. */
export const firstAssets = 8

interface AssetRow extends SumLine, Partial<Pick<AmountLine, 'transaction_type'>> {
  readonly filter: TransactionFilter
  readonly types: readonly AssetRow[] | undefined
}

/** A row for each asset, which opens to its types. */
export function AssetTable({
  lines,
  values,
  filter,
}: {
  lines: readonly AssetLine[]
  values: DayValues | null
  filter: TransactionFilter
}) {
  const { compact } = usePreferences()
  const isPrinting = usePrinting()
  const [opened, setOpened] = useState<OpenedRows>({})
  const [isWhole, setWhole] = useState(false)
  const data = useMemo(
    () => byWorth(lines, values).map((line) => assetRow(line, filter)),
    [lines, values, filter],
  )
  const columns = useMemo(() => assetColumns(lines, values), [lines, values])
  const table = useDataTable({
    columns,
    data,
    getRowId: keyOf,
    getSubRows: ({ types }) => types,
    state: { expanded: opened },
    onExpandedChange: setOpened,
  })
  const { rows } = table.getRowModel()
  const further = rows.filter(({ depth }) => depth === 0)[firstAssets]
  const isShort = !isWhole && !isPrinting && further !== undefined
  return (
    <DataTable
      caption="Amounts"
      table={table}
      compact={compact}
      {...(isShort && { most: rows.indexOf(further) })}
      more={
        <Button small onClick={() => setWhole(true)}>
          Show all
        </Button>
      }
    />
  )
}

/** What is worth most is first, and what has no value keeps its order. */
function byWorth(lines: readonly AssetLine[], values: DayValues | null): readonly AssetLine[] {
  if (values === null) return lines
  return lines
    .map((line) => ({ line, worth: values.exact({ asset_id: line.asset_id, held: line.completed.sum }) }))
    .sort(({ worth: one }, { worth: other }) =>
      one && other ? compare(other, one) : Number(one === null) - Number(other === null),
    )
    .map(({ line }) => line)
}

function assetRow({ types, ...line }: AssetLine, filter: TransactionFilter): AssetRow {
  const parts = types.map((type) => ({ ...type, filter, types: undefined }))
  return { ...line, filter, types: parts.length > 1 ? parts : undefined }
}

function keyOf({ asset_id, network_id, ...line }: SumLine & Partial<AmountLine>): string {
  return JSON.stringify([asset_id, network_id, line.transaction_type])
}

const assetColumns = (lines: readonly AssetLine[], values: DayValues | null): readonly Column<AssetRow>[] => [
  {
    ...{ id: 'asset_id', header: 'Asset' },
    ...sortedBy(({ asset_id }: AssetRow) => asset_id),
    cell: ({ row: { original, depth } }) =>
      depth > 0 ? (
        <TypeLabel type={original.transaction_type ?? null} />
      ) : (
        <>
          <UntrustedText text={original.asset_id} />
          {original.network_id !== original.asset_id && (
            <span className={layout.quiet}>
              {' '}
              <UntrustedText text={original.network_id} />
            </span>
          )}
        </>
      ),
  },
  {
    ...{ id: 'completed', header: 'Completed' },
    ...sortedBy(({ completed }: AssetRow) => String(completed.count)),
    cell: ({ row: { original } }) => {
      const { count } = original.completed
      const own = count > 0 ? lineFilter(original, 'completed', original.filter) : null
      return own === null ? (
        countText(count)
      ) : (
        <Link to={transactionsHref(own)} className={layout.quiet}>
          {countText(count)}
        </Link>
      )
    },
    meta: { align: 'end' },
  },
  ...sumColumns(lines, values),
  {
    ...{ id: 'outcomes', header: 'Of which' },
    enableSorting: false,
    cell: ({ row: { original } }) => <Others line={original} />,
  },
]

/** What is completed, and its value; then what is not, which is in neither. */
function sumColumns(lines: readonly SumLine[], values: DayValues | null): readonly Column<AssetRow>[] {
  const completed = amountCells<AssetRow>(
    (line) => line.completed.sum,
    longestFraction(lines.map((line) => line.completed.sum)),
  )
  const fraction = longestFraction(lines.map((line) => line.notCompleted))
  const others = amountCells<AssetRow>((line) => line.notCompleted, fraction)
  return [
    {
      ...{ id: 'sum', header: 'Amount' },
      ...completed,
      cell: (context) => {
        const { sum, count, unreadable } = context.row.original.completed
        return (
          <>
            {(sum !== null || unreadable > 0) && completed.cell(context)}
            {count > 0 && unreadable > 0 && (
              <span className={layout.warn}> without {countText(unreadable)} that cannot be read</span>
            )}
          </>
        )
      },
    },
    ...valueColumns<AssetRow>(values === null ? undefined : { values }, ({ asset_id, completed: { sum } }) =>
      sum === null ? [] : [{ asset_id, held: sum }],
    ),
    {
      ...{ id: 'others', header: 'Not completed' },
      ...others,
      cell: (context) => (context.row.original.notCompleted === null ? null : others.cell(context)),
      meta: {
        ...others.meta,
        look({ row }) {
          const look = decimalLook(row.original.notCompleted, fraction)
          return { ...look, className: classes(look.className, layout.quiet) }
        },
      },
    },
  ]
}

/** Transactions that moved nothing, or not yet. */
function Others({ line }: { line: AssetRow }) {
  return (
    <span className={classes(layout.small, styles.outcomes)}>
      {line.others.map(({ outcome, count, unreadable }, place) => (
        <span key={outcome}>
          {place > 0 && ' · '}
          <OutcomeLink outcome={outcome} count={count} filter={lineFilter(line, outcome, line.filter)} />
          {unreadable > 0 && <span className={layout.warn}> ({countText(unreadable)} unreadable)</span>}
        </span>
      ))}
    </span>
  )
}
