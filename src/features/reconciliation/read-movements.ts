import type { Transaction } from '../../api/records.ts'
import { transactionList, vaultList } from '../../api/walk/lists.ts'
import type { RetryOptions } from '../../api/walk/retries.ts'
import { type Walked, type WalkProgress, walkList } from '../../api/walk/walk.ts'
import type { Filter } from '../../contract/endpoints.ts'
import type { Reading } from './books.ts'
import { inFlight, type Movements } from './movements.ts'

/** Where reading is among the transactions. */
export type MovementsList = 'vaults-again' | 'in-flight' | 'staked'

/** How reading is watched, held up and stopped. */
export interface ReadMovementsOptions extends RetryOptions {
  /** The mark of the only session in which they are read. */
  readonly session?: string
  readonly onProgress: (progress: { readonly list: MovementsList; readonly rows: number }) => void
}

/** Reads every vault, then what is in flight, then the completed stakes and unstakes. Throws as `walkList` does. */
export async function readMovements(
  { network_id }: Filter<'balances'>,
  options: ReadMovementsOptions,
): Promise<Movements> {
  const { onProgress, session, ...retrying } = options
  const walk = (list: MovementsList) => ({
    ...retrying,
    onProgress: ({ met }: WalkProgress) => onProgress({ list, rows: met }),
  })
  onProgress({ list: 'vaults-again', rows: 0 })
  const vaults = await walkList(vaultList({}, session), walk('vaults-again'))
  const lists: Walked<Transaction>[] = []
  const doubts = new Set<string>(vaults.doubts)
  // Not by asset: what is in flight of one asset has its fee in another.
  const everywhere = network_id === undefined ? {} : { network_id }
  for (const [list, asked] of asking) {
    onProgress({ list, rows: 0 })
    const walked = await walkList(transactionList({ ...everywhere, ...asked }, session), walk(list))
    const records = walked.records.filter((transaction) => fits(transaction, asked))
    if (records.length < walked.records.length) doubts.add(notFiltered)
    for (const doubt of walked.doubts) doubts.add(doubt)
    lists.push({ ...walked, records })
  }
  return { vaults, transactions: together(lists, vaults), doubts: [...doubts] }
}

type Asked = Pick<Filter<'transactions'>, 'status' | 'transaction_type'>

const asking: readonly (readonly [MovementsList, Asked])[] = [
  ...inFlight.map((status) => ['in-flight', { status }] as const),
  ['staked', { status: 'completed', transaction_type: 'stake' }],
  ['staked', { status: 'completed', transaction_type: 'unstake' }],
]

const notFiltered = 'The service sent transactions that do not match the filter. They were left out.'

function fits({ status, transaction_type }: Transaction, asked: Asked): boolean {
  return (
    status === asked.status &&
    (asked.transaction_type === undefined || transaction_type === asked.transaction_type)
  )
}

/** A transaction that went on from one status to the next while being read stands in two lists, and is one: as it was last. */
function together(lists: readonly Walked<Transaction>[], before: Walked<unknown>): Reading<Transaction> {
  const byId = new Map<unknown, Transaction>()
  for (const { records } of lists) for (const one of records) byId.set(one.transaction_id ?? one, one)
  return {
    records: [...byId.values()],
    begun: lists[0]?.begun ?? before.begun,
    ended: lists.at(-1)?.ended ?? before.ended,
    rows: lists.reduce((sum, { rows }) => sum + rows, 0),
    pages: lists.reduce((sum, { pages }) => sum + pages, 0),
  }
}
