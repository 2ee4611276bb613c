/**
 * The statement of a period: what each vault held of each asset at its beginning, what it was increased and reduced by, and what it held at
 * its end. Rolled back from today's balances: the balance at the end of a day is today's, less what was recorded after that day.
 */
import { dayText } from '../../api/dates/day.ts'
import type { Books } from '../../books/books.ts'
import type { Fault } from '../../books/day-book.ts'
import { type MovementKind, movementKinds } from '../../books/effects.ts'
import type { SettledHolding } from '../../books/settle.ts'
import { counted, countText } from '../../contract/count-text.ts'
import { add, type Decimal, rounded, writeDecimal } from '../../contract/decimal.ts'
import { transactionHref } from '../../url/hrefs.ts'
import {
  type StatementQuery,
  statementHref,
  statementParameters,
  writeVaultHolding,
} from '../../url/statements.ts'
import {
  basisOf,
  partyColumns,
  type Report,
  type ReportColumn,
  type ReportRow,
  type ReportTable,
  transactionCells,
} from '../report/index.ts'
import { balanceSeries, changesOf } from './past.ts'
import {
  type AssetLines,
  entriesOf,
  type HoldingLine,
  type Line,
  linesOf,
  proofOfAll,
  type Scope,
  scopeOf,
  sharedHoldings,
} from './scope.ts'
import { type Valuation, valueAt, worthTexts } from './valuation.ts'
import {
  assetLabel,
  basisTexts,
  openText,
  proofHeadline,
  proofTexts,
  spanText,
  unprovedText,
  vaultLabel,
} from './words.ts'

/** A statement of the books. With prices it has the value of what is held at its end. */
export function statement(books: Books, query: StatementQuery, valuation: Valuation | null = null): Report {
  const scope = scopeOf(books, query)
  const assets = linesOf(scope)
  const proof = proofOfAll(assets)
  const { settlement, closesEarlyAt } = scope
  return {
    name: 'statement',
    title: 'Statement',
    headline: {
      text: proofHeadline(proof),
      tone: proof.of === 0 ? 'neutral' : proof.proved === proof.of ? 'good' : 'warning',
    },
    tables: [
      movementsTable(assets, scope, valuation),
      ...[notCounted(scope), inFlight(scope), balanceByDay(assets, scope)].filter(
        ({ rows }) => rows.length > 0,
      ),
    ],
    remarks: [
      ...(proof.proved > 0 ? [proofTexts.proved(entriesOf(assets))] : []),
      ...proofTexts.fees(settlement),
      ...basisTexts(scope),
      ...(valuation ? [sourceOf(valuation)] : []),
    ],
    basis: { ...basisOf(books, ['vaults', 'transactions']), proof },
    parameters: statementParameters(query),
    link: statementHref(query),
  }
}

/** What was held when a period began, which is at the end of the day before, or when it ended. */
export function pastBalances(books: Books, query: StatementQuery, end: 'opening' | 'closing'): Report {
  const { first, last } = scopeOf(books, query).days
  const day = end === 'closing' ? last : first - 1
  const at: StatementQuery = { ...query, period: { kind: 'days', first: dayText(day), last: dayText(day) } }
  const whole = statement(books, at)
  const tables = whole.tables.slice(0, 1).map(
    (table): ReportTable => ({
      ...table,
      name: 'balances',
      title: 'Balances',
      columns: table.columns
        .filter(({ name }) => !movementNames.has(name))
        .map((column) =>
          column.name === 'closing' ? { ...column, name: 'balance', label: 'Balance' } : column,
        ),
      rows: table.rows
        .map((row) => ({
          ...balanceRow(row),
          // What cannot be proved is listed, though it may have held nothing.
          parts: (row.parts ?? [])
            .filter(({ cells }) => cells.closing !== '0' || cells.proof !== 'Proved')
            .map(balanceRow),
        }))
        .filter(({ parts }) => parts.length > 0),
    }),
  )
  return {
    ...whole,
    name: 'past-balances',
    title: 'Balances',
    tables,
    parameters: { ...whole.parameters, end_of_day: dayText(day) },
  }
}

