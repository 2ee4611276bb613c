/**
 * What changed between two books of one account. The API has no history, so this is all that tells what a whitelist was before. Nothing is
 * concluded from a list that is not proved complete: what cannot be told is said in sentences.
 */
import { dayOf, dayText } from '../api/dates/day.ts'
import type { Vault } from '../api/records.ts'
import { counted } from '../contract/count-text.ts'
import { type Decimal, subtract } from '../contract/decimal.ts'
import type { TransactionStatus } from '../contract/enumerations.ts'
import { balanceIn, balancesOf, type Held, type VaultBalances, type VaultName } from './balances.ts'
import { type Books, settleBooks } from './books.ts'
import { compareWhitelists, type WhitelistChange } from './compare-whitelists.ts'
import { createDayBook, type DayBook, type HoldingKey, holdingName, isFinal } from './day-book.ts'
import {
  type Both,
  type FieldChange,
  type Fields,
  fieldChanges,
  isComplete,
  isOneSided,
  leftSentence,
  pairsOf,
} from './pairs.ts'
import { settle } from './settle.ts'
import {
  type BookedTransaction,
  type DatedTransaction,
  eachDifference,
  type TransactionField,
} from './transaction-table.ts'

/** Everything that changed; of books and themselves nothing. */
export interface Changes {
  /** The gravest first. */
  readonly transactions: readonly TransactionChange[]
  /** New transactions by status and type, open ones that went forward, and what is only named otherwise. */
  readonly added: readonly FieldCount<'status' | 'type'>[]
  readonly forward: readonly FieldCount<'before' | 'after'>[]
  readonly renamed: readonly FieldCount<'field' | 'before' | 'after'>[]
  readonly whitelists: readonly WhitelistChange[]
  readonly vaults: readonly VaultChange[]
  /** Of vaults. Those whose balance is the same, as their transactions have it, are not among them. */
  readonly holdings: readonly HoldingChange[]
  /** What was compared, as often as both books have it. */
  readonly compared: Readonly<Record<'transactions' | 'whitelists' | 'vaults' | 'holdings', number>>
  /** What cannot be told, and why: sentences. */
  readonly untold: readonly string[]
}

/** Records that have the same values of some fields. */
export type FieldCount<Field extends string> = Readonly<Record<Field, string | null>> & {
  readonly count: number
}

/**
 * `gone`, `final` (it had come to its end, and is otherwise now), `backwards` and `late` (new, on a day that had been read before) should
 * never be. `changed` is of one that was open.
 */
export const transactionChangeKinds = ['gone', 'final', 'backwards', 'late', 'changed'] as const
export type TransactionChangeKind = (typeof transactionChangeKinds)[number]

export interface TransactionChange extends Both<DatedTransaction> {
  readonly kind: TransactionChangeKind
  readonly id: string
  readonly fields: readonly FieldChange[]
  /** Whether the lists are proved complete, so that what is not in one was not there. */
  readonly isCertain: boolean
}

export interface VaultChange extends Both<Vault> {
  readonly fields: readonly FieldChange[]
}

/** A holding that is not what it was, or that is although transactions moved it. */
export interface HoldingChange {
  readonly key: HoldingKey
  readonly vault: VaultName | null
  readonly before: Decimal
  readonly after: Decimal
  /** What transactions moved that are completed now and were not before. */
  readonly moved: Decimal
  /** The rest of the difference: zero where they explain it. */
  readonly unexplained: Decimal
  readonly verdict: 'explained' | 'unexplained' | 'uncertain'
}

/** What changed from one to the other. `before` are the earlier. */
export function compareBooks(before: Books, after: Books): Changes {
  const untold: string[] = [
    ...otherAccount(before, after),
    ...notComplete(before, after),
    ...notReadAgain(before, after),
  ]
  const transactions = compareTransactions(before, after, untold)
  const whitelists = compareWhitelists(before, after, untold)
  const vaults = pairsOf(vaultsOf(before).records, vaultsOf(after).records, ({ vault_id }) => vault_id)
  if (vaults.left > 0) untold.push(leftSentence(vaults.left, 'vault'))
  const { between, isWhole, ...rest } = transactions
  const holdings = compareHoldings(before, after, between, isWhole)
  return {
    ...rest,
    whitelists: whitelists.changes,
    vaults: vaults.pairs.flatMap((pair) => {
      const fields = fieldChanges(pair, vaultFields)
      return isOneSided(pair) || fields.length > 0 ? [{ ...pair, fields }] : []
    }),
    holdings: holdings.changes,
    compared: {
      transactions: rest.compared,
      whitelists: whitelists.compared,
      vaults: vaults.pairs.filter((pair) => !isOneSided(pair)).length,
      holdings: holdings.compared,
    },
    untold: [...untold, ...holdings.untold],
  }
}

