import { expect, it } from 'vitest'
import type { Database } from '../database/database.ts'
import { openEither } from '../database/testing/databases.ts'
import { KeptAddresses } from './kept-addresses.ts'
import { openStore } from './store.ts'
import { lease, namedAccount, readWholeLists, receivedList, updateOutcome } from './testing/records.ts'

const database = await openEither()
const store = await openStore(database)

const sent = (id: string, source: string, destination: string) => ({
  ...{ id, status: 'completed' },
  details: {
    network_id: 'ETH',
    source: { source_type: 'vault', source_id: 'V1', source_address: source },
    destination: { destination_type: 'external', destination_address: destination },
  },
})

/** What it asks of all transactions. */
function watched(kept: KeptAddresses) {
  const asked: string[] = []
  const watching = {
    ...database,
    query: ((sql, parameters) => {
      if (/group by/.test(sql)) asked.push(parameters?.[0] ?? '')
      return database.query(sql, parameters)
    }) as Database['query'],
  }
  const of = async (account: string) => {
    asked.length = 0
    const own = await kept.vaultAddresses(watching, account)
    const former = await kept.formerDestinations(watching, account)
    return {
      asked: asked.length,
      own: own.map(({ address }) => address),
      former: former.map(({ address }) => address),
    }
  }
  return of
}

it('reads them again once something was written', async () => {
  const key = await namedAccount(store, 'addresses')
  const account = store.of(key)
  await readWholeLists(account, receivedList([sent('a', 'own 1', 'other 1')]))
  const kept = new KeptAddresses()
  const found = watched(kept)
  const before = { own: ['own 1'], former: ['other 1'] }
  expect(await found(key)).toEqual({ asked: 2, ...before })
  expect(await found(key)).toEqual({ asked: 0, ...before })
  const first = receivedList([sent('b', 'own 2', 'other 1')])
  await account.applyUpdate(await lease(account), updateOutcome({ first }))
  const after = { own: ['own 2', 'own 1'], former: ['other 1'] }
  expect(await found(key)).toEqual({ asked: 2, ...after })
  expect(await found(key)).toEqual({ asked: 0, ...after })
  kept.forget(key)
  expect(await found(key)).toEqual({ asked: 2, ...after })
})

it('keeps nothing that an older rule made, and lets go of the oldest', async () => {
  const [one, other] = [await namedAccount(store, 'one'), await namedAccount(store, 'other')]
  for (const key of [one, other])
    await readWholeLists(store.of(key), receivedList([sent('a', 'own', 'other')]))
  const found = watched(new KeptAddresses(2))
  expect((await found(one)).asked).toBe(2)
  expect((await found(other)).asked).toBe(2)
  expect((await found(other)).asked).toBe(0)
  expect((await found(one)).asked).toBe(2)
  const none = watched(new KeptAddresses(0))
  expect([(await none(one)).asked, (await none(one)).asked]).toEqual([2, 2])
  const older = watched(new KeptAddresses())
  await database.query('update custody_store.transaction set rule = rule - 1 where account = $1', [one])
  expect([(await older(one)).asked, (await older(one)).asked]).toEqual([2, 2])
  await store.renewRows()
  expect([(await older(one)).asked, (await older(one)).asked]).toEqual([2, 0])
})
