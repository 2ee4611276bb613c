/** What was held at one end of a period as a file to keep: a line for each asset and vault that held anything. */
import { dayNumber, dayText } from '../../api/dates/day.ts'
import { writeDecimal } from '../../contract/decimal.ts'
import type { Report } from '../export/index.ts'
import { lineCells, readingOf, reasonsOf, tableOf } from './report.ts'
import type { Asked } from './scope.ts'
import { type AssetLines, type HoldingLine, type StatementScope, statementOf } from './statement.ts'
import type { OwnedLedger } from './use-ledger.ts'
import { basisTexts } from './words.ts'

/** The balances with which the period of a statement opens, which are those at the end of the day before, or closes. */
export function balancesReportOf(
  ledger: OwnedLedger,
  asked: Asked,
  scope: StatementScope,
  end: 'opening' | 'closing',
  link: string,
): Report {
  const { first, last } = asked.period
  const day = end === 'closing' ? last : dayText((dayNumber(first) ?? 0) - 1)
  const row = (asset: AssetLines, holding: HoldingLine | null) => {
    const balance = (holding ?? asset.total)[end]
    const isProved = holding ? reasonsOf(holding).length === 0 : asset.proved === asset.lines.length
    return lineCells(ledger, asset, holding, {
      end_of_day: day,
      balance: balance && writeDecimal(balance),
      proof: isProved ? 'proved' : 'not proved',
    })
  }
  const rows = statementOf(ledger.settlement.holdings, scope).flatMap((asset) => [
    row(asset, null),
    // What cannot be proved is listed, though it may have held nothing.
    ...asset.lines
      .filter((line) => line[end]?.digits !== 0n || line.proof.state === 'unproved')
      .map((line) => row(asset, line)),
  ])
  return {
    ...readingOf(ledger),
    list: 'past-balances',
    parameters: { end_of_day: day },
    link,
    remarks: basisTexts,
    ...tableOf(['end_of_day', 'balance', 'proof'], rows),
    amounts: ['balance'],
    json: { report: 'past-balances', end_of_day: day, basis: basisTexts, as_of: ledger.ended, lines: rows },
  }
}
