import { expect, it } from 'vitest'
import { databaseKinds } from '../database/testing/databases.ts'
import { openStore } from './store.ts'
import {
  balancesOutcome,
  lease,
  namedAccount,
  readWholeLists,
  receivedList,
  updateOutcome,
  withIds,
} from './testing/records.ts'

it('makes room in the embedded database for what updates write anew', async () => {
  const database = await databaseKinds[0]?.open()
  if (database === undefined) throw new Error('There is no embedded database.')
  const store = await openStore(database)
  const account = store.of(await namedAccount(store, 'one'))
  const ids = Array.from({ length: 50 }, (_, index) => `T${index}`)
  /** Bytes of balances and transactions, after as many updates as change each of them. */
  const sizeAfter = async (updates: readonly number[]) => {
    for (const total_balance of updates) {
      const holdings = Array.from({ length: 50 }, (_, index) => ({
        ...{ asset_id: `A${index}`, network_id: 'N' },
        balances: { total_balance: String(total_balance) },
      }))
      const lists = { balances: balancesOutcome(...holdings) }
      const changed = receivedList(
        ids.map((id) => ({ id, status: total_balance % 2 ? 'pending' : 'processing' })),
      )
      await account.applyUpdate(await lease(account), updateOutcome({ lists, changed }))
    }
    const rows = await database.query<'size'>(
      `select pg_total_relation_size('custody_store.' || name) as size from unnest(array['balance', 'transaction']) as name`,
    )
    return rows.map(({ size }) => Number(size))
  }
  await readWholeLists(account, withIds(...ids))
  const updates = Array.from({ length: 30 }, (_, index) => index)
  const before = await sizeAfter(updates)
  await readWholeLists(account, withIds(...ids))
  for (const [index, size] of (await sizeAfter(updates)).entries())
    expect(size).toBeLessThan(1.2 * (before[index] ?? 0))
})
