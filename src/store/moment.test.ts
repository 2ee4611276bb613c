import { expect, it } from 'vitest'
import { databaseKinds } from '../database/testing/databases.ts'
import { openStore } from './store.ts'
import { readWholeLists, withIds } from './testing/records.ts'

it.each(databaseKinds)(
  'reads rows of one moment on $name, while they are to be changed',
  async ({ open }) => {
    const database = await open()
    const store = await openStore(database)
    const reader = { kind: 'typed' } as const
    const records = store.of(await store.account({ service: 's', reader, apiKey: 'key', accountId: null }))
    await readWholeLists(records, withIds('0-a', '0-b'))
    let changing: Promise<unknown> = Promise.resolve()
    const read = await records.readMoment(async (moment) => {
      const before = (await moment.owner()).transactions
      changing = readWholeLists(records, withIds('1-a', '1-b', '1-c'))
      // Where it would wait for the reading itself, it is only asked for.
      if (database.lock === null) await changing
      const ids: string[] = []
      for await (const rows of moment.transactions({}))
        ids.push(
          ...rows.map(({ record, isUnlisted }) => (isUnlisted ? '' : JSON.parse(record).transaction_id)),
        )
      return { before, ids, after: (await moment.owner()).transactions }
    })
    expect(read).toEqual({ before: 2, ids: ['0-a', '0-b'], after: 2 })
    await changing
    expect(await records.firstIds(9)).toEqual(['1-a', '1-b', '1-c'])
  },
)
