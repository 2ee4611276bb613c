/**
 * Brings an account up to date: new transactions at either end of the list, open ones, and balances. Rows are matched in SQL, so memory
 * grows with the news only. Contradictions are reported, and what is sound is applied.
 */
import type { ReferenceListName } from '../contract/console-api.ts'
import { writeDecimal } from '../contract/decimal.ts'
import type { Transaction } from '../contract/normal-records.ts'
import type { AccountStore } from '../store/account-store.ts'
import type { Applied, ListOutcomes, RowKey, UnexplainedBalance } from '../store/outcome.ts'
import type { AccountState, ListReading } from '../store/state.ts'
import { dateNews } from './date-news.ts'
import { deniedTransactions } from './denied-transactions.ts'
import {
  type BalanceJump,
  type FollowedBalances,
  followBalances,
  unexplainedSentence,
} from './follow-balances.ts'
import { type ArrivalsBetween, readListNews } from './join-list.ts'
import { readOpenTransactions } from './open-transactions.ts'
import { areSameVaults, type HoldingsRead, readAllHoldings, readShortList } from './read-holdings.ts'
import { holdingsOutcome, listOutcome, receivedTransactions } from './received-texts.ts'
import { currentTime, perform, RequestCount, type ServiceRead, sideBySide } from './service/service-read.ts'
import { referenceLists, referenceNames } from './service/whole-lists.ts'
import { storedDifferences } from './stored-differences.ts'

export interface AccountUpdate {
  readonly applied: Applied
  readonly requests: number
  /** Why a whole reading is wanted; null where nothing contradicts the rows. It stands among the doubts of the list. */
  readonly contradiction: string | null
}

/** Of an account that was read at least once. Throws an `ApiError` where a list cannot be read, ERR-02 of the transactions included. */
export function* updateAccount(rows: AccountStore, fence: string): ServiceRead<AccountUpdate> {
  const count = new RequestCount()
  return yield* count.of(readUpdate(rows, fence, count))
}

function* readUpdate(rows: AccountStore, fence: string, count: RequestCount): ServiceRead<AccountUpdate> {
  const begun = new Date(yield* currentTime()).toISOString()
  const state = yield* perform(() => rows.state())
  const [held, references] = yield* sideBySide([
    readAllHoldings(state.lists),
    sideBySide(referenceNames.map((name) => recentReference(name, state))),
  ])
  const { news, latest, followed } = yield* readSettledNews(rows, state, held)
  const unexplained = followed && unexplainedSentence(followed.unexplained)
  const doubts = unexplained === null ? news.doubts : [...news.doubts, unexplained]
  const outcome = {
    ...{ begun, ended: new Date(yield* currentTime()).toISOString(), requests: count.requests },
    first: receivedTransactions(news.first, 0),
    changed: receivedTransactions(news.changed, news.first.length),
    last: receivedTransactions(news.last, news.first.length + news.changed.length),
    between: news.between.map(({ after, records }) => ({ after, rows: receivedTransactions(records, 0) })),
    gone: yield* goneRows(rows, news.denied, state.denied),
    state: { denied: news.denied },
    lists: Object.assign(holdingsOutcome(latest), ...references),
    ...(followed && {
      unsettled: followed.unsettled,
      unexplained: followed.unexplained.map(unexplainedBalance),
    }),
    doubts,
  }
  const applied = yield* perform(() => rows.applyUpdate(fence, outcome))
  yield* dateNews(rows, fence, addedIn(news))
  return { applied, requests: count.requests, contradiction: doubts[0] ?? null }
}

/** Two updates missed them, and the service denies them. Of several records of one id, nothing tells which of them is gone. */
function* goneRows(
  rows: AccountStore,
  denied: readonly string[],
  before: readonly string[],
): ServiceRead<readonly RowKey[]> {
  const ids = denied.filter((id) => before.includes(id))
  if (ids.length === 0) return []
  const stored = yield* perform(() => rows.rowsOf(ids))
  return ids.flatMap((id) =>
    stored.filter((row) => row.id === id).length === 1 ? { id, occurrence: 1 } : [],
  )
}

function unexplainedBalance({ key, vault, remainder, before, since }: BalanceJump): UnexplainedBalance {
  const { vault_id, asset_id, network_id } = key
  const amounts = { before: writeDecimal(before), after: writeDecimal(remainder) }
  return { id: vault_id ?? '', name: vault, asset_id, network_id, since, ...amounts }
}

