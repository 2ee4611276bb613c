/** The ledger of one holding: its movements in a period, with the balance after each. */

import { counted, countText, sentences } from '../../contract/count-text.ts'
import { type DayNumber, type DayRange, dayText } from '../../contract/day.ts'
import { add, type Decimal, subtract, zero } from '../../contract/decimal.ts'
import type { Basis, Report, ReportColumn, ReportRow, ReportTransaction } from '../../contract/report.ts'
import { assetOnNetwork, labelOf, typeLabels } from '../../display/labels.ts'
import { dayInSpan, type Edge } from '../../ledger/edges.ts'
import {
  effectsOf,
  isOutgoing,
  type MovedTransaction,
  type MovementKind,
  pays,
} from '../../ledger/effects.ts'
import { type HoldingKey, holdingName } from '../../ledger/movement-ledger.ts'
import type { FeePayment } from '../../ledger/movements.ts'
import type { HoldingProof } from '../../ledger/prove-balances.ts'
import { writeVaultHolding } from '../../url/holdings.ts'
import { transactionHref } from '../../url/hrefs.ts'
import { statementHref, statementParameters } from '../../url/statements.ts'
import { assetIdColumns, fileColumns, partyColumns, transactionCells } from '../columns.ts'
import { reportEntry } from '../entry.ts'
import { periodInstants } from '../links.ts'
import { datedAccount, type ReportRecords, recordedTransaction } from '../report-records.ts'
import { amountText, balanceAt, type NamedHolding, vaultLabel, whyUnproved } from './holding-lines.ts'
import {
  holdingOf,
  type LedgerQuery,
  parseLedger,
  readScope,
  refusedHolding,
  refusedScope,
  type Scope,
  statementEdges,
} from './scope.ts'
import { basisTexts, proofText, spanTexts } from './texts.ts'

/** `/statements?period=…&holding=…`. */
export const ledgerEntry = reportEntry<LedgerQuery>({
  name: 'holding-ledger',
  path: '/statements',
  lists: ['vaults', 'transactions'],
  parse: parseLedger,
  edges: (query, account) => statementEdges(query, account, 'days'),
  async make(records, query) {
    const wholeDays = query.zone && statementHref({ ...query, zone: null })
    const refused = await refusedScope(records, query.vaults, wholeDays)
    if (refused) return refused
    const scope = await readScope(records, query, 'days')
    const holding = holdingOf(scope, query.holding)
    if (holding === null) return refusedHolding(query)
    const edges = statementEdges(query, datedAccount(records.state), 'days')
    const [basis, movements] = await Promise.all([
      records.basis(['vaults', 'transactions']),
      readMovements(records, scope, holding, edges),
    ])
    const { movement } = query
    const first = movements.first.filter(({ kinds }) => movement === null || kinds.includes(movement))
    const count = movement === null ? movements.count : first.length
    return ledgerOf(scope, holding, basis, { first, count }, movement)
  },
})

export function ledgerOf(
  scope: Scope,
  holding: HoldingProof,
  basis: Basis,
  { first, count }: LedgerMovements,
  movement: MovementKind | null = null,
): Report {
  const { query, days, closesEarlyAt, isWhole, today } = scope
  const { key, entries, undated } = holding
  const unproved = whyUnproved(holding, isWhole)
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
          ...spanTexts(scope),
          ...(movement === null ? [] : [`Only ${movementNames[movement]}. Balances count all movements.`]),
          ...sentences(count === 0 && 'No movements in this period.'),
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
      ...sentences(
        count > 0 && 'The time of day is not known. Within a day, incoming movements are listed first.',
      ),
      ...basisTexts(scope),
    ],
    basis: {
      ...basis,
      doubts: [
        ...basis.doubts,
        ...sentences(
          first.length < count &&
            `These are the first ${countText(first.length)} of ${countText(count)} movements. The closing balance counts all of them. Choose a shorter period to see the others.`,
          undated > 0 &&
            `${counted(undated, 'amount or fee is', 'amounts or fees are')} left out: no date was found for ${undated === 1 ? 'it' : 'them'}.`,
        ),
      ],
      proof: { proved: isProved ? 1 : 0, of: 1 },
    },
    parameters: {
      ...statementParameters({ ...query, vaults: null, assets: null }),
      holding: writeVaultHolding(key) ?? '',
      ...(movement && { movement }),
    },
    shown: { holding: title },
    link: statementHref(query, writeVaultHolding(key), movement),
  }
}