function otherAccount(before: Books, after: Books): readonly string[] {
  const [was, is] = [before, after].map(({ account }) => account ?? 'without a name')
  return was === is ? [] : [`The earlier books are of account ${was}, the later ones of account ${is}.`]
}

function notComplete(before: Books, after: Books): readonly string[] {
  return (['transactions', 'whitelists'] as const).flatMap((list) => [
    ...(isComplete(before[list])
      ? []
      : [`The earlier ${list} are not proved complete: what is new may have been there before.`]),
    ...(isComplete(after[list])
      ? []
      : [`The later ${list} are not proved complete: what is missing may still be there.`]),
  ])
}

/** Books that are brought up to date take from their last whole reading what was final then. */
function notReadAgain(before: Books, { update, ended }: Books): readonly string[] {
  if (update === null || update.whole > before.ended || before.ended === ended) return []
  return [
    `Transactions that were final before ${dayText(update.since)} were not read again after the earlier books: whether they changed cannot be told.`,
  ]
}

function vaultsOf({ holdings }: Books) {
  return holdings.at(-1)?.vaults ?? { records: [], ended: '' }
}

const vaultFields: Fields<Vault> = [
  ['vault_name', ({ vault_name }) => vault_name],
  ['vault_type', ({ vault_type }) => vault_type],
]

/** When it was retrieved is no part of a transaction, nor what the specification does not have. */
const recordFields: Fields<BookedTransaction, TransactionField> = [
  ['status', (row) => row.status],
  ['transaction_type', (row) => row.transaction_type],
  ['asset_id', (row) => row.asset_id],
  ['network_id', (row) => row.network_id],
  ['amount', (row) => row.amount],
  ['fee', (row) => row.fee],
  ['txn_hash', (row) => row.txn_hash],
  ['note', (row) => row.note],
  ['source_type', (row) => row.source.source_type],
  ['source_id', (row) => row.source.source_id],
  ['source_address', (row) => row.source.source_address],
  ['destination_type', (row) => row.destination.destination_type],
  ['destination_id', (row) => row.destination.destination_id],
  ['destination_address', (row) => row.destination.destination_address],
  ['memo', (row) => row.destination.memo],
]

/** A service names assets, vaults and whitelists as they are called now, so one change of a name changes many records. */
const nameFields: Fields<BookedTransaction, TransactionField> = [
  ['asset_name', (row) => row.asset_name],
  ['network_name', (row) => row.network_name],
  ['source_name', (row) => row.source.source_name],
  ['destination_name', (row) => row.destination.destination_name],
  ['blockexplorer_link', (row) => row.blockexplorer_link],
]

const order: Readonly<Record<TransactionStatus, number>> = {
  pending: 0,
  processing: 1,
  confirming: 2,
  completed: 3,
  rejected: 3,
  cancelled: 3,
  failed: 3,
}
const steps: ReadonlyMap<string, number> = new Map(Object.entries(order))

/** How far a status has come; null where it is unknown. */
function stepOf(status: string | null): number | null {
  return steps.get(status ?? '') ?? null
}

function compareTransactions(before: Books, after: Books, untold: string[]) {
  const changes: TransactionChange[] = []
  const added = countBy('status', 'type')
  const forward = countBy('before', 'after')
  const renamed = countBy('field', 'before', 'after')
  const between = createDayBook()
  const daysUntold = daysIncomparable(before, after)
  if (daysUntold) untold.push(daysUntold)
  const readBefore = before.update?.since ?? dayOf(Date.parse(before.begun), 'utc')
  // Days of the service's own may begin a day before those of UTC.
  const lateBefore = before.transactions.days.whose === 'utc' ? readBefore : readBefore - 1

  const visit = (was: DatedTransaction | null, now: DatedTransaction | null): void => {
    const id = (now ?? was)?.transaction.transaction_id ?? ''
    const [status, statusNow] = [was?.transaction.status ?? null, now?.transaction.status ?? null]
    if (now && statusNow === 'completed' && status !== 'completed') between.enter(now.transaction, now.day)
    const change = (kind: TransactionChangeKind, fields: readonly FieldChange[] = []) =>
      changes.push({ kind, id, before: was, after: now, fields, isCertain: isCertain(was, now) })
    const isCertain = (...sides: readonly unknown[]) =>
      [before, after].every((books, index) => sides[index] !== null || isComplete(books.transactions))
    if (!now) change('gone')
    else if (!was) {
      if (daysUntold === null && now.day !== null && now.day < lateBefore) change('late')
      else added.add(statusNow, now.transaction.transaction_type)
    } else {
      const pair = { before: was.transaction, after: now.transaction }
      const wasFinal = isFinal(status)
      const [from, to] = [stepOf(status), stepOf(statusNow)]
      const goesForward = from !== null && to !== null && from < to
      if (goesForward) forward.add(status, statusNow)
      // What an open transaction did not have yet is part of going forward.
      const isTold = ({ before }: FieldChange) => wasFinal || (before ?? '') !== ''
      for (const { field, before, after } of fieldChanges(pair, nameFields).filter(isTold))
        renamed.add(field, hostOf(before), hostOf(after))
      const fields = fieldChanges(pair, recordFields)
        .filter(isTold)
        .filter(({ field }) => field !== 'status' || !goesForward)
      if (daysUntold === null && was.day !== null && now.day !== null && was.day !== now.day)
        fields.push({ field: 'recorded_on', before: dayText(was.day), after: dayText(now.day) })
      const isBackwards = from !== null && to !== null && to < from
      if (fields.length > 0) change(isBackwards ? 'backwards' : wasFinal ? 'final' : 'changed', fields)
    }
  }
  const { paired, left } = eachDifference(
    before.transactions.table,
    after.transactions.table,
    [...recordFields, ...nameFields].map(([field]) => field),
    visit,
  )
  if (left > 0) untold.push(leftSentence(left, 'transaction'))
  const rank = ({ kind }: TransactionChange) => transactionChangeKinds.indexOf(kind)
  return {
    transactions: changes.sort((one, other) => rank(one) - rank(other)),
    added: added.list(),
    forward: forward.list(),
    renamed: renamed.list(),
    compared: paired,
    /** What is completed now and was not before. */
    between: between.book(),
    /** Whether both lists are proved complete, and every transaction could be compared. */
    isWhole: [before, after].every(({ transactions }) => isComplete(transactions)) && left === 0,
  }
}

