/** The statement of a period. Its figures are the latest balances minus what was recorded after each day. */

import { counted, countText, sentences } from '../../contract/count-text.ts'
import { add, writeDecimal } from '../../contract/decimal.ts'
import { openStatuses, type TransactionType } from '../../contract/enumerations.ts'
import { paidFeeAsset } from '../../contract/fee-asset.ts'
import type { Valuation } from '../../contract/prices.ts'
import type { Basis, ReportCells, ReportColumn, ReportRow, ReportTable } from '../../contract/report.ts'
import { effectsOf, isOutgoing, type MovementKind, movementKinds, pays } from '../../ledger/effects.ts'
import { type Fault, holdingName } from '../../ledger/movement-ledger.ts'
import type { FeePayment } from '../../ledger/movements.ts'
import type { HoldingProof } from '../../ledger/prove-balances.ts'
import { writeVaultHolding } from '../../url/holdings.ts'
import { transactionHref } from '../../url/hrefs.ts'
import { type StatementQuery, statementHref, statementParameters } from '../../url/statements.ts'
import {
  assetColumns,
  fileColumns,
  periodColumns,
  recordColumns,
  recordRow,
  vaultColumns,
} from '../columns.ts'
import { periodListHref } from '../links.ts'
import { scopedReport } from '../period-reports.ts'
import { dayInZone } from '../recorded-sums.ts'
import type { RecordedTransaction, ReportRecords } from '../report-records.ts'
import {
  type AssetLines,
  amountText,
  entriesOf,
  type HoldingLine,
  holdingRows,
  type Line,
  lacksFailedFees,
  linesOf,
  proofHeadline,
  proofOfAll,
  vaultCells,
} from './holding-lines.ts'
import { parseStatement, readScope, type Scope, statementEdges } from './scope.ts'
import { basisTexts, feeTexts, proofText, spanTexts } from './texts.ts'
import {
  periodValues,
  sourceTexts,
  usedPrices,
  valuationInputs,
  valueDays,
  valuesTable,
  worthTexts,
} from './valuation.ts'

/** `/statements?period=…`: what was held at both ends of a period, and how one became the other. */
export const statementEntry = scopedReport<StatementQuery>({
  ...{ name: 'statement', title: 'Statement', path: '/statements', lists: ['vaults', 'transactions'] },
  ...{ parse: parseStatement, hrefOf: (query) => statementHref(query), parametersOf: statementParameters },
  edges: (query, account) => statementEdges(query, account, 'ends'),
  async make(records, query) {
    const scope = await readScope(records, query, 'ends')
    const assets = linesOf(scope)
    const held = assets.flatMap(({ lines }) => lines.map(({ holding }) => holding))
    const [basis, valuation, open, failed] = await Promise.all([
      records.basis(['vaults', 'transactions']),
      records.prices(valueDays(query.period, records.asOf)),
      scope.closesEarlyAt === null ? [] : records.transactions({ status: openStatuses }),
      failedWithFees(records, held, scope.balanceProof),
    ])
    return statementOf(scope, assets, { basis, valuation, open, failed })
  },
})

/** With prices, it values the opening and closing balances. */
export function statementOf(
  scope: Scope,
  assets: readonly AssetLines[],
  of: {
    readonly basis: Basis
    readonly valuation: Valuation | null
    /** In a period that is not over, else none. */
    readonly open: readonly RecordedTransaction[]
    /** Those whose fees are what balances lack. */
    readonly failed: readonly RecordedTransaction[]
  },
) {
  const { basis, valuation } = of
  const { query } = scope
  const proof = proofOfAll(assets)
  const values = valuation && periodValues(valuation, query, basis.as_of)
  const rest = [
    notCounted(scope),
    failedFeesTable(of.failed, (recorded) => dayInZone(recorded, query.zone)),
    inFlight(scope, of.open),
  ]
  return {
    scope,
    headline: proofHeadline(proof, basis.doubts, 'No holdings found in this period'),
    tables: [
      movementsTable(assets, scope, values ? worthTexts(assets, values, scope) : []),
      ...(values ? [valuesTable(assets, values, scope)] : []),
      ...rest.filter(({ rows }) => rows.length > 0),
    ],
    remarks: [
      ...(proof.proved > 0 ? [proofText(entriesOf(assets))] : []),
      ...feeTexts(scope.balanceProof),
      ...basisTexts(scope),
      ...(valuation && values ? sourceTexts(valuation, values.closing) : []),
    ],
    basis: { ...basis, proof },
    inputs: values ? valuationInputs(valuation, usedPrices(assets, values)) : undefined,
  }
}

