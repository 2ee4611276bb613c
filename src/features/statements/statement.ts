/** The statement of a period. Its figures are the latest balances minus what was recorded after each day. */

import type { Books, SettledBooks } from '../../books/books.ts'
import { counted, countText } from '../../contract/count-text.ts'
import { type DateParameters, dayText } from '../../contract/day.ts'
import { add, writeDecimal } from '../../contract/decimal.ts'
import type { TransactionType } from '../../contract/enumerations.ts'
import type { Valuation } from '../../contract/prices.ts'
import type { Report, ReportColumn, ReportRow, ReportTable } from '../../contract/report.ts'
import { instantText } from '../../records/instant.ts'
import { assetColumns, fileColumns, recordColumns, recordRow, vaultColumns } from '../../reports/columns.ts'
import type { Fault, HoldingKey } from '../../settlement/day-book.ts'
import { type FeeRule, type MovementKind, movementKinds } from '../../settlement/effects.ts'
import type { Settlement } from '../../settlement/settle.ts'
import { writeVaultHolding } from '../../url/holdings.ts'
import { transactionHref, transactionsHref } from '../../url/hrefs.ts'
import { periodName } from '../../url/periods.ts'
import { type StatementQuery, statementHref, statementParameters } from '../../url/statements.ts'
import { basisOf } from '../report/report.ts'
import {
  type AssetLines,
  amountText,
  entriesOf,
  type HoldingLine,
  holdingRows,
  type Line,
  linesOf,
  proofHeadline,
  proofOfAll,
  type Scope,
  scopeOf,
  statementDates,
  vaultCells,
  vaultsText,
} from './holding-lines.ts'
import {
  periodValues,
  sourceTexts,
  usedPrices,
  valuationInputs,
  valuesTable,
  worthTexts,
} from './valuation.ts'

export function statement(books: Books, query: StatementQuery, valuation: Valuation | null = null): Report {
  const scope = scopeOf(books, query)
  return statementOf(scope, linesOf(scope), valuation)
}

/** With prices, it values the opening and closing balances. */
export function statementOf(
  scope: Scope,
  assets: readonly AssetLines[],
  valuation: Valuation | null,
): Report {
  const { books, query } = scope
  const proof = proofOfAll(assets)
  const basis = basisOf(books, ['vaults', 'transactions'])
  const values = valuation && periodValues(valuation, query)
  return {
    name: 'statement',
    title: 'Statement',
    headline: proofHeadline(proof, basis.doubts, 'No holdings found in this period'),
    tables: [
      movementsTable(assets, scope, values ? worthTexts(assets, values, scope) : []),
      ...(values ? [valuesTable(assets, values, scope)] : []),
      ...[notCounted(scope), ...(scope.closesEarlyAt === null ? [] : [inFlight(scope)])].filter(
        ({ rows }) => rows.length > 0,
      ),
    ],
    remarks: [
      ...(proof.proved > 0 ? [proofText(entriesOf(assets))] : []),
      ...feeTexts(scope.settlement),
      ...basisTexts(scope),
      ...(valuation && values ? sourceTexts(valuation, values.closing) : []),
    ],
    basis: { ...basis, proof },
    parameters: statementParameters(query),
    shown: vaultsText(scope),
    link: statementHref(query),
    ...(values && { inputs: valuationInputs(valuation, usedPrices(assets, values)) }),
  }
}

function movementsTable(assets: readonly AssetLines[], scope: Scope, worth: readonly string[]): ReportTable {
  const { query, closesEarlyAt, books } = scope
  return {
    name: 'movements',
    title: 'Movements',
    levels: ['asset', 'vault', 'movement'],
    empty: 'No balances or movements found. Choose other vaults, assets or days.',
    remarks: [...spanTexts(query, books, closesEarlyAt), ...worth],
    columns: movementColumns(closesEarlyAt !== null, query.zone),
    rows: holdingRows(
      assets,
      (line) => figures(line, scope),
      (line) => ({
        href: statementHref(query, writeVaultHolding(line.holding.key)),
        linkLabel: 'Ledger',
        parts: kindRows(line, scope),
      }),
    ),
  }
}

function figures({ opening, closing, movements }: Line, scope: Scope): ReportRow['cells'] {
  const { deposits, from_own, rewards, withdrawals, to_own, fees } = movements
  return {
    ...periodCells(scope),
    opening: amountText(opening),
    in: writeDecimal(add(deposits.sum, from_own.sum)),
    out: writeDecimal(add(withdrawals.sum, to_own.sum)),
    rewards: writeDecimal(rewards.sum),
    fees: writeDecimal(fees.sum),
    closing: amountText(closing),
  }
}

