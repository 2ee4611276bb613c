import { describe, expect, it } from 'vitest'
import { dayLength } from '../contract/day.ts'
import { databaseKinds } from '../database/testing/databases.ts'
import { isWholeSet } from '../testing/cases.ts'
import type { AccountStore } from './account-store.ts'
import type { UpdateOutcome } from './outcome.ts'
import type { ToldChanges, ToldPlace } from './queries/history.ts'
import { LeaseLost } from './scope.ts'
import { openStore } from './store.ts'
import {
  completeEnd,
  type ItemFields,
  lease,
  namedAccount,
  readWholeLists,
  receivedAt,
  receivedList,
  updateOutcome,
  vaultsOutcome,
  whitelistsOutcome,
  wholeOutcome,
} from './testing/records.ts'

describe.each(databaseKinds)('changes on $name', async ({ open }) => {
  const database = await open()
  const store = await openStore(database)
  let accounts = 0

  const keys = new Map<AccountStore, string>()
  const newAccount = async (
    items: readonly ItemFields[] = [],
    transactions = completeEnd,
  ): Promise<AccountStore> => {
    accounts += 1
    const key = await namedAccount(store, `Account ${accounts}`)
    const records = store.of(key)
    keys.set(records, key)
    await readWholeLists(records, receivedList(items), { transactions })
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
    await update(records, {
      first: [receivedAt(0, { id: 'C', status: 'pending' })],
      changed: [receivedAt(1, { id: 'B', status: 'processing' })],
    })
    const first = await records.lastChange()
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
    expect(await told(records, { afterReading: first })).toEqual(all.slice(2))
    const [change] = await records.recordChanges(['transaction'], 'B', 1)
    expect(change).toMatchObject({
      ...{ since: '2026-11-01T10:02:00.000Z', seen: '2026-11-01T10:02:01.001Z', isWhole: false },
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
    const last = await records.lastChange()
    await update(records, {})
    expect(await told(records)).toEqual(['B final: completed → completed'])
    const [change] = await records.recordChanges(['transaction'], 'B', 1)
    expect(change?.fields).toEqual([{ field: 'amount', before: '1.5', after: '2' }])
    expect(await told(records, { afterReading: last })).toHaveLength(1)
    expect((await update(records, {})).reading).toBeNull()
  })

  it('says of a whole reading that it was seen to differ', async () => {
    const records = await newAccount([{ id: 'A', status: 'pending' }, { id: 'B' }])
    await readWholeLists(records, receivedList([{ id: 'C' }, { id: 'A' }]), {
      since: '2026-11-01T10:00:00.000Z',
    })
    expect((await told(records)).sort()).toEqual([
      'A changed: pending → completed',
      'B unlisted: completed → null',
      'C new: null → completed',
    ])
    expect((await records.changesTold({}, 9)).every(({ isWhole }) => isWhole)).toBe(true)
    await readWholeLists(records, receivedList([{ id: 'C' }, { id: 'A' }, { id: 'B' }]))
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
    await update(records, {
      first: [receivedAt(0, { id: 'C', status: 'pending' })],
      changed: [receivedAt(1, { id: 'B', status: 'processing' })],
    })
    const last = await records.lastChange()
    await update(records, changed({ id: 'B' }))
    const told: string[] = []
    for (let after: ToldPlace | null = { reading: 0, place: 0 }; after !== null; ) {
      const piece: ToldChanges = await records.toldChanges(after, last, 2)
      told.push(...piece.changes.map(({ id, event }) => `${id} ${event}`))
      after = piece.end
    }
    // One was seen before, and told with the others.
    expect(told).toEqual(['C new', 'B changed', 'A final'])
    const all = await records.toldChanges({ reading: last, place: 99 }, Number.MAX_SAFE_INTEGER, 9)
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
    // The service's own day may end long after the UTC day does.
    const dates = { failure: null, form: 'day', days: 'service', isComplete: true, askedFrom: null } as const
    const noted = { ...dates, longestPage: 0, undated: 0, doubts: [] }
    await records.note(await lease(records), { dates: noted })
    expect(await inFlight(seen - 1)).toEqual([['B', day + 1000 + dayLength]])
  })

  it('tells a new record once that turns out to be recorded on a day that was read before', async () => {
    const records = await newAccount([{ id: 'OLD', status: 'pending' }])
    await update(records, { first: receivedList([{ id: 'LATE' }, { id: 'NEW' }, { id: 'NEAR' }]) })
    const day = Date.parse('2026-11-01')
    const span = (id: string, from: number, before = from + dayLength) => ({ id, from, before })
    const { revision } = await update(records, {})
    const fence = await lease(records)
    const before = Date.parse('2026-11-01T10:00:00.000Z')
    // Of the first reading nothing is news, and a service may list what it recorded shortly before.
    const spans = [
      span('OLD', day - dayLength),
      span('NEW', day),
      span('NEAR', before - 9_000, before - 1_000),
    ]
    await records.setDays(fence, [...spans, span('LATE', day - dayLength, day + dayLength)])
    expect(await told(records, { events: ['late'] })).toEqual([])
    await records.setDays(fence, [span('LATE', day - dayLength)])
    expect(await told(records, { events: ['late'] })).toEqual(['LATE late: null → completed'])
    expect(await records.revision()).not.toBe(revision)
    await records.clearDays(fence)
    await records.setDays(fence, [span('LATE', day - dayLength)])
    expect(await told(records, { events: ['late'] })).toHaveLength(1)
    const dates = { failure: null, form: 'day', days: 'service', isComplete: true, askedFrom: null } as const
    await records.note(fence, { dates: { ...dates, longestPage: 0, undated: 0, doubts: [] } })
    await update(records, { first: receivedList([{ id: 'ZONED' }, { id: 'BACK' }]) })
    await records.setDays(await lease(records), [
      span('ZONED', day - dayLength),
      span('BACK', day - 2 * dayLength),
    ])
    expect((await told(records, { events: ['late'] })).slice(1)).toEqual(['BACK late: null → completed'])
  })

  it('drops what is kept no longer, and says since when it tells', async () => {
    const records = await newAccount([{ id: 'A', status: 'pending' }])
    await update(records, changed({ id: 'A', status: 'processing' }))
    const at = (time: string) => ({ begun: `${time}Z`, ended: `${time}Z` })
    await update(records, { ...changed({ id: 'A', status: 'confirming' }), ...at('2026-11-09T00:00:00.000') })
    const revision = await records.revision()
    const fence = await lease(records)
    await records.dropChanges(fence, 9)
    expect(await told(records)).toHaveLength(2)
    expect(await records.revision()).toBe(revision)
    await records.dropChanges(fence, 7)
    expect(await told(records)).toEqual(['A changed: processing → confirming'])
    expect((await records.state()).changes?.since).toBe('2026-11-02T00:00:00.000Z')
    expect(await records.revision()).not.toBe(revision)
  })

  it('never dates a change before another that was seen earlier, whatever the clock says', async () => {
    const records = await newAccount([{ id: 'A', status: 'pending' }])
    await update(records, changed({ id: 'A', status: 'processing' }))
    const times = { begun: '2026-10-01T00:00:00.000Z', ended: '2026-10-01T00:00:01.000Z' }
    await update(records, { ...changed({ id: 'A', status: 'completed' }), ...times })
    const seen = (await records.changesTold({}, 9)).map((change) => change.seen)
    expect(seen).toEqual(['2026-11-01T10:02:01.001Z', '2026-11-01T10:02:01.000Z'])
    const [last] = seen
    expect(await told(records, { from: '2026-11-01T10:02:01.000Z' })).toEqual([
      'A changed: processing → completed',
    ])
    expect(await told(records, { until: last })).toEqual(['A changed: pending → processing'])
  })

  it('compares what follows with what stood before it became doubtful', async () => {
    const records = await newAccount([{ id: 'A' }, { id: 'B' }, { id: 'C' }])
    // Without its hash, which nothing says of one that was not final.
    const back = { status: 'confirming', details: { txn_hash: '' } }
    await update(records, changed({ id: 'A', ...back }))
    await update(records, changed({ id: 'A' }))
    await update(records, changed({ id: 'B', status: 'confirming' }))
    await update(records, changed({ id: 'B', status: 'pending' }))
    await update(records, changed({ id: 'C', status: 'confirming' }))
    await update(records, changed({ id: 'C', status: 'failed' }))
    await update(records, {})
    expect(await told(records)).toEqual(['B backwards: completed → pending', 'C final: completed → failed'])
  })

  it('takes no whole reading for one that agrees that read a transaction before', async () => {
    const records = await newAccount([{ id: 'A' }])
    const fence = await lease(records)
    await records.beginStaging(fence)
    await records.stage(fence, receivedList([{ id: 'A' }]), 1)
    await records.applyUpdate(fence, updateOutcome(changed({ id: 'A', status: 'confirming' })))
    await records.applyWhole(fence, wholeOutcome())
    expect(await told(records)).toEqual([])
    await update(records, changed({ id: 'A' }))
    await update(records, {})
    expect(await told(records)).toEqual([])
  })

  it('tells what else is otherwise in a record that was gone', async () => {
    const records = await newAccount([{ id: 'A' }])
    await update(records, { gone: [{ id: 'A', occurrence: 1 }] })
    await update(records, { first: [receivedAt(0, { id: 'A', details: { amount: '2' } })] })
    await update(records, {})
    expect(await told(records)).toEqual([
      'A gone: completed → null',
      'A returned: null → completed',
      'A final: completed → completed',
    ])
  })

  const btc = { asset_id: 'BTC', network_id: 'BTC' }
  const broker = (address: string | null, name = 'Broker') => ({
    whitelist_id: 'W',
    whitelist_name: name,
    assets: address === null ? [] : [{ ...btc, address, memo: null }],
  })
  const cold = (amount: string) => ({
    ...{ vault_id: 'V', vault_name: 'Cold', vault_type: 'cold' },
    assets: [{ ...btc, balances: { total_balance: amount } }],
  })
  const listing = (whitelists: readonly object[], vaults: readonly object[] = []) => ({
    lists: { whitelists: whitelistsOutcome(...whitelists), vaults: vaultsOutcome(...vaults) },
  })
  const asLines = async (records: AccountStore) =>
    (await told(records)).map((line) => line.replaceAll(/\{[^}]*"address":"(\w+)"[^}]*\}/g, '$1'))

  it('never loses what changes in a list or vault that one reading did not have', async () => {
    const records = await newAccount()
    await update(records, listing([broker('one')], [cold('1')]))
    await update(records, listing([], []))
    const later = { begun: '2026-11-01T10:05:00.000Z', ended: '2026-11-01T10:05:01.000Z' }
    await update(records, { ...listing([broker('other')], [cold('2')]), ...later })
    expect((await asLines(records)).sort()).toEqual(['V changed: 1 → 2', 'W changed: one → other'])
    // It was last seen in the reading before the one that lacked it.
    const [change] = await records.recordChanges(['entry'], 'W', 1)
    expect(change?.since).toBe('2026-11-01T10:00:00.000Z')
    await update(records, listing([broker(null)], [cold('2')]))
    await update(records, listing([broker('swapped')], [cold('2')]))
    expect((await asLines(records)).at(-1)).toBe('W changed: other → swapped')
  })

  it('tells that a list and a vault are gone once two readings that have them lack it', async () => {
    const records = await newAccount()
    await update(records, listing([broker('one')], [cold('1')]))
    await update(records, listing([], []))
    await update(records, { lists: { whitelists: { refused: 'ERR-02' } } })
    expect(await told(records)).toEqual([])
    const applied = await update(records, listing([], []))
    expect(applied.reading).not.toBeNull()
    expect((await told(records)).sort()).toEqual(['V gone: Cold → null', 'W gone: Broker → null'])
  })

  it('tells a list that is renamed while its entry moves to another', async () => {
    const records = await newAccount()
    const other = (address: string | null) => ({ ...broker(address, 'Exchange'), whitelist_id: 'X' })
    await update(records, listing([broker('one'), other(null)]))
    await update(records, listing([broker(null, 'Brokers'), other('one')]))
    expect(await asLines(records)).toEqual(['W changed: Broker → Brokers', 'X new: null → one'])
    await update(records, listing([broker(null, 'Brokers'), other('one')]))
    expect((await asLines(records)).at(-1)).toBe('W gone: one → null')
  })

  it('tells nothing of names that a service gives anew, and of records without an id', async () => {
    const records = await newAccount([{ id: 'A' }, { id: null }])
    const renamed = { asset_name: 'bitcoin', network_name: 'Bitcoin Core' }
    await readWholeLists(
      records,
      receivedList([{ id: 'A', details: renamed }, { id: null, status: 'failed' }, { id: null }]),
    )
    await update(records, changed({ id: 'A', details: { network_name: 'BTC' } }))
    await update(records, {})
    expect(await told(records)).toEqual([])
  })

  it('tells records that share an id apart by their order', async () => {
    const records = await newAccount([{ id: 'A' }, { id: 'A', status: 'pending' }])
    await update(records, {
      changed: [
        receivedAt(0, { id: 'A', details: { amount: '2' } }),
        receivedAt(1, { id: 'A', status: 'processing' }),
      ],
    })
    await update(records, {
      changed: [receivedAt(0, { id: 'A', details: { amount: '2' } }), receivedAt(1, { id: 'A' })],
    })
    expect(await told(records)).toEqual([
      'A changed: pending → processing',
      'A changed: processing → completed',
      'A final: completed → completed',
    ])
  })

  it('keeps hostile text as it came, and of a long one the beginning', async () => {
    const id = `\0\ud800\ufdd0${'long'.repeat(99)}`
    const records = await newAccount([{ id }])
    const note = `\0\udfff\ufdd1${'x'.repeat(1_000_000)}`
    await update(records, changed({ id, status: 'odd\0', details: { note } }))
    await update(records, listing([broker('one')]))
    await update(records, listing([broker(`\0\ud800${'a'.repeat(9999)}`, note)]))
    const [change] = await records.recordChanges(['transaction'], id, 1)
    expect(change).toMatchObject({ id, before: 'completed', after: 'odd\0' })
    expect(change?.fields).toEqual([{ field: 'note', before: '', after: `${note.slice(0, 1000)}…` }])
    const all = await records.changesTold({}, 9)
    expect(JSON.stringify(all).length).toBeLessThan(20_000)
    expect(all.map((one) => one.id).sort()).toEqual([id, 'W', 'W'].sort())
    expect(JSON.parse(all[0]?.after ?? '{}').address).toMatch(/^\0\ud800a+…$/)
  })

  it('tells once what two copies see', async () => {
    const records = await newAccount([{ id: 'A', status: 'pending' }])
    const outcome = updateOutcome(changed({ id: 'A' }))
    const first = await lease(records)
    await records.releaseLease(first)
    const second = await records.takeLease('another copy', 60)
    await records.applyUpdate(second ?? '', outcome)
    await expect(records.applyUpdate(first, outcome)).rejects.toThrow(LeaseLost)
    await records.applyUpdate(second ?? '', outcome)
    expect(await told(records)).toEqual(['A changed: pending → completed'])
  })

  it('tells again what happened since a backup that was restored, under moments that nobody has seen', async () => {
    const records = await newAccount([
      { id: 'A', status: 'pending' },
      { id: 'B', status: 'pending' },
    ])
    await update(records, changed({ id: 'B' }))
    const key = keys.get(records) ?? ''
    const tables = ['account', 'transaction', 'reading', 'change']
    for (const table of tables)
      await database.script(
        `drop table if exists custody_store.backup_${table};
         create table custody_store.backup_${table} as select * from custody_store.${table} where account = '${key}'`,
      )
    for (const status of ['processing', 'confirming', 'completed'])
      await update(records, changed({ id: 'A', status }))
    const seen = await records.lastChange()
    for (const table of tables)
      await database.script(
        `delete from custody_store.${table} where account = '${key}';
         insert into custody_store.${table} select * from custody_store.backup_${table};
         drop table custody_store.backup_${table}`,
      )
    expect(await told(records, { afterReading: seen })).toEqual([])
    const later = { begun: '2026-11-02T10:00:00.000Z', ended: '2026-11-02T10:00:01.000Z' }
    await update(records, { ...changed({ id: 'A' }), ...later })
    expect(await told(records, { afterReading: seen })).toEqual(['A changed: pending → completed'])
    const [change] = await records.changesTold({}, 1)
    expect(change).toMatchObject({ since: '2026-11-01T10:02:00.000Z', seen: later.ended })
  })

  it('tells thousands of changes of one update', async () => {
    // More than it reads at once.
    const count = isWholeSet ? 10_000 : 600
    const ids = Array.from({ length: count }, (_, index) => `T${index}`)
    const records = await newAccount(ids.map((id) => ({ id, status: 'pending' })))
    await update(records, { changed: receivedList(ids.map((id) => ({ id }))) })
    expect(await records.changeCounts({})).toEqual([
      { kind: 'transaction', event: 'changed', before: 'pending', after: 'completed', count },
    ])
    expect(new Set((await records.changesTold({}, count)).map(({ place }) => place)).size).toBe(count)
  })

  it('makes another revision of what transactions do not explain alone, and says since when', async () => {
    const records = await newAccount()
    const { revision } = await update(records, {})
    const balance = { id: 'V', name: 'Cold', ...btc, before: '0', after: '1' }
    const since = '2026-11-01T09:00:00.000Z'
    const applied = await update(records, { unexplained: [{ ...balance, since }] })
    expect(applied.revision).not.toBe(revision)
    expect(await records.changesTold({}, 9)).toMatchObject([{ event: 'unexplained', since }])
  })

  it('says since when it tells, of an account that is new and of one that an earlier version read', async () => {
    const records = await newAccount([{ id: 'A', status: 'pending' }])
    const { changes } = await records.state()
    expect(changes?.since).toBe('2026-11-01T10:01:00.000Z')
    await database.query(
      `update custody_store.account set state = (state::jsonb - 'changes')::text where account = $1`,
      [keys.get(records) ?? ''],
    )
    const { revision } = await update(records, changed({ id: 'A' }))
    expect((await records.state()).changes?.since).toBe('2026-11-01T10:02:00.000Z')
    expect(await told(records)).toEqual(['A changed: pending → completed'])
    expect((await update(records, {})).revision).toBe(revision)
  })

  it('tells nothing before the first reading has ended', async () => {
    const records = await newAccount([], { ...completeEnd, completeness: 'read-once' })
    await update(records, { first: [receivedAt(0, { id: 'A', status: 'pending' })] })
    await update(records, { ...changed({ id: 'A' }), ...listing([broker('one')], [cold('1')]) })
    await update(records, listing([broker('other')], [cold('2')]))
    expect(await told(records)).toEqual([])
    expect((await records.state()).changes).toBeNull()
  })
})