/** Nothing where it was read within the last minute. A whole reading asks again for a list that the key may not read. */
function* recentReference<Name extends ReferenceListName>(
  name: Name,
  { lists: { [name]: before } }: AccountState,
): ServiceRead<ListOutcomes> {
  if (before && 'refused' in before && before.refused === 'ERR-02') return {}
  const age =
    before === null || !('ended' in before) ? Infinity : (yield* currentTime()) - Date.parse(before.ended)
  if (age < referencesEvery) return {}
  return { [name]: listOutcome(yield* readShortList(referenceLists[name], before)) }
}

/** Milliseconds. */
const referencesEvery = 60_000

interface TransactionNews {
  readonly first: readonly Transaction[]
  readonly last: readonly Transaction[]
  readonly between: readonly ArrivalsBetween[]
  readonly changed: readonly Transaction[]
  /** What the store has of those that changed although they were final. */
  readonly final: readonly Transaction[]
  /** Ids of those that are not listed where they were, and that the service denies. */
  readonly denied: readonly string[]
  readonly doubts: readonly string[]
}

interface SettledNews {
  readonly news: TransactionNews
  /** Read after the news, where there are any. */
  readonly latest: HoldingsRead
  /** Null where balances could not be compared, or had no reason to change. */
  readonly followed: FollowedBalances | null
}

/**
 * Something may move between the transactions and the balances: where what these do not explain of a balance changes, in either direction, all of
 * it is read again. A balance that was unsettled before is not waited for: some grow without a transaction.
 */
function* readSettledNews(
  rows: AccountStore,
  state: AccountState,
  held: HoldingsRead,
): ServiceRead<SettledNews> {
  const stored = yield* perform(() => rows.vaultHoldings())
  const unsettled = yield* perform(() => rows.unsettledBalances())
  let latest = held
  for (let attempt = 1; ; attempt += 1) {
    const news = yield* readNews(rows, state)
    const isSame = 'refused' in latest.vaults || areSameVaults(stored, latest.vaults.records)
    const isQuiet = isSame && addedIn(news).length + news.changed.length === 0
    if (isQuiet && unsettled.length === 0) return { news, latest, followed: null }
    if (!isQuiet) latest = yield* readAllHoldings(state.lists)
    const followed = yield* followedBalances(rows, news, latest)
    if (!followed?.isNew || attempt === mostAttempts) return { news, latest, followed }
  }
}

/** Read once, and again at most three times. */
const mostAttempts = 4

function* readNews(
  rows: AccountStore,
  { lists: { transactions } }: AccountState,
): ServiceRead<TransactionNews> {
  const since = transactions && 'since' in transactions ? (transactions.since ?? null) : null
  const { met, contradiction, ...added } = yield* readListNews(rows, since)
  const seen = new Set([...addedIn(added), ...met].map((record) => record.transaction_id ?? ''))
  const open = yield* readOpenTransactions(rows, seen)
  const { changed, final, doubts } = yield* storedDifferences(rows, [...met, ...open.met])
  const denied = yield* deniedTransactions(rows, contradiction === null ? [] : met, open.lost)
  return {
    ...{ ...added, changed, final, denied },
    doubts: [contradiction, open.contradiction, ...doubts].flatMap((doubt) => doubt ?? []),
  }
}

function addedIn({
  first,
  between,
  last,
}: Pick<TransactionNews, 'first' | 'between' | 'last'>): readonly Transaction[] {
  return [...first, ...between.flatMap(({ records }) => records), ...last]
}

/** Balances prove nothing if vaults were refused or may be incomplete, or if more transactions are being read. */
function* followedBalances(
  rows: AccountStore,
  news: TransactionNews,
  { vaults }: HoldingsRead,
): ServiceRead<FollowedBalances | null> {
  if ('refused' in vaults || (vaults.completeness === 'partial' && !vaults.isUnchecked)) return null
  const { lists } = yield* perform(() => rows.state())
  if (lists.vaults === null || 'refused' in lists.vaults || isReadOnce(lists.transactions)) return null
  const kept = {
    vaults: yield* perform(() => rows.vaultHoldings()),
    readAt: lists.vaults.ended,
    sums: yield* perform(() => rows.movementSums()),
    unsettled: yield* perform(() => rows.unsettledBalances()),
  }
  const changes = { added: [...addedIn(news), ...news.changed], replaced: news.final }
  const isPartial = news.doubts.length > 0
  return followBalances(kept, { vaults: vaults.records, readAt: vaults.ended }, changes, isPartial)
}

function isReadOnce(transactions: ListReading): boolean {
  return transactions !== null && 'completeness' in transactions && transactions.completeness === 'read-once'
}
