/** An account is read whole into its store: once, and again beside the rows. */
import { describe, expect, test } from 'vitest'
import { ApiError, noFailure } from '../contract/api-error.ts'
import { writeDecimal } from '../contract/decimal.ts'
import { openEither } from '../database/testing/databases.ts'
import { randomFrom } from '../server/demonstration/prng.ts'
import { isWholeSet } from '../testing/cases.ts'
import { proveStoredBalances } from './prove-balances.ts'
import { refusal } from './service/testing/answers.ts'
import { daily } from './service/testing/dated-ledger.ts'
import {
  type AccountLedger,
  type Deposit,
  listedBy,
  listedIn,
  openLedger,
  readLedger,
} from './testing/account-ledger.ts'

const database = await openEither()

function deposits(count: number): Deposit[] {
  return daily(count, 1).map(({ id, at }, index) => ({ id, at, status: 'completed', amount: index + 1 }))
}

describe('the first reading', () => {
  test('can be used once its first pass is whole, and is complete after the second', async () => {
    const ledger: AccountLedger = { deposits: deposits(300), cap: 100 }
    const { rows, readWhole } = await openLedger(database, ledger)
    const seen: string[] = []
    const reading = readWhole()
    ledger.meanwhile = () => {
      void rows.state().then(({ lists }) => {
        const { transactions } = lists
        seen.push(transactions && 'completeness' in transactions ? transactions.completeness : 'nothing')
      })
    }
    const { end, contradiction } = await reading
    expect({ end: end.completeness, doubts: end.doubts, contradiction }).toEqual({
      end: 'complete',
      doubts: [],
      contradiction: null,
    })
    expect([...new Set(seen)]).toEqual(['nothing', 'read-once', 'complete'].slice(0, new Set(seen).size))
    expect(seen).toContain('read-once')
    expect(await listedIn(rows)).toEqual(listedBy(ledger))
    const state = await rows.state()
    expect(state.readWhole?.completeness).toBe('complete')
  })

  test('keeps what is refused as refused, and what is not given as not given', async () => {
    const ledger: AccountLedger = {
      deposits: deposits(3),
      change: (target, body) => {
        if (target.startsWith('/balances') || target.startsWith('/whitelist')) throw refusal('ERR-02')
        return body
      },
    }
    const { rows } = await readLedger(database, ledger)
    const { lists } = await rows.state()
    expect(lists.balances).toEqual({ refused: 'ERR-02' })
    expect(lists.whitelists).toEqual({ refused: 'ERR-02' })
    expect(lists.vaults).toMatchObject({ completeness: 'complete' })
  })

  test.each([
    ['HTTP 404', new ApiError({ ...noFailure, kind: 'http-status', httpStatus: 404 })],
    ['unexpected-body', { data: [] }],
  ])('reads the rest where a list is answered with %s', async (name, instead) => {
    const ledger: AccountLedger = {
      deposits: deposits(3),
      change: (target, body) => {
        if (!target.startsWith('/balances') && !target.startsWith('/vaults')) return body
        if (instead instanceof ApiError) throw instead
        return instead
      },
    }
    const { rows } = await readLedger(database, ledger)
    expect((await rows.state()).lists).toMatchObject({
      transactions: { completeness: 'complete' },
      vaults: { refused: name },
      balances: { refused: name },
      'balances-cold': { refused: name },
    })
  })

  test('takes no empty list for all where another one holds something', async () => {
    const { rows } = await readLedger(database, { deposits: deposits(3) })
    const { lists } = await rows.state()
    const doubts = ['The service lists no cold balances, and holds something by its other lists.']
    expect(lists).toMatchObject({
      vaults: { completeness: 'complete' },
      balances: { completeness: 'partial' },
      'balances-cold': { completeness: 'partial', doubts },
      'balances-warm': { completeness: 'complete' },
    })
  })

  test('fails where the transactions are refused', async () => {
    const ledger: AccountLedger = {
      deposits: [],
      change: (target, body) => {
        if (target.startsWith('/transactions')) throw refusal('ERR-02')
        return body
      },
    }
    await expect(readLedger(database, ledger)).rejects.toMatchObject({ failure: { code: 'ERR-02' } })
  })

  test('leaves to the next update what moved between the transactions and the balances', async () => {
    const ledger: AccountLedger = { deposits: deposits(120) }
    const { rows, readWhole, update } = await openLedger(database, ledger)
    let requests = 0
    ledger.meanwhile = () => {
      requests += 1
      const [first] = ledger.deposits
      // After the transactions were read, and before the balances are read again.
      if (requests === 24 && first) ledger.deposits.unshift({ ...first, id: 'late', at: first.at + 1 })
    }
    await readWhole()
    delete ledger.meanwhile
    expect(await update()).toMatchObject({ contradiction: null })
    expect(await listedIn(rows)).toEqual(listedBy(ledger))
    const { balances } = proveStoredBalances(await rows.movementSums(), await rows.vaultHoldings())
    expect([...balances.values()].map(({ remainder }) => remainder.digits)).toEqual([0n])
    expect(await rows.unsettledBalances()).toEqual([])
  })
})

