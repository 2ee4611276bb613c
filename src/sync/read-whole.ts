/**
 * Reads everything of an account into its store. The first reading can be used once its first pass is whole; a later one is staged beside
 * the rows and applied at once.
 */
import type { ReferenceListName } from '../contract/console-api.ts'
import type { Transaction } from '../contract/normal-records.ts'
import type { AccountStore } from '../store/account-store.ts'
import type { Applied, ListOutcomes, RowKey } from '../store/outcome.ts'
import type { ListEnd } from '../store/state.ts'
import type { UnprovedBalance } from '../store/unproved-balances.ts'
import { isDenied } from './denied-transactions.ts'
import { changedBalances } from './follow-balances.ts'
import { type HoldingsRead, readAllHoldings, readShortList } from './read-holdings.ts'
import { holdingsOutcome, listEnd, listOutcome, receivedTransactions } from './received-texts.ts'
import { dateFilterOf } from './service/date-filter.ts'
import { fitsRequest } from './service/endpoints.ts'
import { endWithDoubts, type ListReadEnd, type ListReadProgress, readWholeList } from './service/read-list.ts'
import { finalChange } from './service/record-differences.ts'
import { currentTime, perform, RequestCount, type ServiceRead, sideBySide } from './service/service-read.ts'
import { referenceLists, referenceNames, wholeTransactions } from './service/whole-lists.ts'
import { mostTold, storedDifferences } from './stored-differences.ts'

export interface ReadingProgress {
  /** Transactions of the current pass; 0 before the first of them. */
  readonly rows: number
  /** From 0 to 1, estimated from the number of rows; null before that is known. */
  readonly part: number | null
}

export interface AccountReading {
  readonly end: ListEnd
  readonly applied: Applied
  readonly requests: number
  /** Why another whole reading is wanted; null where nothing contradicts. */
  readonly contradiction: string | null
}

export interface ReadingControl {
  /** The rows of a first reading can be used. Updates may go on beside the rest of it, which waits for this. */
  readonly onReadOnce: () => Promise<void>
  readonly onProgress: (progress: ReadingProgress) => void
}

/**
 * Updates may be applied meanwhile: each page that is staged remembers what had been applied by then. Balances that change between the first
 * request and the last are unsettled: the next update has what moved after the transactions were read.
 *
 * Throws an `ApiError` where the transactions cannot be read, ERR-02 included: a key must be able to read them.
 */
export function* readAccount(
  rows: AccountStore,
  fence: string,
  control: ReadingControl,
): ServiceRead<AccountReading> {
  const count = new RequestCount()
  return yield* count.of(new WholeReading(rows, fence, control, count).read())
}

class WholeReading {
  readonly #rows: AccountStore
  readonly #fence: string
  readonly #control: ReadingControl
  readonly #count: RequestCount
  #begun = ''
  #since: string | null = null
  #answered: readonly string[] = []
  #isFirst = false
  #lists: ListOutcomes = {}
  readonly #doubts: string[] = []
  #pass = 1
  #place = 0

  constructor(rows: AccountStore, fence: string, control: ReadingControl, count: RequestCount) {
    this.#rows = rows
    this.#fence = fence
    this.#control = control
    this.#count = count
  }

