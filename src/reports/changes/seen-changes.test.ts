/** Changes that updates saw, each in its place, and none more. */
import { expect, test } from 'vitest'
import type { Report } from '../../contract/report.ts'
import { openEither } from '../../database/testing/databases.ts'
import type { AccountStore } from '../../store/account-store.ts'
import type { UpdateOutcome } from '../../store/outcome.ts'
import {
  type ItemFields,
  itemText,
  lease,
  receivedAt,
  updateOutcome,
  vaultsOutcome,
  whitelistsOutcome,
} from '../../store/testing/records.ts'
import { transactionsHref } from '../../url/hrefs.ts'
import { ReportRecords } from '../report-records.ts'
import { reportSubject } from '../report-subject.ts'
import { answeredReport, keptAccount, madeReport } from '../testing/kept-account.ts'
import { changesEntry } from './changes.ts'

const database = await openEither()

const day = '2026-11-22'
const item = (fields: ItemFields) => [JSON.parse(itemText(fields)), null] as const
const whitelist = (id: string, name: string, ...addresses: readonly string[]) => ({
  ...{ whitelist_id: id, whitelist_name: name, whitelist_type: 'third_party' },
  assets: addresses.map((address) => ({ asset_id: 'ETH', network_id: 'ETH', address, memo: '' })),
})
const broker = '0x52908400098527886E0F7030069857D2E4169EE7'
const alike = '0x52908400098527886E0F7030069857D2E4169E97'
const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

async function watchedAccount(): Promise<AccountStore> {
  const items = [
    item({ id: 'GONE' }),
    item({ id: 'FINAL' }),
    item({ id: 'BACK', status: 'confirming' }),
    item({ id: 'OPEN', status: 'pending' }),
  ]
  return await keptAccount(database, items, {
    dates: null,
    asOf: `${day}T09:00:00.000Z`,
    vaults: [{ vault_id: 'V', vault_name: 'Treasury', assets: [] }],
    whitelists: [whitelist('W1', 'Broker', broker), whitelist('W2', 'Exchange', other)],
  })
}

async function update(account: AccountStore, time: string, outcome: Partial<UpdateOutcome> = {}) {
  const times = { begun: `${day}T${time}.000Z`, ended: `${day}T${time}.500Z` }
  await account.applyUpdate(await lease(account), updateOutcome({ ...times, ...outcome }))
}

/** Everything happens at once, and the next update agrees. */
async function changedAccount(): Promise<AccountStore> {
  const account = await watchedAccount()
  const lists = {
    vaults: vaultsOutcome({ vault_id: 'V', vault_name: 'Reserve', assets: [] }),
    whitelists: whitelistsOutcome(whitelist('W1', 'Broker', alike), whitelist('W2', 'Exchange')),
  }
  await update(account, '09:10:00', {
    first: [receivedAt(0, { id: 'NEW', status: 'pending' })],
    changed: [
      receivedAt(1, { id: 'FINAL', details: { amount: '2' } }),
      receivedAt(2, { id: 'BACK', status: 'pending' }),
      receivedAt(3, { id: 'OPEN', status: 'completed' }),
    ],
    gone: [{ id: 'GONE', occurrence: 1 }],
    unexplained: [
      {
        ...{ id: 'V', name: 'Treasury', asset_id: 'BTC', network_id: 'BTC', before: '0', after: '0.5' },
        since: `${day}T09:00:00.000Z`,
      },
    ],
    lists,
  })
  await update(account, '09:11:00', { lists })
  return account
}

function linesOf({ tables }: Report, ...columns: readonly string[]): Readonly<Record<string, string[]>> {
  return Object.fromEntries(
    tables.map(({ name, rows }) => [
      name,
      rows.map(({ cells, tone, remark }) =>
        [tone, ...columns.map((column) => cells[column]), remark].filter(Boolean).join(' '),
      ),
    ]),
  )
}

test('what should never happen comes first, then whitelists, vaults and numbers', async () => {
  const report = await madeReport(await changedAccount(), changesEntry, '?from=2026-11-22')
  expect(report.tables.map(({ title }) => title)).toEqual([
    'What should never happen (3)',
    'Balances that transactions do not explain (1)',
    'Whitelists (2)',
    'Vaults (1)',
    'Routine',
    'Not watched',
  ])
  const lines = linesOf(report, 'change', 'transaction_id', 'differences', 'vault_name', 'what', 'count')
  expect(lines.alarms?.toSorted()).toEqual([
    'bad Changed after it was final FINAL Amount: 1.5, now 2',
    'bad Gone GONE Was Completed',
    'bad Went back in status BACK Status: confirming, now pending',
  ])
  expect(lines.vaults).toEqual(['neutral Vault renamed Vault name: Treasury, now Reserve Reserve'])
  expect(lines.routine).toEqual(['New: Pending 1', 'Moved forward: Pending, now Completed 1'])
  expect(report.headline).toEqual({
    tone: 'bad',
    text: 'Unexpected: 1 transaction gone, 1 changed after it was final, 1 went back in status, 1 balance not explained. Part of this time was not watched.',
  })
  const [gone] = report.tables[0]?.rows.filter(({ cells }) => cells.change === 'Gone') ?? []
  expect(gone).toMatchObject({
    href: '/transactions/GONE',
    cells: {
      ...{ transaction_type: 'withdraw', asset_id: 'BTC', amount: '1.5' },
      when: '2026-11-22 09:00:00–09:10:00',
      ...{ not_before: '2026-11-22T09:00:00.000Z', seen_at: '2026-11-22T09:10:00.500Z', found_by: 'update' },
    },
  })
  const routine = report.tables.find(({ name }) => name === 'routine')
  expect(routine?.rows[1]?.href).toBe('/transactions?transaction_id=OPEN')
})

