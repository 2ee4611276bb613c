import { expect, it } from 'vitest'
import { databaseKinds } from '../database/testing/databases.ts'
import { openStore } from './store.ts'
import {
  balancesOutcome,
  lease,
  namedAccount,
  readWholeLists,
  updateOutcome,
  withIds,
} from './testing/records.ts'

it('makes room in the embedded database for what updates write anew', async () => {
  const database = await databaseKinds[0]?.open()
  if (database === undefined) throw new Error('There is no embedded database.')
  const store = await openStore(database)
  const account = store.of(await namedAccount(store, 'one'))
  /** Bytes, after as many updates as change each balance. */
  const sizeAfter = async (updates: readonly number[]) => {
    for (const total_balance of updates) {
      const holdings = Array.from({ length: 50 }, (_, index) => ({
        ...{ asset_id: `A${index}`, network_id: 'N' },
        balances: { total_balance: String(total_balance) },
      }))
      const lists = { balances: balancesOutcome(...holdings) }
      await account.applyUpdate(await lease(account), updateOutcome({ lists }))
    }
    const [row] = await database.query<'size'>(
      "select pg_total_relation_size('custody_store.balance') as size",
    )
    return Number(row?.size)
  }
  await readWholeLists(account, withIds('A'))
  const updates = Array.from({ length: 30 }, (_, index) => index)
  const before = await sizeAfter(updates)
  await readWholeLists(account, withIds('A'))
  expect(await sizeAfter(updates)).toBeLessThan(1.2 * before)
})
