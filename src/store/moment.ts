/** All records of one moment, for files and packs. */
import type { AcceptedFinding } from '../contract/accepted-findings.ts'
import type { FormerDestination } from '../contract/addresses.ts'
import type { TotalsColumn } from '../contract/console-api.ts'
import type { Queries, WorkOptions } from '../database/database.ts'
import { acceptedFindings } from './accepted.ts'
import { type AccountOwner, accountOwner, accountState } from './account-row.ts'
import type { KeptSums } from './kept-sums.ts'
import { type EarlierHoldings, earlierHoldings } from './lists.ts'
import { undecidedRows } from './moments.ts'
import { type PackedPeriod, type PackedTable, packedChanges, packedRows } from './pack-records.ts'
import { type ActivityCount, activityCounts } from './queries/activity.ts'
import { type ChangeQueries, changeQueries } from './queries/changes.ts'
import type { RowRange } from './queries/conditions.ts'
import { type CounterpartyQuery, type CounterpartySum, counterpartySums } from './queries/counterparties.ts'
import {
  type AlikeAddress,
  alikeAddresses,
  type PartyQuestion,
  type PartyRecords,
  partyRecords,
} from './queries/counterparty.ts'
import { type DestinationQueries, destinationQueries } from './queries/destinations.ts'
import { type HistoryQueries, historyQueries } from './queries/history.ts'
import {
  type BalanceQuery,
  balancePage,
  type RecordPage,
  type VaultQuery,
  vaultPage,
  type WhitelistQuery,
  whitelistPage,
} from './queries/lists.ts'
import { formerDestinations } from './queries/own-addresses.ts'
import { type SampleQueries, sampleQueries } from './queries/samples.ts'
import { type SentSinceQuestion, type SentSum, sentSince } from './queries/sent-since.ts'
import type { TransactionQuery } from './queries/transaction-query.ts'
import {
  type ListedTransaction,
  type TransactionCount,
  type TransactionTotal,
  transactionCount,
  transactionPage,
  transactionRows,
  transactionRowsByKey,
  transactionTotals,
} from './queries/transactions.ts'
import type { AccountScope } from './scope.ts'
import type { AccountState } from './state.ts'
import { doubtfulRecords, type MovementSum, ownVaultsOf } from './sums.ts'
import { readUnprovedBalances, type UnprovedBalance } from './unproved-balances.ts'

/** Rows come in pieces, in the order of their list, so that a million need no more memory than a piece. */
export interface RecordsMoment {
  state(): Promise<AccountState>
  owner(): Promise<AccountOwner>
  transactions(query: TransactionQuery): AsyncIterable<readonly ListedTransaction[]>
  count(query: TransactionQuery): Promise<TransactionCount>
  totals(query: TransactionQuery, by: readonly TotalsColumn[]): Promise<readonly TransactionTotal[]>
  vaults(query: VaultQuery): AsyncIterable<readonly string[]>
  balances(query: BalanceQuery): AsyncIterable<readonly string[]>
  whitelists(query: WhitelistQuery): AsyncIterable<readonly string[]>
  earlierHoldings(): Promise<EarlierHoldings>
  unsettledBalances(): Promise<readonly UnprovedBalance[]>
  page(query: TransactionQuery, range: RowRange): Promise<readonly ListedTransaction[]>
  readonly samples: SampleQueries
  counterparties(query: CounterpartyQuery): Promise<readonly CounterpartySum[]>
  party(question: PartyQuestion): Promise<PartyRecords | null>
  sentSince(questions: readonly SentSinceQuestion[]): Promise<readonly (readonly SentSum[])[]>
  /** Those that were paid most often. */
  formerDestinations(limit: number): Promise<readonly FormerDestination[]>
  alike(addresses: readonly string[], own: readonly string[]): Promise<readonly AlikeAddress[]>
  movements(edges: readonly number[]): Promise<readonly MovementSum[]>
  ownTransfers(): Promise<ReadonlyMap<string, string>>
  undecided(edges: readonly number[]): Promise<number>
  activity(vault: string | null, edges: readonly number[]): Promise<readonly ActivityCount[]>
  doubtful(limit: number): Promise<readonly string[]>
  acceptedFindings(): Promise<readonly AcceptedFinding[]>
  packed(table: PackedTable): Promise<readonly string[]>
  changesIn(period: PackedPeriod): AsyncIterable<readonly string[]>
  readonly account: string
  of(account: string): RecordsMoment
  /** Differences from an earlier account. */
  since(earlier: string): ChangeQueries
  readonly destinations: DestinationQueries
  readonly history: HistoryQueries
}