function movementsTable(assets: readonly AssetLines[], scope: Scope, worth: readonly string[]): ReportTable {
  const { query, closesEarlyAt } = scope
  return {
    name: 'movements',
    title: 'Movements',
    levels: ['asset', 'vault', 'movement'],
    empty: 'No balances or movements found. Choose other vaults, assets or days.',
    remarks: [...spanTexts(scope), ...worth],
    columns: movementColumns(closesEarlyAt !== null, query.zone),
    rows: holdingRows(
      assets,
      (line) => figures(line, scope),
      (line) => ({
        href: statementHref(query, writeVaultHolding(line.holding.key)),
        linkLabel: 'Open the ledger',
        parts: kindRows(line, scope),
      }),
    ),
  }
}

function figures({ opening, closing, movements }: Line, scope: Scope): ReportCells {
  const { deposits, from_own, rewards, withdrawals, to_own, fees } = movements
  const received = add(deposits.sum, from_own.sum)
  const sent = add(withdrawals.sum, to_own.sum)
  return {
    ...periodCells(scope),
    opening: amountText(opening),
    in: writeDecimal(received),
    out: writeDecimal(sent),
    rewards: writeDecimal(rewards.sum),
    fees: writeDecimal(fees.sum),
    all_in: writeDecimal(add(received, rewards.sum)),
    all_out: writeDecimal(add(sent, fees.sum)),
    closing: amountText(closing),
  }
}

function periodCells({ query: { period, zone }, closesEarlyAt }: Scope): ReportCells {
  const { first, last } = period
  return {
    ...{ first_day: first, last_day: last, ...(zone && { time_zone: zone }) },
    closes_early_at: closesEarlyAt,
  }
}

const inNarrow = { room: 'narrow', where: 'page' } as const

function movementColumns(isOpen: boolean, zone: string | null): readonly ReportColumn[] {
  const figure = (name: string, label: string, hint: string): ReportColumn => ({
    ...{ name, label, hint, kind: 'amount' },
  })
  return [
    ...assetColumns,
    ...vaultColumns,
    ...fileColumns('text', 'movement'),
    ...fileColumns('count', 'count'),
    ...periodColumns(zone),
    ...fileColumns('instant', 'closes_early_at'),
    figure('opening', 'Opening', 'Held when the period began'),
    { ...figure('in', 'In', 'Deposits, and transfers from own vaults'), room: 'wide' },
    { ...figure('out', 'Out', 'Withdrawals, and transfers to own vaults'), room: 'wide' },
    { ...figure('rewards', 'Rewards', 'Staking rewards, once claimed'), room: 'wide' },
    { ...figure('fees', 'Fees', 'Network fees paid in this asset'), room: 'wide' },
    { ...figure('all_in', 'In', 'Deposits, transfers from own vaults, and staking rewards'), ...inNarrow },
    { ...figure('all_out', 'Out', 'Withdrawals, transfers to own vaults, and network fees'), ...inNarrow },
    figure('closing', isOpen ? 'So far' : 'Closing', 'Opening balance plus all movements'),
    ...fileColumns('verdict', 'proof'),
    ...fileColumns('amount', 'unexplained'),
  ]
}

function kindRows({ holding, movements }: HoldingLine, scope: Scope): readonly ReportRow[] {
  const about = { ...vaultCells(holding), ...periodCells(scope) }
  return movementKinds
    .filter((kind) => movements[kind].count > 0)
    .map((kind) => {
      const { sum, count } = movements[kind]
      const [column, nameOf] = kinds[kind]
      const cells = {
        ...{ line: nameOf(count), movement: kind, count: String(count) },
        ...{ [column]: writeDecimal(sum), [isOutgoing(kind) ? 'all_out' : 'all_in']: writeDecimal(sum) },
      }
      return { id: kind, href: listHref(kind, holding, scope), cells: { ...about, ...cells } }
    })
}

/** The list of just the transactions of a kind, by the same edges. What no filter divides, the ledger lists. */
function listHref(kind: MovementKind, { key }: HoldingProof, { query, days, joined }: Scope): string | null {
  const { vault_id, asset_id, network_id } = key
  const [transaction_type, end] = listed[kind] ?? []
  if (transaction_type === undefined || end === undefined || !network_id || joined.has(holdingName(key))) {
    const holding = writeVaultHolding(key)
    return holding && statementHref(query, holding, kind)
  }
  if (!vault_id || !asset_id) return null
  const asked = { transaction_type, status: 'completed', asset_id, network_id, [end]: vault_id }
  return periodListHref(asked, days, query.zone)
}

const listed: Partial<
  Record<MovementKind, readonly [type: TransactionType, end: 'source_id' | 'destination_id']>
