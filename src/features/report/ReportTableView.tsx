import { type ReactNode, useMemo, useState } from 'react'
import { countText } from '../../contract/count-text.ts'
import { splitDecimal } from '../../contract/decimal.ts'
import {
  type ColumnKind,
  type ReportColumn,
  type ReportRow,
  type ReportTable,
  type ReportTone,
  withParts,
} from '../../contract/report.ts'
import { sortedBy } from '../../contract/sort-key.ts'
import { Address, ComparedAddress, Party } from '../../records/addresses/Address.tsx'
import { Amount, decimalContent, decimalLook } from '../../records/amounts.tsx'
import { StatusBadge, TypeLabel } from '../../records/badges.tsx'
import { ShortIdentifier } from '../../records/identifiers.tsx'
import { transactionInWords } from '../../records/labels.ts'
import { usePreferences } from '../../records/preferences.ts'
import { Instant, UntrustedText, untrustedText } from '../../records/text.tsx'
import { Button } from '../../ui/buttons.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { type CellLook, type Column, type OpenedRows, useDataTable } from '../../ui/data-table.ts'
import { longestFraction } from '../../ui/decimal-text.ts'
import { usePrinting } from '../../ui/hooks.ts'
import { Badge, classes, type Tone } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import { DescriptionItem, DescriptionList } from '../../ui/page.tsx'
import { counterpartyHref, transactionHref } from '../../url/hrefs.ts'
import styles from './report.module.css'

/** Paper has every row, open unless `isClosed`. */
export function ReportTableView({
  table: { title, rows, columns, empty, isLinked },
  isClosed: isFolded,
}: {
  table: ReportTable
  isClosed: boolean
}) {
  const isPrinting = usePrinting()
  const isClosed = isFolded || (isLinked === true && !isPrinting)
  const { compact } = usePreferences()
  const [opened, setOpened] = useState<OpenedRows>({})
  const [most, setMost] = useState(firstShown)
  const data = useMemo(() => {
    const name = columns[0]?.name ?? ''
    return isPrinting || isLinked ? rows : rows.map((row) => withLink(row, name))
  }, [rows, columns, isPrinting, isLinked])
  const table = useDataTable({
    columns: useMemo(() => columnsOf(columns, data), [columns, data]),
    data,
    getRowId: ({ id }, _index, parent) => `${parent?.id ?? ''}/${id}`,
    getSubRows: ({ parts }) => (isClosed ? undefined : parts),
    state: { expanded: isPrinting || opened },
    onExpandedChange: setOpened,
  })
  if (rows.length === 0) return <p className={layout.muted}>{empty}</p>
  const hasParts = !isLinked && rows.some(({ parts }) => parts !== undefined)
  const count = table.getRowModel().rows.length
  return (
    <div className={classes(styles.table, hasParts && styles.opening)}>
      <DataTable
        caption={title}
        table={table}
        rowHref={({ href }) => href ?? null}
        rowLabel={labelOf}
        compact={compact}
        most={isPrinting ? count : most}
        more={
          most < mostShown && (
            <Button small onClick={() => setMost(mostShown)}>
              {count > mostShown ? `Show ${countText(mostShown)}` : 'Show all'}
            </Button>
          )
        }
      />
    </div>
  )
}

/** A date names no transaction, and the service may give none. */
function labelOf({ transaction, cells }: ReportRow): string | undefined {
  return transaction && [transactionInWords(transaction), cells.recorded_on].filter(Boolean).join(', ')
}

/** Rows without parts are kept: their cells may take long to work out. */
function withLink(row: ReportRow, name: string): ReportRow {
  const { parts, href, linkLabel, partyHref } = row
  if (!parts) return row
  const party =
    partyHref === undefined ? [] : [{ id: 'party', href: partyHref, cells: { [name]: 'Counterparty' } }]
  const link =
    linkLabel === undefined ? [] : [{ id: 'link', href: href ?? null, cells: { [name]: linkLabel } }]
  return { ...row, parts: [...party, ...link, ...parts.map((part) => withLink(part, name))] }
}

const firstShown = 200
/** More rows make a browser slow. */
const mostShown = 900

/** The cells of a row one below the other, where a line has no room for them. */
export function RowDetails({ row, columns }: { row: ReportRow; columns: readonly ReportColumn[] }) {
  return (
    <DescriptionList>
      {columns
        .filter(({ name }) => row.cells[name])
        .map((column) => (
          <DescriptionItem key={column.name} term={column.label}>
            {column.kind === 'amount' ? (
              <Amount value={row.cells[column.name] ?? null} />
            ) : (
              cellContent(row, column, columns, true)
            )}
          </DescriptionItem>
        ))}
    </DescriptionList>
  )
}

