import { describe, expect, it } from 'vitest'
import { dayLength } from '../contract/day.ts'
import { databaseKinds, postgresPort } from '../database/testing/databases.ts'
import type { AccountStore } from './account-store.ts'
import type { RecordsMoment } from './moment.ts'
import { LeaseLost } from './scope.ts'
import { nothingTold } from './session-presence.ts'
import { openStore } from './store.ts'
import {
  balancesOutcome,
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

const identity = {
  service: 'demo',
  reader: { kind: 'named', name: 'Treasury' },
  apiKey: 'secret-key',
  accountId: null,
} as const

describe.each(databaseKinds)('the store on $name', async ({ name: kind, open }) => {
  const database = await open()
  const store = await openStore(database)
  let accounts = 0

  const newAccount = (): Promise<string> => {
    accounts += 1
    return store.account({ ...identity, accountId: String(accounts) })
  }
  const endLease = (account: string) =>
    database.query(
      "update custody_store.lease set until = clock_timestamp() - interval '1 second' where account = $1",
      [account],
    )

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

  it('gives no fence twice, even where a standby without the last of them takes over', async () => {
    const account = await newAccount()
    const records = store.of(account)
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

  it('keeps all that is known of a service', async () => {
    const records = store.of(await newAccount())
    const dates = { off: null, form: 'instant', days: 'utc', formOfLinks: 'instant', isEpoch: true } as const
    const profile = { mostRows: 200, takenRows: 100, turns: { vaults: false }, dates }
    await records.learn(await lease(records), profile)
    expect(await records.profile()).toEqual(profile)
  })

  it('gives a lease to the next where the clock was set back, and the holder died', async () => {
    const account = await newAccount()
    const records = store.of(account)
    await records.takeLease('dead', 30)
    await database.query(
      "update custody_store.lease set until = until + interval '3 hours' where account = $1",
      [account],
    )
    expect(await records.takeLease('next', 30)).not.toBeNull()
  })

  it('gives the lease to one, and by the clock of the database to the next, whose predecessor writes nothing more', async () => {
    const account = await newAccount()
    const records = store.of(account)
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
      () => records.note(first, { crossSums: null }),
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
      const account = await newAccount()
      const records = store.of(account)
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

  it('forgets an account in all its tables, also where a program was killed in the middle of it', async () => {
    const account = await newAccount()
    const records = store.of(account)
    const fence = await fill(records, 'A')
    const before = await records.revision()
    await database.query('update custody_store.account set is_forgotten = true where account = $1', [account])
    expect(await records.takeLease('test', 60)).toBeNull()
    await expect(records.note(fence, {})).rejects.toThrow(LeaseLost)
    expect((await store.accounts()).map((each) => each.account)).not.toContain(account)
    await newAccountAgain()
    expect(await records.revision()).not.toBe(before)
    expect(await records.firstIds(1)).toEqual([])
    await fill(records, 'A')
    expect(await store.forget(account)).toBe(true)
    expect(await store.forget(account)).toBe(false)
    for (const table of await tablesOfAccounts())
      expect(
        await database.query(`select 1 from custody_store.${table} where account = $1`, [account]),
        table,
      ).toEqual([])

    async function newAccountAgain() {
      accounts -= 1
      expect(await newAccount()).toBe(account)
    }
  })

  const tablesOfAccounts = async () => {
    const rows = await database.query<'table_name'>(
      "select table_name from information_schema.columns where table_schema = 'custody_store' and column_name = 'account'",
    )
    expect(rows.length).toBeGreaterThan(9)
    return rows.map(({ table_name }) => table_name ?? '')
  }

  it('keeps what a webhook was told under its name, of whoever has the lease alone', async () => {
    const records = store.of(await newAccount())
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

  it('keeps two accounts with the same ids apart in everything it is asked and told', async () => {
    const [one, other, empty] = [await newAccount(), await newAccount(), await newAccount()].map((account) =>
      store.of(account),
    )
    if (!one || !other || !empty) throw new Error('There are three.')
    const emptyBefore = await readAll(empty)
    await fill(one, 'A', 'X')
    await fill(other, 'B', 'X', 'Y')
    const [first, second] = [await readAll(one), await readAll(other)]
    for (const [name, answer] of Object.entries(first)) expect(answer, name).not.toEqual(second[name])
    expect(JSON.stringify(first)).not.toContain('B-')
    expect(JSON.stringify(second)).not.toContain('A-')
    await fill(one, 'C', 'Z')
    expect(await readAll(other)).toEqual(second)
    const fence = await lease(one)
    await one.clearDays(fence)
    await one.beginStaging(fence)
    await one.releaseLease(fence)
    expect(await readAll(other)).toEqual(second)
    expect(await readAll(empty)).toEqual(emptyBefore)
  })

  it('narrows when a record was recorded, and says where answers contradict each other', async () => {
    const records = store.of(await newAccount())
    await readWholeLists(records, withIds('A', 'B', 'twice', 'twice'))
    const fence = await lease(records)
    expect(await records.undatedRows()).toBe(4)
    const span = (id: string, from: number, before: number) => ({ id, from, before })
    const first = await records.setDays(fence, [
      span('A', 0, 100),
      span('B', dayLength - 1, dayLength + 1),
      span('twice', 0, 9),
      span('no', 0, 9),
    ])
    expect(first).toEqual({ narrowed: 2, contradictions: [] })
    const untold = await records.revision()
    await records.tellDays(fence)
    const revision = await records.revision()
    expect(revision).not.toBe(untold)
    expect(await records.setDays(fence, [span('A', -5, 100)])).toEqual({ narrowed: 0, contradictions: [] })
    await records.tellDays(fence)
    expect(await records.revision()).toBe(revision)
    expect(await records.setDays(fence, [span('A', 90, 200), span('B', 60, 70)])).toEqual({
      narrowed: 1,
      contradictions: [{ given: span('B', 60, 70), kept: span('B', dayLength - 1, dayLength + 1) }],
    })
    expect(await records.revision()).toBe(revision)
    await records.tellDays(fence)
    expect(await records.revision()).not.toBe(revision)
    // What is shorter than a day may still lie in two.
    expect(await records.undatedRows()).toBe(3)
    expect(await records.undatedIds(1)).toEqual(['B'])
    const dates = {
      ...({ failure: 'ignored', form: 'day', days: 'utc', isComplete: true } as const),
      ...{ askedFrom: 20_000, longestPage: 50, undated: 1, doubts: ['A doubt.'] },
    }
    await records.clearDays(fence, { dates })
    expect(await records.undatedRows()).toBe(4)
    expect((await records.state()).dates).toEqual(dates)
  })

  it('narrows more spans than one statement does, and says what the last of them contradict', async () => {
    const records = store.of(await newAccount())
    const ids = Array.from({ length: 501 }, (_, index) => `t${index}`)
    await readWholeLists(records, withIds(...ids))
    const fence = await lease(records)
    const spans = ids.map((id) => ({ id, from: 0, before: 100 }))
    expect(await records.setDays(fence, spans)).toEqual({ narrowed: 501, contradictions: [] })
    const given = spans.map((span, index) => (index < 500 ? span : { ...span, from: 200, before: 300 }))
    const contradictions = [{ given: given[500], kept: spans[500] }]
    expect(await records.setDays(fence, given)).toEqual({ narrowed: 0, contradictions })
  })

  it('tells what lies on either side of a moment, in spans, and ends and widens these', async () => {
    const records = store.of(await newAccount())
    await readWholeLists(records, withIds('A', 'B', 'C', 'D', 'wide', 'unknown'))
    const fence = await lease(records)
    const spanOf = (id: string, from: number, before: number) => ({ id, from, before })
    const [first, second] = [10 * dayLength, 11 * dayLength]
    const noon = first + dayLength / 2
    await records.setDays(fence, [
      spanOf('A', first, second),
      spanOf('B', first, second),
      spanOf('C', noon, second),
      spanOf('D', second, second + dayLength),
      spanOf('wide', 0, second),
    ])
    const wide = [
      { from: 0, before: second, rows: 1 },
      { from: null, before: null, rows: 1 },
    ]
    const dated = { from: first, before: second, rows: 2 }
    const spans = async (...moments: number[]) =>
      (await records.straddlingSpans(moments)).toSorted((one, other) => other.rows - one.rows)
    // A span that begins or ends with a moment lies on one side of it.
    expect(await spans(first, second)).toEqual(wide)
    expect(await spans(noon, noon - 1)).toEqual([dated, ...wide])
    expect((await records.straddlingIds([noon, noon - 1], 9)).map(({ id }) => id).sort()).toEqual(['A', 'B'])
    expect(await records.straddlingIds([noon], 1)).toHaveLength(1)
    const unknown = [spanOf('A', noon, second), spanOf('unknown', noon, second)]
    const datedAlone = { isOfDatedAlone: true }
    expect(await records.setDays(fence, unknown, {}, datedAlone)).toMatchObject({ narrowed: 1 })
    expect(await records.endSpans(fence, noon + 1, { ...datedAlone, limit: 2 })).toBe(2)
    expect(await records.endSpans(fence, noon + 1, { ...datedAlone, limit: 2 })).toBe(1)
    expect(await records.endSpans(fence, noon + 1, { ...datedAlone, limit: 2 })).toBe(0)
    expect(await records.endSpans(fence, noon + 1, { isOfDatedAlone: false, limit: 9 })).toBe(2)
    expect(await spans(noon)).toEqual([
      { from: 0, before: noon + 1, rows: 2 },
      { from: first, before: noon + 1, rows: 1 },
    ])
    const moments = { isContradictory: true, left: [{ at: noon, dated: 1, wide: 0 }] }
    await records.widenToDays(fence, { moments })
    expect(await spans(noon)).toEqual([
      { from: first, before: second, rows: 3 },
      { from: 0, before: second, rows: 2 },
    ])
    expect((await records.state()).moments).toEqual(moments)
  })

  it('keeps the moments that somebody waits for until they are found out, whoever reads the account', async () => {
    const records = store.of(await newAccount())
    await readWholeLists(records, withIds('A'))
    const fence = await lease(records)
    expect(await records.renewLease(fence, 30)).toBe(false)
    await Promise.all([records.wantMoments([1, 2]), records.wantMoments([3, 2])])
    expect((await records.wantedMoments()).toSorted()).toEqual([1, 2, 3])
    expect(await records.renewLease(fence, 30)).toBe(true)
    await records.dropMoments([2, 3])
    expect(await records.wantedMoments()).toEqual([1])
    await records.dropMoments([1])
    expect(await records.renewLease(fence, 30)).toBe(false)
  })

  it('makes rows of an older rule anew, and takes that for no change', async () => {
    const account = await newAccount()
    const records = store.of(account)
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

/** Everything that an account can have, with a letter in each text. Returns the fence. */
async function fill(records: AccountStore, letter: string, ...more: readonly string[]): Promise<string> {
  const source = { source_id: `${letter}-vault` }
  const details = { asset_id: `${letter}-asset`, note: `${letter}-note`, txn_hash: `${letter}-hash`, source }
  const item = { id: 'same', status: `${letter}-open`, details }
  if (letter === 'A') await readWholeLists(records, withIds('A-left'))
  await readWholeLists(
    records,
    receivedList([
      { id: `${letter}-first`, status: 'pending' },
      item,
      { id: `${letter}-moved`, status: 'pending' },
      ...more.map((id) => ({
        id: `${letter}-${id}`,
        details: { destination: { destination_address: `${letter}-address` } },
      })),
    ]),
    {
      requests: letter.charCodeAt(0),
      lists: {
        vaults: vaultsOutcome({ vault_id: `${letter}-vault`, assets: [{ asset_id: letter }] }, moved('1')),
        whitelists: whitelistsOutcome({ whitelist_id: letter, assets: [{ address: letter }] }),
        balances: { all: balancesOutcome({ asset_id: letter }) },
      },
      unsettled: [unsettled(`${letter}-asset`, letter === 'A' ? '1' : '2')],
      state: { crossSums: { at: '', sentence: `${letter}-sums` } },
    },
  )
  const fence = await lease(records)
  await records.applyUpdate(
    fence,
    updateOutcome({
      changed: [receivedAt(0, { id: `${letter}-moved` })],
      lists: { vaults: vaultsOutcome({ vault_id: `${letter}-later` }, moved('2')) },
      ended: `2026-11-01T10:02:00.0${letter.charCodeAt(0)}Z`,
    }),
  )
  await records.setDays(fence, [
    { id: 'same', from: 0, before: letter.charCodeAt(0) },
    { id: 'A-first', from: 0, before: 1 },
  ])
  await records.wantMoments([letter.charCodeAt(0)])
  await records.learn(fence, { mostRows: letter.charCodeAt(0), turns: {} })
  await records.stage(fence, withIds(`${letter}-staged`), 1)
  await records.attend(`session of ${letter}`, 60, true)
  await records.tell(fence, { ...nothingTold, refused: letter })
  await records.keepWebhook(fence, 'same', { toldIn: letter.charCodeAt(0), state: letter, message: null })
  await records.acceptFindings([
    {
      ...{ finding: 'same', subject: letter, facts: { letter }, reason: letter },
      ...{ by: letter, at: letter },
    },
  ])
  return fence
}

function moved(total_balance: string) {
  return { vault_id: 'V1', assets: [{ asset_id: 'BTC', network_id: 'BTC', balances: { total_balance } }] }
}

async function everythingAt(moment: RecordsMoment): Promise<readonly unknown[]> {
  const lists = [
    moment.transactions({}),
    moment.vaults({}),
    moment.balances({ list: 'all' }),
    moment.whitelists({}),
  ]
  const all: unknown[] = [await moment.state(), await moment.count({})]
  for (const list of lists) for await (const rows of list) all.push(rows)
  all.push(await moment.earlierHoldings(), await moment.unsettledBalances())
  return [...all, await moment.totals({}, ['asset_id']), await moment.acceptedFindings()]
}

type ReadingMethod = Exclude<
  keyof AccountStore,
  | `${'take' | 'renew' | 'release'}Lease`
  | `${'begin' | ''}${'Staging' | 'stage'}`
  | `apply${'Whole' | 'Update'}`
  | `${'set' | 'tell' | 'clear'}Days`
  | 'makeIndexes'
  | `${'want' | 'drop'}Moments`
  | 'endSpans'
  | 'widenToDays'
  | 'look'
  | 'writePackRows'
  | 'writePackChanges'
  | 'endPack'
  | 'attend'
  | 'leave'
  | 'tell'
  | 'learn'
  | 'note'
  | 'acceptFindings'
  | 'withdrawAcceptance'
  | 'keepWebhook'
  | 'dropChanges'
  | 'dropOtherWebhooks'
>

/** A method that is new has to be named here, or above. */
async function readAll(records: AccountStore): Promise<Readonly<Record<string, unknown>>> {
  const answers: Readonly<Record<ReadingMethod, Promise<unknown>>> = {
    state: records.state(),
    revision: records.revision(),
    standing: records.standing(),
    profile: records.profile(),
    missing: records.missing(9),
    rowsOf: records.rowsOf(['same', 'A-X', 'B-X']),
    firstIds: records.firstIds(9),
    lastId: records.lastId(),
    idsFrom: records.idsFrom(1, 9),
    size: records.size(),
    unlisted: records.unlisted(),
    openIds: records.openIds(9),
    records: records.records(['same', 'A-X', 'B-X']),
    undatedRows: records.undatedRows(),
    straddlingSpans: records.straddlingSpans([1]),
    straddlingIds: records.straddlingIds([1], 9),
    wantedMoments: records.wantedMoments(),
    transactionPage: records.transactionPage({}, { limit: 9, offset: 0 }),
    transactionCount: records.transactionCount({ transaction_id: ['A-first'] }),
    transactionTotals: records.transactionTotals({}, ['asset_id']),
    names: records.names(),
    idsOfHashes: records.idsOfHashes(['A-hash', 'B-hash', 'abc'], 9),
    endCounts: records.endCounts(['A-vault', 'B-vault', 'V1']),
    vaultPage: records.vaultPage({}, { limit: 9, offset: 0 }),
    balancePage: records.balancePage({ list: 'all' }, { limit: 9, offset: 0 }),
    whitelistPage: records.whitelistPage({}, { limit: 9, offset: 0 }),
    ownAddresses: records.ownAddresses(9),
    formerDestinations: records.formerDestinations(9),
    readMoment: records.readMoment(everythingAt),
    movementSums: records.movementSums(),
    vaultHoldings: records.vaultHoldings(),
    unsettledBalances: records.unsettledBalances(),
    undatedIds: records.undatedIds(9),
    valueCounts: records.valueCounts('status'),
    status: records.status(),
    acceptedFindings: records.acceptedFindings(),
    recordChanges: records.recordChanges(['transaction'], 'A-first', 9),
    keptRecord: records.keptRecord('transaction', 'A-first'),
    completedMeanwhile: records.completedMeanwhile('V1', 9, 9),
    changesTold: records.changesTold({}, 9),
    changeCounts: records.changeCounts({}),
    lastChange: records.lastChange(),
    toldChanges: records.toldChanges({ reading: 0, place: 0 }, Number.MAX_SAFE_INTEGER, 9),
    inFlight: records.inFlight(Number.MAX_SAFE_INTEGER, 9),
    webhooks: records.webhooks(),
  }
  const entries = Object.entries(answers).map(async ([name, answer]) => {
    const value = await answer
    return [name, value instanceof Map ? [...value] : value] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}
