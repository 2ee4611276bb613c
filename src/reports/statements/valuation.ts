/** What the balances of a statement are worth, and what reports say of the prices. */

import { dayNumber, dayText } from '../../contract/day.ts'
import { DayValues, type HeldAsset, type Price, type Valuation } from '../../contract/prices.ts'
import type { ReportColumn, ReportInputs, ReportRow, ReportTable } from '../../contract/report.ts'
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
          ...priceCells('opening', opening.priceOf(key.asset_id)),
          ...priceCells('closing', closing.priceOf(key.asset_id)),
        },
      }),
    ),
  }
}

function totals(assets: readonly AssetLines[], when: keyof PeriodValues): readonly HeldAsset[] {
  return assets.map(({ key: { asset_id }, total }) => ({ asset_id, held: total[when] }))
}

function priceCells(when: keyof PeriodValues, price: Price | null) {
  return { [`${when}_price`]: price?.price ?? null, [`${when}_price_date`]: price?.date ?? null }
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

export function valuationInputs({ source, rows: given }: Valuation, used: readonly Price[]): ReportInputs {
  const rows = given.filter((row) => used.includes(row))
  return rows.length > 0 ? { prices: { source, rows } } : {}
}

export function sourceTexts(
  { source: { name, sha256 } }: Valuation,
  { roundingText }: DayValues,
): readonly string[] {
  return [
    `Prices are from ${name}, SHA-256 ${sha256}.`,
    `${roundingText} Their sum is rounded once, from exact values.`,
  ]
}