function balanceRow({ parts: _, ...row }: ReportRow): ReportRow {
  return { ...row, cells: { ...row.cells, balance: row.cells.closing ?? null } }
}

const movementNames: ReadonlySet<string> = new Set([
  ...['movement', 'count', 'first_day', 'opening', 'in', 'out', 'rewards', 'fees'],
])

const figureColumns = {
  opening: { label: 'Opening', hint: 'Held when the period began' },
  in: { label: 'In', hint: 'Deposits, and what came from own vaults' },
  out: { label: 'Out', hint: 'Withdrawals, and what went to own vaults' },
  rewards: { label: 'Rewards', hint: 'Staking rewards, once claimed' },
  fees: { label: 'Fees', hint: 'Network fees that were paid in this asset' },
  closing: { label: 'Closing', hint: 'Opening and all movements together' },
} as const

function someUnproved(unproved: number, of: number): string {
  return of === 1 ? 'Not proved.' : `${countText(unproved)} of ${counted(of, 'vault')} not proved.`
}

function sourceOf({ prices: { name, sha256 } }: Valuation): string {
  return `Prices are from ${name}, SHA-256 ${sha256}. Values have two decimals; their sum is rounded once, from exact values.`
}

/** One row an asset, which opens to its vaults, and a vault to its kinds of movement. */
function movementsTable(
  assets: readonly AssetLines[],
  scope: Scope,
  valuation: Valuation | null,
): ReportTable {
  const { query, closesEarlyAt, books } = scope
  const common = {
    first_day: query.period.first,
    last_day: query.period.last,
    closes_early_at: closesEarlyAt,
  }
  const figures = (key: AssetLines['key'], line: Line) => {
    const worth = valuation && valueAt(key.asset_id, line.closing, valuation)
    const { deposits, from_own, rewards, withdrawals, to_own, fees } = line.movements
    return {
      ...key,
      ...common,
      opening: written(line.opening),
      in: writeDecimal(add(deposits.sum, from_own.sum)),
      out: writeDecimal(add(withdrawals.sum, to_own.sum)),
      rewards: writeDecimal(rewards.sum),
      fees: writeDecimal(fees.sum),
      closing: written(line.closing),
      ...(valuation && { value: worth && writeDecimal(rounded(worth, 2)) }),
    }
  }
  return {
    name: 'movements',
    title: 'Movements',
    levels: ['asset', 'vault', 'movement'],
    empty: 'Nothing was held, and nothing moved. Choose other vaults, assets or days.',
    remarks: [
      spanText(query.period, books),
      ...(closesEarlyAt === null ? [] : [openText(closesEarlyAt)]),
      ...(valuation
        ? worthTexts(
            assets.map(({ key: { asset_id }, total }) => ({ asset_id, held: total.closing })),
            valuation,
          )
        : []),
    ],
    columns: movementColumns(valuation, closesEarlyAt !== null),
    rows: assets.map(({ key, total, lines }): ReportRow => {
      const unproved = lines.filter((line) => line.unproved.length > 0).length
      return {
        id: JSON.stringify(Object.values(key)),
        cells: {
          line: assetLabel(key),
          ...figures(key, total),
          proof: unproved === 0 ? 'Proved' : 'Not proved',
        },
        ...(lines.some(isWorthMarking) && {
          tone: 'warning',
          remark: unproved > 0 ? someUnproved(unproved, lines.length) : 'Worth a look.',
        }),
        parts: lines.map((line) => vaultRow(line, figures(key, line), query)),
      }
    }),
  }
}

