/** What was held at one end of a period as a file to keep: a line for each asset and vault that held anything. */
import { dayNumber, dayText } from '../../api/dates/day.ts'
import { writeDecimal } from '../../contract/decimal.ts'
import type { Cell, Report } from '../export/index.ts'
import { readingOf } from './report.ts'
import type { Asked } from './scope.ts'
import { type AssetLines, type HoldingLine, type StatementScope, statementOf } from './statement.ts'
import type { OwnedLedger } from './use-ledger.ts'
import { basisTexts, unprovedText } from './words.ts'

const columns = [
  'line',
  'asset_id',
  'network_id',
  'vault_id',
  'vault_name',
  'vault_type',
  'end_of_day',
  'balance',
  'proof',
  'why_not_proved',
  'as_of',
  'service',
  'account',
] as const

/** The balances with which the period of a statement opens, which are those at the end of the day before, or closes. */
export function balancesReportOf(
  ledger: OwnedLedger,
  asked: Asked,
  scope: StatementScope,
  end: 'opening' | 'closing',
  link: string,
): Report {
  const { service, account, ended } = ledger
  const { first, last } = asked.period
  const day = end === 'closing' ? last : dayText((dayNumber(first) ?? 0) - 1)
  const row = (asset: AssetLines, holding: HoldingLine | null): Readonly<Record<string, Cell>> => {
    const balance = (holding ?? asset.total)[end]
    const reasons = holding?.proof.state === 'unproved' ? holding.proof.reasons : []
    return {
      line: holding ? 'vault' : 'total',
      asset_id: asset.asset_id,
      network_id: asset.network_id,
      vault_id: holding?.key.vault_id ?? null,
      vault_name: holding?.vault?.vault_name ?? null,
      vault_type: holding?.vault?.vault_type ?? null,
      end_of_day: day,
      balance: balance && writeDecimal(balance),
      proof: (holding ? reasons.length === 0 : asset.proved === asset.lines.length) ? 'proved' : 'not proved',
      why_not_proved: reasons.length > 0 ? reasons.map(unprovedText).join(' ') : null,
      as_of: ended,
      service,
      account,
    }
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
    columns: [...columns],
    rows: rows.map((cells) => columns.map((name) => cells[name] ?? null)),
    countedBy: ['line', 'asset_id', 'network_id', 'proof'],
    amounts: ['balance'],
    json: { report: 'past-balances', end_of_day: day, basis: basisTexts, as_of: ended, lines: rows },
  }
}
