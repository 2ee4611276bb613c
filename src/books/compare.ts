/** Compares two books, because the API has no history. `untold` says what cannot be concluded from an incomplete list. */

import { counted } from '../contract/count-text.ts'
import { dayLength, dayOf, dayText } from '../contract/day.ts'
import { type Decimal, subtract } from '../contract/decimal.ts'
import type { TransactionStatus } from '../contract/enumerations.ts'
import type { Vault } from '../contract/normal-records.ts'
import {
  balanceIn,
  balancesOf,
  type Held,
  type VaultBalances,
  type VaultName,
} from '../settlement/balances.ts'
import { createDayBook, type DayBook, type HoldingKey, holdingName, isFinal } from '../settlement/day-book.ts'
import { settle } from '../settlement/settle.ts'
import { type Books, settleBooks } from './books.ts'
import { compareWhitelists, type WhitelistChange } from './compare-whitelists.ts'
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
import { type DatedTransaction, eachDifference } from './transaction-differences.ts'
import type { BookedTransaction, Edge, TransactionField } from './transaction-table.ts'

export interface Changes {
  readonly transactions: readonly TransactionChange[]
  /** New transactions by status and type, open ones that moved forward, and changes of names only. */
  readonly added: readonly FieldCount<'status' | 'type'>[]
  readonly forward: readonly FieldCount<'before' | 'after'>[]
  readonly renamed: readonly FieldCount<'field' | 'before' | 'after'>[]
  readonly whitelists: readonly WhitelistChange[]
  readonly vaults: readonly VaultChange[]
  /** Vault holdings, except those that have the same balance and no net movement. */
  readonly holdings: readonly HoldingChange[]
  readonly compared: Readonly<Record<'transactions' | 'whitelists' | 'vaults' | 'holdings', number>>
  readonly untold: readonly string[]
}

export type FieldCount<Field extends string> = Readonly<Record<Field, string | null>> & {
  readonly count: number
}

/** All but `changed` (it was open) should never happen. `final`: changed after its end. `late`: new on a day that was read before. */
export const transactionChangeKinds = ['gone', 'final', 'backwards', 'late', 'changed'] as const
export type TransactionChangeKind = (typeof transactionChangeKinds)[number]

export interface TransactionChange extends Both<DatedTransaction> {
  readonly kind: TransactionChangeKind
  readonly id: string
  readonly fields: readonly FieldChange[]
  /** True if the lists are proved complete, so that what is missing from one did not exist. */
  readonly isCertain: boolean
}

export interface VaultChange extends Both<Vault> {
  readonly fields: readonly FieldChange[]
  readonly isCertain: boolean
}

/** A holding with another balance, or with the same balance although transactions moved it. */
export interface HoldingChange {
  readonly key: HoldingKey
  readonly vault: VaultName | null
  readonly before: Decimal
  readonly after: Decimal
  /** The sum of transactions that completed between the two books. */
  readonly moved: Decimal
  /** The rest of the difference: zero if transactions explain it. */
  readonly unexplained: Decimal
  readonly verdict: 'explained' | 'unexplained' | 'uncertain'
}

