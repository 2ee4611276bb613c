import { describe, expect, it } from 'vitest'
import { databaseKinds } from '../database/testing/databases.ts'
import { openStore } from './store.ts'
import { accountsIn, lease, readWholeLists, receivedList, updateOutcome } from './testing/records.ts'

const identity = {
  service: 'demo',
  reader: { kind: 'named', name: 'Treasury' },
  apiKey: 'secret-key',
  accountId: null,
} as const

describe.each(databaseKinds)('the store on $name', async ({ open }) => {
  const database = await open()
  const store = await openStore(database)
  const newAccount = accountsIn(store)

  it('finds an account again, from two programs that start together, and another for another key', async () => {
    const [one, other] = await Promise.all([openStore(database), openStore(database)])
    const keys = await Promise.all([one, other, one, other].map((each) => each.account(identity)))
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[\w-]{22}$/)
    const others = [
      { ...identity, apiKey: 'other' },
      { ...identity, service: 'other' },
      { ...identity, accountId: 'other' },
      { ...identity, reader: { kind: 'typed' } as const },
    ]
    for (const each of others) keys.push(await one.account(each))
    expect(new Set(keys).size).toBe(5)
    const listed = await other.accounts()
    const words = listed.map(({ service, reader, accountId }) =>
      [service, 'name' in reader ? reader.name : null, accountId].join(),
    )
    expect(words.sort()).toEqual([
      'demo,,',
      'demo,Treasury,',
      'demo,Treasury,',
      'demo,Treasury,other',
      'other,Treasury,',
    ])
    const everything = JSON.stringify(await database.query('select * from custody_store.account'))
    expect(everything).not.toContain('secret-key')
  })

  it('keeps all that is known of a service', async () => {
    const { records } = await newAccount()
    const dates = { off: null, form: 'instant', days: 'utc', formOfLinks: 'instant', isEpoch: true } as const
    const profile = { mostRows: 200, takenRows: 100, turns: { vaults: false }, dates }
    await records.learn(await lease(records), profile)
    expect(await records.profile()).toEqual(profile)
  })

  it('makes rows of an older rule anew, and takes that for no change', async () => {
    const { key: account, records } = await newAccount()
    const rows = receivedList([{ id: 'A' }, { id: 'B', status: 'pending' }, { id: null }])
    const { revision } = await readWholeLists(records, rows)
    const kept = () =>
      database.query('select * from custody_store.transaction where account = $1 order by position', [
        account,
      ])
    const before = await kept()
    const age = () =>
      database.query(
        "update custody_store.transaction set rule = 0, content = 'old', words = null, amount = 7 where account = $1",
        [account],
      )
    await age()
    expect(await readWholeLists(records, rows)).toMatchObject({ revision, changed: 0, added: 0 })
    await age()
    const changed = receivedList([{ id: 'B', status: 'completed' }, { id: 'A' }])
    expect(await records.applyUpdate(await lease(records), updateOutcome({ changed }))).toMatchObject({
      changed: 1,
    })
    await records.applyUpdate(await lease(records), updateOutcome({ changed: rows }))
    await age()
    expect(await store.renewRows()).toBe(3)
    expect(await store.renewRows()).toBe(0)
    const withoutChange = (row: object) => ({ ...row, changed_in: null, written_at: null })
    expect((await kept()).map(withoutChange)).toEqual(before.map(withoutChange))
  })
})
