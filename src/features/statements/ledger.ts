/** The ledger of one holding: its movements in a period, with the balance after each. */

import type { Books } from '../../books/books.ts'
import { type BookedTransaction, eachRow } from '../../books/transaction-table.ts'
import { counted, countText } from '../../contract/count-text.ts'
import { type DayNumber, type DayRange, dayText } from '../../contract/day.ts'
import { add, type Decimal, subtract, zero } from '../../contract/decimal.ts'
import type { Report, ReportColumn, ReportRow } from '../../contract/report.ts'
import { assetOnNetwork, labelOf, typeLabels } from '../../records/labels.ts'
import { fileColumns, partyColumns, transactionCells } from '../../reports/columns.ts'
import type { HoldingKey } from '../../settlement/day-book.ts'
import { effectsOf, isOutgoing, pays } from '../../settlement/effects.ts'
import type { SettledHolding, Settlement } from '../../settlement/settle.ts'
import { writeVaultHolding } from '../../url/holdings.ts'
import { transactionHref } from '../../url/hrefs.ts'
import { statementHref, statementParameters } from '../../url/statements.ts'
import { basisOf } from '../report/report.ts'
import {
  amountText,
  balanceAt,
  type NamedHolding,
  type Scope,
  vaultLabel,
  whyUnproved,
} from './holding-lines.ts'
import { basisTexts, proofText, spanTexts } from './statement.ts'

export function holdingLedger(scope: Scope, holding: SettledHolding): Report {
  const { books, query, days, closesEarlyAt, settlement, today } = scope
  const { key, entries } = holding
  const { first, count, undated } = movementsIn(books, holding, settlement, days)
  const unproved = whyUnproved(holding, books.transactions.doubts.length === 0)
  const isProved = unproved.length === 0
  const title = holdingTitle(holding)
  const isOpen = closesEarlyAt !== null
  const closing = { entry: isOpen ? 'Balance so far' : 'Closing balance', day: isOpen ? today : days.last }
  const edge = (line: string, entry: string, day: DayNumber, balance: Decimal | null): ReportRow => ({
    id: line,
    cells: {
      ...{ line, entry, asset_id: key.asset_id, network_id: key.network_id },
      ...{ recorded_on: dayText(day), balance: amountText(balance) },
    },
  })
  const basis = basisOf(books, ['vaults', 'transactions'])
  return {
    name: 'holding-ledger',
    title,
    headline: isProved
      ? { text: 'Proved', tone: 'good' }
      : { text: `Not proved: ${unproved.join(' ').replace(/\.$/, '')}`, tone: 'warning' },
    tables: [
      {
        name: 'ledger',
        title,
        remarks: [
          ...spanTexts(query, books, closesEarlyAt),
          ...(count === 0 ? ['No movements in this period.'] : []),
        ],
        columns: ledgerColumns,
        rows: [
          edge('opening', 'Opening balance', days.first, balanceAt(holding, days.first - 1)),
          ...first.map((movement) => movementRow(movement, key)),
          edge('closing', closing.entry, closing.day, balanceAt(holding, days.last)),
        ],
      },
    ],
    remarks: [
      ...(isProved
        ? [entries === 0 ? 'Its balance is zero, and no completed transaction moved it.' : proofText(entries)]
        : unproved),
      ...(count > 0
        ? ['The time of day is not known. Within a day, incoming movements are listed first.']
        : []),
      ...basisTexts(scope),
    ],
    basis: {
      ...basis,
      doubts: [
        ...basis.doubts,
        ...(first.length < count
          ? [
              `These are the first ${countText(first.length)} of ${countText(count)} movements. The closing balance counts all of them. Choose a shorter period to see the others.`,
            ]
          : []),
        ...(undated > 0
          ? [`${counted(undated, 'transaction is', 'transactions are')} left out, because they have no date.`]
          : []),
      ],
      proof: { proved: isProved ? 1 : 0, of: 1 },
    },
    parameters: {
      ...statementParameters({ ...query, vaults: null, assets: null }),
      holding: writeVaultHolding(key) ?? '',
    },
    shown: { holding: title },
    link: statementHref(query, writeVaultHolding(key)),
  }
}

/** Figures come before the counterparty, so that all of them are in sight on a laptop. */
const ledgerColumns: readonly ReportColumn[] = [
  ...fileColumns('text', 'line'),
  { name: 'recorded_on', label: 'Date', kind: 'day' },
  { name: 'entry', label: 'Type', kind: 'text', inFile: 'never' },
  ...fileColumns('transaction', 'transaction_id'),
  ...fileColumns('text', 'txn_hash'),
  ...fileColumns('type', 'transaction_type'),
  // Of the holding, as all figures are. A fee may be that of another asset's transaction.
  ...fileColumns('asset', 'asset_id'),
  ...fileColumns('network', 'network_id'),
  ...fileColumns('text', 'transaction_asset_id'),
  { name: 'amount_in', label: 'In', kind: 'amount' },
  { name: 'amount_out', label: 'Out', kind: 'amount' },
  { name: 'fee', label: 'Fee', kind: 'amount' },
  { name: 'balance', label: 'Balance', kind: 'balance' },
  { name: 'counterparty', label: 'Counterparty', kind: 'party', inFile: 'never' },
  ...partyColumns,
  { name: 'note', label: 'Note', kind: 'text' },
]

