import type { ChangedKind } from '../contract/changes.ts'
import type { TotalsColumn } from '../contract/console-api.ts'
import type { WholeListName } from '../contract/list-names.ts'
import type { Database, WorkOptions } from '../database/database.ts'
import { acceptedFindings, acceptFindings, withdrawAcceptance } from './accepted.ts'
import {
  accountRevision,
  accountStanding,
  accountState,
  learn,
  listedRows,
  note,
  profileOf,
  tellDays,
} from './account-row.ts'
import { applyUpdate } from './apply-update.ts'
import { applyWhole } from './apply-whole.ts'
import { dropChanges } from './change-writer.ts'
import { clearDays, setDays } from './days.ts'
import { makeIndexes } from './indexes.ts'
import { look, releaseLease, renewLease, takeLease } from './lease.ts'
import { type Kept, type RecordsMoment, readMoment } from './moment.ts'
import {
  dropMoments,
  endSpans,
  straddlingIds,
  straddlingSpans,
  wantedMoments,
  wantMoments,
  widenToDays,
} from './moments.ts'
import { endPack, writePackChanges, writePackRows } from './pack-records.ts'
import { completedMeanwhile, keptRecord } from './queries/beside-changes.ts'
import type { RowRange } from './queries/conditions.ts'
import { type ChangeRange, historyQueries, type ToldPlace } from './queries/history.ts'
import { type ListQuery, listPage } from './queries/lists.ts'
import { formerDestinations, ownAddresses } from './queries/own-addresses.ts'
import { accountNames, endCounts, idsOfHashes } from './queries/search.ts'
import type { TransactionQuery } from './queries/transaction-query.ts'
import { transactionCount, transactionPage, transactionTotals } from './queries/transactions.ts'
import { vaultHoldings } from './replace-lists.ts'
import {
  firstIds,
  idsFrom,
  inFlight,
  lastId,
  openIds,
  recordsOf,
  rowsOf,
  undated,
  unlistedRows,
} from './rows.ts'
import type { AccountScope } from './scope.ts'
import { sessionPresenceOf } from './session-presence.ts'
import { beginStaging, missingRows, stage } from './staging.ts'
import { readUnprovedBalances } from './unproved-balances.ts'
import { dropOtherWebhooks, keepWebhook, keptWebhooks } from './webhooks.ts'

export type AccountStore = ReturnType<typeof accountStore>

/**
 * The records of one account. Whoever writes has the lease, and names its fence: where another program took it over, the write throws
 * `LeaseLost` and changes nothing. Ids are as the service gave them.
 */
export function accountStore(database: Database, account: string, kept: Kept) {
  const scope = { database, account }
  const of =
    <Args extends readonly unknown[], Value>(work: (scope: AccountScope, ...args: Args) => Value) =>
    (...args: Args): Value =>
      work(scope, ...args)
  const asked = (work: WorkOptions = {}) => [database.with(work), account] as const
  const history = (work?: WorkOptions) => historyQueries(...asked(work))
  return {
    state: of(accountState),
    revision: of(accountRevision),
    standing: of(accountStanding),
    profile: of(profileOf),
    learn: of(learn),
    note: of(note),

    takeLease: of(takeLease),
    renewLease: of(renewLease),
    releaseLease: of(releaseLease),
    look: of(look),
    ...sessionPresenceOf(scope),

    beginStaging: of(beginStaging),
    stage: of(stage),
    missing: of(missingRows),
    applyWhole: of(applyWhole),
    applyUpdate: of(applyUpdate),
    makeIndexes: () => makeIndexes(database),

    writePackRows: of(writePackRows),
    writePackChanges: of(writePackChanges),
    endPack: of(endPack),

    rowsOf: of(rowsOf),
    firstIds: of(firstIds),
    lastId: of(lastId),
    idsFrom: of(idsFrom),
    size: of(listedRows),
    unlisted: of(unlistedRows),
    openIds: of(openIds),
    records: of(recordsOf),
    inFlight: of(inFlight),

    setDays: of(setDays),
    tellDays: of(tellDays),
    clearDays: of(clearDays),
    undated: of(undated),

    straddlingSpans: (moments: readonly number[], work: WorkOptions = { purpose: 'sync' }) =>
      straddlingSpans(...asked(work), moments),
    straddlingIds: of(straddlingIds),
    endSpans: of(endSpans),
    widenToDays: of(widenToDays),
    wantedMoments: of(wantedMoments),
    wantMoments: of(wantMoments),
    dropMoments: of(dropMoments),

    transactionPage: (query: TransactionQuery, range: RowRange, work?: WorkOptions) =>
      transactionPage(...asked(work), query, range),
    transactionCount: (query: TransactionQuery, work?: WorkOptions) =>
      transactionCount(...asked(work), query),
    transactionTotals: (query: TransactionQuery, by: readonly TotalsColumn[], work?: WorkOptions) =>
      transactionTotals(...asked(work), query, by),
    listPage: <Name extends WholeListName>(
      name: Name,
      query: ListQuery<Name>,
      range: RowRange,
      work?: WorkOptions,
    ) => listPage(...asked(work), name, query, range),
    ownAddresses: (limit: number, addresses?: readonly string[], work?: WorkOptions) =>
      ownAddresses(...asked(work), limit, addresses),
    formerDestinations: (limit: number, work?: WorkOptions) => formerDestinations(...asked(work), limit),
    names: (work?: WorkOptions) => accountNames(...asked(work)),
    idsOfHashes: (spellings: readonly string[], limit: number, work?: WorkOptions) =>
      idsOfHashes(...asked(work), spellings, limit),
    endCounts: (ids: readonly string[], work?: WorkOptions) => endCounts(...asked(work), ids),
    vaultHoldings: () => vaultHoldings(...asked()),
    unsettledBalances: () => readUnprovedBalances(...asked()),

    acceptedFindings: () => acceptedFindings(...asked()),
    acceptFindings: of(acceptFindings),
    withdrawAcceptance: of(withdrawAcceptance),

    /** `work` reads one moment and writes nothing to the store. It may run twice: if PostgreSQL rolls the transaction back, it starts again. */
    readMoment: <Result>(
      work: (moment: RecordsMoment) => Promise<Result>,
      options: Pick<WorkOptions, 'signal'> = {},
    ) => readMoment(scope, kept, work, options),
    movementSums: () => readMoment(scope, kept, (moment) => moment.movements([]), {}),

    recordChanges: (kinds: readonly ChangedKind[], id: string, limit: number, work?: WorkOptions) =>
      history(work).of(kinds, id, limit),
    changesTold: (range: ChangeRange, limit: number, work?: WorkOptions) =>
      history(work).between(range, limit),
    changeCounts: (range: ChangeRange, work?: WorkOptions) => history(work).counts(range),
    lastChange: (work?: WorkOptions) => history(work).lastReading(),
    toldChanges: (after: ToldPlace, until: number, limit: number) =>
      history({ purpose: 'sync' }).told(after, until, limit),
    dropChanges: of(dropChanges),
    keptRecord: (kind: ChangedKind, id: string, work?: WorkOptions) => keptRecord(...asked(work), kind, id),
    completedMeanwhile: (vaultId: string, limit: number, most: number, work?: WorkOptions) =>
      completedMeanwhile(...asked(work), vaultId, limit, most),

    webhooks: of(keptWebhooks),
    keepWebhook: of(keepWebhook),
    dropOtherWebhooks: of(dropOtherWebhooks),
  }
}
