import { describe, expect, it } from 'vitest'
import { databaseKinds } from '../database/testing/databases.ts'
import type { AccountStore } from './account-store.ts'
import { wholeListNames } from './lists.ts'
import type { RecordsMoment } from './moment.ts'
import { LeaseLost } from './scope.ts'
import { nothingTold } from './session-presence.ts'
import { openStore } from './store.ts'
import {
  balancesOutcome,
  lease,
  namedAccount,
  readWholeLists,
  receivedAt,
  receivedList,
  unsettled,
  updateOutcome,
  vaultsOutcome,
  whitelistsOutcome,
  withIds,
} from './testing/records.ts'

describe.each(databaseKinds)('the store on $name', async ({ open }) => {
  const database = await open()
  const store = await openStore(database)

  it('forgets an account in all its tables, also where a program was killed in the middle of it', async () => {
    const name = 'forgotten'
    const account = await namedAccount(store, name)
    const records = store.of(account)
    const fence = await fill(records, 'A')
    const before = await records.revision()
    await database.query('update custody_store.account set is_forgotten = true where account = $1', [account])
    expect(await records.takeLease('test', 60)).toBeNull()
    await expect(records.note(fence, {})).rejects.toThrow(LeaseLost)
    expect((await store.accounts()).map((each) => each.account)).not.toContain(account)
    expect(await namedAccount(store, name)).toBe(account)
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
  })

  const tablesOfAccounts = async () => {
    const rows = await database.query<'table_name'>(
      "select table_name from information_schema.columns where table_schema = 'custody_store' and column_name = 'account'",
    )
    expect(rows.length).toBeGreaterThan(9)
    return rows.map(({ table_name }) => table_name ?? '')
  }

  it('keeps two accounts with the same ids apart in everything it is asked and told', async () => {
    const [one, other, empty] = await Promise.all(
      ['one', 'other', 'empty'].map(async (name) => store.of(await namedAccount(store, name))),
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
        balances: balancesOutcome({ asset_id: letter }),
      },
      unsettled: [unsettled(`${letter}-asset`, letter === 'A' ? '1' : '2')],
      state: { denied: [`${letter}-denied`] },
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
  const lists = [moment.transactions({}), ...wholeListNames.map((name) => moment.list(name, {}))]
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
    straddlingSpans: records.straddlingSpans([1]),
    straddlingIds: records.straddlingIds([1], 9),
    wantedMoments: records.wantedMoments(),
    transactionPage: records.transactionPage({}, { limit: 9, offset: 0 }),
    transactionCount: records.transactionCount({ transaction_id: ['A-first'] }),
    transactionTotals: records.transactionTotals({}, ['asset_id']),
    names: records.names(),
    idsOfHashes: records.idsOfHashes(['A-hash', 'B-hash', 'abc'], 9),
    endCounts: records.endCounts(['A-vault', 'B-vault', 'V1']),
    listPage: Promise.all(wholeListNames.map((name) => records.listPage(name, {}, { limit: 9, offset: 0 }))),
    ownAddresses: records.ownAddresses(9),
    formerDestinations: records.formerDestinations(9),
    readMoment: records.readMoment(everythingAt),
    movementSums: records.movementSums(),
    vaultHoldings: records.vaultHoldings(),
    unsettledBalances: records.unsettledBalances(),
    undated: records.undated(9),
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
