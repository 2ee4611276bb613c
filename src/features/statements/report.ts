/** A statement as a file to keep, and what was held at one end of its period: a line for each asset and vault, and what it rests on. */

import { dayNumber, dayText } from '../../api/dates/day.ts'
import { type Decimal, writeDecimal } from '../../contract/decimal.ts'
import { endpointPath } from '../../contract/endpoints.ts'
import { writeAssets, writePeriod, writeVaults } from '../../url/statements.ts'
import type { Cell, Report } from '../export/index.ts'
import { chainOf } from './chain.ts'
import { movementKinds } from './effects.ts'
import { findingsOf, inFlightIn } from './findings.ts'
import { dateText } from './read-ledger.ts'
import type { Asked } from './scope.ts'
import {
  type AssetLines,
  type HoldingLine,
  type Line,
  type StatementScope,
  statementOf,
} from './statement.ts'
import type { OwnedLedger } from './use-ledger.ts'
import { basisTexts, chainText, feeRuleTexts, findingText, unprovedText } from './words.ts'

const figures = [
  'first_day',
  'last_day',
  'opening',
  ...movementKinds,
  'closing',
  'proof',
  'unexplained',
] as const

/** The file of a statement: totals by asset, and the vaults of each. What goes out is negative, so that each line adds up. */
export function reportOf(ledger: OwnedLedger, asked: Asked, scope: StatementScope, link: string): Report {
  const { settlement, service, account, ended } = ledger
  const statement = statementOf(settlement.holdings, scope)
  const { first, last } = asked.period
  const figuresOf = (line: Line, isProved: boolean, unexplained: string | null = null) => ({
    first_day: first,
    last_day: last,
    opening: written(line.opening),
    ...Object.fromEntries(movementKinds.map((name) => [name, writeDecimal(line.movements[name])])),
    closing: written(line.closing),
    proof: isProved ? 'proved' : 'not proved',
    unexplained,
  })
  const rows = statement.flatMap((asset) => [
    lineCells(ledger, asset, null, figuresOf(asset.total, asset.proved === asset.lines.length)),
    ...asset.lines.map((line) => {
      const unexplained = reasonsOf(line).find((reason) => reason.kind === 'unexplained')
      const remainder = unexplained ? writeDecimal(unexplained.remainder) : null
      return lineCells(ledger, asset, line, figuresOf(line, line.proof.state === 'proved', remainder))
    }),
  ])
  const findings = findingsOf(ledger, scope)
  const chain = chainOf(statement, settlement.holdings, scope, ledger.today)
  const chainSentence = chainText(chain)
  return {
    ...readingOf(ledger),
    list: 'statement',
    parameters: {
      period: writePeriod(asked.period),
      ...(asked.vaults && { vaults: writeVaults(asked.vaults) }),
      ...(asked.assets && { assets: writeAssets(asked.assets) }),
    },
    link,
    remarks: chainSentence === null ? [] : [chainSentence],
    ...tableOf(figures, rows),
    amounts: ['opening', ...movementKinds, 'closing'],
    json: {
      report: 'statement',
      period: { first_day: first, last_day: last },
      basis: basisTexts,
      fees: feeRuleTexts[settlement.rule.id],
      fee_assets: settlement.networks.map(({ network_id, asset_id, isFound }) => ({
        network_id,
        asset_id,
        found_by_trying: isFound,
      })),
      chain: {
        holdings: chain.lines,
        openings_unlike_earlier_closing: chain.brokenBefore,
        lines_that_do_not_add_up: chain.brokenWithin,
        closings_unlike_today: chain.brokenAfter,
        text: chainSentence,
      },
      as_of: ended,
      service,
      account,
      lines: rows,
      findings: findings.map((finding) => ({
        vault_id: finding.key?.vault_id ?? null,
        asset_id: finding.key?.asset_id ?? null,
        network_id: finding.key?.network_id ?? null,
        transaction_id: finding.transaction_id,
        finding: findingText(finding),
      })),
      in_flight: inFlightIn(ledger, scope).map(({ day, transaction }) => ({
        recorded_on: day === null ? null : dateText(ledger, day),
        record: transaction.received,
      })),
    },
  }
}

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

type Cells = Readonly<Record<string, Cell>>

/** A line of a file about a ledger, of a vault or of all: what it is about, its figures, and what they rest on. */
function lineCells(
  { ended, service, account }: OwnedLedger,
  asset: AssetLines,
  holding: HoldingLine | null,
  itsFigures: Cells,
): Cells {
  const reasons = reasonsOf(holding)
  return {
    line: holding ? 'vault' : 'total',
    asset_id: asset.asset_id,
    network_id: asset.network_id,
    vault_id: holding?.key.vault_id ?? null,
    vault_name: holding?.vault?.vault_name ?? null,
    vault_type: holding?.vault?.vault_type ?? null,
    ...itsFigures,
    why_not_proved: reasons.length > 0 ? reasons.map(unprovedText).join(' ') : null,
    as_of: ended,
    service,
    account,
  }
}

/** Such lines as a table, with figures of these names. */
function tableOf(
  names: readonly string[],
  lines: readonly Cells[],
): Pick<Report, 'columns' | 'rows' | 'countedBy'> {
  const about = ['line', 'asset_id', 'network_id', 'vault_id', 'vault_name', 'vault_type']
  const columns = [...about, ...names, 'why_not_proved', 'as_of', 'service', 'account']
  return {
    columns,
    rows: lines.map((cells) => columns.map((name) => cells[name] ?? null)),
    countedBy: ['line', 'asset_id', 'network_id', 'proof'],
  }
}

/** Why a holding is not proved; nothing where it is. */
function reasonsOf(holding: HoldingLine | null) {
  return holding?.proof.state === 'unproved' ? holding.proof.reasons : []
}

/** What a report of a ledger says of its reading. */
function readingOf(
  ledger: OwnedLedger,
): Pick<Report, 'endpoints' | 'service' | 'account' | 'begun' | 'ended' | 'read' | 'doubts'> {
  const { service, account, begun, ended, book, pages, dateRequests, doubts } = ledger
  return {
    endpoints: [endpointPath('vaults'), endpointPath('transactions')],
    service,
    account,
    begun,
    ended,
    read: { records: book.read, pages: pages + dateRequests },
    doubts,
  }
}

function written(amount: Decimal | null): string | null {
  return amount && writeDecimal(amount)
}