test('an address that was swapped for one that looks like it stands out', async () => {
  const report = await madeReport(await changedAccount(), changesEntry, '?from=2026-11-22&show=whitelists')
  expect(linesOf(report, 'change', 'whitelist_name', 'address_before', 'address')).toMatchObject({
    whitelists: [
      `bad Address replaced Broker ${broker} ${alike} Looks like the one it replaced.`,
      `neutral Address removed Exchange ${other}`,
    ],
  })
  expect(report.headline.text).toContain('2 changes to whitelists.')
  expect(report.headline.tone).toBe('warning')
})

test('an address and a name that another whitelist had before are marked', async () => {
  const account = await watchedAccount()
  const lists = {
    whitelists: whitelistsOutcome(whitelist('W1', 'Exchange', broker, other), whitelist('W2', 'Old')),
  }
  await update(account, '09:10:00', { lists })
  await update(account, '09:11:00', { lists })
  const report = await madeReport(account, changesEntry, '?from=2026-11-22&show=whitelists')
  expect(linesOf(report, 'change', 'whitelist_id').whitelists?.toSorted()).toEqual([
    'neutral Address removed W2',
    'neutral Whitelist renamed W2 Name: Exchange, now Old.',
    'warning Address added W1 This address was in whitelist Old before.',
    'warning Whitelist renamed W1 This name belonged to whitelist W2 before. Name: Broker, now Exchange.',
  ])
})

test('each changed entry says what was sent to it since, and leads to exactly that list', async () => {
  const sent = (id: string, address: string, amount: string, status = 'completed'): ItemFields => ({
    ...{ id, status },
    details: {
      ...{ asset_id: 'ETH', network_id: 'ETH', amount },
      destination: { destination_type: 'whitelist', destination_id: 'W1', destination_address: address },
    },
  })
  const account = await keptAccount(
    database,
    [item(sent('OPEN', alike, '1000.5', 'pending')), item(sent('EARLIER', alike, '9'))],
    {
      ...{ dates: null, asOf: `${day}T09:00:00.000Z` },
      whitelists: [whitelist('W1', 'Broker', broker), whitelist('W2', 'Old')],
    },
  )
  const lists = {
    whitelists: whitelistsOutcome(whitelist('W1', 'Broker', alike), whitelist('W2', 'New', other)),
  }
  await update(account, '09:10:00', { lists })
  await update(account, '09:11:00', { lists })
  await update(account, '09:12:00', {
    lists,
    first: [
      receivedAt(0, sent('NEW', alike.toLowerCase(), '0.25')),
      receivedAt(1, sent('FAILED', alike, '9', 'failed')),
      receivedAt(2, sent('ELSEWHERE', broker, '9')),
    ],
    changed: [receivedAt(3, sent('OPEN', alike, '1000.5'))],
  })
  const { tables } = await madeReport(account, changesEntry, '?from=2026-11-22&show=whitelists')
  const [table] = tables
  const [replaced, ...others] = table?.rows ?? []
  expect(replaced).toMatchObject({
    cells: { sent: '1,000.75 ETH in 2', sent_since_count: '2', sent_since: '1000.75 ETH' },
    hrefs: {
      sent: transactionsHref({
        ...{ sent_to: alike, status: 'completed', changed_to: 'completed' },
        changed_since: replaced?.cells.not_before ?? '',
      }),
    },
  })
  expect(others.map(({ cells, hrefs }) => [cells.change, cells.sent, hrefs])).toEqual([
    ['Address added', 'None', undefined],
    ['Whitelist renamed', 'None', undefined],
  ])
})