/** Why days of one say nothing beside those of the other; null where they do. */
function daysIncomparable(before: Books, after: Books): string | null {
  const [was, is] = [before.transactions.days, after.transactions.days]
  if (was.failure !== null || is.failure !== null)
    return `The ${was.failure === null ? 'later' : 'earlier'} transactions have no dates: whether one is on another day cannot be told.`
  if (was.whose === is.whose) return null
  return 'The days of one are UTC, those of the other the service’s own: whether a transaction is on another day cannot be told.'
}

/** Of a link, where it leads: the rest names the transaction. */
function hostOf(text: string | null): string | null {
  return text === null ? null : (/^https?:\/\/[^/]+/i.exec(text)?.[0] ?? text)
}

/** Counts of what has the same values of these fields, the most frequent first. */
function countBy<Field extends string>(...fields: readonly Field[]) {
  const counts = new Map<string, number>()
  return {
    add(...values: readonly (string | null)[]) {
      const key = JSON.stringify(values)
      counts.set(key, (counts.get(key) ?? 0) + 1)
    },
    list: (): readonly FieldCount<Field>[] =>
      [...counts]
        .sort(([, one], [, other]) => other - one)
        .map(([key, count]) => {
          const values: readonly (string | null)[] = JSON.parse(key)
          const named = Object.fromEntries(fields.map((field, index) => [field, values[index] ?? null]))
          return { ...(named as Record<Field, string | null>), count }
        }),
  }
}

/**
 * Differences of balances, settled against the transactions between: whose fees are whose is taken from the later books, which have more to
 * tell it by.
 */
function compareHoldings(before: Books, after: Books, between: DayBook, isWhole: boolean) {
  const [was, is] = [before, after].map((books): VaultBalances => {
    const { records, ended } = vaultsOf(books)
    return balancesOf(records, ended)
  }) as [VaultBalances, VaultBalances]
  const held = new Map<string, Held>()
  let unreadable = 0
  for (const [name, { key, network_name }] of new Map([...was.held, ...is.held])) {
    const [one, other] = [balanceIn(was, name), balanceIn(is, name)]
    if (one === null || other === null) unreadable += 1
    held.set(name, { key, network_name, balance: one && other && subtract(other, one), unreadable: [] })
  }
  const latest = { readAt: is.readAt, vaults: [...was.vaults, ...is.vaults], held }
  const { holdings } = settle(between, latest, [], settleBooks(after).settlement)
  // More may have moved it than its books have.
  const changedWhileRead = (name: string) =>
    [before, after].some((books) =>
      settleBooks(books).settlement.holdings.some(({ key, change }) => change && holdingName(key) === name),
    )
  return {
    compared: held.size,
    untold:
      unreadable > 0
        ? [`The balance of ${counted(unreadable, 'holding')} is not readable in both, and was not compared.`]
        : [],
    changes: holdings.flatMap(({ key, vault, now, remainder }): readonly HoldingChange[] => {
      const name = holdingName(key)
      const [one, other] = [balanceIn(was, name), balanceIn(is, name)]
      if (!one || !other || !now || !remainder || (now.digits === 0n && remainder.digits === 0n)) return []
      const isExplained = remainder.digits === 0n
      const isSure = isExplained || (isWhole && !changedWhileRead(name))
      const verdict = !isSure ? 'uncertain' : isExplained ? 'explained' : 'unexplained'
      const moved = subtract(now, remainder)
      return [{ key, vault, before: one, after: other, moved, unexplained: remainder, verdict }]
    }),
  }
}
