/** Statements as files to keep, with what they rest on: a roll-forward, what was held at one end of its period, and the ledger of one holding. */
import { dayNumber, dayText } from '../../api/dates/day.ts'
import { type Decimal, writeDecimal } from '../../contract/decimal.ts'
import { endpointPath } from '../../contract/endpoints.ts'
import { writeAssets, writePeriod, writeVaults } from '../../url/statements.ts'
import type { Cell, Report } from '../export/index.ts'
import { movementKinds } from './effects.ts'
import type { BalancedMovement, Movements } from './movements.ts'
import { type Asked, stageOf } from './scope.ts'
import type { SettledHolding } from './settle.ts'
import {
  type AssetLines,
  balanceAt,
  findingsOf,
  type HoldingLine,
  inFlightIn,
  type Line,
  type Proof,
  type ProofCount,
  proofCount,
  proofOf,
  type StatementScope,
  statementOf,
} from './statement.ts'
import type { OwnedLedger } from './use-ledger.ts'
import { basisTexts, feesText, findingText, openText, proofHeadline, unprovedText } from './words.ts'

const figures = [
  'first_day',
  'last_day',
  'closes_early_at',
  'opening',
  ...movementKinds,
  'closing',
  'proof',
  'unexplained',
] as const

/** The file of a statement: totals by asset, and the vaults of each. What goes out is negative, so that each line adds up. */
export function reportOf(ledger: OwnedLedger, asked: Asked, scope: StatementScope, link: string): Report {
  const { settlement, book, balances, service, account, ended } = ledger
  const statement = statementOf(settlement.holdings, scope)
  const period = {
    first_day: asked.period.first,
    last_day: asked.period.last,
    closes_early_at: closesEarlyAt(ledger, scope),
  }
  const figuresOf = (line: Line, isProved: boolean, unexplained: string | null = null) => ({
    ...period,
    opening: written(line.opening),
    ...Object.fromEntries(movementKinds.map((name) => [name, writeDecimal(line.movements[name])])),
    closing: written(line.closing),
    proof: isProved ? 'proved' : 'not proved',
    unexplained,
  })
  const rows = statement.flatMap((asset) => [
    lineCells(ledger, asset, null, figuresOf(asset.total, asset.proved === asset.lines.length)),
    ...asset.lines.map((line) => {
      const unexplained = reasonsOf(line.proof).find((reason) => reason.kind === 'unexplained')
      const remainder = unexplained ? writeDecimal(unexplained.remainder) : null
      return lineCells(ledger, asset, line, figuresOf(line, line.proof.state === 'proved', remainder))
    }),
  ])
  const proof = proofCount(statement)
  const common = commonOf(ledger, scope, proof)
  return {
    ...common,
    list: 'statement',
    parameters: parametersOf(asked),
    link,
    ...tableOf(figures, rows),
    amounts: ['opening', ...movementKinds, 'closing'],
    json: {
      report: 'statement',
      result: proofHeadline(proof),
      period,
      basis: common.remarks,
      fees: feesText(settlement).join(' '),
      fee_assets: settlement.networks.map(({ network_id, asset_id, isFound }) => ({
        network_id,
        asset_id,
        found_by_trying: isFound,
      })),
      as_of: ended,
      service,
      account,
      lines: rows,
      findings: findingsOf(settlement.holdings, book.faults, scope).map((finding) => ({
        vault_id: finding.holding?.key.vault_id ?? null,
        asset_id: finding.holding?.key.asset_id ?? null,
        network_id: finding.holding?.key.network_id ?? null,
        transaction_id: finding.transaction_id,
        finding: findingText(finding),
      })),
      in_flight: inFlightIn(book.inFlight, balances.vaults, scope).map(({ day, transaction }) => ({
        recorded_on: day === null ? null : dayText(day),
        record: transaction.received,
      })),
    },
  }
}

/** What a statement came to and rests on, in sentences. */
export function statementResult(ledger: OwnedLedger, scope: StatementScope): string {
  const proof = proofCount(statementOf(ledger.settlement.holdings, scope))
  return [`${proofHeadline(proof)}.`, ...commonOf(ledger, scope, proof).remarks].join(' ')
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
  const early = end === 'closing' ? closesEarlyAt(ledger, scope) : null
  const row = (asset: AssetLines, holding: HoldingLine | null) => {
    const isProved = holding ? holding.proof.state === 'proved' : asset.proved === asset.lines.length
    return lineCells(ledger, asset, holding, {
      end_of_day: day,
      closes_early_at: early,
      balance: written((holding ?? asset.total)[end]),
      proof: isProved ? 'proved' : 'not proved',
    })
  }
  const statement = statementOf(ledger.settlement.holdings, scope)
  const rows = statement.flatMap((asset) => [
    row(asset, null),
    // What cannot be proved is listed, though it may have held nothing.
    ...asset.lines
      .filter((line) => line[end]?.digits !== 0n || line.proof.state === 'unproved')
      .map((line) => row(asset, line)),
  ])
  const proof = proofCount(statement)
  const common = commonOf(ledger, end === 'closing' ? scope : null, proof)
  return {
    ...common,
    list: 'past-balances',
    parameters: { end_of_day: day },
    link,
    ...tableOf(['end_of_day', 'closes_early_at', 'balance', 'proof'], rows),
    amounts: ['balance'],
    json: {
      report: 'past-balances',
      result: proofHeadline(proof),
      end_of_day: day,
      closes_early_at: early,
      basis: common.remarks,
      as_of: ledger.ended,
      lines: rows,
    },
  }
}

