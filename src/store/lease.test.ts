import { describe, expect, it } from 'vitest'
import { databaseKinds, postgresPort } from '../database/testing/databases.ts'
import { LeaseLost } from './scope.ts'
import { nothingTold } from './session-presence.ts'
import { openStore } from './store.ts'
import { accountsIn, lease, updateOutcome, wholeOutcome, withIds } from './testing/records.ts'

describe.each(databaseKinds)('the lease of an account, on $name,', async ({ name: kind, open }) => {
  const database = await open()
  const newAccount = accountsIn(await openStore(database))
  const endLease = (account: string) =>
    database.query(
      "update custody_store.lease set until = clock_timestamp() - interval '1 second' where account = $1",
      [account],
    )

  it('gives no fence twice, even where a standby without the last of them takes over', async () => {
    const { key: account, records } = await newAccount()
    const [before] = await database.query<'fence'>(
      'select fence from custody_store.account where account = $1',
      [account],
    )
    const lost = await lease(records)
    await database.query('update custody_store.account set fence = $2::bigint where account = $1', [
      account,
      before?.fence ?? '',
    ])
    await database.query('update custody_store.lease set holder = null, fence = 0 where account = $1', [
      account,
    ])
    const fence = await records.takeLease('another copy', 60)
    await records.note(fence ?? '', {})
    await expect(records.note(lost, {})).rejects.toThrow(LeaseLost)
    await expect(records.renewLease(lost, 60)).rejects.toThrow(LeaseLost)
  })

  it('gives a lease to the next where the clock was set back, and the holder died', async () => {
    const { key: account, records } = await newAccount()
    await records.takeLease('dead', 30)
    await database.query(
      "update custody_store.lease set until = until + interval '3 hours' where account = $1",
      [account],
    )
    expect(await records.takeLease('next', 30)).not.toBeNull()
  })

  it('gives the lease to one, and by the clock of the database to the next, whose predecessor writes nothing more', async () => {
    const { key: account, records } = await newAccount()
    const taken = await Promise.all(['a', 'b', 'c', 'd'].map((holder) => records.takeLease(holder, 60)))
    const [first = '', ...others] = taken.flatMap((fence) => fence ?? [])
    expect(others).toEqual([])
    await records.renewLease(first, 60)
    expect(await records.takeLease('next', 60)).toBeNull()
    await endLease(account)
    // Nobody took it, so nothing was written meanwhile.
    await records.renewLease(first, 60)
    await endLease(account)
    const second = (await records.takeLease('next', 60)) ?? ''
    const writes = [
      () => records.renewLease(first, 60),
      () => records.beginStaging(first),
      () => records.stage(first, withIds('A'), 1),
      () => records.applyWhole(first, wholeOutcome()),
      () => records.applyUpdate(first, updateOutcome({ first: withIds('A') })),
      () => records.setDays(first, []),
      () => records.clearDays(first),
      () => records.endSpans(first, 1, { limit: 1, isOfDatedAlone: true }),
      () => records.widenToDays(first, {}),
      () => records.learn(first, { mostRows: 1, turns: {} }),
      () => records.note(first, {}),
      () => records.tell(first, nothingTold),
    ]
    for (const write of writes) await expect(write()).rejects.toThrow(LeaseLost)
    await records.releaseLease(first)
    expect(await records.takeLease('third', 60)).toBeNull()
    await records.releaseLease(second)
    expect(await records.takeLease('third', 60)).not.toBeNull()
    expect(await records.firstIds(1)).toEqual([])
  })

  // The embedded database has one connection.
  it.runIf(kind !== 'PGlite' && postgresPort !== null)(
    'gives nobody the lease while its last holder still writes',
    async () => {
      const { key: account, records } = await newAccount()
      await lease(records)
      await endLease(account)
      await database.transaction(async (queries) => {
        await queries.query('select 1 from custody_store.account where account = $1 for update', [account])
        expect(await records.takeLease('next', 60)).toBeNull()
        await records.look()
      })
      expect(await records.takeLease('next', 60)).not.toBeNull()
    },
  )

  it('keeps what a webhook was told under its name, of whoever has the lease alone', async () => {
    const { records } = await newAccount()
    const fence = await lease(records)
    const kept = { toldIn: 7, state: '{"a":"\ud800"}', message: null }
    await records.keepWebhook(fence, 'one', kept)
    await records.keepWebhook(fence, 'other', { ...kept, message: '{}' })
    await records.keepWebhook(fence, 'one', { ...kept, toldIn: 8 })
    await records.dropOtherWebhooks(fence, ['one', 'new'])
    expect(await records.webhooks()).toEqual(new Map([['one', { ...kept, toldIn: 8 }]]))
    await lease(records)
    await expect(records.keepWebhook(fence, 'one', kept)).rejects.toThrow('took over')
    await records.dropOtherWebhooks(fence, [])
    expect((await records.webhooks()).size).toBe(1)
  })
})