function movementColumns(valuation: Valuation | null, isOpen: boolean): readonly ReportColumn[] {
  const only = (kind: ReportColumn['kind'], ...names: string[]) =>
    names.map((name): ReportColumn => ({ name, label: name, kind, inFile: 'only' }))
  const amount = (name: keyof typeof figureColumns): ReportColumn => ({
    name,
    kind: 'amount',
    ...figureColumns[name],
  })
  return [
    { name: 'line', label: 'Asset', kind: 'text', inFile: 'never' },
    ...only('asset', 'asset_id'),
    ...only('network', 'network_id'),
    ...only('vault', 'vault_id', 'vault_name', 'vault_type'),
    ...only('text', 'movement'),
    ...only('count', 'count'),
    ...only('day', 'first_day', 'last_day'),
    ...only('instant', 'closes_early_at'),
    amount('opening'),
    amount('in'),
    amount('out'),
    amount('rewards'),
    amount('fees'),
    { ...amount('closing'), ...(isOpen && { label: 'So far' }) },
    ...(valuation
      ? [
          {
            name: 'value',
            kind: 'amount',
            label: `Value (${valuation.currency})`,
            hint: `At the price of ${valuation.day}, to two decimals`,
          } as const,
        ]
      : []),
    ...only('verdict', 'proof'),
    ...only('amount', 'unexplained'),
  ]
}

function vaultRow(
  line: HoldingLine,
  figures: Readonly<Record<string, string | null>>,
  query: StatementQuery,
): ReportRow {
  const { holding, movements, unproved } = line
  const { key, vault } = holding
  const remarks = remarksOf(line)
  const href = statementHref(query, writeVaultHolding(key))
  const unexplained = unproved.find((reason) => reason.kind === 'unexplained')
  const about = {
    ...key,
    vault_name: vault?.vault_name ?? null,
    vault_type: vault?.vault_type ?? null,
    first_day: figures.first_day ?? null,
    last_day: figures.last_day ?? null,
    closes_early_at: figures.closes_early_at ?? null,
  }
  return {
    id: JSON.stringify(key.vault_id),
    href,
    cells: {
      ...figures,
      ...about,
      line: vaultLabel(holding),
      proof: unproved.length === 0 ? 'Proved' : 'Not proved',
      unexplained: unexplained ? writeDecimal(unexplained.remainder) : null,
    },
    ...(remarks.length > 0 && { tone: 'warning', remark: remarks.join(' ') }),
    parts: movementKinds
      .filter((kind) => movements[kind].count > 0)
      .map((kind) => ({
        id: kind,
        href,
        cells: {
          ...about,
          line: counts[kind](movements[kind].count),
          movement: kind,
          count: String(movements[kind].count),
          [columnOf[kind]]: writeDecimal(movements[kind].sum),
        },
      })),
  }
}

/** In which column of figures a kind is. */
const columnOf: Readonly<Record<MovementKind, string>> = {
  deposits: 'in',
  from_own: 'in',
  rewards: 'rewards',
  withdrawals: 'out',
  to_own: 'out',
  fees: 'fees',
}

/** That not everything was read is said once, above all rows. */
function remarksOf({ holding, unproved }: HoldingLine): readonly string[] {
  return [
    ...unproved.filter(({ kind }) => kind !== 'partial').map(unprovedText),
    ...(holding.vault === null ? [unlistedText] : []),
    ...(holding.belowZero ? [belowZeroText(holding.belowZero)] : []),
  ]
}

function isWorthMarking(line: HoldingLine): boolean {
  return remarksOf(line).length > 0
}

