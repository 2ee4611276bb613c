import { expect, it } from 'vitest'
import { databaseKinds } from '../database/testing/databases.ts'
import { openStore } from './store.ts'
import { lease, namedAccount, readWholeLists, withIds } from './testing/records.ts'

it('indexes that the first account of the embedded database goes without are made once its days are known, or at the next start', async () => {
  const database = await databaseKinds[0]?.open()
  if (database === undefined) throw new Error('There is no embedded database.')
  const store = await openStore(database)
  const indexes = async () =>
    (
      await database.query<'definition'>(
        `select indexdef as definition from pg_indexes where schemaname = 'custody_store' order by 1`,
      )
    ).map(({ definition }) => definition)
  const accountOf = async (name: string) => store.of(await namedAccount(store, name))
  const all = await indexes()

  const first = await accountOf('first')
  await first.beginStaging(await lease(first))
  expect((await indexes()).length).toBeLessThan(all.length)
  // As if the program had been killed.
  await openStore(database)
  expect(await indexes()).toEqual(all)

  await readWholeLists(first, withIds('B', 'A'))
  expect((await indexes()).length).toBeLessThan(all.length)
  await first.makeIndexes()
  expect(await indexes()).toEqual(all)

  await readWholeLists(await accountOf('second'), withIds('B', 'A'))
  expect(await indexes()).toEqual(all)
})