function periodCells({ query: { period, zone }, closesEarlyAt }: Scope): ReportRow['cells'] {
  const { first, last } = period
  return {
    ...{ first_day: first, last_day: last, ...(zone && { time_zone: zone }) },
    closes_early_at: closesEarlyAt,
  }
}

function movementColumns(isOpen: boolean, zone: string | null): readonly ReportColumn[] {
  const figure = (name: string, label: string, hint: string): ReportColumn => ({
    ...{ name, label, hint, kind: 'amount' },
  })
  return [
    ...assetColumns,
    ...vaultColumns,
    ...fileColumns('text', 'movement'),
    ...fileColumns('count', 'count'),
    ...fileColumns('day', 'first_day', 'last_day'),
    ...fileColumns('text', ...(zone ? ['time_zone'] : [])),
    ...fileColumns('instant', 'closes_early_at'),
    figure('opening', 'Opening', 'Held when the period began'),
    figure('in', 'In', 'Deposits, and transfers from own vaults'),
    figure('out', 'Out', 'Withdrawals, and transfers to own vaults'),
    figure('rewards', 'Rewards', 'Staking rewards, once claimed'),
    figure('fees', 'Fees', 'Network fees paid in this asset'),
    figure('closing', isOpen ? 'So far' : 'Closing', 'Opening balance plus all movements'),
    ...fileColumns('verdict', 'proof'),
    ...fileColumns('amount', 'unexplained'),
  ]
}

function kindRows({ holding, movements }: HoldingLine, scope: Scope): readonly ReportRow[] {
  const about = { ...vaultCells(holding), ...periodCells(scope) }
  const dates = statementDates(scope)
  return movementKinds
    .filter((kind) => movements[kind].count > 0)
    .map((kind) => {
      const { sum, count } = movements[kind]
      const [column, nameOf] = kinds[kind]
      const cells = {
        ...{ line: nameOf(count), movement: kind, count: String(count) },
        [column]: writeDecimal(sum),
      }
      return { id: kind, href: listHref(kind, holding.key, dates), cells: { ...about, ...cells } }
    })
}

/** The list of the transactions of a kind. Null where a service cannot be asked for just those, as for rewards and fees. */
function listHref(
  kind: MovementKind,
  { vault_id, asset_id, network_id }: HoldingKey,
  dates: DateParameters,
): string | null {
  const [transaction_type, end] = listed[kind] ?? []
  if (transaction_type === undefined || end === undefined || !vault_id || !asset_id || !network_id)
    return null
  const asked = { transaction_type, status: 'completed', asset_id, network_id, [end]: vault_id, ...dates }
  return transactionsHref(asked)
}

const listed: Partial<
  Record<MovementKind, readonly [type: TransactionType, end: 'source_id' | 'destination_id']>
> = {
  deposits: ['deposit', 'destination_id'],
  from_own: ['rebalance', 'destination_id'],
  withdrawals: ['withdraw', 'source_id'],
  to_own: ['rebalance', 'source_id'],
}

/** The column for each kind of movement, and the name of its row. */
const kinds: Readonly<Record<MovementKind, readonly [column: string, name: (count: number) => string]>> = {
  deposits: ['in', (count) => counted(count, 'deposit')],
  from_own: ['in', (count) => `${countText(count)} from own vaults`],
  rewards: ['rewards', (count) => counted(count, 'reward')],
  withdrawals: ['out', (count) => counted(count, 'withdrawal')],
  to_own: ['out', (count) => `${countText(count)} to own vaults`],
  fees: ['fees', (count) => counted(count, 'fee')],
}

/** Completed transactions that cannot be counted, or not in full. */
function notCounted({ book, query: { vaults, assets } }: Scope): ReportTable {
  const rest = book.faultCount - book.faults.length
  return {
    name: 'not-counted',
    title: 'Transactions that are not counted',
    remarks: [
      ...(vaults || assets
        ? ['These are of the whole account: some may concern other vaults and assets.']
        : []),
      ...(rest > 0 ? [`And ${countText(rest)} more.`] : []),
    ],
    columns: [
      { name: 'transaction_id', label: 'Transaction', kind: 'transaction' },
      { name: 'why', label: 'Why', kind: 'sentence' },
    ],
    rows: book.faults.map(({ transaction_id, fault }, index) => ({
      id: transaction_id ?? String(index),
      href: transaction_id === null ? null : transactionHref(transaction_id),
      cells: { transaction_id, why: faultText(fault) },
      tone: 'warning',
    })),
  }
}

function faultText(fault: Fault['fault']): string {
  switch (fault.kind) {
    case 'unknown-type':
      return `Its type “${fault.value ?? ''}” is unknown, so it is not counted.`
    case 'unknown-status':
      return `Its status “${fault.value ?? ''}” is unknown, so it is not counted.`
    case 'unreadable-amount':
      return `Its amount “${fault.value ?? ''}” is not a decimal number, so it is not counted.`
    case 'unreadable-fee':
      return `Its fee “${fault.value ?? ''}” is not a decimal number, so the fee is not counted.`
    case 'no-vault':
      return 'Neither party is a vault, so it is not counted.'
  }
}

