/** The proof of the export's protocol: the console's own walk against the real service, over a list that moves, with faults. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listTransactions } from '../api/endpoints.ts'
import type { Transaction } from '../api/records.ts'
import { type Walk, walkPages } from '../api/walk.ts'
import { openDatabase } from './service/database/database.ts'
import { randomFrom } from './service/demonstration/prng.ts'
import { amountOf, createMovingList, type MovingList, type Weather } from './testing/moving-list.ts'

let moving: MovingList

beforeAll(async () => {
  moving = await createMovingList(await openDatabase({ memory: true }))
})

afterAll(async () => {
  vi.unstubAllGlobals()
  await moving?.close()
})

const pageSize = 7

/** A reader: gives what it read, and whether it says that this is whole. */
type Reader = (status: string | undefined) => Promise<{ records: readonly Transaction[]; isWhole: boolean }>

const walk: Walk<Transaction> = {
  signal: new AbortController().signal,
  identity: (transaction) => transaction.transaction_id,
  pageSize,
  patience: 100,
  sleep: async () => {},
}

const byProtocol: Reader = async (status) => {
  const records: Transaction[] = []
  const pages = walkPages(listOf(status), walk)
  for (;;) {
    const page = await pages.next()
    if (page.done) return { records, isWhole: page.value.isWhole }
    records.push(...page.value)
  }
}

/** As most consoles do: page after page, joined by id, until one is short. */
const naively: Reader = async (status) => {
  const records = new Map<string | null, Transaction>()
  for (let offset = 0; ; offset += pageSize) {
    const page = await listOf(status)({ limit: pageSize, offset }).catch(() => ({ records: [] }))
    for (const record of page.records) records.set(record.transaction_id, record)
    if (page.records.length < pageSize) return { records: [...records.values()], isWhole: true }
  }
}

function listOf(status: string | undefined) {
  return (page: { limit: number; offset: number }) =>
    listTransactions({ ...page, ...(status === undefined ? {} : { status }) })
}

/** What is wrong with one run; null where nothing is. */
async function run(reader: Reader, seed: number, weather: Partial<Weather>) {
  const random = randomFrom(seed, 'walk')
  const status = random.chance(0.7) ? 'pending' : undefined
  const { fetch, witness } = await moving.begin({ random, status, changes: 0.5, faults: 0.1, ...weather })
  vi.stubGlobal('fetch', fetch)
  const { records, isWhole } = await reader(status)
  const { throughout, ever } = witness()
  const given = records.map(({ transaction_id }) => transaction_id ?? '')
  const wrong = [
    new Set(given).size < given.length && 'a record was given twice',
    given.some((id) => !ever.has(id)) && 'a record was given that was never there',
    records.some(({ transaction_id, amount }) => amount !== amountOf(transaction_id ?? '')) &&
      'a record is not as it was',
    isWhole && [...throughout].some((id) => !given.includes(id)) && 'it is called whole and is not',
  ].filter((each) => each !== false)
  return { isWhole, wrong: wrong.map((each) => `seed ${seed}: ${each}`) }
}

async function runs(reader: Reader, seeds: number, weather: Partial<Weather> = {}) {
  const wrong: string[] = []
  let whole = 0
  for (let seed = 0; seed < seeds; seed += 1) {
    const found = await run(reader, seed, weather)
    wrong.push(...found.wrong)
    whole += found.isWhole ? 1 : 0
  }
  return { wrong, whole }
}

test('the harness finds out a reader that only turns pages', async () => {
  const { wrong } = await runs(naively, 100, { faults: 0 })
  expect(wrong.filter((each) => each.endsWith('called whole and is not')).length).toBeGreaterThan(10)
})

test('in 1,000 runs with changes and faults, nothing is missed in silence', async () => {
  const { wrong, whole } = await runs(byProtocol, 1000)
  expect(wrong).toEqual([])
  // To call everything partial would be no proof.
  expect(whole).toBeGreaterThan(950)
}, 120_000)

test('nor where the list changes before every request', async () => {
  const { wrong } = await runs(byProtocol, 100, { changes: 1 })
  expect(wrong).toEqual([])
}, 60_000)

test('a list that stays is whole whatever happens to the connection', async () => {
  expect(await runs(byProtocol, 50, { changes: 0, faults: 0.5 })).toEqual({ wrong: [], whole: 50 })
}, 60_000)
