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

it('the embedded database uses the room of an account that is forgotten again', async () => {
  const database = await databaseKinds[0]?.open()
  if (database === undefined) throw new Error('There is no embedded database.')
  const store = await openStore(database)
  const ids = Array.from({ length: 500 }, (_, nth) => `transaction ${nth}`)
  const pages: number[] = []
  for (const name of ['one', 'two', 'three']) {
    const account = await namedAccount(store, name)
    await readWholeLists(store.of(account), withIds(...ids))
    const [row] = await database.query<'size'>(`select pg_relation_size('custody_store.transaction') as size`)
    pages.push(Number(row?.size))
    await store.forget(account)
  }
  expect(Math.max(...pages)).toBe(pages[0])
})
