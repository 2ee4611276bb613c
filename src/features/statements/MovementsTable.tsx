import { useMemo } from 'react'
import { type DayNumber, dayText } from '../../api/dates/day.ts'
import type { HoldingKey } from '../../books/day-book.ts'
import { type Decimal, writeDecimal } from '../../contract/decimal.ts'
import { typeCells } from '../../records/badges.tsx'
import { recordedOnLook } from '../../records/dates/RecordedOn.tsx'
import { recordedOnHint } from '../../records/dates/words.ts'
import { Party } from '../../records/Party.tsx'
import { usePreferences } from '../../records/preferences.ts'
import { untrustedText } from '../../records/UntrustedText.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { decimalContent, decimalLook } from '../../ui/DecimalText.tsx'
import { longestFraction } from '../../ui/decimal-text.ts'
import { transactionHref } from '../../url/hrefs.ts'
import styles from './holding.module.css'
import type { BalancedMovement } from './movements.ts'

/** A line of a ledger: a movement, or the balance at one end of the period. */
export type LedgerLine =
  | (BalancedMovement & { readonly label?: never })
  | { readonly label: string; readonly day: DayNumber; readonly balance: Decimal | null }

/** The movements of a holding between its opening and its closing balance. Each leads to its transaction. */
export function MovementsTable({
  caption,
  lines,
  holding,
}: {
  caption: string
  lines: readonly LedgerLine[]
  holding: HoldingKey
}) {
  const { compact } = usePreferences()
  const columns = useMemo(() => columnsOf(lines, holding), [lines, holding])
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={lines}
      rowId={(line, index) => line.label ?? line.transaction.transaction_id ?? String(index)}
      rowHref={(line) => {
        const id = line.label === undefined ? line.transaction.transaction_id : null
        return id === null ? null : transactionHref(id)
      }}
      rowKind={(line) => (line.label === undefined ? undefined : 'group')}
      compact={compact}
    />
  )
}

/** Figures stand before who the other one was: on a screen of common width all of them are seen at once. */
function columnsOf(lines: readonly LedgerLine[], key: HoldingKey): readonly Column<LedgerLine>[] {
  const type = typeCells<LedgerLine>((line) =>
    line.label === undefined ? line.transaction.transaction_type : null,
  )
  const figure = (
    id: string,
    header: string,
    amountOf: (line: LedgerLine) => Decimal | null,
  ): Column<LedgerLine> => {
    const textOf = (line: LedgerLine) => {
      const value = amountOf(line)
      return value && writeDecimal(value)
    }
    const fractionWidth = longestFraction(lines.map(textOf))
    // What there is nothing of is no missing value: its cell is empty.
    return {
      id,
      header,
      align: 'end',
      cell: (line) => textOf(line) && decimalContent(textOf(line)),
      look: (line) => (textOf(line) ? decimalLook(textOf(line), fractionWidth) : {}),
    }
  }
  return [
    {
      id: 'day',
      header: 'Date',
      cell: ({ day }) => dayText(day),
      look: () => recordedOnLook,
      hint: recordedOnHint,
      width: '7rem',
      card: 'date',
    },
    {
      id: 'type',
      header: 'Type',
      ...type,
      cell: (line) => {
        if (line.label !== undefined) return line.label
        const { asset_id } = line.transaction
        if (asset_id === key.asset_id) return type.cell(line)
        return (
          <>
            {type.cell(line)} <span className={styles.muted}>of {untrustedText(asset_id)}</span>
          </>
        )
      },
      card: 'title',
    },
    figure('in', 'In', (line) => (line.label === undefined ? line.amountIn : null)),
    figure('out', 'Out', (line) => (line.label === undefined ? line.amountOut : null)),
    figure('fee', 'Fee', (line) => (line.label === undefined ? line.fee : null)),
    figure('balance', 'Balance', ({ balance }) => balance),
    {
      id: 'counterparty',
      header: 'Counterparty',
      cell: (line) =>
        line.label === undefined && (
          <Party
            transaction={line.transaction}
            end={isSource(line.transaction.source, key) ? 'destination' : 'source'}
          />
        ),
      width: '13rem',
      narrowest: 232,
    },
    {
      id: 'note',
      header: 'Note',
      cell: (line) =>
        line.label === undefined && line.transaction.note && untrustedText(line.transaction.note),
      width: '12rem',
      narrowest: 96,
    },
  ]
}

function isSource(
  { source_type, source_id }: BalancedMovement['transaction']['source'],
  { vault_id }: HoldingKey,
): boolean {
  return source_type === 'vault' && source_id === vault_id
}