function movementRow(movement: Movement, key: HoldingKey): ReportRow {
  const { transaction } = movement
  const { transaction_id } = transaction
  let cells: ReportRow['cells'] | undefined
  return {
    id: transaction_id ?? '',
    href: transaction_id === null ? null : transactionHref(transaction_id),
    transaction,
    // The screen asks for the cells of few rows.
    get cells() {
      cells ??= movementCells(movement, key)
      return cells
    },
  }
}

function movementCells(
  { day, transaction, amountIn, amountOut, fee, balance }: Movement,
  key: HoldingKey,
): ReportRow['cells'] {
  const { transaction_type, asset_id, source } = transaction
  const { amount: _, fee: __, ...cells } = transactionCells(transaction)
  const type = labelOf(typeLabels, transaction_type) ?? transaction_type
  const isSource = source.source_type === 'vault' && source.source_id === key.vault_id
  return {
    ...cells,
    line: 'movement',
    asset_id: key.asset_id,
    network_id: key.network_id,
    transaction_asset_id: asset_id,
    recorded_on: dayText(day),
    entry: asset_id === key.asset_id ? type : `${type ?? 'Movement'} of ${asset_id ?? 'another asset'}`,
    ...(amountIn && { amount_in: amountText(amountIn) }),
    ...(amountOut && { amount_out: amountText(amountOut) }),
    ...(fee && { fee: amountText(fee) }),
    balance: amountText(balance),
    counterparty: isSource ? 'destination' : 'source',
  }
}

/** What one transaction did to a holding. It can bring an amount in and take its fee out. */
export interface Movement {
  readonly day: DayNumber
  readonly transaction: BookedTransaction
  readonly amountIn: Decimal | null
  readonly amountOut: Decimal | null
  readonly fee: Decimal | null
  /** After the transaction; null if today's balance is not known. */
  readonly balance: Decimal | null
}

export interface Movements {
  /** Earliest day first. Within a day, incoming ones come first. */
  readonly first: readonly Movement[]
  readonly count: number
  /** Undated movements, which are in no figure. */
  readonly undated: number
}

/** More would not fit in memory beside the books. */
const mostMovements = 50_000

/** The movements of a holding, oldest first. The books have the newest first. */
export function movementsIn(
  { transactions }: Pick<Books, 'transactions'>,
  holding: SettledHolding,
  settlement: Pick<Settlement, 'rule' | 'networks'>,
  { first, last }: DayRange,
  most = mostMovements,
): Movements {
  const doneBy = effectOn(holding.key, settlement)
  const kept: Placed[] = []
  let count = 0
  let undated = 0
  const cut = () => {
    kept.sort(inOrder)
    kept.splice(most)
  }
  eachRow(transactions.table, (row, day) => {
    if (day !== null && (day < first || day > last)) return
    const done = doneBy(row)
    if (done === null) return
    if (day === null) {
      undated += 1
      return
    }
    const net = subtract(done.amountIn ?? zero, add(done.amountOut ?? zero, done.fee ?? zero))
    kept.push({ day, transaction: row, ...done, net, place: count })
    count += 1
    if (kept.length >= 2 * most) cut()
  })
  cut()
  let balance = balanceAt(holding, first - 1)
  return {
    first: kept.map(({ net, place: _, ...movement }) => {
      balance = balance && add(balance, net)
      return { ...movement, balance }
    }),
    count,
    undated,
  }
}

interface Placed extends Omit<Movement, 'balance'> {
  readonly net: Decimal
  /** The row in the books. */
  readonly place: number
}

function inOrder(one: Placed, other: Placed): number {
  return (
    one.day - other.day ||
    Number(one.net.digits < 0n) - Number(other.net.digits < 0n) ||
    other.place - one.place
  )
}

function effectOn(key: HoldingKey, { rule, networks }: Pick<Settlement, 'rule' | 'networks'>) {
  // As the asset in which its network takes fees, it pays those of other assets too.
  const paysForOthers =
    rule.asset === 'network' &&
    key.asset_id !== null &&
    networks.some((each) => each.network_id === key.network_id && each.asset_id === key.asset_id)
  const isHere = (effect: { readonly vault_id: string | null }) => effect.vault_id === key.vault_id
  return (transaction: BookedTransaction) => {
    if (transaction.status !== 'completed' || transaction.network_id !== key.network_id) return null
    const isAsset = transaction.asset_id === key.asset_id
    const isPayer = rule.asset === 'transaction' ? isAsset : paysForOthers
    if (!isAsset && !isPayer) return null
    const { amounts, fees } = effectsOf(transaction)
    const done = amounts.filter((each) => isAsset && isHere(each))
    const paid = fees.filter((each) => isPayer && isHere(each) && pays(rule, each.part))
    if (done.length + paid.length === 0) return null
    return {
      amountIn: sumOf(done.filter(({ kind }) => !isOutgoing(kind)).map(({ amount }) => amount)),
      amountOut: sumOf(done.filter(({ kind }) => isOutgoing(kind)).map(({ amount }) => amount)),
      fee: sumOf(paid.map(({ fee }) => fee)),
    }
  }
}

function sumOf(amounts: readonly Decimal[]): Decimal | null {
  return amounts.length === 0 ? null : amounts.reduce(add)
}

/** "USDT on Ethereum in Operations (v-ops)". */
export function holdingTitle(holding: NamedHolding): string {
  const { key, network_name } = holding
  const network = network_name || key.network_id || 'an unnamed network'
  return `${assetOnNetwork(key.asset_id || 'Asset without an id', network)} in ${vaultLabel(holding)}`
}