test('it is of the time of the link, in its zone, and says what of it was not watched', async () => {
  const account = await changedAccount()
  const of = async (link: string) => {
    const { tables, headline } = await madeReport(account, changesEntry, link)
    const unwatched = tables.find(({ name }) => name === 'unwatched')?.rows.map(({ cells }) => cells)
    return { names: tables.map(({ name }) => name), text: headline.text, unwatched }
  }
  const within = await of('?from=2026-11-22T10:05&until=2026-11-22T11:00&zone=Europe/Zurich')
  expect(within).toMatchObject({ unwatched: undefined, names: expect.arrayContaining(['alarms']) })
  expect(await of('?from=2026-11-22T09:10:01&until=2026-11-22T09:10:30')).toMatchObject({
    text: 'No change was seen from 2026-11-22 09:10 UTC to 2026-11-22 09:10 UTC.',
    names: [],
  })
  const { unwatched } = await of('?from=2026-11-21')
  expect(unwatched).toMatchObject([
    {
      why: 'Changes were not kept yet.',
      from: '2026-11-21T00:00:00.000Z',
      until: '2026-11-22T09:00:00.000Z',
    },
  ])
  await update(account, '12:00:00')
  await update(account, '12:00:15', { first: [receivedAt(0, { id: 'LATER' })] })
  expect(await of('?from=2026-11-22T12:00:01')).toMatchObject({
    text: 'Nothing unexpected. 1 new transaction.',
    unwatched: undefined,
  })
  expect((await of('?from=2026-11-22T09:11')).unwatched).toMatchObject([
    {
      why: 'Nothing was read. What stayed changed was seen after it.',
      from: '2026-11-22T09:11:00.500Z',
      until: '2026-11-22T12:00:00.000Z',
    },
  ])
})

test('a table of more than a thousand has the last of them, and the report is partial', async () => {
  const account = await keptAccount(
    database,
    Array.from({ length: 1001 }, (_, index) => item({ id: `T${index}` })),
    { dates: null, asOf: `${day}T09:00:00.000Z` },
  )
  const gone = Array.from({ length: 1001 }, (_, index) => ({ id: `T${index}`, occurrence: 1 }))
  await update(account, '09:10:00', { gone })
  const { tables, basis, headline } = await madeReport(account, changesEntry, '?from=2026-11-22T09:01')
  expect(tables[0]).toMatchObject({ title: 'What should never happen (1,001)' })
  expect(tables[0]?.rows).toHaveLength(1000)
  expect(basis.doubts).toEqual(['What should never happen: the last 1,000 of 1,001 are listed.'])
  expect(headline.text).toBe('Unexpected: 1,001 transactions gone.')
})

test('what is signed of it names its period', async () => {
  const account = await changedAccount()
  const report = await madeReport(
    account,
    changesEntry,
    '?from=2026-11-22&until=2026-11-22T10:10:30&zone=Europe/Zurich',
  )
  const subject = await account.readMoment(async (moment) =>
    reportSubject(report, [], await ReportRecords.open(moment, async () => null)),
  )
  const period = { from: '2026-11-21T23:00:00Z', before: '2026-11-22T09:10:30Z', zone: 'Europe/Zurich' }
  expect(subject).toMatchObject({
    what: { name: 'changes', period, parameters: { zone: ['Europe/Zurich'] } },
  })
})

test('where only a balance moved, something changed all the same', async () => {
  const account = await watchedAccount()
  const held = (total_balance: string) => ({
    vaults: vaultsOutcome({
      ...{ vault_id: 'V', vault_name: 'Treasury' },
      assets: [{ asset_id: 'BTC', network_id: 'BTC', balances: { total_balance } }],
    }),
  })
  await update(account, '09:10:00', { lists: held('1') })
  await update(account, '09:11:00', { lists: held('2') })
  const report = await madeReport(account, changesEntry, '?from=2026-11-22T09:10:30')
  expect(report.headline).toEqual({ text: 'Nothing unexpected.', tone: 'good' })
  expect(linesOf(report, 'what', 'count')).toEqual({ routine: ['Balances moved in vaults 1'] })
})

test('what one reading alone saw is not told, and the report says that it waits', async () => {
  const account = await watchedAccount()
  await update(account, '09:10:00', { changed: [receivedAt(0, { id: 'BACK', status: 'pending' })] })
  const waiting = await madeReport(account, changesEntry, '?from=2026-11-22T09:05')
  expect(waiting.headline.text).toMatch(/^No change was seen since/)
  expect(waiting.basis.doubts.join()).toContain('1 change was seen in one reading alone')
  await update(account, '09:10:15')
  const told = await madeReport(account, changesEntry, '?from=2026-11-22T09:05')
  expect(told).toMatchObject({ headline: { tone: 'bad' }, basis: { doubts: [] } })
})

test.each([
  ['?from=yesterday', 'The link has no valid value for from.'],
  ['?from=2026-11-22T10:00&until=2026-11-22T09:00', 'Choose an end after the beginning.'],
  ['?from=2026-03-29T02:30&zone=Europe/Zurich', 'do not show 02:30'],
  ['?from=2026-10-25T02:30&zone=Europe/Zurich', 'show 02:30 twice'],
])('%s is refused', async (link, text) => {
  const answer = await answeredReport(await watchedAccount(), changesEntry, link)
  expect(answer).toMatchObject({ refusal: { text: expect.stringContaining(text) } })
})
