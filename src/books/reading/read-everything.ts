import type { WholeList } from '../../sync/service/cross-check.ts'
import { dateFilterOf } from '../../sync/service/date-filter.ts'
import { present, type Reading, sideBySide } from '../../sync/service/reading.ts'
import { provedWhole, type Walked, walkList } from '../../sync/service/walk.ts'
import { wholeBalances, wholeVaults, wholeWhitelists } from '../../sync/service/whole-lists.ts'
import { type BookedTransactions, type Books, type HoldingsReading, settleBooks } from '../books.ts'
import { readTransactionTable } from './read-transactions.ts'

export interface BooksProgress {
  /** Transactions of the current reading; 0 before the first of them. */
  readonly rows: number
  /** From 0 to 1, estimated from the number of rows; null before that is known. */
  readonly part: number | null
  /** How often transactions were read before because holdings changed meanwhile. */
  readonly reading: number
}

export interface BooksControl extends Pick<Books, 'service' | 'account'> {
  readonly onProgress: (progress: BooksProgress) => void
  /** Books in which every list was read once, before the transactions are read again. */
  readonly onFirstBooks?: (books: Books) => void
}

/** Everything anew. If a balance changed meanwhile and no transaction explains the latest one, reads transactions again, up to three times. */
export function* readEverything(control: BooksControl, reread: string | null = null): Reading<Books> {
  const { service, account, onProgress, onFirstBooks } = control
  const begun = new Date(yield* present()).toISOString()
  onProgress({ rows: 0, part: null, reading: 0 })
  const [before] = yield* sideBySide([readHoldings(), dateFilterOf()])
  const holdings = [before]
  const bound = (read: Pick<Books, 'holdings' | 'whitelists' | 'transactions' | 'ended'>): Books => ({
    ...{ service, account, begun, update: null, reread },
    ...read,
  })
  const first: Partial<Pick<Books, 'whitelists' | 'transactions'>> = {}
  const tellFirst = (list: typeof first) => {
    const { whitelists, transactions } = Object.assign(first, list)
    if (whitelists && transactions)
      onFirstBooks?.(bound({ holdings, whitelists, transactions, ended: transactions.ended }))
  }
  let [transactions, whitelists] = yield* sideBySide([
    bookTransactions(control, 0, (soFar) => tellFirst({ transactions: soFar })),
    readWhitelists((read) => tellFirst({ whitelists: read })),
  ])
  for (let reading = 0; ; reading += 1) {
    if (reading > 0) transactions = yield* bookTransactions(control, reading, () => {})
    const { ended: readBefore } = (holdings.at(-1) ?? before).vaults
    const latest = yield* readHoldings()
    holdings.push(latest)
    const books = bound({
      holdings: [...holdings],
      whitelists,
      transactions,
      ended: latest.vaults.ended,
    })
    const isUnexplained = settleBooks(books).settlement.holdings.some(
      ({ change }) => change?.before.readAt === readBefore,
    )
    if (!isUnexplained || reading + 1 === mostAttempts) return books
  }
}

export const mostAttempts = 3

function* readWhitelists(onRead: (whitelists: Books['whitelists']) => void): Reading<Books['whitelists']> {
  const whitelists = yield* walkList(wholeWhitelists({}))
  onRead(whitelists)
  return whitelists
}

export function* readHoldings(): Reading<HoldingsReading> {
  const [all, cold, warm, vaults] = yield* sideBySide([
    readHeld(wholeBalances('all', {})),
    readHeld(wholeBalances('cold', {})),
    readHeld(wholeBalances('warm', {})),
    readHeld(wholeVaults({})),
  ])
  return { balances: { all, cold, warm }, vaults }
}

function* readHeld<R>(list: WholeList<R>): Reading<Walked<R>> {
  return provedWhole(yield* walkList(list, { isOneAnswerEnough: true }))
}

function* bookTransactions(
  { onProgress }: BooksControl,
  reading: number,
  onReadOnce: (soFar: BookedTransactions) => void,
): Reading<BookedTransactions> {
  let size: number | null = null
  return yield* readTransactionTable(
    {},
    {
      onProgress: ({ met, pass, rows }) => {
        if (pass > 1) size = rows
        const part = size && Math.min(1, 0.5 + met / (2 * size))
        onProgress({ rows: met, part, reading })
      },
      onReadOnce,
    },
  )
}
