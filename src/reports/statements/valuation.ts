/** What the balances of a statement are worth, and what reports say of the prices. */

import { dayNumber, dayText } from '../../contract/day.ts'
import { DayValues, type HeldAsset, type Price, type Valuation } from '../../contract/prices.ts'
import type {
  ReportCells,
  ReportColumn,
  ReportInputs,
  ReportRow,
  ReportTable,
} from '../../contract/report.ts'
import { instantText } from '../../display/instant.ts'
import { assetLabel } from '../../display/labels.ts'
import type { Period } from '../../url/periods.ts'
import type { StatementQuery } from '../../url/statements.ts'
import { assetColumns, fileColumns } from '../columns.ts'
import type { AssetLines } from './holding-lines.ts'
import type { Scope } from './scope.ts'

type PeriodValues = Readonly<Record<'opening' | 'closing', DayValues>>

/** Balances open at the end of the day before. Those of a period that is not over are of the day on which they were read. */
export function valueDays(
  { first, last }: Pick<Period, 'first' | 'last'>,
  /** ISO 8601 UTC. */
  asOf: string,
): readonly [string, string] {
  const today = asOf.slice(0, 10)
  return [dayText((dayNumber(first) ?? 0) - 1), last < today ? last : today]
}

export function periodValues(
  valuation: Valuation,
  { period }: Pick<StatementQuery, 'period'>,
  asOf: string,
): PeriodValues {
  const [before, last] = valueDays(period, asOf)
  return { opening: new DayValues(valuation, before), closing: new DayValues(valuation, last) }
}

export function usedPrices(assets: readonly AssetLines[], values: PeriodValues): readonly Price[] {
  return (['opening', 'closing'] as const).flatMap((when) => values[when].used(totals(assets, when)))
}

export function worthTexts(
  assets: readonly AssetLines[],
  { opening, closing }: PeriodValues,
  { closesEarlyAt }: Scope,
): readonly string[] {
  const held = totals(assets, 'closing')
  const when = closesEarlyAt === null ? '' : `, with the balances read at ${instantText(closesEarlyAt)}`
  const before = totals(assets, 'opening')
  return [
    `Value: ${opening.sumText(before)} → ${closing.sumText(held)}${when}.`,
    ...opening.takenTexts(before, 'Opening prices'),
    ...closing.priceTexts(held, 'Closing prices'),
  ]
}

/** One row an asset, beside the movements: in one table not all figures would be in sight. */
export function valuesTable(
  assets: readonly AssetLines[],
  values: PeriodValues,
  { closesEarlyAt }: Scope,
): ReportTable {
  const { opening, closing } = values
  return {
    name: 'values',
    title: 'Value',
    levels: ['asset'],
    columns: valueColumnsOf(closing.currency, closesEarlyAt !== null),
    rows: assets.map(
      ({ key, total }): ReportRow => ({
        id: JSON.stringify(Object.values(key)),
        cells: {
          ...{ ...key, line: assetLabel(key) },
          opening_value: opening.written({ asset_id: key.asset_id, held: total.opening }),
          closing_value: closing.written({ asset_id: key.asset_id, held: total.closing }),
          currency: closing.currency,
          ...priceCells(opening, key, 'opening_'),
          ...priceCells(closing, key, 'closing_'),
        },
      }),
    ),
  }
}

function totals(assets: readonly AssetLines[], when: keyof PeriodValues): readonly HeldAsset[] {
  return assets.map(({ key: { asset_id }, total }) => ({ asset_id, held: total[when] }))
}

function valueColumnsOf(currency: string, isOpen: boolean): readonly ReportColumn[] {
  const columns = (when: keyof PeriodValues, label: string, day: string): readonly ReportColumn[] => [
    { name: `${when}_price`, label: `${label} price`, kind: 'amount', hint: `The last on or before ${day}` },
    ...fileColumns('day', `${when}_price_date`),
    { name: `${when}_value`, label: `${label} value (${currency})`, kind: 'amount', hint: 'Rounded' },
  ]
  return [
    ...assetColumns,
    ...columns('opening', 'Opening', 'the day before the period'),
    ...columns('closing', isOpen ? 'Latest' : 'Closing', 'its last day'),
    ...fileColumns('text', 'currency'),
  ]
}

/** Of tables whose rows have one value each; none without prices. */
export function worthColumns(
  valued: { readonly currency: string } | null,
  hint: string,
): readonly ReportColumn[] {
  if (valued === null) return []
  const { currency } = valued
  return [
    { name: 'value', label: `Value (${currency})`, kind: 'amount', hint },
    ...fileColumns('text', 'currency'),
  ]
}

export const priceColumns = [...fileColumns('amount', 'price'), ...fileColumns('day', 'price_date')]

export function worthCells(values: DayValues | null, asset: HeldAsset): ReportCells {
  return values ? { value: values.written(asset), currency: values.currency } : {}
}

/** `when`: the start of their names. */
export function priceCells(
  values: DayValues | null,
  { asset_id }: Pick<HeldAsset, 'asset_id'>,
  when = '',
): ReportCells {
  if (values === null) return {}
  const { price = null, date = null } = values.priceOf(asset_id) ?? {}
  return { [`${when}price`]: price, [`${when}price_date`]: date }
}

/** Values at the end of a day, and what a report says of them; nothing without prices. */
export function dayValuation(valuation: Valuation | null, day: string, held: readonly HeldAsset[]) {
  if (valuation === null) return { values: null, priceTexts: [], sourceTexts: [], inputs: undefined }
  const values = new DayValues(valuation, day)
  return {
    ...{ values, priceTexts: values.priceTexts(held), sourceTexts: sourceTexts(valuation, values) },
    inputs: valuationInputs(valuation, values.used(held)),
  }
}

export function valuationInputs({ source, rows: given }: Valuation, used: readonly Price[]): ReportInputs {
  const rows = given.filter((row) => used.includes(row))
  return rows.length > 0 ? { prices: { source, rows } } : {}
}

export function sourceTexts({ source }: Valuation, { roundingText }: DayValues): readonly string[] {
  return [
    `Prices are from ${source.name}, SHA-256 ${source.sha256}.`,
    `${roundingText} Their sum is rounded once, from exact values.`,
  ]
}
