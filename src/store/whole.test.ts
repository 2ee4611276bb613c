import { describe, expect, it } from 'vitest'
import type { Holding } from '../contract/normal-records.ts'
import { databaseKinds } from '../database/testing/databases.ts'
import { isWholeSet } from '../testing/cases.ts'
import { openStore } from './store.ts'
import {
  accountsIn,
  balancesOutcome,
  completeEnd,
  lease,
  readWholeLists,
  receivedAt,
  receivedList,
  unsettled,
  updateOutcome,
  vaultsOutcome,
  whitelistsOutcome,
  wholeOutcome,
  withIds,
} from './testing/records.ts'

describe.each(databaseKinds)('readings on $name', async ({ open }) => {
  const database = await open()
  const newAccount = accountsIn(await openStore(database))
  const rowsOf = (key: string) =>
    database.query<'id' | 'occurrence' | 'record' | 'changed_in' | 'unlisted_in' | 'gone_in'>(
      `select id, occurrence, record, changed_in, unlisted_in, gone_in from custody_store.transaction
       where account = $1 order by position, id, occurrence`,
      [key],
    )
  const order = async (key: string) => (await rowsOf(key)).map(({ id }) => id).join(' ')

  it('keeps what it reads, counts it once, and says nothing changed when it reads the same again', async () => {
    const { records } = await newAccount()
    const first = await readWholeLists(records, withIds('C', 'B', 'A'))
    expect(first).toMatchObject({ reading: 1, added: 3, changed: 0, unlisted: 0 })
    expect(await records.firstIds(2)).toEqual(['C', 'B'])
    expect(await records.lastId()).toBe('A')
    const again = await readWholeLists(records, withIds('C', 'B', 'A'))
    expect(again).toMatchObject({ reading: 2, revision: first.revision, added: 0, changed: 0 })
    expect(await records.size()).toBe(3)
    expect(await records.state()).toMatchObject({
      asOf: completeEnd.begun,
      readWhole: completeEnd,
      lists: { transactions: completeEnd, vaults: null },
    })
    expect(await records.revision()).toBe(first.revision)
  })

  it('keeps every record as it came: U+0000, half a pair, no decimals, no id, one id five times, what is too long for an index', async () => {
    const { key, records } = await newAccount()
    const long = 'x'.repeat(isWholeSet ? 1_000_000 : 100_000)
    const items = [
      { id: 'nul', details: { note: 'a\u0000b', txn_hash: '\ufdd0' } },
      { id: 'half \ud800', details: { note: '\udfff' } },
      { id: 'nan', details: { amount: 'NaN', fee: `-${'9'.repeat(78)}.5` } },
      { id: null },
      { id: null, status: 'failed' },
      ...[1, 2, 3, 4, 5].map((amount) => ({ id: 'five', details: { amount: String(amount) } })),
      { id: long, details: { note: long.repeat(10), txn_hash: long, source: { source_address: long } } },
      { id: `${long}!` },
    ]
    const rows = receivedList(items)
    expect(await readWholeLists(records, rows)).toMatchObject({ added: 12 })
    const kept = await rowsOf(key)
    expect(kept.map(({ record }) => record)).toEqual(rows.map(({ text }) => text))
    const ids = ['half \ud800', long, `${long}!`]
    expect((await records.rowsOf(ids)).map(({ id }) => id)).toEqual(ids)
    expect((await records.records(['nul'])).get('nul')?.note).toBe('a\u0000b')
    expect((await records.rowsOf(['five'])).map(({ occurrence }) => occurrence)).toEqual([1, 2, 3, 4, 5])
    const [sum] = await database.query<'fee' | 'amount' | 'amount_text'>(
      "select fee, amount, amount_text from custody_store.transaction where account = $1 and id = 'nan'",
      [key],
    )
    expect(sum).toEqual({ fee: `-${'9'.repeat(78)}.5`, amount: null, amount_text: 'NaN' })
    expect(await readWholeLists(records, rows)).toMatchObject({ added: 0, changed: 0 })
  })

  it('tells records of one id apart across pages, and takes the same page again', async () => {
    const { records } = await newAccount()
    const fence = await lease(records)
    const rows = withIds('A', 'A', 'B', 'A')
    await records.beginStaging(fence)
    expect(await records.stage(fence, rows.slice(0, 2), 1)).toEqual({ added: 2, differing: [] })
    expect(await records.stage(fence, rows.slice(2), 1)).toEqual({ added: 2, differing: [] })
    expect(await records.stage(fence, rows.slice(2), 1)).toEqual({ added: 0, differing: [] })
    await records.applyWhole(fence, wholeOutcome())
    expect((await records.rowsOf(['A'])).map(({ occurrence }) => occurrence)).toEqual([1, 2, 3])
  })

  it('begins a first reading that was broken off without the rows that it left, and goes on from one whose first pass was applied', async () => {
    const { key, records } = await newAccount()
    const fence = await lease(records)
    await records.beginStaging(fence)
    await records.stage(fence, withIds('D', 'X', 'B'), 1)
    expect(await readWholeLists(records, withIds('C', 'B'), { isLast: false })).toMatchObject({ added: 2 })
    expect(await order(key)).toBe('C B')
    expect(await readWholeLists(records, withIds('C', 'B', 'A'))).toMatchObject({ reading: 2, added: 1 })
    expect(await order(key)).toBe('C B A')
    expect(await records.size()).toBe(3)
  })

  it('tells a first reading without any row from one of a single pass', async () => {
    const { records } = await newAccount()
    expect(await readWholeLists(records, [])).toMatchObject({ reading: 1, added: 0 })
    expect(await readWholeLists(records, withIds('A'), { isLast: false })).toMatchObject({ added: 1 })
    expect(await records.applyWhole(await lease(records), wholeOutcome())).toMatchObject({ unlisted: 0 })
    expect(await readWholeLists(records, [])).toMatchObject({ unlisted: 1 })
    expect(await records.size()).toBe(0)
  })

  it('stages what is no longer as it was kept, in whatever pass that shows', async () => {
    const { records } = await newAccount()
    await readWholeLists(records, receivedList([{ id: 'B', status: 'pending' }, { id: 'A' }]))
    const fence = await lease(records)
    await records.beginStaging(fence)
    await records.stage(fence, receivedList([{ id: 'B', status: 'failed' }, { id: 'A' }]), 1)
    const { differing } = await records.stage(
      fence,
      receivedList([
        { id: 'B', status: 'pending' },
        { id: 'A', status: 'failed' },
      ]),
      2,
    )
    expect(differing.map(({ id, before, after }) => `${id} ${before.status} ${after.status}`).sort()).toEqual(
      ['A completed failed', 'B failed pending'],
    )
    expect(await records.applyWhole(fence, wholeOutcome())).toMatchObject({ changed: 1 })
    const rows = await records.rowsOf(['A', 'B'])
    expect(rows.map(({ id, status }) => `${id} ${status}`)).toEqual(['B pending', 'A failed'])
  })

  it('holds passes against each other, and keeps the later', async () => {
    const { key, records } = await newAccount()
    const fence = await lease(records)
    await records.beginStaging(fence)
    await records.stage(fence, withIds('B', 'A'), 1)
    await records.applyWhole(
      fence,
      wholeOutcome({ isLast: false, transactions: { ...completeEnd, completeness: 'read-once' } }),
    )
    const later = [receivedAt(0, { id: 'N' }), receivedAt(1, { id: 'B', status: 'failed' })]
    const { added, differing } = await records.stage(fence, later, 2)
    expect(added).toBe(1)
    expect(differing.map(({ id, before, after }) => [id, before.status, after.status])).toEqual([
      ['B', 'completed', 'failed'],
    ])
    const applied = await records.applyWhole(fence, wholeOutcome())
    expect(applied).toMatchObject({ added: 1, changed: 1, unlisted: 1 })
    expect(await order(key)).toBe('N B A')
    expect(await records.firstIds(9)).toEqual(['N', 'B'])
    expect(await records.size()).toBe(2)
  })

  it('keeps what is no longer listed, tells it before it is gone, and takes it back', async () => {
    const { records } = await newAccount()
    await readWholeLists(records, withIds('C', 'B', 'A'))
    expect(await readWholeLists(records, withIds('C', 'B'))).toMatchObject({ unlisted: 1 })
    expect(await records.unlisted()).toBe(1)
    const fence = await lease(records)
    await records.beginStaging(fence)
    await records.stage(fence, withIds('C'), 1)
    expect(await records.missing(9)).toEqual([
      { id: 'A', occurrence: 1, unlistedBefore: true },
      { id: 'B', occurrence: 1, unlistedBefore: false },
    ])
    const gone = [{ id: 'A', occurrence: 1 }]
    expect(await records.applyWhole(fence, wholeOutcome({ gone }))).toMatchObject({ unlisted: 1, gone: 1 })
    expect(await records.size()).toBe(1)
    expect(await readWholeLists(records, withIds('C', 'B', 'A'))).toMatchObject({ returned: 2, added: 0 })
    expect(await records.size()).toBe(3)
  })

  it('says of nothing that it is no longer listed unless the reading was complete', async () => {
    const { records } = await newAccount()
    await readWholeLists(records, withIds('C', 'B', 'A'))
    const transactions = { ...completeEnd, completeness: 'partial' as const }
    expect(await readWholeLists(records, withIds('C'), { transactions })).toMatchObject({ unlisted: 0 })
    expect(await records.size()).toBe(3)
  })

  it.each([
    ['at either end', 'C B A', 'E D C B A Z Y', 'E D C B A Z Y'],
    ['between two', 'C B A', 'C X Y B A', 'C X Y B A'],
    ['in another order', 'C B A', 'A N B C', 'A N B C'],
    ['in another order, beside what is no longer listed', 'E D C B A', 'A C N E', 'A C B N E D'],
    ['into nothing', '', 'B A', 'B A'],
    ['of which none was there', 'B A', 'D C', 'D C B A'],
  ])('places records %s', async (_, before, after, expected) => {
    const { key, records } = await newAccount()
    await readWholeLists(records, withIds(...before.split(' ').filter(Boolean)))
    await readWholeLists(records, withIds(...after.split(' ')))
    expect(await order(key)).toBe(expected)
  })

  it('numbers records anew where too many come between two', async () => {
    const { key, records } = await newAccount()
    await readWholeLists(records, withIds('B', 'A'))
    await database.query(
      "update custody_store.transaction set position = 1 where account = $1 and id = 'B'",
      [key],
    )
    await database.query(
      "update custody_store.transaction set position = 3 where account = $1 and id = 'A'",
      [key],
    )
    await readWholeLists(records, withIds('B', '1', '2', '3', 'A'))
    expect(await order(key)).toBe('B 1 2 3 A')
  })

  it('writes an update: news at both ends, what changed, what is gone', async () => {
    const { key, records } = await newAccount()
    const before = await readWholeLists(
      records,
      receivedList([{ id: 'C', status: 'pending' }, { id: 'B' }, { id: 'A' }]),
    )
    const fence = await lease(records)
    expect(await records.openIds(9)).toEqual(['C'])
    const outcome = updateOutcome({
      first: withIds('E', 'D'),
      last: withIds('Z'),
      changed: receivedList([{ id: 'C', status: 'completed' }, { id: 'B' }, { id: 'unknown' }]),
      gone: [{ id: 'A', occurrence: 1 }],
    })
    const applied = await records.applyUpdate(fence, outcome)
    expect(applied).toMatchObject({ reading: 2, added: 3, changed: 1, gone: 1, unlisted: 0, returned: 0 })
    expect(applied.revision).not.toBe(before.revision)
    expect(await order(key)).toBe('E D C B A Z')
    expect(await records.openIds(9)).toEqual([])
    expect(await records.size()).toBe(5)
    expect((await records.state()).asOf).toBe(outcome.begun)
  })

  it('writes nothing but when, where an update has no news', async () => {
    const { records } = await newAccount()
    const vaults = vaultsOutcome({ vault_id: 'V', assets: [] })
    const before = await readWholeLists(records, withIds('A'), { lists: { vaults } })
    const applied = await records.applyUpdate(
      await lease(records),
      updateOutcome({ changed: withIds('A'), lists: { vaults } }),
    )
    expect(applied).toMatchObject({ reading: null, revision: before.revision })
    expect((await records.state()).asOf).toBe('2026-11-01T10:02:00.000Z')
  })

  it('lets what an update found meanwhile stand when an older reading is applied', async () => {
    const { records } = await newAccount()
    await readWholeLists(records, receivedList([{ id: 'B', status: 'pending' }, { id: 'A' }]))
    const fence = await lease(records)
    await records.beginStaging(fence)
    await records.stage(fence, receivedList([{ id: 'B', status: 'confirming' }, { id: 'A' }]), 1)
    await records.applyUpdate(
      fence,
      updateOutcome({ first: withIds('C'), changed: receivedList([{ id: 'B', status: 'completed' }]) }),
    )
    expect(await records.missing(9)).toEqual([])
    expect(await records.applyWhole(fence, wholeOutcome())).toMatchObject({ changed: 0, unlisted: 0 })
    expect((await records.rowsOf(['B']))[0]?.status).toBe('completed')
    expect(await records.firstIds(9)).toEqual(['C', 'B', 'A'])
  })

  it('tells since when nobody had all that was new: an update that contradicts leaves it to the next reading', async () => {
    const { key, records } = await newAccount()
    await readWholeLists(records, withIds('A'))
    const fence = await lease(records)
    const at = (minute: number) => `2026-11-01T11:0${minute}:00.000Z`
    const update = (minute: number, id: string, doubts: readonly string[] = []) =>
      records.applyUpdate(fence, updateOutcome({ begun: at(minute), first: withIds(id), doubts }))
    await update(1, 'B')
    await update(2, 'C', ['The list moved.'])
    await update(3, 'D')
    const transactions = { ...completeEnd, begun: at(2) }
    const beside = { since: at(1), begun: at(2), answered: ['The list moved.'], transactions }
    await records.applyWhole(fence, wholeOutcome(beside))
    await update(4, 'E')
    const since = await database.query<'since'>(
      'select since from custody_store.reading where account = $1 order by reading',
      [key],
    )
    expect(since.map(({ since }) => since)).toEqual([null, completeEnd.begun, at(1), at(1), at(1), at(3)])
    expect((await records.state()).asOf).toBe(at(4))
  })

  it('replaces a list where it differs, in whatever order it comes, and keeps it where it is refused', async () => {
    const { key, records } = await newAccount()
    const vault = (total: string) => ({
      vault_id: 'V1',
      timestamp: total,
      assets: [
        { asset_id: 'BTC', network_id: 'BTC', balances: [{ total_balance: total, staking_balance: '1e3' }] },
      ],
    })
    const whitelist = {
      whitelist_id: 'W',
      assets: [{ asset_id: 'ETH', network_id: 'ETH', address: `0x${'AB'.repeat(20)}`, memo: 'm' }],
    }
    const apply = async (lists: Parameters<typeof updateOutcome>[0]['lists']) =>
      (await records.applyUpdate(await lease(records), updateOutcome({ lists: lists ?? {} }))).revision
    const first = await apply({
      vaults: vaultsOutcome(vault('1.50'), { vault_id: 'V2' }),
      whitelists: whitelistsOutcome(whitelist),
      balances: balancesOutcome({ asset_id: 'BTC', balances: { total_balance: '1' } }),
    })
    expect(await apply({ vaults: vaultsOutcome({ vault_id: 'V2' }, vault('1.50')) })).toBe(first)
    const refused = await apply({ vaults: { refused: 'ERR-02' } })
    expect(refused).not.toBe(first)
    expect(await apply({ vaults: { refused: 'ERR-02' } })).toBe(refused)
    expect((await records.state()).lists).toMatchObject({
      vaults: { refused: 'ERR-02' },
      whitelists: completeEnd,
      balances: completeEnd,
      'balances-cold': null,
    })
    // As other versions of the program, and packs, have it.
    const [row] = await database.query<'state'>(
      'select state from custody_store.account where account = $1',
      [key],
    )
    expect(JSON.parse(row?.state ?? '').lists).toMatchObject({
      whitelists: completeEnd,
      balances: { all: completeEnd, cold: null, warm: null },
    })
    expect((await records.vaultHoldings()).map(({ vault_id }) => vault_id)).toEqual(['V1', 'V2'])
    expect(await apply({ vaults: vaultsOutcome(vault('1.51')) })).not.toBe(refused)
    const holdings = await database.query(
      'select vault_id, total_balance, available_balance, staking_balance from custody_store.holding where account = $1',
      [key],
    )
    expect(holdings).toEqual([
      { vault_id: 'V1', total_balance: '1.51', available_balance: null, staking_balance: null },
    ])
    const [entry] = await database.query<'address_key'>(
      'select address_key from custody_store.whitelist_entry where account = $1',
      [key],
    )
    expect(entry?.address_key).toContain('ab'.repeat(20))
  })

  it('has holdings as they were in the reading before, until another reading has them as the latest', async () => {
    const { records } = await newAccount()
    const reading = async (total: string, minute: number) => {
      const end = { ...completeEnd, begun: `2026-11-01T11:0${minute}:00.000Z` }
      const assets = [{ asset_id: 'BTC', network_id: 'BTC', balances: { total_balance: total } }]
      const vaults = { ...vaultsOutcome({ vault_id: 'V1', assets }), end }
      const balances = { ...balancesOutcome(...assets), end }
      const applied = await records.applyUpdate(
        await lease(records),
        updateOutcome({ lists: { vaults, 'balances-cold': balances } }),
      )
      const earlier = await records.readMoment((moment) => moment.earlierHoldings())
      const totals = (holdings: readonly Holding[] | null | undefined) =>
        holdings?.map(({ balances: { total_balance } }) => total_balance).join(' ') ?? null
      return {
        revision: applied.revision,
        vaults: totals(earlier.vaults?.flatMap((vault) => vault.assets)),
        cold: totals(earlier.balances.cold),
      }
    }
    const first = await reading('1e3', 1)
    expect(first).toMatchObject({ vaults: null, cold: null })
    const changed = await reading('2', 2)
    expect(changed).toMatchObject({ vaults: '1e3', cold: '1e3' })
    const again = await reading('2', 3)
    expect(again).toMatchObject({ vaults: null, cold: null })
    expect(new Set([first, changed, again].map(({ revision }) => revision)).size).toBe(3)
    expect(await reading('2', 4)).toEqual(again)
  })

  it('keeps a list that an update read later than the whole reading beside it', async () => {
    const { records } = await newAccount()
    const listOf = (name: string, minute: number) => ({
      ...vaultsOutcome({ vault_id: name }),
      end: { ...completeEnd, begun: `2026-11-01T11:0${minute}:00.000Z` },
    })
    const fence = await lease(records)
    const names = async () => (await records.vaultHoldings()).map(({ vault_id }) => vault_id)
    await records.applyUpdate(fence, updateOutcome({ lists: { vaults: listOf('later', 2) } }))
    await readWholeLists(records, withIds('A'), { lists: { vaults: listOf('earlier', 1) } })
    expect(await names()).toEqual(['later'])
    expect((await records.state()).lists.vaults).toMatchObject({ begun: '2026-11-01T11:02:00.000Z' })
    await readWholeLists(records, withIds('A'), { lists: { vaults: listOf('latest', 3) } })
    expect(await names()).toEqual(['latest'])
  })

  it('keeps which balances are unsettled until a reading says otherwise', async () => {
    const { records } = await newAccount()
    await readWholeLists(records, withIds('A'), { unsettled: [unsettled('BTC', '1')] })
    const update = async (outcome: Parameters<typeof updateOutcome>[0]) => {
      const { revision } = await records.applyUpdate(await lease(records), updateOutcome(outcome))
      return { revision, kept: await records.unsettledBalances() }
    }
    const first = await update({})
    expect(first.kept).toEqual([unsettled('BTC', '1')])
    expect(await update({ unsettled: [unsettled('BTC', '1')] })).toEqual(first)
    const none = await update({ unsettled: [] })
    expect(none.kept).toEqual([])
    expect(none.revision).not.toBe(first.revision)
    expect(await update({ unsettled: [] })).toEqual(none)
  })
})
