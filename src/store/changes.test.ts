import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../database/database.ts'
import { databaseKinds } from '../database/testing/databases.ts'
import type { AccountStore } from './account-store.ts'
import type { UpdateOutcome } from './outcome.ts'
import type { ToldChanges, ToldPlace } from './queries/history.ts'
import { openStore, type Store } from './store.ts'
import {
  type ItemFields,
  lease,
  readWholeList,
  receivedAt,
  receivedList,
  updateOutcome,
  vaultsOutcome,
  whitelistsOutcome,
} from './testing/records.ts'

describe.each(databaseKinds)('changes on $name', ({ open }) => {
  let database: Database
  let store: Store
  let accounts = 0
  beforeAll(async () => {
    database = await open()
    store = await openStore(database)
  })
  afterAll(() => database.close())

  const newAccount = async (items: readonly ItemFields[] = []): Promise<AccountStore> => {
    accounts += 1
    const reader = { kind: 'named', name: `Account ${accounts}` } as const
    const records = store.of(await store.account({ service: 'demo', reader, apiKey: 'key', accountId: null }))
    await readWholeList(records, receivedList(items))
    return records
  }
  const update = async (records: AccountStore, outcome: Partial<UpdateOutcome>) =>
    await records.applyUpdate(await lease(records), updateOutcome(outcome))
  const changed = (item: ItemFields) => ({ changed: [receivedAt(0, item)] })
  /** "completed: pending → completed", the oldest first. */
  const told = async (records: AccountStore, range = {}) =>
    (await records.changesTold(range, 99))
      .map(({ id, event, before, after }) => `${id} ${event}: ${before} → ${after}`)
      .reverse()

  it('makes none of the first reading, and tells what is new, moves forward and is gone after it', async () => {
    const records = await newAccount([{ id: 'B', status: 'pending' }, { id: 'A' }])
    expect(await told(records)).toEqual([])
    const first = await update(records, {
      first: [receivedAt(0, { id: 'C', status: 'pending' })],
      changed: [receivedAt(1, { id: 'B', status: 'processing' })],
    })
    await update(records, {
      ...changed({ id: 'B', status: 'completed' }),
      gone: [{ id: 'A', occurrence: 1 }],
    })
    const all = await told(records)
    expect(all).toEqual([
      'C new: null → pending',
      'B changed: pending → processing',
      'B changed: processing → completed',
      'A gone: completed → null',
    ])
    expect(await told(records, { afterReading: first.reading ?? 0 })).toEqual(all.slice(2))
    const [change] = await records.recordChanges(['transaction'], 'B', 1)
    expect(change).toMatchObject({
      ...{ since: '2026-11-01T10:02:00.000Z', seen: '2026-11-01T10:02:01.000Z', isWhole: false },
    })
    expect(await records.lastChange()).toBe(change?.reading)
    expect(await records.changeCounts({ events: ['gone', 'new'] })).toEqual([
      { kind: 'transaction', event: 'gone', before: 'completed', after: null, count: 1 },
      { kind: 'transaction', event: 'new', before: null, after: 'pending', count: 1 },
    ])
  })

  it('tells what went back, or changed after its end, once another update agrees, and never what that takes back', async () => {
    const records = await newAccount([{ id: 'A' }, { id: 'B' }])
    await update(records, changed({ id: 'A', status: 'confirming' }))
    expect(await told(records)).toEqual([])
    await update(records, changed({ id: 'A', status: 'completed' }))
    await update(records, {})
    expect(await told(records)).toEqual([])
    await update(records, changed({ id: 'B', details: { amount: '2' } }))
    const { reading } = await update(records, {})
    expect(await told(records)).toEqual(['B final: completed → completed'])
    const [change] = await records.recordChanges(['transaction'], 'B', 1)
    expect(change?.fields).toEqual([{ field: 'amount', before: '1.5', after: '2' }])
    expect(await told(records, { afterReading: (reading ?? 0) - 1 })).toHaveLength(1)
    expect((await update(records, {})).reading).toBeNull()
  })

  it('says of a whole reading that it was seen to differ', async () => {
    const records = await newAccount([{ id: 'A', status: 'pending' }, { id: 'B' }])
    await readWholeList(records, receivedList([{ id: 'C' }, { id: 'A' }]), {
      since: '2026-11-01T10:00:00.000Z',
    })
    expect((await told(records)).sort()).toEqual([
      'A changed: pending → completed',
      'B unlisted: completed → null',
      'C new: null → completed',
    ])
    expect((await records.changesTold({}, 9)).every(({ isWhole }) => isWhole)).toBe(true)
    await readWholeList(records, receivedList([{ id: 'C' }, { id: 'A' }, { id: 'B' }]))
    expect(await told(records, { events: ['returned'] })).toEqual(['B returned: null → completed'])
  })

  it('tells totals that moved, and whitelists: an entry that is gone once two readings lack it', async () => {
    const records = await newAccount()
    const entry = (address: string) => ({ asset_id: 'BTC', network_id: 'BTC', address })
    const lists = (amount: string, addresses: readonly string[], name = 'Broker') => ({
      lists: {
        vaults: vaultsOutcome({
          vault_id: 'V',
          assets: [{ asset_id: 'BTC', network_id: 'BTC', balances: { total_balance: amount } }],
        }),
        whitelists: whitelistsOutcome({
          whitelist_id: 'W',
          whitelist_name: name,
          assets: addresses.map(entry),
        }),
      },
    })
    await update(records, lists('1.0', ['one', 'two']))
    expect(await told(records)).toEqual([])
    await update(records, lists('1', ['one', 'two', 'three', 'four']))
    expect((await told(records)).map((line) => line.replace(/.*address":"(\w+)".*/, '$1'))).toEqual([
      'three',
      'four',
    ])
    // Dropped for one reading.
    await update(records, lists('1', ['one', 'two', 'three']))
    await update(records, lists('1', ['one', 'two', 'three', 'four']))
    await update(records, lists('2.5', ['one', 'two', 'three', 'four'], 'Brokers'))
    const later = (await told(records)).slice(2)
    expect(later).toEqual(['V changed: 1 → 2.5', 'W changed: Broker → Brokers'])
    await update(records, lists('2.5', ['one', 'two', 'three'], 'Brokers'))
    expect(await told(records, { events: ['gone'] })).toEqual([])
    await update(records, lists('2.5', ['one', 'two', 'three'], 'Brokers'))
    expect(await told(records, { events: ['gone'] })).toHaveLength(1)
  })

  it('tells all of them to whoever comes back for more, in the order in which they were told', async () => {
    const records = await newAccount([{ id: 'A' }, { id: 'B', status: 'pending' }])
    await update(records, changed({ id: 'A', details: { amount: '2' } }))
    const { reading } = await update(records, {
      first: [receivedAt(0, { id: 'C', status: 'pending' })],
      changed: [receivedAt(1, { id: 'B', status: 'processing' })],
    })
    await update(records, changed({ id: 'B' }))
    const told: string[] = []
    const end = { toldIn: 0, reading: 0, place: 0 }
    for (let after: ToldPlace | null = end; after !== null; ) {
      const piece: ToldChanges = await records.toldChanges(after, reading ?? 0, 2)
      told.push(...piece.changes.map(({ id, event }) => `${id} ${event}`))
      after = piece.end
    }
    // The first was seen before and told with the others.
    expect(told).toEqual(['A final', 'C new', 'B changed'])
    const all = await records.toldChanges({ ...end, toldIn: reading ?? 0, reading: 99 }, 99, 9)
    expect(all.changes.map(({ id, after }) => `${id} ${after}`)).toEqual(['B completed'])
  })

  it('says since when transactions have been in flight: when they were seen, or recorded where that is earlier', async () => {
    const records = await newAccount([
      { id: 'A', status: 'pending' },
      { id: 'B', status: 'confirming' },
      { id: 'C' },
    ])
    const day = Date.parse('2026-10-03')
    await records.setDays(await lease(records), [{ id: 'B', from: day, before: day + 1000 }])
    const seen = Date.parse('2026-11-01T10:01:00.000Z')
    const inFlight = async (since: number) =>
      (await records.inFlight(since, 9)).map(({ id, since }) => [id, since])
    expect(await inFlight(seen)).toEqual([
      ['B', day + 1000],
      ['A', seen],
    ])
    expect(await inFlight(seen - 1)).toEqual([['B', day + 1000]])
  })

  it('never dates a change before another that was seen earlier, whatever the clock says', async () => {
    const records = await newAccount([{ id: 'A', status: 'pending' }])
    await update(records, changed({ id: 'A', status: 'processing' }))
    const times = { begun: '2026-10-01T00:00:00.000Z', ended: '2026-10-01T00:00:01.000Z' }
    await update(records, { ...changed({ id: 'A', status: 'completed' }), ...times })
    const seen = (await records.changesTold({}, 9)).map((change) => change.seen)
    expect(seen).toEqual(['2026-11-01T10:02:01.000Z', '2026-11-01T10:02:01.000Z'])
  })
})