export function compareBooks(before: Books, after: Books): Changes {
  const untold: string[] = [
    ...otherSource(before, after),
    ...notComplete(before, after),
    ...notReadAgain(before, after),
  ]
  const transactions = compareTransactions(before, after, untold)
  const whitelists = compareWhitelists(before, after, untold)
  const [vaultsBefore, vaultsAfter] = [vaultsOf(before), vaultsOf(after)]
  const vaults = pairsOf(vaultsBefore.records, vaultsAfter.records, ({ vault_id }) => vault_id)
  if (vaults.left > 0) untold.push(leftSentence(vaults.left, 'vault'))
  const { between, isWhole, ...rest } = transactions
  const hasAllVaults = isComplete(vaultsBefore) && isComplete(vaultsAfter)
  const holdings = compareHoldings(before, after, between, isWhole && hasAllVaults)
  return {
    ...rest,
    whitelists: whitelists.changes,
    vaults: vaults.pairs.flatMap((pair) => {
      const fields = fieldChanges(pair, vaultFields)
      const isCertain = isComplete(pair.before === null ? vaultsBefore : vaultsAfter)
      return isOneSided(pair) || fields.length > 0 ? [{ ...pair, fields, isCertain }] : []
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

function otherSource(before: Books, after: Books): readonly string[] {
  const [was, is] = [before, after].map(({ account }) => account ?? 'without a name')
  return [
    before.service !== after.service &&
      `The earlier records are from the service ${before.service}, the later ones from ${after.service}.`,
    was !== is && `The earlier records are of account ${was}, the later ones of account ${is}.`,
  ].filter((sentence) => sentence !== false)
}

function notComplete(before: Books, after: Books): readonly string[] {
  const lists = ['transactions', 'whitelists', 'vaults'] as const
  const isWhole = (books: Books, list: (typeof lists)[number]) =>
    isComplete(list === 'vaults' ? vaultsOf(books) : books[list])
  return lists
    .flatMap((list) => [
      !isWhole(before, list) &&
        `The earlier ${list} are not proved complete: what is new may have been there before.`,
      !isWhole(after, list) &&
        `The later ${list} are not proved complete: what is missing may still be there.`,
    ])
    .filter((sentence) => sentence !== false)
}

/** An update keeps what was final at the last full reading. */
function notReadAgain(before: Books, { update, ended }: Books): readonly string[] {
  if (update === null || update.whole > before.ended || before.ended === ended) return []
  return [
    `Transactions that were final at ${update.whole} were not read again after the earlier reading, so their changes would not show.`,
  ]
}

function vaultsOf({ holdings }: Books) {
  return holdings.at(-1)?.vaults ?? { records: [], ended: '', completeness: 'partial' }
}

const vaultFields: Fields<Vault> = [
  ['vault_name', ({ vault_name }) => vault_name],
  ['vault_type', ({ vault_type }) => vault_type],
]

/** Leaves out the time of retrieval and fields that are not in the specification. */
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

/** A service always gives current names, so one renaming changes many records. */
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

function stepOf(status: string | null): number | null {
  return steps.get(status ?? '') ?? null
}

/** What is new to later books and was recorded before this day should have been in these. */
export function edgeOfBegin({ begun, transactions: { days } }: Books): Edge {
  const today = dayOf(Date.parse(begun), 'utc')
  // The service's own days may begin up to a day before UTC days.
  const day = days.whose === 'utc' ? today : today - 1
  return { at: day * dayLength, day }
}

function compareTransactions(before: Books, after: Books, untold: string[]) {
  const changes: TransactionChange[] = []
  const added = countBy('status', 'type')
  const forward = countBy('before', 'after')
  const renamed = countBy('field', 'before', 'after')
  const between = createDayBook()
  const daysUntold = daysIncomparable(before, after)
  if (daysUntold) untold.push(daysUntold)
  const lateBefore = edgeOfBegin(before).at

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
      if (daysUntold === null && now.span.before <= lateBefore) change('late')
      else added.add(statusNow, now.transaction.transaction_type)
    } else {
      const pair = { before: was.transaction, after: now.transaction }
      const wasFinal = isFinal(status)
      const [from, to] = [stepOf(status), stepOf(statusNow)]
      const goesForward = from !== null && to !== null && from < to
      if (goesForward) forward.add(status, statusNow)
      // An open transaction gains fields as it moves forward.
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
    between: between.book(),
    /** True if both lists are proved complete and every transaction could be compared. */
    isWhole: [before, after].every(({ transactions }) => isComplete(transactions)) && left === 0,
  }
}

/** A sentence; null if they can be compared. */
function daysIncomparable(before: Books, after: Books): string | null {
  const [was, is] = [before.transactions.days, after.transactions.days]
  if (was.failure !== null || is.failure !== null)
    return `The ${was.failure === null ? 'later' : 'earlier'} transactions have no dates, so days cannot be compared.`
  if (was.whose === is.whose) return null
  return 'One of the two has UTC days, the other the service’s own, so days cannot be compared.'
}

/** Only the host of a link counts: the rest names the transaction. */
function hostOf(text: string | null): string | null {
  return text === null ? null : (/^https?:\/\/[^/]+/i.exec(text)?.[0] ?? text)
}

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

/** The later books decide who pays fees, because they have more evidence. */
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
  const { holdings } = settle(between, latest, undefined, settleBooks(after).settlement)
  // More may have moved the holding than the books have.
  const changedWhileRead = (name: string) =>
    [before, after].some((books) =>
      settleBooks(books).settlement.holdings.some(({ key, change }) => change && holdingName(key) === name),
    )
  return {
    compared: held.size,
    untold:
      unreadable > 0
        ? [
            `The balance of ${counted(unreadable, 'holding')} is unreadable on one side or both, so it was not compared.`,
          ]
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
