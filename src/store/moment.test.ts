import { afterAll, expect, it } from 'vitest'
import { databaseKinds } from '../database/testing/databases.ts'
import { openStore } from './store.ts'
import { readWholeList, withIds } from './testing/records.ts'

it.each(databaseKinds)(
  'reads rows of one moment on $name, however often they change meanwhile',
  async ({ open }) => {
    const database = await open()
    afterAll(() => database.close())
    const store = await openStore(database)
    const reader = { kind: 'typed' } as const
    const records = store.of(await store.account({ service: 's', reader, apiKey: 'key', accountId: null }))
    await readWholeList(records, withIds('0-a', '0-b'))
    let changes = 0
    /** Not where it would wait for the reading itself. */
    const change = async () => {
      changes += 1
      await readWholeList(records, withIds(`${changes}-a`, `${changes}-b`))
    }
    const readWith = (mostChanges: number) => {
      let runs = 0
      return records.readMoment(async (moment) => {
        runs += 1
        const ids: string[] = []
        const revision = await moment.revision()
        for await (const rows of moment.transactions({}))
          ids.push(
            ...rows.map(({ record, isUnlisted }) => (isUnlisted ? '' : JSON.parse(record).transaction_id)),
          )
        if (database.isEmbedded && runs <= mostChanges) await change()
        return { runs, ids: ids.filter(Boolean), revision }
      })
    }
    const quiet = await readWith(0)
    expect(quiet).toEqual({ runs: 1, ids: ['0-a', '0-b'], revision: await records.revision() })
    for (const mostChanges of [1, 3]) {
      const read = await readWith(mostChanges)
      expect(read.runs).toBe(database.isEmbedded ? mostChanges + 1 : 1)
      expect(read.ids).toEqual([`${changes}-a`, `${changes}-b`])
      expect(read.revision).toBe(await records.revision())
    }
  },
)