> = {
  deposits: ['deposit', 'destination_id'],
  from_own: ['rebalance', 'destination_id'],
  withdrawals: ['withdraw', 'source_id'],
  to_own: ['rebalance', 'source_id'],
}

const kinds: Readonly<Record<MovementKind, readonly [column: string, name: (count: number) => string]>> = {
  deposits: ['in', (count) => counted(count, 'deposit')],
  from_own: ['in', (count) => `${counted(count, 'transfer')} in`],
  rewards: ['rewards', (count) => counted(count, 'reward')],
  withdrawals: ['out', (count) => counted(count, 'withdrawal')],
  to_own: ['out', (count) => `${counted(count, 'transfer')} out`],
  fees: ['fees', (count) => counted(count, 'fee')],
}

/** Completed transactions that cannot be counted, or not in full. */
function notCounted({ faults, faultCount, query: { vaults, assets } }: Scope): ReportTable {
  const rest = faultCount - faults.length
  return {
    name: 'not-counted',
    title: 'Transactions that are not counted',
    remarks: sentences(
      (vaults || assets) && 'These are of the whole account: some may concern other vaults and assets.',
      rest > 0 && `And ${countText(rest)} more.`,
    ),
    columns: [
      { name: 'transaction_id', label: 'Transaction', kind: 'transaction' },
      { name: 'why', label: 'Why', kind: 'sentence' },
    ],
    rows: faults.map(({ transaction_id, fault }, index) => ({
      id: transaction_id ?? String(index),
      href: transaction_id === null ? null : transactionHref(transaction_id),
      cells: { transaction_id, why: faultText(fault) },
      tone: 'warning',
    })),
  }
}

function faultText(fault: Fault['fault']): string {
  if (fault.kind === 'no-vault') return 'Neither party is a vault, so it is not counted.'
  const [name, why] = faultWords[fault.kind]
  return `Its ${name} “${fault.value ?? ''}” is ${why}.`
}

const faultWords = {
  'unknown-type': ['type', 'unknown, so it is not counted'],
  'unknown-status': ['status', 'unknown, so it is not counted'],
  'unreadable-amount': ['amount', 'not a decimal number, so it is not counted'],
  'unreadable-fee': ['fee', 'not a decimal number, so the fee is not counted'],
} as const

/** Open transactions of the statement's vaults and assets, newest first. */
function inFlight({ includes, query }: Scope, open: readonly RecordedTransaction[]): ReportTable {
  const listed = open.filter(({ transaction: { source, destination, asset_id, network_id } }) =>
    [
      ...(source.source_type === 'vault' ? [source.source_id] : []),
      ...(destination.destination_type === 'vault' ? [destination.destination_id] : []),
    ].some((vault_id) => includes({ vault_id, asset_id, network_id })),
  )
  const verb = listed.length === 1 ? 'has' : 'have'
  return {
    name: 'in-flight',
    title: 'In flight',
    isSecondary: true,
    remarks: [
      `${counted(listed.length, 'transaction is', 'transactions are')} in flight and ${verb} moved nothing yet.`,
    ],
    columns: recordColumns,
    rows: listed.map(({ transaction, recorded }, index) =>
      recordRow(transaction, dayInZone(recorded, query.zone), index),
    ),
  }
}

/** Failed transactions whose fees are exactly what balances lack. */
async function failedWithFees(
  records: ReportRecords,
  holdings: readonly HoldingProof[],
  payment: FeePayment,
): Promise<readonly RecordedTransaction[]> {
  const short = new Set(holdings.filter(lacksFailedFees).map(({ key }) => holdingName(key)))
  if (short.size === 0) return []
  const failed = await records.transactions({ status: ['failed'] })
  return failed.filter(({ transaction }) => {
    const key = { asset_id: paidFeeAsset(payment, transaction), network_id: transaction.network_id }
    return effectsOf(transaction).fees.some(
      ({ vault_id, part }) => pays(payment.rule, part) && short.has(holdingName({ vault_id, ...key })),
    )
  })
}

/** `dayOf`: the day of a transaction, where it is known. */
function failedFeesTable(
  failed: readonly RecordedTransaction[],
  dayOf: (recorded: RecordedTransaction['recorded']) => string | null,
): ReportTable {
  return {
    name: 'failed-fees',
    title: 'Failed transactions with fees',
    isSecondary: true,
    remarks: [
      'The balances of some holdings are lower than their transactions explain, by exactly these fees. The service may have charged them.',
    ],
    columns: [...recordColumns, { name: 'fee', label: 'Fee', kind: 'amount' }],
    rows: failed.map(({ transaction, recorded }, index) => recordRow(transaction, dayOf(recorded), index)),
  }
}
