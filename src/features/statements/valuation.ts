/** What reports say of the prices that values rest on. */
import { dayNumber, dayText } from '../../api/dates/day.ts'
import type { DayPrices } from '../../api/prices.ts'
import type { DayValues, Price, Valuation } from '../../contract/prices.ts'
import type { EvidenceInputs } from '../../files/evidence-inputs.ts'
import type { Period } from '../../url/periods.ts'

export function valuationOf({ answer: { source, rows } }: Pick<DayPrices, 'answer'>): Valuation | null {
  return rows.length > 0 ? { source, rows } : null
}

/** Balances open at the end of the day before. */
export function valueDays({ first, last }: Pick<Period, 'first' | 'last'>): readonly string[] {
  return [dayText((dayNumber(first) ?? 0) - 1), last]
}

/** What evidence has of it: the prices that were used. */
export function valuationInputs({ source, rows: given }: Valuation, used: readonly Price[]): EvidenceInputs {
  const rows = given.filter((row) => used.includes(row))
  return rows.length > 0 ? { prices: { source, rows } } : {}
}

export function sourceTexts(
  { source: { name, sha256 } }: Valuation,
  { roundingText }: DayValues,
): readonly string[] {
  return [`Prices are from ${name}, SHA-256 ${sha256}.`, roundingText]
}