/** Completed transactions that do nothing, or not all that they should, because of what they carry. */
function notCounted({ book }: Scope): ReportTable {
  const rest = book.faultCount - book.faults.length
  return {
    name: 'not-counted',
    title: 'Transactions that are not counted',
    empty: '',
    ...(rest > 0 && { remarks: [`And ${countText(rest)} more.`] }),
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

/** What has moved nothing yet, from or to the vaults of a statement and of its assets, the newest first. */
function inFlight({ book, balances, includes }: Scope): ReportTable {
  const names = new Map(balances.vaults.map((vault) => [vault.vault_id, vault]))
  const listed = book.inFlight.filter(({ transaction: { source, destination, asset_id, network_id } }) =>
    [
      ...(source.source_type === 'vault' ? [source.source_id] : []),
      ...(destination.destination_type === 'vault' ? [destination.destination_id] : []),
    ].some((vault_id) => includes({ vault_id, asset_id, network_id }, names.get(vault_id) ?? null)),
  )
  return {
    name: 'in-flight',
    title: 'In flight',
    empty: '',
    isAside: true,
    remarks: [
      `${counted(listed.length, 'transaction is', 'transactions are')} in flight and ${listed.length === 1 ? 'has' : 'have'} moved nothing yet.`,
    ],
    columns: inFlightColumns,
    rows: listed.map(({ day, transaction }, index) => ({
      id: transaction.transaction_id ?? String(index),
      href: transaction.transaction_id === null ? null : transactionHref(transaction.transaction_id),
      transaction,
      cells: {
        ...transactionCells(transaction),
        recorded_on: day === null ? null : dayText(day),
        from: 'source',
        to: 'destination',
      },
    })),
  }
}

/** Of one asset that several vaults held, what they held together. That of a single one is in its ledger. */
function balanceByDay(assets: readonly AssetLines[], { days, today }: Scope): ReportTable {
  const shared = sharedHoldings(assets)
  const series = shared.length > 0 ? balanceSeries(shared, days, today) : null
  return {
    name: 'balance-by-day',
    title: `Balance at the end of each ${series?.unit === 'month' ? 'month in' : 'day on'} which it changed`,
    empty: '',
    isAside: true,
    columns: [
      { name: 'day', label: 'Date', kind: 'day' },
      { name: 'balance', label: 'Balance', kind: 'balance' },
    ],
    rows: changesOf(series?.points ?? []).map(({ day, balance }) => ({
      id: String(day),
      cells: { day: dayText(day), balance: writeDecimal(balance) },
    })),
  }
}

const inFlightColumns: readonly ReportColumn[] = [
  { name: 'recorded_on', label: 'Date', kind: 'day' },
  { name: 'transaction_id', label: 'Transaction', kind: 'transaction', inFile: 'only' },
  { name: 'transaction_type', label: 'Type', kind: 'type' },
  { name: 'status', label: 'Status', kind: 'status' },
  { name: 'asset_id', label: 'Asset', kind: 'asset' },
  { name: 'network_id', label: 'Network', kind: 'network', inFile: 'only' },
  { name: 'amount', label: 'Amount', kind: 'amount' },
  { name: 'from', label: 'From', kind: 'party', inFile: 'never' },
  { name: 'to', label: 'To', kind: 'party', inFile: 'never' },
  ...partyColumns,
]

function written(amount: Decimal | null): string | null {
  return amount && writeDecimal(amount)
}

/** How many movements of a kind there were. */
const counts: Readonly<Record<MovementKind, (count: number) => string>> = {
  deposits: (count) => counted(count, 'deposit'),
  from_own: (count) => `${countText(count)} from own vaults`,
  rewards: (count) => counted(count, 'reward'),
  withdrawals: (count) => counted(count, 'withdrawal'),
  to_own: (count) => `${countText(count)} to own vaults`,
  fees: (count) => counted(count, 'fee'),
}

const unlistedText = 'The service lists no such vault, but its transactions name it.'

function belowZeroText({ day, balance }: NonNullable<SettledHolding['belowZero']>): string {
  return `At the end of ${dayText(day)} it would have stood at ${writeDecimal(balance)}. A transaction can be completed later than it was recorded.`
}

/** Why a transaction is not counted. */
function faultText(fault: Fault['fault']): string {
  switch (fault.kind) {
    case 'unknown-type':
      return `Its type is “${fault.value ?? ''}”, which is not known, so it counts as nothing.`
    case 'unknown-status':
      return `Its status is “${fault.value ?? ''}”, which is not known, so it counts as nothing.`
    case 'unreadable-amount':
      return `Its amount is “${fault.value ?? ''}”, which is no decimal, so it counts as nothing.`
    case 'unreadable-fee':
      return `Its fee is “${fault.value ?? ''}”, which is no decimal, so the fee counts as nothing.`
    case 'no-vault':
      return 'Neither party is a vault that it could move, so it counts as nothing.'
  }
}
