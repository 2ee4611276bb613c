import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseBody } from '../../contract/answer-body.ts'
import { compare, readDecimal } from '../../contract/decimal.ts'
import { databaseKinds } from '../../database/testing/databases.ts'
import { normaliseTransaction } from '../../sync/service/normalise.ts'
import { cases } from '../../testing/cases.ts'
import { openStore } from '../store.ts'
import { type ItemFields, lease, namedAccount, readWholeLists, receivedList } from '../testing/records.ts'
import {
  drawnTransactions,
  largestTransactions,
  samplePopulation,
  sampleSpans,
  transactionsOfDays,
} from './samples.ts'
import type { ListedTransaction } from './transactions.ts'

const dayLength = 86_400_000
const hostile = [
  'a b',
  'é😀',
  'a\u0000b',
  '\ud800',
  'x\udfffy\ud800',
  '\ufdd0',
  '\ufdd1\ufdd2',
  "'\\",
  'z'.repeat(300),
]
const ids = [...hostile, ...Array.from({ length: 30 }, (_, n) => `id-${n}`), null, '']

const item = fc.record({
  id: fc.constantFrom(...ids),
  status: fc.constantFrom('completed', 'failed'),
  details: fc.record({
    asset_id: fc.constantFrom('BTC', 'ETH', null),
    network_id: fc.constantFrom('BTC', 'ETH', null),
    amount: fc.constantFrom('1', '2', '10', '-3', '0.5', 'NaN', '', '100000000000000000000.1'),
  }),
})

function idOf({ record }: ListedTransaction): string | null {
  return normaliseTransaction(parseBody(record)).transaction_id
}

function digestOf(seed: string, id: string): string {
  return createHash('sha256').update(`${seed}:${id}`, 'utf8').digest('hex')
}

describe.each(databaseKinds)('samples on $name', async ({ open }) => {
  const database = await open()
  const store = await openStore(database)
  let accounts = 0

  async function accountOf(items: readonly ItemFields[]): Promise<string> {
    accounts += 1
    const account = await namedAccount(store, `account ${accounts}`)
    await readWholeLists(store.of(account), receivedList(items))
    return account
  }

  it('draws by the digest of seed and id, whatever characters they have, and each id once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(item, { maxLength: 40 }),
        fc.constantFrom('7', 'x\u0000', 'Ernst’s $HOME \ud800', '\ufdd0'),
        fc.nat({ max: 12 }).map((size) => size + 1),
        fc.boolean(),
        async (items, seed, size, isOfAll) => {
          const account = await accountOf(items)
          const query = isOfAll ? {} : { status: ['completed'] }
          const listed = items.filter(({ status }) => isOfAll || status === 'completed')
          const named = listed.flatMap(({ id }) => id || [])
          const distinct = [...new Set(named)]
          expect(await samplePopulation(database, account, query)).toEqual({
            ids: distinct.length,
            unnamed: listed.length - named.length,
            repeated: named.length - distinct.length,
          })
          const drawn = await drawnTransactions(database, account, query, { seed, size })
          expect(drawn.map((row) => [row.digest, idOf(row)])).toEqual(
            distinct
              .map((id) => [digestOf(seed, id), id])
              .sort(([one = ''], [other = '']) => (one < other ? -1 : 1))
              .slice(0, size),
          )
          const largest = await largestTransactions(database, account, query, { seed, most: 2 })
          const last = new Map(listed.filter(({ id }) => id).map((each) => [each.id, each.details]))
          const amounts = [...last.values()].filter(({ amount }) => readDecimal(amount) !== null)
          const keys = [...new Set(amounts.map(assetKey))].sort()
          const expected = keys.flatMap((key) =>
            amounts
              .filter((details) => assetKey(details) === key)
              .sort((one, other) => compareAmounts(other.amount, one.amount))
              .slice(0, 2)
              .map(({ amount }) => [key, amount]),
          )
          expect(
            largest.map(({ record }) => {
              const transaction = normaliseTransaction(parseBody(record))
              return [assetKey(transaction), transaction.amount]
            }),
          ).toEqual(expected)
        },
      ),
      { numRuns: cases(60) },
    )
  })

  it.each(['newest', 'oldest'])(
    'has the last and first of some days in the order of time, where a service lists the %s first',
    async (first) => {
      const dated = Array.from({ length: 12 }, (_, index) => ({
        id: `t${index}`,
        day: Math.floor(index / 3),
      }))
      const listed = first === 'newest' ? dated.toReversed() : dated
      const account = await accountOf([...listed, { id: 'undated' }])
      const rows = store.of(account)
      await rows.setDays(
        await lease(rows),
        dated.map(({ id, day }) => ({ id, from: day * dayLength, before: (day + 1) * dayLength })),
      )
      const spans = await sampleSpans(database, account, {
        transaction_id: [...dated.map(({ id }) => id), 'undated'],
      })
      expect(spans).toEqual([
        ...[0, 1, 2, 3].map((day) => ({ from: day * dayLength, before: (day + 1) * dayLength, count: 3 })),
        { from: null, before: null, count: 1 },
      ])
      const days = [0, 1, 2].map((day) => ({ from: day * dayLength, before: (day + 1) * dayLength, day }))
      const idsOf = async (which: 'latest' | 'earliest') =>
        (await transactionsOfDays(database, account, {}, days, { which, limit: 4 })).map((row) => [
          row.day,
          idOf(row),
        ])
      expect(await idsOf('latest')).toEqual([
        [1, 't5'],
        [2, 't6'],
        [2, 't7'],
        [2, 't8'],
      ])
      expect(await idsOf('earliest')).toEqual([
        [0, 't0'],
        [0, 't1'],
        [0, 't2'],
        [1, 't3'],
      ])
    },
  )
})

function assetKey({ asset_id, network_id }: { asset_id: string | null; network_id: string | null }): string {
  return JSON.stringify([asset_id, network_id])
}

function compareAmounts(one: string, other: string): number {
  const [left, right] = [readDecimal(one), readDecimal(other)]
  return left && right ? compare(left, right) : 0
}
