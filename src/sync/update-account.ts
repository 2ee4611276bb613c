/**
 * Brings an account up to date with what is new at the ends of its list, what was open, and what its vaults hold. Rows are joined by query, so
 * memory depends on the news. What contradicts the rows is told, and what is sound is applied all the same.
 */
import type { Transaction, Vault, Whitelist } from '../contract/normal-records.ts'
import type { AccountStore } from '../store/account-store.ts'
import type { Applied } from '../store/outcome.ts'
import type { AccountState } from '../store/state.ts'
import { dateNews } from './date-news.ts'
import { type ArrivalsBetween, readListNews } from './join-list.ts'
import { readOpenTransactions } from './open-transactions.ts'
import { lostProofs, proveBalances, type UnexplainedBalance, unexplainedSentence } from './prove-balances.ts'
import {
  areSameVaults,
  type HoldingsRead,
  type ListAnswer,
  listedRecords,
  readAllHoldings,
  readShortList,
} from './read-holdings.ts'
import { holdingsOutcome, listOutcome, receivedTransactions } from './received-texts.ts'
import { RequestCount } from './request-count.ts'
import { perform, present, type Reading, sideBySide } from './service/reading.ts'
import { wholeWhitelists } from './service/whole-lists.ts'
import { storedDifferences } from './stored-differences.ts'

export interface AccountUpdate {
  readonly applied: Applied
  readonly requests: number
  /** Why a whole reading is wanted; null where nothing contradicts the rows. It stands among the doubts of the list. */
  readonly contradiction: string | null
}

/** Of an account that was read at least once. Throws an `ApiError` where a list cannot be read, ERR-02 of the transactions included. */
export function* updateAccount(rows: AccountStore, fence: string): Reading<AccountUpdate> {
  const count = new RequestCount()
  return yield* count.of(readUpdate(rows, fence, count))
}

function* readUpdate(rows: AccountStore, fence: string, count: RequestCount): Reading<AccountUpdate> {
  const begun = new Date(yield* present()).toISOString()
  const state = yield* perform(() => rows.state())
  const [held, whitelists] = yield* sideBySide([readAllHoldings(state.lists), recentWhitelists(state)])
  const { news, latest, lost } = yield* readSettledNews(rows, state, held)
  const unexplained = unexplainedSentence(lost)
  const doubts = unexplained === null ? news.doubts : [...news.doubts, unexplained]
  const outcome = {
    ...{ begun, ended: new Date(yield* present()).toISOString(), requests: count.requests },
    first: receivedTransactions(news.first, 0),
    changed: receivedTransactions(news.changed, news.first.length),
    last: receivedTransactions(news.last, news.first.length + news.changed.length),
    between: news.between.map(({ after, records }) => ({ after, rows: receivedTransactions(records, 0) })),
    gone: [],
    lists: { ...holdingsOutcome(latest), ...(whitelists && { whitelists: listOutcome(whitelists) }) },
    doubts,
  }
  const applied = yield* perform(() => rows.applyUpdate(fence, outcome))
  yield* dateNews(rows, fence, addedIn(news))
  return { applied, requests: count.requests, contradiction: doubts[0] ?? null }
}

/** Null where they were read within the last minute. They change seldom. A whole reading asks again for a list that the key may not read. */
function* recentWhitelists({ lists }: AccountState): Reading<ListAnswer<Whitelist> | null> {
  const { whitelists } = lists
  if (whitelists && 'refused' in whitelists && whitelists.refused === 'ERR-02') return null
  const isRead = whitelists !== null && 'ended' in whitelists
  const age = !isRead ? Infinity : (yield* present()) - Date.parse(whitelists.ended)
  return age < whitelistsEvery ? null : yield* readShortList(wholeWhitelists({}), whitelists)
}

/** Milliseconds. */
const whitelistsEvery = 60_000

interface TransactionNews {
  readonly first: readonly Transaction[]
  readonly last: readonly Transaction[]
  readonly between: readonly ArrivalsBetween[]
  readonly changed: readonly Transaction[]
  /** What the store has of those that changed although they were final. */
  readonly final: readonly Transaction[]
  readonly doubts: readonly string[]
}

interface SettledNews {
  readonly news: TransactionNews
  /** Read after the news, where there are any. */
  readonly latest: HoldingsRead
  readonly lost: readonly UnexplainedBalance[]
}

/** Something may move between the transactions and the balances: where they no longer explain these, all of it is read again. */
function* readSettledNews(rows: AccountStore, state: AccountState, held: HoldingsRead): Reading<SettledNews> {
  const stored = yield* perform(() => rows.vaultHoldings())
  let latest = held
  for (let attempt = 1; ; attempt += 1) {
    const news = yield* readNews(rows, state)
    const isSame = 'refused' in latest.vaults || areSameVaults(stored, latest.vaults.records)
    const isQuiet = addedIn(news).length + news.changed.length === 0
    if (isQuiet && isSame) return { news, latest, lost: [] }
    latest = yield* readAllHoldings(state.lists)
    const lost = isProvable(state, latest) ? yield* lostBalances(rows, news, stored, latest) : []
    if (lost.length === 0 || attempt === mostAttempts) return { news, latest, lost }
  }
}

/** Of a busy account, something moves in many of them. */
const mostAttempts = 5

function* readNews(rows: AccountStore, { lists: { transactions } }: AccountState): Reading<TransactionNews> {
  const since = transactions && 'since' in transactions ? (transactions.since ?? null) : null
  const { met, contradiction, ...added } = yield* readListNews(rows, since)
  const seen = new Set([...addedIn(added), ...met].map((record) => record.transaction_id ?? ''))
  const open = yield* readOpenTransactions(rows, seen)
  const { changed, final, doubts } = yield* storedDifferences(rows, [...met, ...open.met])
  return {
    ...{ ...added, changed, final },
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

/** Vaults that were refused, or are not known to be all of them, prove nothing. */
function isProvable({ lists }: AccountState, { vaults }: HoldingsRead): boolean {
  if (lists.vaults === null || 'refused' in lists.vaults || 'refused' in vaults) return false
  return vaults.completeness !== 'partial' || vaults.isUnchecked
}

function* lostBalances(
  rows: AccountStore,
  news: TransactionNews,
  stored: readonly Vault[],
  { vaults }: HoldingsRead,
): Reading<readonly UnexplainedBalance[]> {
  const sums = yield* perform(() => rows.movementSums())
  const changes = { added: [...addedIn(news), ...news.changed], replaced: news.final }
  return lostProofs(proveBalances(sums, stored), proveBalances(sums, listedRecords(vaults), changes))
}
