import { type ReactNode, useMemo, useState } from 'react'
import { counted, countText } from '../../contract/count-text.ts'
import {
  type ColumnKind,
  type ReportColumn,
  type ReportRow,
  type ReportTable,
  type ReportTone,
  withParts,
} from '../../contract/report.ts'
import { sortedBy } from '../../contract/sort-key.ts'
import { Address, ComparedAddress, Party } from '../../display/addresses/Address.tsx'
import { Amount, amountCells, figureCells } from '../../display/amounts.tsx'
import { StatusBadge, TypeLabel } from '../../display/badges.tsx'
import { ShortIdentifier } from '../../display/identifiers.tsx'
import { transactionInWords } from '../../display/labels.ts'
import { usePreferences } from '../../display/preferences.ts'
import { RecordedDate, useListDates } from '../../display/recorded-day.tsx'
import { Instant, UntrustedText, untrustedText } from '../../display/text.tsx'
import { withHiddenNamed } from '../../display/untrusted-text.ts'
import { Button } from '../../ui/buttons.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import {
  type CardPlace,
  type CellLook,
  type Column,
  cardsOrFrom,
  type OpenedRows,
  useDataTable,
} from '../../ui/data-table.ts'
import { useMedia, usePrinting } from '../../ui/hooks.ts'
import { Badge, classes, type Tone } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import { DescriptionItem, DescriptionList } from '../../ui/page.tsx'
import { counterpartyHref, transactionHref } from '../../url/hrefs.ts'
import styles from './report.module.css'