const movementNames: Readonly<Record<MovementKind, string>> = {
  deposits: 'deposits',
  from_own: 'transfers from own vaults',
  rewards: 'rewards',
  withdrawals: 'withdrawals',
  to_own: 'transfers to own vaults',
  fees: 'what has a fee',
}

/** Figures come before the counterparty, so that all of them are in sight on a laptop. */
const ledgerColumns: readonly ReportColumn[] = [
  ...fileColumns('text', 'line'),
  { name: 'recorded_on', label: 'Date', kind: 'day' },
  { name: 'entry', label: 'Type', kind: 'text', where: 'page' },
  ...fileColumns('transaction', 'transaction_id'),
  ...fileColumns('text', 'txn_hash'),
  ...fileColumns('type', 'transaction_type'),
  // Of the holding, as all figures are. A fee may be that of another asset's transaction.
  ...assetIdColumns,
  ...fileColumns('text', 'transaction_asset_id'),
  { name: 'amount_in', label: 'In', kind: 'amount' },
  { name: 'amount_out', label: 'Out', kind: 'amount' },
  { name: 'fee', label: 'Fee', kind: 'amount' },
  { name: 'balance', label: 'Balance', kind: 'balance' },
  { name: 'counterparty', label: 'Counterparty', kind: 'party', where: 'page' },
  ...partyColumns,
  { name: 'note', label: 'Note', kind: 'note' },
]

function movementRow(movement: LedgerMovement, { vault_id, asset_id, network_id }: HoldingKey): ReportRow {
  const { day, transaction, amountIn, amountOut, fee, balance } = movement
  const { transaction_id, transaction_type, source } = transaction
  const { amount: _, fee: __, ...cells } = transactionCells(transaction)
  const type = labelOf(typeLabels, transaction_type) ?? transaction_type
  const other = `${type ?? 'Movement'} of ${transaction.asset_id ?? 'another asset'}`
  const isSource = source.source_type === 'vault' && source.source_id === vault_id
  return {
    id: transaction_id ?? '',
    href: transaction_id === null ? null : transactionHref(transaction_id),
    transaction,
    cells: {
      ...{ ...cells, line: 'movement', asset_id, network_id, transaction_asset_id: transaction.asset_id },
      ...{ recorded_on: dayText(day), entry: transaction.asset_id === asset_id ? type : other },
      ...(amountIn && { amount_in: amountText(amountIn) }),
      ...(amountOut && { amount_out: amountText(amountOut) }),
      ...(fee && { fee: amountText(fee) }),
      balance: amountText(balance),
      counterparty: isSource ? 'destination' : 'source',
    },
  }
}

/** What one transaction did to a holding. It can bring an amount in and take its fee out. */
interface LedgerMovement {
  readonly day: DayNumber
  readonly transaction: ReportTransaction
  readonly kinds: readonly MovementKind[]
  readonly amountIn: Decimal | null
  readonly amountOut: Decimal | null
  readonly fee: Decimal | null
  /** After the transaction; null if today's balance is not known. */
  readonly balance: Decimal | null
}

export interface LedgerMovements {
  /** Earliest day first. Within a day, incoming ones come first. */
  readonly first: readonly LedgerMovement[]
  readonly count: number
}

/** More would make a file that few programs open. */
const mostMovements = 50_000

