/** The proof of the export's protocol: the console's own walk against the real service, over a list that moves, with faults. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listTransactions } from '../api/endpoints.ts'
import type { Transaction } from '../api/records.ts'
import { wholeTransactions } from '../api/walk/lists.ts'
import { type Walk, walkList } from '../api/walk/walk.ts'
import { readBooks } from '../books/read-books.ts'
import { type BookedTransaction, eachTransaction } from '../books/transaction-table.ts'
import { isWholeSet } from '../testing/cases.ts'
import { randomFrom } from './demonstration/prng.ts'
import { openEither } from './service/testing/databases.ts'
import { openEmbedded } from './service/testing/embedded.ts'
import { amountOf, createMovingList, type MovingList, type Weather } from './testing/moving-list.ts'

let moving: MovingList
/** For a reader that asks for several things together: with one connection, an answer is of the time of its request, as the witness has it. */
let inOrder: MovingList

beforeAll(async () => {
  moving = await createMovingList(await openEither())
  inOrder = await createMovingList(await openEmbedded())
})

afterAll(async () => {
  vi.unstubAllGlobals()
  await moving?.close()
  await inOrder?.close()
})

const pageSize = 7

/** A reader: gives what it read, and whether it says that this is whole. */
type Reader = (
  status: string | undefined,
) => Promise<{ records: readonly BookedTransaction[]; isComplete: boolean }>

const walk: Walk<Transaction> = {
  signal: new AbortController().signal,
  pageSize,
  retries: 100,
  sleep: async () => {},
}

const byProtocol: Reader = async (status) => {
  const { records, completeness } = await walkList(wholeTransactions(filterOf(status)), walk)
  return { records, isComplete: completeness === 'complete' }
}

/** The books: the days of all rows are found before, which is a reading of its own. They have every status. */
const byBooks: Reader = async () => {
  const { transactions } = await readBooks(null, {
    ...walk,
    service: '',
    account: null,
    onProgress: () => {},
  })
  const records: BookedTransaction[] = []
  eachTransaction(transactions.table, (record) => void records.push(record))
  if (transactions.passes === 1) readOnceAfterDays += 1
  return { records, isComplete: transactions.completeness === 'complete' }
}
let readOnceAfterDays = 0

/** As most consoles do: page after page, joined by id, until one is short. */
const naively: Reader = async (status) => {
  const records = new Map<string | null, Transaction>()
  for (let offset = 0; ; offset += pageSize) {
    const page = await listTransactions({ ...filterOf(status), limit: pageSize, offset }).catch(() => ({
      records: [],
    }))
    for (const record of page.records) records.set(record.transaction_id, record)
    if (page.records.length < pageSize) return { records: [...records.values()], isComplete: true }
  }
}

function filterOf(status: string | undefined) {
  return status === undefined ? {} : { status }
}

/** What is wrong with one run; null where nothing is. */
async function run(reader: Reader, seed: number, weather: Partial<Weather>) {
  const random = randomFrom(seed, 'walk')
  const status = random.chance(0.7) && reader !== byBooks ? 'pending' : undefined
  const list = reader === byBooks ? inOrder : moving
  const { fetch, witness } = await list.begin({ random, status, changes: 0.5, faults: 0.1, ...weather })
  vi.stubGlobal('fetch', fetch)
  const { records, isComplete } = await reader(status)
  const { throughout, ever } = witness()
  const given = records.map(({ transaction_id }) => transaction_id ?? '')
  const wrong = [
    new Set(given).size < given.length && 'a record was given twice',
    given.some((id) => !ever.has(id)) && 'a record was given that was never there',
    records.some(({ transaction_id, amount }) => amount !== amountOf(transaction_id ?? '')) &&
      'a record is not as it was',
    isComplete && [...throughout].some((id) => !given.includes(id)) && 'it is called complete and is not',
  ].filter((each) => each !== false)
  return { isComplete, wrong: wrong.map((each) => `seed ${seed}: ${each}`) }
}

async function runs(reader: Reader, seeds: number, weather: Partial<Weather> = {}) {
  const wrong: string[] = []
  let complete = 0
  for (let seed = 0; seed < seeds; seed += 1) {
    const found = await run(reader, seed, weather)
    wrong.push(...found.wrong)
    complete += found.isComplete ? 1 : 0
  }
  return { wrong, complete }
}

test('the harness finds out a reader that only turns pages', async () => {
  const { wrong } = await runs(naively, 20, { faults: 0 })
  expect(wrong.filter((each) => each.endsWith('called complete and is not')).length).toBeGreaterThan(1)
})

test('in runs with changes and faults, nothing is missed in silence', async () => {
  const { wrong } = await runs(byProtocol, isWholeSet ? 40 : 5)
  expect(wrong).toEqual([])
}, 120_000)

test('nor where the list changes before every request', async () => {
  const { wrong } = await runs(byProtocol, isWholeSet ? 10 : 2, { changes: 1 })
  expect(wrong).toEqual([])
}, 120_000)

test('a list that moves a little is read until it is complete', async () => {
  const lists = isWholeSet ? 20 : 4
  const { wrong, complete } = await runs(byProtocol, lists, { changes: 0.03 })
  expect(wrong).toEqual([])
  // To call everything partial would be no proof.
  expect(complete).toBeGreaterThan(lists * 0.7)
}, 120_000)

test('a list that stays is complete whatever happens to the connection', async () => {
  const lists = isWholeSet ? 10 : 3
  expect(await runs(byProtocol, lists, { changes: 0, faults: 0.5 })).toEqual({ wrong: [], complete: lists })
}, 120_000)

test('nor where the books read it, day by day before; and one that stays is then read from end to end once', async () => {
  const { wrong } = await runs(byBooks, isWholeSet ? 16 : 2, { changes: 0.2 })
  expect(wrong).toEqual([])
  readOnceAfterDays = 0
  const lists = isWholeSet ? 3 : 1
  expect(await runs(byBooks, lists, { changes: 0, faults: 0.3 })).toEqual({ wrong: [], complete: lists })
  expect(readOnceAfterDays).toBe(lists)
}, 120_000)
