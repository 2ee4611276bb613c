import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../database/database.ts'
import { databaseKinds } from '../database/testing/databases.ts'
import { openStore } from './store.ts'

const identity = {
  service: 'demo',
  reader: { kind: 'named', name: 'Treasury' },
  apiKey: 'secret-key',
  accountId: null,
} as const

describe.each(databaseKinds)('the store on $name', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  it('finds an account again, from two programs that start together, and makes another for another key', async () => {
    const [one, other] = await Promise.all([openStore(database), openStore(database)])
    const account = await one.account(identity)
    expect(account).toMatch(/^[\w-]{22}$/)
    expect(await other.account(identity)).toBe(account)
    expect(await one.account({ ...identity, apiKey: 'other' })).not.toBe(account)
    expect((await other.accounts()).map(({ service, reader }) => [service, reader])).toEqual([
      ['demo', 'Treasury'],
      ['demo', 'Treasury'],
    ])
  })
})