  *read(): ServiceRead<AccountReading> {
    this.#begun = new Date(yield* currentTime()).toISOString()
    const { newsAsOf, lists } = yield* perform(() => this.#rows.state())
    this.#since = newsAsOf
    this.#isFirst = lists.transactions === null
    if (lists.transactions && 'doubts' in lists.transactions) this.#answered = lists.transactions.doubts
    this.#control.onProgress({ rows: 0, part: null })
    const [before] = yield* sideBySide([readAllHoldings(), dateFilterOf()])
    this.#lists = holdingsOutcome(before)
    yield* perform(() => this.#rows.beginStaging(this.#fence))
    const references = sideBySide(referenceNames.map((name) => this.#readReference(name)))
    const [transactions] = yield* sideBySide([this.#readTransactions(), references])
    const gone = transactions.completeness === 'complete' ? yield* this.#goneRows() : []
    const after = yield* readAllHoldings(before)
    this.#lists = { ...this.#lists, ...holdingsOutcome(after) }
    const applied = yield* this.#apply(transactions, gone, true, changedWhileRead(before, after))
    // A first reading leaves them to `onReadOnce`, or to the search for days.
    if (!this.#isFirst) yield* perform(() => this.#rows.makeIndexes())
    const contradiction = this.#doubts[0] ?? null
    return { end: listEnd(transactions), applied, requests: this.#count.requests, contradiction }
  }

  *#readTransactions(): ServiceRead<ListReadEnd> {
    let size: number | null = null
    const end = yield* readWholeList(wholeTransactions(), {
      onPage: (records, pass) => this.#stage(records, pass),
      isReadAhead: this.#isFirst,
      onProgress: ({ met, pass, rows }: ListReadProgress) => {
        if (pass > 1) size = rows
        const part = size && Math.min(1, 0.5 + met / (2 * size))
        this.#control.onProgress({ rows: met, part })
      },
      onReadOnce: (soFar) => this.#applyOnce(soFar),
    })
    return endWithDoubts(end, this.#doubts)
  }

  *#readReference<Name extends ReferenceListName>(name: Name): ServiceRead<void> {
    const read = yield* readShortList(referenceLists[name], null, false)
    this.#lists = { ...this.#lists, [name]: listOutcome(read) }
  }

  *#stage(records: readonly Transaction[], pass: number): ServiceRead<void> {
    if (pass !== this.#pass) this.#place = 0
    this.#pass = pass
    const received = receivedTransactions(records, this.#place)
    this.#place += records.length
    if (pass === 1 && !this.#isFirst) this.#tell((yield* storedDifferences(this.#rows, records)).doubts)
    const { differing } = yield* perform(() => this.#rows.stage(this.#fence, received, pass))
    this.#tell(differing.flatMap(({ id, before, after }) => finalChange(id, before, after) ?? []))
  }

  #tell(doubts: readonly string[]): void {
    this.#doubts.push(...doubts.slice(0, mostTold - this.#doubts.length))
  }

  /** Before the first reading, there is nothing that an unconfirmed one could spoil. */
  *#applyOnce(soFar: ListReadEnd): ServiceRead<void> {
    if (!this.#isFirst) return
    yield* this.#apply(endWithDoubts(soFar, this.#doubts), [], false)
    yield* perform(() => this.#control.onReadOnce())
  }

  *#apply(
    end: ListReadEnd,
    gone: readonly RowKey[],
    isLast: boolean,
    unsettled: readonly UnprovedBalance[] | null = null,
  ): ServiceRead<Applied> {
    const outcome = {
      begun: this.#begun,
      ended: new Date(yield* currentTime()).toISOString(),
      requests: this.#count.requests,
      lists: this.#lists,
      transactions: listEnd(end),
      since: this.#since,
      answered: this.#answered,
      gone,
      ...(unsettled && { unsettled }),
      isLast,
    }
    this.#answered = [...this.#answered, ...end.doubts]
    return yield* perform(() => this.#rows.applyWhole(this.#fence, outcome))
  }

  /** What two complete readings did not have, and the service denies by its id. The rest is no longer listed: lists may have an end that moves. */
  *#goneRows(): ServiceRead<readonly RowKey[]> {
    const missing = yield* perform(() => this.#rows.missing(mostAskedById))
    const asked = missing.filter(({ id, unlistedBefore }) => id !== '' && unlistedBefore && fitsRequest(id))
    const ids = [...new Set(asked.map(({ id }) => id))]
    const denied = yield* sideBySide(ids.map((id) => isDenied(id)))
    const gone = new Set(ids.filter((_, index) => denied[index]))
    return asked.filter(({ id }) => gone.has(id)).map(({ id, occurrence }) => ({ id, occurrence }))
  }
}

/** Null where vaults were not read both times. */
function changedWhileRead(before: HoldingsRead, after: HoldingsRead): readonly UnprovedBalance[] | null {
  if ('refused' in before.vaults || 'refused' in after.vaults) return null
  return changedBalances(
    { vaults: before.vaults.records, readAt: before.vaults.ended },
    { vaults: after.vaults.records, readAt: after.vaults.ended },
  )
}

const mostAskedById = 50
