/**
 * What changed between two books of one account. The API has no history, so this is all that tells what a whitelist was before. Nothing is
 * concluded from a list that is not proved complete: what cannot be told is said in sentences.
 */
import { dayOf, dayText } from '../api/dates/day.ts'
import type { Vault, Whitelist, WhitelistAsset } from '../api/records.ts'
import { counted } from '../contract/count-text.ts'
import { compare, type Decimal, readDecimal, subtract } from '../contract/decimal.ts'
import type { TransactionStatus } from '../contract/enumerations.ts'
import { balanceIn, balancesOf, type Held, type VaultBalances, type VaultName } from './balances.ts'
import { type Books, type SettledBooks, settleBooks } from './books.ts'
import { createDayBook, type DayBook, type HoldingKey, holdingName, isFinal } from './day-book.ts'
import { groupBy } from './grouped.ts'
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

/** A record in the earlier and in the later books; null where it is not in them. */
export interface Both<R> {
  readonly before: R | null
  readonly after: R | null
}

/** A field with other contents than before, by the API's own name. */
export interface FieldChange extends Both<string> {
  readonly field: string
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

/** A whitelist, or one entry of one that both books have. */
export interface WhitelistChange {
  readonly list: Both<Whitelist>
  /** Null where it is the whitelist itself that changed. */
  readonly entry: Both<WhitelistAsset> | null
  readonly fields: readonly FieldChange[]
  /** The whitelists that had this name, or this address, and have it no longer. */
  readonly movedFrom: readonly Whitelist[]
  readonly isCertain: boolean
}

export interface VaultChange extends Both<Vault> {
  readonly fields: readonly FieldChange[]
}

/** A holding that is not what it was, or that is although transactions moved it. */
export interface HoldingChange {
  readonly key: HoldingKey
  readonly vault: VaultName | null
  readonly before: Decimal | null
  readonly after: Decimal | null
  /** What transactions moved that are completed now and were not before; null where the balances are not readable. */
  readonly moved: Decimal | null
  /** The rest of the difference: zero where they explain it. */
  readonly unexplained: Decimal | null
  /** Amounts and fees of these transactions. */
  readonly entries: number
  readonly verdict: 'explained' | 'unexplained' | 'uncertain'
}

/** What changed from one to the other. `before` are the earlier. */
export function compareBooks(before: Books, after: Books): Changes {
  const untold: string[] = [...otherAccount(before, after), ...notComplete(before, after)]
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

function isComplete({ completeness }: { readonly completeness: string }): boolean {
  return completeness === 'complete'
}

function vaultsOf({ holdings }: Books) {
  return holdings.at(-1)?.vaults ?? { records: [], ended: '' }
}

/** Records of both by their ids, and how many have none, or one that another has: nothing tells these apart. */
function pairsOf<R>(
  before: readonly R[],
  after: readonly R[],
  idOf: (record: R) => string | null,
): { readonly pairs: readonly Both<R>[]; readonly left: number } {
  const pairs = new Map<string, { before: R | null; after: R | null }>()
  let left = 0
  for (const [side, records] of [['before', before] as const, ['after', after] as const])
    for (const record of records) {
      const id = idOf(record)
      const pair = pairs.get(id ?? '') ?? { before: null, after: null }
      if (!id || pair[side] !== null) left += 1
      else pairs.set(id, { ...pair, [side]: record })
    }
  return { pairs: [...pairs.values()], left }
}

function leftSentence(count: number, one: string): string {
  return `${counted(count, one)} without an id, or with the id of another, could not be compared.`
}

function isOneSided({ before, after }: Both<unknown>): boolean {
  return before === null || after === null
}

type Fields<R, Name extends string = string> = readonly (readonly [
  field: Name,
  of: (record: R) => string | null,
])[]

/** The fields that differ, of what is in both. What a service leaves out and what it sends empty is the same. */
function fieldChanges<R>({ before, after }: Both<R>, fields: Fields<R>): FieldChange[] {
  if (before === null || after === null) return []
  const changes: FieldChange[] = []
  for (const [field, of] of fields) {
    const [was, is] = [of(before), of(after)]
    if (!isAlike(was, is)) changes.push({ field, before: was, after: is })
  }
  return changes
}

function isAlike(one: string | null, other: string | null): boolean {
  if (one === other || (one ?? '') === (other ?? '')) return true
  const [was, is] = [readDecimal(one), readDecimal(other)]
  return was !== null && is !== null && compare(was, is) === 0
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

const listFields: Fields<Whitelist> = [
  ['whitelist_name', ({ whitelist_name }) => whitelist_name],
  ['whitelist_type', ({ whitelist_type }) => whitelist_type],
]
const entryFields: Fields<WhitelistAsset> = [
  ['asset_id', ({ asset_id }) => asset_id],
  ['network_id', ({ network_id }) => network_id],
  ['address', ({ address }) => address],
  ['memo', ({ memo }) => memo],
]

function compareWhitelists(
  before: Books,
  after: Books,
  untold: string[],
): { readonly changes: readonly WhitelistChange[]; readonly compared: number } {
  const [was, is] = [before.whitelists, after.whitelists]
  const { pairs, left } = pairsOf(was.records, is.records, ({ whitelist_id }) => whitelist_id)
  if (left > 0) untold.push(leftSentence(left, 'whitelist'))
  const names = ownersOf(pairs, ({ whitelist_name }) => [whitelist_name])
  const addresses = ownersOf(pairs, ({ assets }) => assets.map(({ address }) => address))
  const changes = pairs.flatMap((list): readonly WhitelistChange[] => {
    const isCertain = (one: Both<unknown>) =>
      (one.before !== null || isComplete(was)) && (one.after !== null || isComplete(is))
    const fields = fieldChanges(list, listFields)
    const isNamedAnew = list.before?.whitelist_name !== list.after?.whitelist_name
    const movedFrom = isNamedAnew ? names(list.after?.whitelist_name, list) : []
    const own = { list, entry: null, fields, movedFrom, isCertain: isCertain(list) }
    if (list.before === null || list.after === null) return [own]
    const entries = entryPairs(list.before.assets, list.after.assets).map((entry) => {
      const isElsewhere = entry.before?.address !== entry.after?.address
      const movedFrom = isElsewhere ? addresses(entry.after?.address, list) : []
      return { list, entry, fields: fieldChanges(entry, entryFields), movedFrom, isCertain: true }
    })
    return [...(fields.length > 0 ? [own] : []), ...entries]
  })
  return { changes, compared: pairs.filter((pair) => !isOneSided(pair)).length }
}

/** Finds the other whitelists that had something before and have it no longer. */
function ownersOf(
  pairs: readonly Both<Whitelist>[],
  valuesOf: (list: Whitelist) => readonly (string | null)[],
) {
  const lost = new Map<string, Both<Whitelist>[]>()
  for (const pair of pairs) {
    const kept = new Set(pair.after ? valuesOf(pair.after) : [])
    for (const value of new Set(pair.before ? valuesOf(pair.before) : []))
      if (value && !kept.has(value)) lost.set(value, [...(lost.get(value) ?? []), pair])
  }
  return (value: string | null | undefined, list: Both<Whitelist>): readonly Whitelist[] =>
    (lost.get(value ?? '') ?? []).flatMap((pair) => (pair === list || !pair.before ? [] : [pair.before]))
}

/**
 * The entries of a whitelist that are not as they were. Entries have no id: one with another memo at the same address is the same, and so is
 * the only one of its asset and network with another address. Where there are more, they were removed and added.
 */
function entryPairs(
  before: readonly WhitelistAsset[],
  after: readonly WhitelistAsset[],
): readonly Both<WhitelistAsset>[] {
  const pairs: Both<WhitelistAsset>[] = []
  let [removed, added] = [before, after]
  const match = (
    keyOf: (entry: WhitelistAsset) => string,
    take: (one: WhitelistAsset, other: WhitelistAsset) => void,
    onlyOne = false,
  ) => {
    const candidates = groupBy(added, keyOf)
    const sizes = groupBy(removed, keyOf)
    const taken = new Set<WhitelistAsset>()
    removed = removed.filter((one) => {
      const key = keyOf(one)
      const group = candidates.get(key) ?? []
      if (onlyOne && (group.length > 1 || sizes.get(key)?.length !== 1)) return true
      const other = group.find((each) => !taken.has(each))
      if (!other) return true
      taken.add(other)
      take(one, other)
      return false
    })
    added = added.filter((each) => !taken.has(each))
  }
  const key = (...values: readonly (string | null)[]) => JSON.stringify(values.map((value) => value ?? ''))
  const change = (one: WhitelistAsset, other: WhitelistAsset) => pairs.push({ before: one, after: other })
  match(
    (entry) => key(...entryFields.map(([, of]) => of(entry))),
    () => {},
  )
  match(({ asset_id, network_id, address }) => key(asset_id, network_id, address), change)
  match(({ asset_id, network_id }) => key(asset_id, network_id), change, true)
  return [
    ...pairs,
    ...removed.map((each) => ({ before: each, after: null })),
    ...added.map((each) => ({ before: null, after: each })),
  ]
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
  const isMoving = changedWhileRead(() => [settleBooks(before), settleBooks(after)])
  return {
    compared: held.size,
    untold:
      unreadable > 0
        ? [`The balance of ${counted(unreadable, 'holding')} is not readable in both, and was not compared.`]
        : [],
    changes: holdings.flatMap(({ key, vault, now, remainder, entries }): readonly HoldingChange[] => {
      if (now === null || remainder === null || (now.digits === 0n && remainder.digits === 0n)) return []
      const name = holdingName(key)
      const isExplained = remainder.digits === 0n
      const verdict = isExplained ? 'explained' : isWhole && !isMoving(name) ? 'unexplained' : 'uncertain'
      return [
        {
          ...{ key, vault, entries, verdict, unexplained: remainder },
          ...{ before: balanceIn(was, name), after: balanceIn(is, name), moved: subtract(now, remainder) },
        },
      ]
    }),
  }
}

/** Whether a balance changed while one of the books was read, so that more may have moved it than they have. Found out when first asked. */
function changedWhileRead(settledOf: () => readonly SettledBooks[]): (name: string) => boolean {
  let names: ReadonlySet<string> | null = null
  return (name) => {
    names ??= new Set(
      settledOf().flatMap(({ settlement }) =>
        settlement.holdings.flatMap(({ key, change }) => (change === null ? [] : [holdingName(key)])),
      ),
    )
    return names.has(name)
  }
}