function columnsOf(
  columns: readonly ReportColumn[],
  rows: readonly ReportRow[],
): readonly Column<ReportRow>[] {
  return columns
    .filter(({ inFile }) => inFile !== 'only')
    .map((column, index): Column<ReportRow> => {
      const { name, label, kind, hint } = column
      const common = { id: name, header: label, ...sortedBy<ReportRow>(({ cells }) => cells[name] ?? null) }
      // A verdict that leads its row is the title of its card.
      const place = index === 0 && kind === 'verdict' ? undefined : cardPlaces[kind]
      const meta = { ...(hint !== undefined && { hint }), ...place }
      if (kind === 'amount' || kind === 'balance' || kind === 'count') {
        const look = figureLook(column, rows)
        return {
          ...common,
          cell: ({ row }) => figure(row.original.cells[name]),
          meta: { ...meta, align: 'end', look: ({ row }) => look(row.original) },
        }
      }
      const content = (row: ReportRow) => cellContent(row, column, columns, index > 0)
      const className = classNames[kind]
      return {
        ...common,
        cell: ({ row: { original } }) =>
          index > 0 ? content(original) : <Named row={original}>{content(original)}</Named>,
        meta: { ...meta, ...(className && { look: () => ({ className }) }) },
      }
    })
}

/** In the card that a row becomes on a phone. */
const cardPlaces: Partial<Record<ColumnKind, { readonly card: 'date' | 'aside' }>> = {
  day: { card: 'date' },
  verdict: { card: 'aside' },
}

const classNames: Partial<Record<ColumnKind, string | undefined>> = {
  sentence: styles.sentence,
  party: styles.party,
  'whole-address': styles.wholeAddress,
}

function Named({ row, children }: { row: ReportRow; children: ReactNode }) {
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

/** Decimal points align in a column; where rows have parts, in a row with its parts, which are of one asset. Zero is faint. */
function figureLook({ name, kind }: ReportColumn, rows: readonly ReportRow[]): (row: ReportRow) => CellLook {
  const widths = kind === 'count' ? null : fractionWidths(rows, name)
  return (row) => {
    const value = row.cells[name]
    if (value === undefined) return {}
    const look = decimalLook(value, value === '0' ? 0 : (widths?.get(row) ?? 0))
    return { ...look, className: classes(look.className, value === '0' && styles.zero) }
  }
}

function figure(value: string | null | undefined): ReactNode {
  if (value === undefined) return null
  return value !== null && splitDecimal(value) === null ? untrustedText(value) : decimalContent(value)
}

function fractionWidths(rows: readonly ReportRow[], name: string): ReadonlyMap<ReportRow, number> {
  const widths = new Map<ReportRow, number>()
  const hasParts = rows.some(({ parts }) => parts !== undefined)
  for (const group of hasParts ? rows.map((row) => [row]) : [rows]) {
    const members = withParts(group)
    const width = longestFraction(members.map(({ cells }) => cells[name] ?? null))
    for (const row of members) widths.set(row, width)
  }
  return widths
}

function cellContent(
  row: ReportRow,
  { name, kind }: ReportColumn,
  columns: readonly ReportColumn[],
  /** Not in the first column, which is itself a link. */
  canLink: boolean,
): ReactNode {
  const value = row.cells[name]
  if (value === undefined) return null
  if (value === null || value === '') return untrustedText(value)
  const networkId = otherCell(row, columns, name, 'network')
  switch (kind) {
    case 'day':
      return <span className={layout.nowrap}>{untrustedText(value)}</span>
    case 'instant':
      return <Instant iso={value} />
    case 'address':
      return <Address text={value} networkId={networkId} />
    case 'whole-address':
      // The other whole address of a row is the one that it resembles.
      return (
        <ComparedAddress
          text={value}
          networkId={networkId}
          other={otherCell(row, columns, name, 'whole-address')}
        />
      )
    case 'short-address':
      return <Address text={value} networkId={networkId} nameless />
    case 'party-address': {
      const address = <Address text={value} networkId={networkId} nameless />
      return canLink ? <Link to={counterpartyHref({ id: value })}>{address}</Link> : address
    }
    case 'party':
      return (
        row.transaction && (
          <Party transaction={row.transaction} end={value === 'source' ? 'source' : 'destination'} />
        )
      )
    case 'status':
      return <StatusBadge status={value} />
    case 'type':
      return <TypeLabel type={value} />
    case 'transaction': {
      const id = <ShortIdentifier text={value} />
      return canLink ? <Link to={transactionHref(value)}>{id}</Link> : id
    }
    case 'verdict':
      return <Badge tone={tones[row.tone ?? 'neutral']}>{value}</Badge>
    default:
      return untrustedText(value)
  }
}

/** The cell of the first other column of a kind. */
function otherCell(
  { cells }: ReportRow,
  columns: readonly ReportColumn[],
  own: string,
  kind: ColumnKind,
): string | null {
  const other = columns.find((column) => column.kind === kind && column.name !== own)
  return (other && cells[other.name]) ?? null
}

const tones: Readonly<Record<ReportTone, Tone>> = {
  good: 'success',
  bad: 'danger',
  warning: 'warning',
  neutral: 'neutral',
}