/** To read, write down and hand on that many takes some milliseconds, after which others have their turn. */
const pieceRows = 200

/** To add up that many takes the embedded database some tens of milliseconds. */
const summedRows = 5000

/** A statement of a million rows may sort them first. */
export const statementSeconds = 300

/**
 * To compile what adds up a million rows takes PostgreSQL longer than to add them up. Its usual memory of 4 MB would have it sort them on disk.
 */
const reportSettings = `set local jit = off; set local work_mem = '64MB'`

/**
 * On the embedded database, other queries run between these, and writers wait until the last one. On PostgreSQL a transaction stays open. So
 * `work` may wait only for its queries and for local files.
 */
export async function readMoment<Result>(
  { database, account }: AccountScope,
  sums: KeptSums,
  work: (moment: RecordsMoment) => Promise<Result>,
  options: Pick<WorkOptions, 'signal'>,
): Promise<Result> {
  const reading = { ...options, purpose: 'report', seconds: statementSeconds } as const
  if (database.lock)
    return await database.lock.read(() =>
      work(momentOver(database.with(reading), account, { transactionsOver: byKey, sums, summedRows })),
    )
  return await database.read(async (queries) => {
    await queries.script(reportSettings)
    const rows: Transactions = (query) => transactionRows(queries, account, query, pieceRows)
    return await work(momentOver(queries, account, { transactionsOver: () => rows, sums, summedRows: null }))
  }, reading)
}

type Transactions = RecordsMoment['transactions']

interface MomentPieces {
  readonly transactionsOver: (queries: Queries, account: string) => Transactions
  readonly sums: KeptSums
  /** Rows that one statement adds up; null for all. */
  readonly summedRows: number | null
}

function momentOver(queries: Queries, account: string, pieces: MomentPieces): RecordsMoment {
  const { transactionsOver, sums, summedRows } = pieces
  const ownTransfers = () => sums.ownTransfers(queries, account, summedRows)
  return {
    state: () => accountState({ database: queries, account }),
    owner: () => accountOwner({ database: queries, account }),
    transactions: transactionsOver(queries, account),
    count: (query) => transactionCount(queries, account, query),
    totals: (query, by) => transactionTotals(queries, account, query, by),
    vaults: (query) => piecesOf((range) => recordsOn(vaultPage(queries, account, query, range))),
    balances: (query) => piecesOf((range) => recordsOn(balancePage(queries, account, query, range))),
    whitelists: (query) => piecesOf((range) => recordsOn(whitelistPage(queries, account, query, range))),
    earlierHoldings: () => earlierHoldings(queries, account),
    unsettledBalances: () => readUnprovedBalances(queries, account),
    page: (query, range) => transactionPage(queries, account, query, range),
    samples: sampleQueries(queries, account),
    counterparties: async (query) => counterpartySums(queries, account, query, await ownTransfers()),
    party: (question) => partyRecords(queries, account, question),
    sentSince: (questions) => sentSince(queries, account, questions),
    formerDestinations: async (limit) => (await formerDestinations(queries, account, limit)).rows,
    alike: (addresses, own) => alikeAddresses(queries, account, addresses, own),
    movements: (edges) => sums.movements(queries, account, edges, summedRows),
    ownTransfers: async () => ownVaultsOf(await ownTransfers()),
    undecided: (edges) => undecidedRows(queries, account, edges),
    activity: (vault, edges) => activityCounts(queries, account, vault, edges),
    doubtful: (limit) => doubtfulRecords(queries, account, limit),
    acceptedFindings: () => acceptedFindings(queries, account),
    packed: (table) => packedRows(queries, account, table),
    changesIn: (period) => packedChanges(queries, account, period),
    account,
    of: (other) => momentOver(queries, other, pieces),
    since: (earlier) => changeQueries(queries, earlier, account),
    destinations: destinationQueries(queries, account),
    history: historyQueries(queries, account),
  }
}

function byKey(queries: Queries, account: string): Transactions {
  return (query) => transactionRowsByKey(queries, account, query, pieceRows)
}

async function* piecesOf<Row>(
  page: (range: RowRange) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let offset = 0; ; offset += pieceRows) {
    const rows = await page({ limit: pieceRows, offset })
    if (rows.length > 0) yield rows
    if (rows.length < pieceRows) return
  }
}

async function recordsOn(page: Promise<RecordPage>): Promise<readonly string[]> {
  return (await page).records
}
