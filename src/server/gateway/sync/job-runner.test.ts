import { expect, it } from 'vitest'
import { databaseKinds } from '../../../database/testing/databases.ts'
import { openStore } from '../../../store/store.ts'
import { lease } from '../../../store/testing/records.ts'
import { answerTo, ledgerNow } from '../../../sync/testing/account-ledger.ts'
import { testClock } from '../testing/clock.ts'
import { JobRunner } from './job-runner.ts'

// Lists took ten seconds on an account of 25,000 transactions, for as long as its days were sought.
it.each([
  [1200, true, 'its lists are read while its days are sought'],
  [60_000, false, 'they are made once its days are found, which takes no time'],
])(
  'of a service that is asked %i times a minute, all indexes are there after the first pass: %s, because %s',
  async (perMinute, areMade) => {
    const database = await databaseKinds[0]?.open()
    if (database === undefined) throw new Error('There is no embedded database.')
    const store = await openStore(database)
    const countIndexes = async () => {
      const sql = "select 1 from pg_indexes where schemaname = 'custody_store' and tablename = 'transaction'"
      return (await database.query(sql)).length
    }
    const all = await countIndexes()
    const identity = {
      service: 's',
      reader: { kind: 'named', name: 'n' },
      apiKey: 'k',
      accountId: null,
    } as const
    const rows = store.of(await store.account(identity))
    const ledger = { deposits: [{ id: 'one', at: ledgerNow - 1000, status: 'completed', amount: 1 }] }
    const runner = new JobRunner({
      settings: { SYNC_PER_MINUTE: perMinute },
      upstream: {
        ask: async ({ target }) => ({
          status: 200,
          headers: {},
          body: Buffer.from(JSON.stringify(answerTo(ledger, { target }))),
        }),
      },
      clock: testClock(),
      onRequest: () => {},
    })
    const areAll: boolean[] = []
    const order = {
      ...{ identity, store: rows, fence: await lease(rows), signal: new AbortController().signal },
      ...{ isHurried: () => false, isAwaited: () => false, onProgress: () => {}, onSilence: () => {} },
      async onReadOnce() {
        areAll.push((await countIndexes()) === all)
      },
    }
    await runner.perform({ ...order, kind: 'first' })
    expect(areAll).toEqual([areMade])
    await runner.perform({ ...order, kind: 'dates' })
    expect(await countIndexes()).toBe(all)
  },
)
