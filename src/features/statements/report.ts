/** Statements as files to keep, with what they rest on: a roll-forward, what was held at one end of its period, and the ledger of one holding. */
import { type DayNumber, dayText } from '../../api/dates/day.ts'
import { movementKinds } from '../../books/effects.ts'
import type { SettledHolding } from '../../books/settle.ts'
import { countText } from '../../contract/count-text.ts'
import { type Decimal, writeDecimal } from '../../contract/decimal.ts'
import { endpointPath } from '../../contract/endpoints.ts'
import { writeAssets, writePeriod, writeVaults } from '../../url/statements.ts'
import type { Cell, Report } from '../export/index.ts'
import type { Ledger } from './ledger.ts'
import type { BalancedMovement, Movements } from './movements.ts'
import { type Asked, stageOf } from './scope.ts'
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
  type Unproved,
} from './statement.ts'
import {
  basisTexts,
  feesText,
  findingText,
  openText,
  proofHeadline,
  undatedText,
  unprovedText,
} from './words.ts'

const about = ['line', 'asset_id', 'network_id', 'vault_id', 'vault_name', 'vault_type'] as const
const restsOn = ['why_not_proved', 'as_of', 'service', 'account'] as const

/** The file of a statement: totals by asset, and the vaults of each. What goes out is negative, so that each line adds up. */
export function reportOf(ledger: Ledger, asked: Asked, scope: StatementScope, link: string): Report {
  const { settlement, book, balances } = ledger
  const { period, vaults, assets } = asked
  const statement = statementOf(settlement.holdings, scope)
  const span = {
    first_day: period.first,
    last_day: period.last,
    closes_early_at: closesEarlyAt(ledger, scope),
  }
  const lines = linesOf(ledger, statement, (line, reasons) => {
    const unexplained = reasons.find((reason) => reason.kind === 'unexplained')
    return {
      ...span,
      opening: written(line.opening),
      ...Object.fromEntries(movementKinds.map((name) => [name, writeDecimal(line.movements[name])])),
      closing: written(line.closing),
      unexplained: unexplained ? writeDecimal(unexplained.remainder) : null,
    }
  })
  return fileOf(ledger, scope, {
    list: 'statement',
    parameters: {
      period: writePeriod(period),
      ...(vaults && { vaults: writeVaults(vaults) }),
      ...(assets && { assets: writeAssets(assets) }),
    },
    link,
    proof: proofCount(statement),
    columns: [
      ...about,
      'first_day',
      'last_day',
      'closes_early_at',
      'opening',
      ...movementKinds,
      'closing',
      'proof',
      'unexplained',
      ...restsOn,
    ],
    lines,
    countedBy: countedByProof,
    amounts: ['opening', ...movementKinds, 'closing'],
    beside: {
      period: span,
      fees: feesText(settlement).join(' '),
      fee_assets: settlement.networks.map(({ network_id, asset_id, isFound }) => ({
        network_id,
        asset_id,
        found_by_trying: isFound,
      })),
      findings: findingsOf(settlement.holdings, book.faults, scope).map((finding) => ({
        vault_id: finding.holding?.key.vault_id ?? null,
        asset_id: finding.holding?.key.asset_id ?? null,
        network_id: finding.holding?.key.network_id ?? null,
        transaction_id: finding.transaction_id,
        finding: findingText(finding),
      })),
      in_flight: inFlightIn(book.inFlight, balances.vaults, scope).map(({ day, transaction }) => ({
        recorded_on: day === null ? null : dayText(day),
        record: transaction,
      })),
    },
  })
}

/** What a statement came to and rests on, in sentences. */
export function statementResult(ledger: Ledger, scope: StatementScope): string {
  const proof = proofCount(statementOf(ledger.settlement.holdings, scope))
  return [`${proofHeadline(proof)}.`, ...remarksOf(ledger, scope)].join(' ')
}

