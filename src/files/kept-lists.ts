/** Files of the records that the gateway keeps: those of the lists, with the spans in which transactions were recorded. */
import type { DateSpan, ListName } from '../contract/console-api.ts'
import { dayLength, dayText, isoInstant, type WhoseDays } from '../contract/day.ts'
import type { Transaction } from '../contract/normal-records.ts'
import type { DayValues, HeldAsset } from '../contract/prices.ts'
import {
  type Cell,
  type ColumnKinds,
  type ListExport,
  listExport,
  recordedColumn,
  transactionsExport,
  type valueFileColumns,
} from './list-export.ts'

export interface KeptTransaction {
  readonly transaction: Transaction
  /** Null where it is not known. */
  readonly recorded: DateSpan | null
}

const spanColumns = ['recorded_from', 'recorded_before'] as const

const dateColumns = [recordedColumn, ...spanColumns] as const

/** Dates are in JSON unless no column has them. */
export function hasDateColumn(columns: readonly string[]): boolean {
  return dateColumns.some((name) => columns.includes(name))
}

/** `days`: whose the dates of the service's filter are. Its own are in no known zone, so that no instant is said of them. */
export function keptTransactions(
  days: WhoseDays,
  isDated: boolean,
  feeAssetOf: (transaction: Transaction) => string | null,
  values: DayValues | null,
): ListExport<KeptTransaction> {
  const datesOf = ({ recorded }: KeptTransaction) => ({
    [recordedColumn]: dayOfSpan(recorded),
    ...(days === 'utc' && recorded
      ? { recorded_from: isoInstant(recorded.from), recorded_before: isoInstant(recorded.before) }
      : { recorded_from: null, recorded_before: null }),
  })
  const valuesOf = ({ transaction: { asset_id, amount } }: KeptTransaction) =>
    values && valueCells(values, { asset_id, held: amount })
  return {
    ...transactionsExport,
    columns: [...transactionsExport.columns, ...spanColumns],
    kinds: {
      ...transactionsExport.kinds,
      ...{ recorded_from: 'instant', recorded_before: 'instant', ...valueKinds },
    },
    rowsOf: (row) =>
      transactionsExport.rowsOf(row.transaction).map((cells) => ({
        ...cells,
        ...datesOf(row),
        ...valuesOf(row),
        fee_asset: feeAssetOf(row.transaction),
      })),
    received: (row) => {
      const record = transactionsExport.received(row.transaction)
      return isDated || values ? { ...(isDated && datesOf(row)), ...valuesOf(row), record } : record
    },
    hasOthers: ({ transaction }) => transactionsExport.hasOthers(transaction),
  }
}

/** The names of the columns that the file of a list can have, in their order. */
export function keptColumns(list: ListName): readonly string[] {
  return list === 'transactions' ? [...transactionsExport.columns, ...spanColumns] : listExport(list).columns
}

/** The day that holds all of the span; null where it is longer. */
function dayOfSpan(span: DateSpan | null): Cell {
  if (span === null) return null
  const first = Math.floor(span.from / dayLength)
  return first === Math.floor((span.before - 1) / dayLength) ? dayText(first) : null
}

export const valueKinds: ColumnKinds = { value: 'amount', price: 'amount', price_date: 'day' }

/** What an amount is worth, and the price by which it is. */
export function valueCells(
  values: DayValues,
  asset: HeldAsset,
): Record<(typeof valueFileColumns)[number], Cell> {
  const price = values.priceOf(asset.asset_id)
  return {
    value: values.written(asset),
    currency: price && values.currency,
    price: price?.price ?? null,
    price_date: price?.date ?? null,
  }
}