/** Paper has every row, open where it is open on screen. The parts of linked rows, which no row opens to on screen, come with it. */
export function ReportTableView({
  table: { title, rows, columns: all, empty, rowsAreLinks },
  selectedId,
  isOpen,
}: {
  table: ReportTable
  /** Of the row whose record is open beside the table. */
  selectedId: string | null
  /** Every row, at first. */
  isOpen: boolean
}) {
  const isPrinting = usePrinting()
  const { compact } = usePreferences()
  const [opened, setOpened] = useState<OpenedRows>(isOpen || {})
  const [most, setMost] = useState(firstShown)
  const hasRoom = useMedia(roomForWide)
  const hasRoomForAll = useMedia(roomForAll) || isPrinting
  const isWide = hasRoom || isPrinting
  const columns = useMemo(
    () =>
      all.filter(
        ({ where, room, kind }, index) =>
          where !== 'file' &&
          (room ?? 'both') !== (isWide ? 'narrow' : 'wide') &&
          (hasRoomForAll || index === 0 || !ofRecord.has(kind)),
      ),
    [all, isWide, hasRoomForAll],
  )
  const data = useMemo((): readonly ReportRow[] => {
    const name = columns[0]?.name ?? ''
    if (isPrinting) return rows
    return rowsAreLinks ? rows.map(({ parts: _, ...row }) => row) : rows.map((row) => withLink(row, name))
  }, [rows, columns, isPrinting, rowsAreLinks])
  const table = useDataTable({
    columns: useMemo(() => columnsOf(columns, withParts(data)), [columns, data]),
    data,
    getRowId: ({ id }, _index, parent) => (parent ? `${parent.id}/${id}` : id),
    getSubRows: ({ parts }) => parts,
    state: { expanded: rowsAreLinks ? isPrinting || nothingOpened : opened },
    onExpandedChange: setOpened,
  })
  if (rows.length === 0) return <p className={layout.muted}>{empty}</p>
  const hasParts = !rowsAreLinks && rows.some(({ parts }) => parts !== undefined)
  const count = table.getRowModel().rows.length
  const figures = columns.filter(({ kind }) => isFigure(kind)).length
  return (
    <div
      className={classes(styles.table, hasParts && styles.opening, figures > 1 && styles.figures)}
      data-across={figures > 4 || columns.length > 8 || undefined}
    >
      {hasParts && (
        <div className={classes(layout.row, styles.rowTools)} data-print="hide">
          <Button small kind="quiet" onClick={() => setOpened(table.getIsAllRowsExpanded() ? {} : true)}>
            {table.getIsAllRowsExpanded() ? 'Close all rows' : 'Open all rows'}
          </Button>
        </div>
      )}
      <DataTable
        caption={title}
        table={table}
        rowHref={({ href }) => href ?? null}
        rowLabel={labelOf}
        selectedId={selectedId}
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

/** For figures of eighteen decimals, six a row. A card gives each figure a line of its own. */
const roomForWide = cardsOrFrom(1540)

/** The record to which a row leads has these too. */
const ofRecord: ReadonlySet<ColumnKind> = new Set(['note', 'transaction'])
const roomForAll = cardsOrFrom(1100)

const nothingOpened: OpenedRows = {}

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
  const isMovement = columns[0]?.kind === 'day' && columns.some(({ name }) => name === 'amount')
  const hasDays = columns.filter(({ kind }) => kind === 'day').length > 1
  return columns.map((column, index): Column<ReportRow> => {
    const { name, label, kind, hint, order } = column
    const key = (text: string | null) => (text && order ? String(order.indexOf(text)) : text)
    const common = {
      id: name,
      header: label,
      ...sortedBy<ReportRow>(({ cells }) => key(cells[name] ?? null)),
    }
    // A verdict that leads its row is the title of its card. Of several days, each needs its name.
    const isLine = (index === 0 && kind === 'verdict') || (hasDays && kind === 'day')
    const place = isLine ? undefined : isMovement ? movementPlace(column, index) : cardPlaces[kind]
    // Marks of addresses come after the rows, and move nothing.
    const size = kind === 'party' ? 128 : kind === 'short-address' ? 208 : undefined
    const meta = { ...(hint !== undefined && { hint }), ...(kind === 'party' && { clips: true }), ...place }
    if (isFigure(kind)) {
      const { meta: figure, ...cells } = figureCells<ReportRow>(({ cells }) => cells[name], rows)
      return {
        ...common,
        ...cells,
        meta: {
          ...{ ...meta, ...figure },
          look(context) {
            const look = figure.look?.(context) ?? {}
            const isZero = context.row.original.cells[name] === '0'
            return { ...look, className: classes(look.className, isZero && styles.zero) }
          },
        },
      }
    }
    if (kind === 'count') {
      return {
        ...common,
        ...amountCells<ReportRow>(({ cells }) => cells[name] ?? null, 0),
      }
    }
    const content = (row: ReportRow) => cellContent(row, column, columns, index > 0)
    const className = classNames[kind]
    return {
      ...common,
      ...(size !== undefined && { size }),
      cell: ({ row: { original } }) =>
        index > 0 ? content(original) : <Named row={original}>{content(original)}</Named>,
      meta: { ...meta, ...(className && { look: ({ row }) => lookOf(row.original.cells[name], kind) }) },
    }
  })
}

/** A long note does not make a table scroll. Paper and the record have all of it. */
function lookOf(value: string | null | undefined, kind: ColumnKind): CellLook {
  const className = classNames[kind]
  return {
    ...(className && { className }),
    ...(kind === 'note' && value && { title: withHiddenNamed(value) }),
  }
}

/** In the card that a row becomes on a phone. */
const cardPlaces: Partial<Record<ColumnKind, { readonly card: 'date' | 'aside' }>> = {
  day: { card: 'date' },
  verdict: { card: 'aside' },
}

/** The card of a movement is as that of a transaction. */
function movementPlace(
  { name, kind }: ReportColumn,
  index: number,
): { readonly card: CardPlace } | undefined {
  if (index === 1) return { card: 'title' }
  if (kind === 'status') return { card: 'aside' }
  if (kind === 'asset') return { card: 'beside' }
  if (name === 'amount') return { card: 'main' }
  if (kind === 'party' && (name === 'from' || name === 'to')) return { card: name }
  return cardPlaces[kind]
}

const classNames: Partial<Record<ColumnKind, string | undefined>> = {
  day: styles.day,
  sentence: styles.sentence,
  note: styles.note,
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

function isFigure(kind: ColumnKind): boolean {
  return kind === 'amount' || kind === 'balance'
}

function cellContent(
  row: ReportRow,
  { name, kind }: ReportColumn,
  columns: readonly ReportColumn[],
  /** Not in the first column, which is itself a link. */
  canLink: boolean,
): ReactNode {
  const value = row.cells[name]
  if (value === undefined)
    return kind === 'party-address' && row.cells.accounts
      ? counted(Number(row.cells.accounts), 'account')
      : null
  if (value === null && kind === 'day') return <MissingDay />
  if (value === null || value === '') return untrustedText(value)
  const networkId = otherCell(row, columns, name, 'network')
  switch (kind) {
    case 'day':
      return <span className={layout.nowrap}>{untrustedText(value)}</span>
    case 'claimed-name':
      return (
        <>
          {untrustedText(value)}
          {row.cells.claimed === value && <span className={styles.claim}>not theirs</span>}
        </>
      )
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
    default: {
      const href = canLink ? row.hrefs?.[name] : null
      return href ? <Link to={href}>{untrustedText(value)}</Link> : untrustedText(value)
    }
  }
}

/** Grey while it is being found, and a dash that says why where there is none. */
function MissingDay() {
  return <RecordedDate recorded={null} dates={useListDates()} />
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