const ledgerColumns = [
  'line',
  'recorded_on',
  'transaction_id',
  'txn_hash',
  'transaction_type',
  'asset_id',
  'network_id',
  'amount_in',
  'amount_out',
  'fee',
  'balance',
  'source_type',
  'source_id',
  'source_address',
  'destination_type',
  'destination_id',
  'destination_address',
  'note',
] as const

/** The ledger of one holding: its movements between the opening and the closing balance of the period. */
export function ledgerReportOf(
  ledger: OwnedLedger,
  holding: SettledHolding,
  asked: Asked,
  scope: StatementScope,
  movements: Movements,
  link: string,
): Report {
  const { key, vault } = holding
  const early = closesEarlyAt(ledger, scope)
  const proof = proofOf(holding, scope.isWhole)
  const { first, count, undated } = movements
  const edge = (line: 'opening' | 'closing', day: string, at: number): Cells => ({
    line,
    recorded_on: day,
    asset_id: key.asset_id,
    network_id: key.network_id,
    balance: written(balanceAt(holding, at)),
  })
  const rows = [
    edge('opening', asked.period.first, scope.period.first - 1),
    ...first.map(movementCells),
    edge('closing', early?.slice(0, 10) ?? asked.period.last, scope.period.last),
  ]
  const common = commonOf(ledger, scope, { proved: proof.state === 'proved' ? 1 : 0, of: 1 })
  return {
    ...common,
    doubts: [
      ...common.doubts,
      ...reasonsOf(proof).map(unprovedText),
      ...(first.length < count
        ? [`Only the first ${first.length} of ${count} movements are in the file.`]
        : []),
      ...(undated > 0 ? [`${undated} transactions of this holding have no day in it.`] : []),
    ],
    list: 'holding-ledger',
    parameters: {
      period: writePeriod(asked.period),
      ...(key.vault_id !== null && { vaults: writeVaults({ ids: [key.vault_id] }) }),
      assets: writeAssets([key]),
    },
    link,
    columns: ledgerColumns,
    rows: rows.map((cells) => ledgerColumns.map((name) => cells[name] ?? null)),
    countedBy: ['line', 'transaction_type'],
    amounts: ['amount_in', 'amount_out', 'fee'],
    json: {
      report: 'holding-ledger',
      holding: { ...key, vault_name: vault?.vault_name ?? null },
      period: { first_day: asked.period.first, last_day: asked.period.last, closes_early_at: early },
      basis: common.remarks,
      as_of: ledger.ended,
      lines: rows,
    },
  }
}

function movementCells({ day, transaction, amountIn, amountOut, fee, balance }: BalancedMovement): Cells {
  const { source, destination, transaction_id, txn_hash, transaction_type, asset_id, network_id, note } =
    transaction
  const { source_type, source_id, source_address } = source
  const { destination_type, destination_id, destination_address } = destination
  return {
    line: 'movement',
    recorded_on: dayText(day),
    transaction_id,
    txn_hash,
    transaction_type,
    asset_id,
    network_id,
    amount_in: written(amountIn),
    amount_out: written(amountOut),
    fee: written(fee),
    balance: written(balance),
    source_type,
    source_id,
    source_address,
    destination_type,
    destination_id,
    destination_address,
    note,
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
  const reasons = holding ? reasonsOf(holding.proof) : []
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

function reasonsOf(proof: Proof) {
  return proof.state === 'unproved' ? proof.reasons : []
}

/** The parameters of a link that asks for the same. */
function parametersOf({ period, vaults, assets }: Asked): Readonly<Record<string, string>> {
  return {
    period: writePeriod(period),
    ...(vaults && { vaults: writeVaults(vaults) }),
    ...(assets && { assets: writeAssets(assets) }),
  }
}

/** When a period that is not over closes: the instant at which the balances were read. */
function closesEarlyAt({ today, ended }: OwnedLedger, { period }: StatementScope): string | null {
  return stageOf(period, today) === 'over' ? null : ended
}

/** What the files of a ledger have in common. Without a scope the period has no end that could be open. */
function commonOf(ledger: OwnedLedger, scope: StatementScope | null, proof: ProofCount) {
  const { service, account, begun, ended, book, pages, dateRequests, doubts } = ledger
  const isOpen = scope !== null && closesEarlyAt(ledger, scope) !== null
  return {
    endpoints: [endpointPath('vaults'), endpointPath('transactions')],
    service,
    account,
    begun,
    ended,
    read: { records: book.read, pages: pages + dateRequests },
    proof,
    doubts,
    remarks: [...(isOpen ? [openText(ledger)] : []), ...basisTexts(ledger)],
  } satisfies Partial<Report>
}

function written(amount: Decimal | null): string | null {
  return amount && writeDecimal(amount)
}
