/** What reports say of the prices that values rest on. */
import type { DayValues, Price, Valuation } from '../../contract/prices.ts'
import type { EvidenceInputs } from '../../files/evidence-inputs.ts'

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