async function readMovements(
  records: ReportRecords,
  { query, balanceProof, days, today, joined }: Scope,
  holding: HoldingProof,
  edges: readonly Edge[],
): Promise<LedgerMovements> {
  const { vault_id, asset_id, network_id } = holding.key
  const keeper = movementsKeeper(holding, balanceProof, days)
  const sides = joined.has(holdingName(holding.key)) ? await records.ownTransfers() : null
  const pieces = records.moment.transactions({
    status: ['completed'],
    ...(vault_id && { vault_id: [vault_id] }),
    ...(network_id && { network_id: [network_id] }),
    ...(asset_id && !paysForOthers(holding.key, balanceProof) && { asset_id: [asset_id] }),
    period: periodInstants(days, query.zone),
  })
  for await (const piece of pieces)
    for (const row of piece) {
      const { transaction, recorded } = recordedTransaction(row)
      const day = recorded && dayInSpan(recorded, edges, today)
      const own_vault = sides?.get(transaction.transaction_id ?? '') ?? null
      if (day !== null) keeper.add(transaction, day, own_vault)
    }
  return keeper.movements()
}

/** Takes transactions newest first, as the service lists them. */
export function movementsKeeper(
  holding: HoldingProof,
  payment: FeePayment,
  days: DayRange,
  most = mostMovements,
) {
  const effectOf = effectOn(holding.key, payment)
  const kept: Placed[] = []
  let count = 0
  const cut = () => {
    kept.sort(inOrder)
    kept.splice(most)
  }
  return {
    add(transaction: ReportTransaction, day: DayNumber, own_vault: string | null = null): void {
      const isWithin = day >= days.first && day <= days.last
      const done = isWithin ? effectOf({ ...transaction, own_vault }) : null
      if (done === null) return
      const net = subtract(done.amountIn ?? zero, add(done.amountOut ?? zero, done.fee ?? zero))
      kept.push({ day, transaction, ...done, net, place: count })
      count += 1
      if (kept.length >= 2 * most) cut()
    },
    movements(): LedgerMovements {
      cut()
      let balance = balanceAt(holding, days.first - 1)
      const first = kept.map(({ net, place: _, ...movement }) => {
        balance = balance && add(balance, net)
        return { ...movement, balance }
      })
      return { first, count }
    },
  }
}

interface Placed extends Omit<LedgerMovement, 'balance'> {
  readonly net: Decimal
  /** In the order of the service, which is the newest first. */
  readonly place: number
}

function inOrder(one: Placed, other: Placed): number {
  return (
    one.day - other.day ||
    Number(one.net.digits < 0n) - Number(other.net.digits < 0n) ||
    other.place - one.place
  )
}

function effectOn(key: HoldingKey, { rule, networks }: FeePayment) {
  const isNetworkAsset = paysForOthers(key, { rule, networks })
  const isHere = (effect: { readonly vault_id: string | null }) => effect.vault_id === key.vault_id
  return (transaction: ReportTransaction & Pick<MovedTransaction, 'own_vault'>) => {
    if (transaction.status !== 'completed' || transaction.network_id !== key.network_id) return null
    const isAsset = transaction.asset_id === key.asset_id
    const isPayer = rule.asset === 'transaction' ? isAsset : isNetworkAsset
    if (!isAsset && !isPayer) return null
    const { amounts, fees } = effectsOf(transaction)
    const done = amounts.filter((each) => isAsset && isHere(each))
    const paid = fees.filter((each) => isPayer && isHere(each) && pays(rule, each.part))
    if (done.length + paid.length === 0) return null
    return {
      kinds: [...done.map(({ kind }) => kind), ...(paid.length > 0 ? (['fees'] as const) : [])],
      amountIn: sumOf(done.filter(({ kind }) => !isOutgoing(kind)).map(({ amount }) => amount)),
      amountOut: sumOf(done.filter(({ kind }) => isOutgoing(kind)).map(({ amount }) => amount)),
      fee: sumOf(paid.map(({ fee }) => fee)),
    }
  }
}

/** As the asset in which its network takes fees, it pays those of other assets too. */
function paysForOthers(key: HoldingKey, { rule, networks }: FeePayment): boolean {
  return (
    rule.asset === 'network' &&
    key.asset_id !== null &&
    networks.some((each) => each.network_id === key.network_id && each.asset_id === key.asset_id)
  )
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