/** Open transactions of the statement's vaults and assets, newest first. */
function inFlight({ book, balances, includes }: Scope): ReportTable {
  const vaults = new Map(balances.vaults.map((vault) => [vault.vault_id, vault]))
  const listed = book.inFlight.filter(({ transaction: { source, destination, asset_id, network_id } }) =>
    [
      ...(source.source_type === 'vault' ? [source.source_id] : []),
      ...(destination.destination_type === 'vault' ? [destination.destination_id] : []),
    ].some((vault_id) => includes({ vault_id, asset_id, network_id }, vaults.get(vault_id) ?? null)),
  )
  const verb = listed.length === 1 ? 'has' : 'have'
  return {
    name: 'in-flight',
    title: 'In flight',
    isAside: true,
    remarks: [
      `${counted(listed.length, 'transaction is', 'transactions are')} in flight and ${verb} moved nothing yet.`,
    ],
    columns: recordColumns,
    rows: listed.map(({ day, transaction }, index) =>
      recordRow(transaction, day === null ? null : dayText(day), index),
    ),
  }
}

/** "October 2026: 2026-10-01 to 2026-10-31, UTC." */
export function spanTexts(
  { period, zone: named }: Pick<StatementQuery, 'period' | 'zone'>,
  { transactions }: Pick<Books, 'transactions'>,
  closesEarlyAt: string | null,
): readonly string[] {
  const { kind, first, last } = period
  const zone = named ?? (transactions.days.whose === 'service' ? 'by the service’s own days' : 'UTC')
  const name = kind === 'days' ? '' : `${periodName(period)}: `
  const days = first === last ? first : `${first} to ${last}`
  return [
    `${name}${days}, ${zone}.`,
    ...(closesEarlyAt === null
      ? []
      : [`The period is not over. It closes with the balances read at ${instantText(closesEarlyAt)}.`]),
  ]
}

interface DatedScope extends Pick<SettledBooks, 'book'> {
  readonly books: Pick<Books, 'transactions'>
  readonly query: Pick<StatementQuery, 'zone'>
}

export function basisTexts(scope: DatedScope): readonly string[] {
  return [
    ...dateTexts(scope),
    'Totals leave out transfers between the vaults of the statement: they cancel out.',
    'A balance is available, processing and staking together. Claimable rewards are left out: they grow without a transaction.',
  ]
}

/** When a transaction counts. */
export function dateTexts({ book: { undated }, books, query: { zone } }: DatedScope): readonly string[] {
  const it = undated === 1 ? 'it' : 'them'
  return [
    zone === null && books.transactions.days.whose === 'service'
      ? 'Days are the service’s own: a transaction counts on the day for which its date filter lists it. The service does not say which time zone its days are in, or whether they are days of recording or of completion.'
      : `A transaction counts on the day for which the service’s date filter lists it, in ${zone ?? 'UTC'}. The service does not say whether that is the day of recording or of completion.`,
    ...(undated > 0
      ? [
          `${counted(undated, 'transaction of the account has', 'transactions of the account have')} no date: the date filter does not list ${it} on any day.`,
        ]
      : []),
  ]
}

export function proofText(entries: number): string {
  return `Proved means: reversing ${counted(entries, 'amount and fee', 'amounts and fees')} from the latest balances leaves exactly zero before the first transaction. That proves sums, not days.`
}

/** Who pays fees, and how that is known. */
export function feeTexts({ rule, networks, hasFees }: Settlement): readonly string[] {
  if (!hasFees) return ['The transactions record no fees.']
  if (networks.length === 0) return [feeRuleTexts.nobody]
  return [
    feeRuleTexts[rule.id],
    ...(rule.id === 'sender' ? [] : ['No other fee rule that was tried explains more balances.']),
    ...networks
      .filter(({ isFound }) => isFound)
      .map(
        ({ network_id, asset_id }) =>
          `Fees on ${network_id ?? 'an unnamed network'} are assumed to be paid in ${asset_id ?? 'an unnamed asset'}. The service does not say so, but no other asset explains more balances.`,
      ),
  ]
}

const feeRuleTexts: Readonly<Record<FeeRule['id'], string>> = {
  sender: 'Fees count as paid by the sender, in the network’s own asset.',
  'sender-same-asset': 'Fees count as paid by the sender on top of the amount, in the same asset.',
  'within-amount': 'Fees count as part of the amount: the receiver gets the amount minus the fee.',
  receiver: 'Fees count as paid by the receiver, in the network’s own asset.',
  nobody: 'No vault pays the fees, by the rule that explains the balances.',
}