test('a deposit between the transactions and the balances proves nothing of a vault that lacks as much', async () => {
  const ledger: AccountLedger = { deposits: deposits(120), surplus: -100 }
  const { rows, readWhole, update } = await openLedger(database, ledger)
  let readings = 0
  ledger.meanwhile = (target) => {
    if (target.startsWith('/vaults')) readings += 1
    const [first] = ledger.deposits
    if (target.startsWith('/vaults') && readings === 2 && first)
      ledger.deposits.unshift({ ...first, id: 'late', at: first.at + 1, amount: 100 })
  }
  await readWhole()
  const remainders = async () => {
    const { balances } = proveStoredBalances(await rows.movementSums(), await rows.vaultHoldings())
    return [...balances.values()].map(({ remainder }) => writeDecimal(remainder))
  }
  const sum = 120 * 60.5
  expect(await remainders()).toEqual(['0'])
  expect(await rows.unsettledBalances()).toMatchObject([
    { before: { balance: `${sum - 100}` }, after: { balance: `${sum}` }, remainders: null },
  ])
  expect(await update()).toMatchObject({ contradiction: null })
  expect(await remainders()).toEqual(['-100'])
  expect(await rows.unsettledBalances()).toEqual([])
})

describe('a later reading', () => {
  test('tells what was final and has changed, with both values', async () => {
    const ledger: AccountLedger = { deposits: deposits(3) }
    const { rows, readWhole } = await readLedger(database, ledger)
    const [first] = ledger.deposits
    if (first) first.amount = 99
    const { end, contradiction } = await readWhole()
    expect(end.completeness).toBe('partial')
    expect(contradiction).toBe('The service listed t0 as completed, with amount 1 and then 99.')
    const again = await readWhole()
    expect(again.end).toMatchObject({ completeness: 'complete', doubts: [] })
    expect(await listedIn(rows)).toEqual(listedBy(ledger))
  })

  test('takes for gone what two readings did not have and the service denies', async () => {
    const ledger: AccountLedger = { deposits: deposits(5) }
    const { rows, readWhole } = await readLedger(database, ledger)
    ledger.deposits.splice(2, 1)
    expect((await readWhole()).applied).toMatchObject({
      unlisted: 1,
      gone: 0,
    })
    expect((await readWhole()).applied).toMatchObject({
      unlisted: 0,
      gone: 1,
    })
    expect((await readWhole()).applied).toMatchObject({
      unlisted: 0,
      gone: 0,
    })
    expect(await listedIn(rows)).toEqual(listedBy(ledger))
  })
})

describe('updates beside a reading', () => {
  test.each([false, true])(
    'are kept by it, and nothing that they found has left the list (a later one: %o)',
    async (isLater) => {
      for (let seed = 0; seed < (isWholeSet ? 30 : 1); seed += 1) {
        const random = randomFrom(seed, 'beside')
        const ledger: AccountLedger = {
          deposits: deposits(20 + random.below(60)),
          cap: random.pick([1000, 7]),
        }
        for (const each of ledger.deposits) each.status = random.pick(['completed', 'pending', 'failed'])
        const { rows, readWhole, update } = await openLedger(database, ledger)
        if (isLater) await readWhole()
        const asOf: string[] = []
        const settled = new Set<string>()
        let isUpdating = false
        ledger.meanwhile = async () => {
          const [first] = ledger.deposits
          const open = ledger.deposits.filter(({ status }) => status === 'pending')
          if (isUpdating) return
          if (first && random.chance(0.04))
            ledger.deposits.unshift({
              ...first,
              id: `n${ledger.deposits.length}`,
              at: first.at + 1,
              status: 'pending',
            })
          if (open.length > 0 && random.chance(0.05)) random.pick(open).status = 'completed'
          isUpdating = true
          if ((await rows.state()).readWhole !== null && random.chance(0.3)) {
            await update()
            asOf.push((await rows.state()).asOf ?? '')
            for (const line of await listedIn(rows)) if (/completed/.test(line)) settled.add(line)
          }
          isUpdating = false
        }
        const { applied } = await readWhole()
        asOf.push((await rows.state()).asOf ?? '')
        delete ledger.meanwhile
        expect(applied.unlisted, `seed ${seed}`).toBe(0)
        expect(await listedIn(rows), `seed ${seed}`).toEqual(expect.arrayContaining([...settled]))
        const { lists } = await rows.state()
        expect(lists.transactions, `seed ${seed}`).toMatchObject({ completeness: 'complete', doubts: [] })
        expect(asOf, `seed ${seed}`).toEqual([...asOf].sort())
        expect(await rows.size()).toBeLessThanOrEqual(ledger.deposits.length)
        const { contradiction } = await update()
        expect(contradiction, `seed ${seed}`).toBeNull()
        expect(await listedIn(rows), `seed ${seed}`).toEqual(listedBy(ledger))
        expect((await readWhole()).applied).toMatchObject({
          ...{ added: 0, changed: 0, unlisted: 0, returned: 0 },
        })
      }
    },
  )

  test('leave doubts that it does not answer', async () => {
    const ledger: AccountLedger = { deposits: deposits(30), cap: 7 }
    const { rows, readWhole, update } = await readLedger(database, ledger)
    let requests = 0
    ledger.meanwhile = async () => {
      requests += 1
      if (requests !== 15) return
      const [first] = ledger.deposits
      if (first) first.amount = 99
      await update()
      if (first) first.amount = 1
    }
    await readWhole()
    delete ledger.meanwhile
    const doubts = ['The service listed t0 as completed, with amount 1 and then 99.']
    expect((await rows.state()).lists.transactions).toMatchObject({ completeness: 'partial', doubts })
    expect((await readWhole()).contradiction).not.toBeNull()
    await readWhole()
    expect((await rows.state()).lists.transactions).toMatchObject({ completeness: 'complete', doubts: [] })
  })
})
