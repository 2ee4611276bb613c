/** All records of one moment, for files and packs. */
import type { WholeListName } from '../contract/list-names.ts'
import type { Queries, WorkOptions } from '../database/database.ts'
import { acceptedFindings } from './accepted.ts'
import { accountOwner, accountState } from './account-row.ts'
import type { KeptAddresses } from './kept-addresses.ts'
import type { KeptSums } from './kept-sums.ts'
import { undecidedRows } from './moments.ts'
import { packedChanges, packedRows } from './pack-records.ts'
import { activityCounts } from './queries/activity.ts'
import { changeQueries } from './queries/changes.ts'
import type { RowRange } from './queries/conditions.ts'
import { type CounterpartyQuery, counterpartySums } from './queries/counterparties.ts'
import { alikeAddresses, partyRecords } from './queries/counterparty.ts'
import { comparedTransactions, destinationUses, idsOfUses, namedOwners } from './queries/destination-uses.ts'
import { historyQueries } from './queries/history.ts'
import { type ListQuery, listPage, type RecordPage } from './queries/lists.ts'
import { faultyWithdrawals } from './queries/memo-faults.ts'
import {
  drawnTransactions,
  largestTransactions,
  samplePopulation,
  sampleSpans,
  transactionsOfDays,
} from './queries/samples.ts'
import { sentSince } from './queries/sent-since.ts'
import type { TransactionQuery } from './queries/transaction-query.ts'
import {
  type ListedTransaction,
  transactionCount,
  transactionPage,
  transactionRows,
  transactionRowsByKey,
  transactionTotals,
} from './queries/transactions.ts'
import { earlierHoldings } from './replace-lists.ts'
import type { AccountScope } from './scope.ts'
import { doubtfulRecords, ownVaultsOf } from './sums.ts'
import { readUnprovedBalances } from './unproved-balances.ts'

/** Rows come in pieces, in the order of their list, so that a million need no more memory than a piece. */
export interface RecordsMoment extends MomentQueries {
  /** Of another account. */
  of(account: string): RecordsMoment
}

type MomentQueries = ReturnType<typeof momentQueries>
export type DestinationQueries = MomentQueries['destinations']

/** To read, write down and hand on that many takes some milliseconds, after which others have their turn. */
const pieceRows = 200

/**
 * Rows that one statement adds up. It takes the embedded database some tens of milliseconds. PostgreSQL would sort a million on disk, and adds up so many
 * in memory.
 */
const summedRows = { embedded: 5000, postgres: 250_000 }

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
  kept: Kept,
  work: (moment: RecordsMoment) => Promise<Result>,
  options: Pick<WorkOptions, 'signal'>,
): Promise<Result> {
  const reading = { ...options, purpose: 'report', seconds: statementSeconds } as const
  if (database.lock)
    return await database.lock.read(() =>
      work(
        momentOver(database.with(reading), account, {
          transactionsOver: byKey,
          kept,
          summedRows: summedRows.embedded,
        }),
      ),
    )
  return await database.read(async (queries) => {
    await queries.script(reportSettings)
    const rows: Transactions = (query) => transactionRows(queries, account, query, pieceRows)
    return await work(
      momentOver(queries, account, { transactionsOver: () => rows, kept, summedRows: summedRows.postgres }),
    )
  }, reading)
}

type Transactions = (query: TransactionQuery) => AsyncIterable<readonly ListedTransaction[]>

/** In memory, for whoever reads the next moment. */
export interface Kept {
  readonly sums: KeptSums
  readonly addresses: KeptAddresses
}

interface MomentPieces {
  readonly transactionsOver: (queries: Queries, account: string) => Transactions
  readonly kept: Kept
  /** That one statement adds up. */
  readonly summedRows: number
}

function momentOver(queries: Queries, account: string, pieces: MomentPieces): RecordsMoment {
  return {
    ...momentQueries(queries, account, pieces),
    of: (other) => momentOver(queries, other, pieces),
  }
}

function momentQueries(
  queries: Queries,
  account: string,
  { transactionsOver, kept: { sums, addresses }, summedRows }: MomentPieces,
) {
  const of =
    <Args extends readonly unknown[], Value>(
      ask: (queries: Queries, account: string, ...args: Args) => Value,
    ) =>
    (...args: Args): Value =>
      ask(queries, account, ...args)
  const ownTransfers = () => sums.ownTransfers(queries, account, summedRows)
  return {
    account,
    state: () => accountState({ database: queries, account }),
    owner: () => accountOwner({ database: queries, account }),
    transactions: transactionsOver(queries, account),
    page: of(transactionPage),
    count: of(transactionCount),
    totals: of(transactionTotals),
    list: <Name extends WholeListName>(name: Name, query: ListQuery<Name>) =>
      piecesOf((range) => recordsOn(listPage(queries, account, name, query, range))),
    earlierHoldings: of(earlierHoldings),
    unsettledBalances: of(readUnprovedBalances),
    samples: {
      population: of(samplePopulation),
      drawn: of(drawnTransactions),
      largest: of(largestTransactions),
      spans: of(sampleSpans),
      ofDays: of(transactionsOfDays),
    },
    counterparties: async (query: CounterpartyQuery) =>
      counterpartySums(queries, account, query, await ownTransfers()),
    party: of(partyRecords),
    sentSince: of(sentSince),
    formerDestinations: () => addresses.formerDestinations(queries, account),
    alike: of(alikeAddresses),
    movements: (edges: readonly number[]) => sums.movements(queries, account, edges, summedRows),
    ownTransfers: async () => ownVaultsOf(await ownTransfers()),
    undecided: of(undecidedRows),
    activity: of(activityCounts),
    doubtful: of(doubtfulRecords),
    acceptedFindings: of(acceptedFindings),
    packed: of(packedRows),
    changesIn: of(packedChanges),
    /** Differences from an earlier account. */
    since: (earlier: string) => changeQueries(queries, earlier, account),
    destinations: {
      compared: of(comparedTransactions),
      uses: of(destinationUses),
      ids: of(idsOfUses),
      owners: of(namedOwners),
      faulty: of(faultyWithdrawals),
      vaultAddresses: () => addresses.vaultAddresses(queries, account),
    },
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