/** The balances with which the period of a statement opens, which are those at the end of the day before, or closes. */
export function balancesReportOf(
  ledger: Ledger,
  scope: StatementScope,
  end: 'opening' | 'closing',
  link: string,
): Report {
  const { first, last } = scope.period
  const at = end === 'closing' ? { first, last } : { first: first - 1, last: first - 1 }
  const day = { end_of_day: dayText(at.last), closes_early_at: closesEarlyAt(ledger, { period: at }) }
  const statement = statementOf(ledger.settlement.holdings, scope)
  // What cannot be proved is listed, though it may have held nothing.
  const held = statement.map((asset) => ({
    ...asset,
    lines: asset.lines.filter((line) => line[end]?.digits !== 0n || line.proof.state === 'unproved'),
  }))
  return fileOf(
    ledger,
    { period: at },
    {
      list: 'past-balances',
      parameters: { end_of_day: day.end_of_day },
      link,
      proof: proofCount(statement),
      columns: [...about, 'end_of_day', 'closes_early_at', 'balance', 'proof', ...restsOn],
      lines: linesOf(ledger, held, (line) => ({ ...day, balance: written(line[end]) })),
      countedBy: countedByProof,
      amounts: ['balance'],
      beside: day,
    },
  )
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
  ledger: Ledger,
  holding: SettledHolding,
  { period }: Asked,
  scope: StatementScope,
  { first, count, undated }: Movements,
  link: string,
): Report {
  const { key, vault } = holding
  const early = closesEarlyAt(ledger, scope)
  const proof = proofOf(holding, scope.isWhole)
  const edge = (line: 'opening' | 'closing', recorded_on: string, at: DayNumber): Cells => ({
    line,
    recorded_on,
    asset_id: key.asset_id,
    network_id: key.network_id,
    balance: written(balanceAt(holding, at)),
  })
  return fileOf(ledger, scope, {
    list: 'holding-ledger',
    parameters: {
      period: writePeriod(period),
      ...(key.vault_id !== null && { vaults: writeVaults({ ids: [key.vault_id] }) }),
      assets: writeAssets([key]),
    },
    link,
    proof: { proved: proof.state === 'proved' ? 1 : 0, of: 1 },
    doubts: [
      ...reasonsOf(proof).map(unprovedText),
      ...(first.length < count
        ? [`Only the first ${countText(first.length)} of ${countText(count)} movements are in the file.`]
        : []),
      ...(undated > 0 ? [undatedText(undated)] : []),
    ],
    columns: ledgerColumns,
    lines: [
      edge('opening', period.first, scope.period.first - 1),
      ...first.map(movementCells),
      edge('closing', early?.slice(0, 10) ?? period.last, scope.period.last),
    ],
    countedBy: ['line', 'transaction_type'],
    amounts: ['amount_in', 'amount_out', 'fee'],
    beside: {
      holding: { ...key, vault_name: vault?.vault_name ?? null },
      period: { first_day: period.first, last_day: period.last, closes_early_at: early },
    },
  })
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

const countedByProof = ['line', 'asset_id', 'network_id', 'proof'] as const

/** The lines of a file about a statement: each asset's total and its vaults, what each is about, its figures, and what they rest on. */
function linesOf(
  { ended, service, account }: Ledger,
  statement: readonly AssetLines[],
  figuresOf: (line: Line, reasons: readonly Unproved[]) => Cells,
): readonly Cells[] {
  return statement.flatMap(({ asset_id, network_id, total, lines }) => {
    const cells = (line: Line, holding: HoldingLine | null): Cells => {
      const reasons = holding ? reasonsOf(holding.proof) : []
      const isProved = (holding ? [holding] : lines).every(({ proof }) => proof.state === 'proved')
      return {
        line: holding ? 'vault' : 'total',
        asset_id,
        network_id,
        vault_id: holding?.key.vault_id ?? null,
        vault_name: holding?.vault?.vault_name ?? null,
        vault_type: holding?.vault?.vault_type ?? null,
        ...figuresOf(line, reasons),
        proof: isProved ? 'proved' : 'not proved',
        why_not_proved: reasons.length > 0 ? reasons.map(unprovedText).join(' ') : null,
        as_of: ended,
        service,
        account,
      }
    }
    return [cells(total, null), ...lines.map((line) => cells(line, line))]
  })
}

function reasonsOf(proof: Proof): readonly Unproved[] {
  return proof.state === 'unproved' ? proof.reasons : []
}

/** What is different from file to file of a ledger. */
interface FileContents
  extends Pick<Report, 'list' | 'parameters' | 'link' | 'columns' | 'countedBy' | 'amounts'> {
  /** Why it is not complete, beside what the ledger itself says. */
  readonly doubts?: readonly string[]
  readonly proof: ProofCount
  readonly lines: readonly Cells[]
  /** What JSON has beside the lines. */
  readonly beside: Readonly<Record<string, unknown>>
}

/** A file of a ledger: a table for CSV and XLSX, and for JSON one object. */
function fileOf(
  ledger: Ledger,
  scope: Pick<StatementScope, 'period'>,
  { lines, beside, doubts = [], ...contents }: FileContents,
): Report {
  const { service, account, begun, ended, book, pages, dateRequests } = ledger
  const remarks = remarksOf(ledger, scope)
  return {
    ...contents,
    endpoints: [endpointPath('vaults'), endpointPath('transactions')],
    service,
    account,
    begun,
    ended,
    read: { records: book.read, pages: pages + dateRequests },
    doubts: [...ledger.doubts, ...doubts],
    remarks,
    rows: lines.map((cells) => contents.columns.map((name) => cells[name] ?? null)),
    json: {
      report: contents.list,
      result: proofHeadline(contents.proof),
      basis: remarks,
      as_of: ended,
      service,
      account,
      ...beside,
      lines,
    },
  }
}

/** What the figures of a period rest on, in sentences. */
function remarksOf(ledger: Ledger, scope: Pick<StatementScope, 'period'>): readonly string[] {
  return [...(closesEarlyAt(ledger, scope) === null ? [] : [openText(ledger)]), ...basisTexts(ledger)]
}

/** When a period that is not over closes: the instant at which the balances were read. */
function closesEarlyAt(
  { today, whose, ended }: Ledger,
  { period }: Pick<StatementScope, 'period'>,
): string | null {
  return stageOf(period, today, whose) === 'over' ? null : ended
}

function written(amount: Decimal | null): string | null {
  return amount && writeDecimal(amount)
}
