import { type ReactNode, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { countText } from '../../contract/count-text.ts'
import { Address, Party } from '../../records/addresses/Address.tsx'
import { decimalContent, decimalLook } from '../../records/amounts.tsx'
import { StatusBadge, TypeLabel } from '../../records/badges.tsx'
import { FullIdentifier, ShortIdentifier } from '../../records/identifiers.tsx'
import { usePreferences } from '../../records/preferences.ts'
import { Instant, UntrustedText, untrustedText } from '../../records/text.tsx'
import { Button } from '../../ui/buttons.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { longestFraction, splitDecimal } from '../../ui/decimal-text.ts'
import { Badge, classes, type Tone } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { compareSortKeys, sortKey } from '../../ui/row-order.ts'
import { transactionHref, whitelistHref } from '../../url/hrefs.ts'
import styles from './report.module.css'
import type { ColumnKind, ReportColumn, ReportRow, ReportTable, ReportTone } from './report.ts'

/** One table of a report. */
export function ReportTableView({ table, isPrinting }: { table: ReportTable; isPrinting: boolean }) {
  const { compact } = usePreferences()
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [sorting, setSorting] = useState<Sorting | null>(null)
  const [most, setMost] = useState(firstShown)
  const lines = useMemo(() => linesOf(table.rows, sorting, 0, ''), [table, sorting])
  const columns = useMemo(
    () =>
      columnsOf(
        table,
        (isPrinting ? lines : lines.slice(0, most)).map(({ row }) => row),
      ),
    [table, lines, isPrinting, most],
  )
  const isOpen = (line: Line) => isPrinting || opened.has(line.id)
  const visible = visibleOf(lines, isOpen)
  const hasParts = table.rows.some(({ parts }) => parts !== undefined)
  if (lines.length === 0) return <p className={layout.muted}>{table.empty}</p>
  const shown = isPrinting ? visible : visible.slice(0, most)
  return (
    <div className={classes(styles.table, hasParts && styles.opening)}>
      <DataTable
        caption={table.title}
        columns={columns}
        rows={shown}
        rowId={({ id }) => id}
        rowHref={({ row }) => row.href ?? null}
        rowLevel={({ depth }) => depth}
        rowOpen={(line) => (line.parts.length > 0 ? isOpen(line) : undefined)}
        onToggle={(id) => {
          const next = new Set(opened)
          if (!next.delete(id)) next.add(id)
          setOpened(next)
        }}
        sorting={{
          current: sorting,
          next: (column) => nextSorting(sorting, column),
          impossible: null,
          onSort: setSorting,
        }}
        compact={compact}
        footer={
          visible.length > shown.length && (
            <p className={classes(layout.row, classes(layout.row, styles.more))} data-print="hide">
              The first {countText(shown.length)} of {countText(visible.length)} rows.{' '}
              {most < mostShown ? (
                <Button small onClick={() => setMost(mostShown)}>
                  {visible.length > mostShown ? `Show ${countText(mostShown)}` : 'Show all'}
                </Button>
              ) : (
                'A file has all of them.'
              )}
            </p>
          )
        }
      />
    </div>
  )
}

const firstShown = 200
/** A browser that draws more is slow, and nobody reads on. */
const mostShown = 900

interface Sorting {
  readonly column: string
  readonly descending: boolean
}

/** Upwards, downwards, and then as the report has them. */
function nextSorting(sorting: Sorting | null, column: string): Sorting | null {
  if (sorting?.column !== column) return { column, descending: false }
  return sorting.descending ? null : { column, descending: true }
}

/** A row where it stands among the others. */
interface Line {
  readonly id: string
  readonly row: ReportRow
  readonly depth: number
  readonly parts: readonly Line[]
}

function linesOf(
  rows: readonly ReportRow[],
  sorting: Sorting | null,
  depth: number,
  within: string,
): readonly Line[] {
  return sorted(rows, sorting).map((row) => {
    const id = `${within}/${row.id}`
    return { id, row, depth, parts: linesOf(row.parts ?? [], sorting, depth + 1, id) }
  })
}

/** What has no value comes last either way. */
function sorted(rows: readonly ReportRow[], sorting: Sorting | null): readonly ReportRow[] {
  if (sorting === null) return rows
  const sign = sorting.descending ? -1 : 1
  return rows
    .map((row) => ({ row, key: sortKey(row.cells[sorting.column] ?? null) }))
    .sort(({ key: one }, { key: other }) =>
      one && other ? sign * compareSortKeys(one, other) : Number(!one) - Number(!other),
    )
    .map(({ row }) => row)
}

function visibleOf(lines: readonly Line[], isOpen: (line: Line) => boolean): readonly Line[] {
  return lines.flatMap((line) => [line, ...(isOpen(line) ? visibleOf(line.parts, isOpen) : [])])
}

/** Figures are set for the rows that are shown. */
function columnsOf({ columns }: ReportTable, rows: readonly ReportRow[]): readonly Column<Line>[] {
  const network = columns.find(({ kind }) => kind === 'network')?.name
  return columns
    .filter(({ inFile }) => inFile !== 'only')
    .map((column, index): Column<Line> => {
      const { name, label, kind, hint } = column
      const common = {
        id: name,
        header: label,
        sortBy: ({ row }: Line) => row.cells[name] ?? null,
        ...(hint !== undefined && { hint }),
        ...places[kind],
      }
      if (kind === 'amount' || kind === 'balance' || kind === 'count')
        return { ...common, align: 'end', ...figureCells(column, rows) }
      const content = ({ row }: Line) => {
        const value = row.cells[name]
        if (value === undefined) return null
        return shownValue(
          kind,
          value,
          row,
          network === undefined ? null : (row.cells[network] ?? null),
          index > 0,
        )
      }
      return {
        ...common,
        cell: index > 0 ? content : (line) => <Named line={line}>{content(line)}</Named>,
        ...(kind === 'sentence' && { look: () => ({ className: styles.sentence }) }),
        ...(kind === 'party' && { look: () => ({ className: styles.party }) }),
        ...(kind === 'whole-address' && { look: () => ({ className: styles.wholeAddress }) }),
      }
    })
}

/** Where a cell stands in the card that a row becomes on a phone. */
const places: Partial<Record<ColumnKind, Pick<Column<Line>, 'card'>>> = {
  day: { card: 'date' },
  verdict: { card: 'aside' },
}

/** What names a row, and what is the matter with it. */
function Named({ line: { row }, children }: { line: Line; children: ReactNode }) {
  return (
    <>
      {children}
      {row.remark !== undefined && (
        <span className={styles.remark} data-tone={row.tone}>
          <UntrustedText text={row.remark} />
        </span>
      )}
    </>
  )
}

/**
 * Points stand under each other: in a column, or, where rows have parts, in a row and its parts, which are of one asset. Zero is faint, so
 * that what moved stands out.
 */
function figureCells(
  { name, kind }: ReportColumn,
  rows: readonly ReportRow[],
): Pick<Column<Line>, 'cell' | 'look'> {
  const cellOf = ({ row }: Line) => row.cells[name]
  const widths = fractionWidths(rows, kind === 'count' ? null : name)
  return {
    cell: (line) => {
      const value = cellOf(line)
      if (value === undefined) return null
      return figure(value)
    },
    look: (line) => {
      const value = cellOf(line)
      if (value === undefined) return {}
      const width = widths.get(line.row) ?? 0
      const { 'data-pad': pad, ...look } = decimalLook(value, width)
      const short = isLong(width) ? decimalLook(value, firstDecimals)['data-pad'] : pad
      return {
        ...look,
        className: classes(look.className, value === '0' && styles.zero),
        'data-pad': short,
        'data-pad-long': pad,
      }
    },
  }
}

/** Where six figures of eighteen decimals have no room beside each other, the later decimals stand under the first. */
function figure(value: string | null): ReactNode {
  const parts = value === null ? null : splitDecimal(value)
  if (value !== null && parts === null) return untrustedText(value)
  if (value === null || parts === null || !isLong(parts.fraction.length)) return decimalContent(value)
  const { sign, integer, fraction } = parts
  return (
    <>
      {decimalContent(`${sign}${integer}`)}.{fraction.slice(0, firstDecimals)}
      <wbr />
      {fraction.slice(firstDecimals)}
    </>
  )
}

/** A fraction of so many digits is broken after the first of them, where it has to be. */
const firstDecimals = 9
const isLong = (digits: number) => digits > 12

function fractionWidths(rows: readonly ReportRow[], name: string | null): ReadonlyMap<ReportRow, number> {
  const widths = new Map<ReportRow, number>()
  if (name === null) return widths
  const hasParts = rows.some(({ parts }) => parts !== undefined)
  for (const group of hasParts ? rows.map((row) => [row]) : [rows]) {
    const width = longestFraction(valuesOf(group, name))
    for (const row of withParts(group)) widths.set(row, width)
  }
  return widths
}

function withParts(rows: readonly ReportRow[]): readonly ReportRow[] {
  return rows.flatMap((row) => [row, ...withParts(row.parts ?? [])])
}

function valuesOf(rows: readonly ReportRow[], name: string): readonly (string | null)[] {
  return withParts(rows).map(({ cells }) => cells[name] ?? null)
}

function shownValue(
  kind: ColumnKind,
  value: string | null,
  row: ReportRow,
  networkId: string | null,
  /** What names a row is within its link. */
  canLink: boolean,
): ReactNode {
  if (value === null || value === '') return untrustedText(value)
  switch (kind) {
    case 'day':
      return <span className={layout.nowrap}>{untrustedText(value)}</span>
    case 'instant':
      return <Instant iso={value} />
    case 'address':
      return <Address text={value} networkId={networkId} />
    case 'party':
      return (
        row.transaction && (
          <Party transaction={row.transaction} end={value === 'source' ? 'source' : 'destination'} />
        )
      )
    case 'whole-address':
      return <FullIdentifier text={value} />
    case 'status':
      return <StatusBadge status={value} />
    case 'type':
      return <TypeLabel type={value} />
    case 'transaction':
    case 'whitelist': {
      const id = <ShortIdentifier text={value} />
      if (!canLink) return id
      return <Link to={kind === 'transaction' ? transactionHref(value) : whitelistHref(value)}>{id}</Link>
    }
    case 'verdict':
      return <Badge tone={tones[row.tone ?? 'neutral']}>{value}</Badge>
    default:
      return untrustedText(value)
  }
}

const tones: Readonly<Record<ReportTone, Tone>> = {
  good: 'success',
  bad: 'danger',
  warning: 'warning',
  neutral: 'neutral',
}
