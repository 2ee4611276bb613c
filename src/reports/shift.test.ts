/** The shift of an account whose records change, and the lists that its figures lead to. */
import { expect, test } from 'vitest'
import type { ShiftFigures } from '../contract/shift.ts'
import { openEither } from '../database/testing/databases.ts'
import type { AccountStore } from '../store/account-store.ts'
import type { UpdateOutcome } from '../store/outcome.ts'
import {
  type ItemFields,
  itemText,
  lease,
  receivedAt,
  updateOutcome,
  whitelistsOutcome,
} from '../store/testing/records.ts'
import { changesEntry } from './changes/changes.ts'
import type { FindPrices } from './report-records.ts'
import { shiftFigure } from './shift.ts'
import { countListed, type KeptOtherwise, keptAccount, madeReport } from './testing/kept-account.ts'

const database = await openEither()

const today = '2026-11-22'
const moment = (time: string) => `${today}T${time}.000Z`
const item = (fields: ItemFields, day: string | null = '2026-11-20') =>
  [JSON.parse(itemText(fields)), day] as const
const ofAsset = (asset_id: string) => ({ details: { asset_id } })
const list = (...addresses: readonly string[]) => ({
  ...{ whitelist_id: 'W1', whitelist_name: 'Broker', whitelist_type: 'third_party' },
  assets: addresses.map((address) => ({ asset_id: 'ETH', network_id: 'ETH', address, memo: '' })),
})
const prices: FindPrices = async (days) => ({
  source: { name: 'prices.csv', sha256: '' },
  rows: [{ date: days[0] ?? '', asset_id: 'BTC', currency: 'EUR', price: '1000' }],
})

const shiftOf = (account: AccountStore, link = '', findPrices = prices) =>
  madeReport(account, shiftFigure, link, findPrices)

async function update(account: AccountStore, time: string, outcome: Partial<UpdateOutcome> = {}) {
  const times = { begun: moment(time), ended: moment(time).replace('.000', '.500') }
  await account.applyUpdate(await lease(account), updateOutcome({ ...times, ...outcome }))
}

async function watchedAccount(otherwise: KeptOtherwise = {}): Promise<AccountStore> {
  const open = ['F1', 'F2', 'R', 'C', 'D', 'M', 'OLD'].map((id) =>
    item(
      { id, status: 'pending', ...(id === 'F2' && ofAsset('XYZ')) },
      id === 'OLD' ? '2026-11-01' : '2026-11-20',
    ),
  )
  const ended = [item({ id: 'GONE' }), item({ id: 'FINAL' }), item({ id: 'YET', status: 'pending' }, null)]
  return await keptAccount(database, [...open, ...ended], {
    ...{ asOf: moment('09:00:00'), whitelists: [list('one')] },
    ...otherwise,
  })
}

async function changedAccount(): Promise<AccountStore> {
  const account = await watchedAccount()
  const lists = { whitelists: whitelistsOutcome(list('one', 'two', 'three')) }
  await update(account, '09:10:00', {
    first: [receivedAt(0, { id: 'NEW', status: 'completed' })],
    changed: [
      receivedAt(1, { id: 'F1', status: 'failed' }),
      receivedAt(2, { id: 'F2', status: 'failed', ...ofAsset('XYZ') }),
      receivedAt(3, { id: 'R', status: 'rejected' }),
      receivedAt(4, { id: 'C', status: 'cancelled' }),
      receivedAt(5, { id: 'D', status: 'completed' }),
      receivedAt(6, { id: 'M', status: 'confirming' }),
      receivedAt(7, { id: 'FINAL', details: { amount: '2' } }),
    ],
    gone: [{ id: 'GONE', occurrence: 1 }],
    lists,
  })
  await update(account, '09:11:00', { lists })
  return account
}

const said = ({ sections }: ShiftFigures) =>
  sections.map(({ title, lines }) => [
    title,
    ...lines
      .filter(({ count }) => count > 0)
      .map(({ count, text, value }) =>
        [count, text, value?.text, value?.unpriced ? `${value.unpriced} unpriced` : ''].join(' ').trim(),
      ),
  ])

test('it has what should never happen first, then what did not complete, whitelists and routine, with values', async () => {
  expect(said(await shiftOf(await changedAccount()))).toEqual([
    ['Should never happen', '1 transaction gone', '1 changed after it was final'],
    [
      'Did not complete',
      '2 failed 1,500.00 EUR 1 unpriced',
      '1 rejected 1,500.00 EUR',
      '1 cancelled 1,500.00 EUR',
    ],
    ['Whitelists and vaults', '2 changes to whitelists'],
    ['Routine', '2 completed 3,000.00 EUR', '1 new 1,500.00 EUR', '1 moved on 1,500.00 EUR'],
  ])
})

test('ages by the service’s own days are said to be uncertain by a day', async () => {
  const doubtsWith = async (days: 'utc' | 'service') =>
    (await shiftOf(await watchedAccount({ dates: { form: 'day', days } }))).doubts
  expect(await doubtsWith('utc')).toEqual([])
  expect(await doubtsWith('service')).toEqual([
    'The service’s own days may not be UTC days, so ages may be a day off.',
  ])
})

test('each figure leads to a list of exactly as many', async () => {
  const account = await changedAccount()
  const { sections, in_flight } = await shiftOf(account)
  const lines = [...sections.flatMap((section) => section.lines), ...in_flight.ages]
  expect(lines.length).toBeGreaterThan(9)
  expect(sections[2]?.lines[0]?.detail).toBe('Broker: 2 addresses added')
  for (const { href, count } of [...lines, in_flight]) {
    const listed = href.startsWith('/changes')
      ? (await madeReport(account, changesEntry, href)).tables.reduce(
          (sum, { name, rows }) => sum + (name === 'unwatched' ? 0 : rows.length),
          0,
        )
      : await countListed(account, href)
    expect([href, listed]).toEqual([href, count])
  }
})

test('what was told by the moment of the link is not counted, and what was told after it is', async () => {
  const account = await changedAccount()
  const until = moment('09:10:00').replace('.000', '.500')
  const changed = (shift: ShiftFigures) => said(shift).filter((lines) => lines.length > 1)
  expect(changed(await shiftOf(account, `?since=${until}`)).map(([title]) => title)).toEqual([
    'Should never happen',
  ])
  const seen = await shiftOf(account, `?since=${(await shiftOf(account)).until}`)
  expect(seen).toMatchObject({ because: null, unknown: [] })
  expect(changed(seen)).toEqual([])
})

test('without a moment it begins a day ago, or when changes were first kept, and says which', async () => {
  const account = await changedAccount()
  expect(await shiftOf(account)).toMatchObject({ since: moment('09:00:00'), because: 'changes-begin' })
  await account.applyUpdate(
    await lease(account),
    updateOutcome({ begun: '2026-11-24T10:00:00.000Z', ended: '2026-11-24T10:00:00.500Z' }),
  )
  expect(await shiftOf(account)).toMatchObject({ since: '2026-11-23T10:00:00.500Z', because: 'last-day' })
  const { unknown } = await shiftOf(account, '?since=2026-11-01T00:00Z')
  expect(unknown).toEqual([
    '2026-11-01 00:00:00 UTC to 2026-11-22 09:00:00 UTC: Changes were not kept yet.',
    expect.stringContaining('Nothing was read.'),
  ])
  expect(shiftFigure.open(new URLSearchParams('since=yesterday'), 0)).toMatchObject({
    refusal: { title: 'No such moment' },
  })
})

test('what is in flight has its age in days, and what has no day is counted apart', async () => {
  const { in_flight } = await shiftOf(await watchedAccount())
  expect(in_flight).toMatchObject({ count: 8, oldest: 'at least 21 days', undated: 1, dates: 'known' })
  expect(in_flight.ages.map(({ count, text, value }) => [count, text, value?.text])).toEqual([
    [1, 'for 3 days or longer', '1,500.00 EUR'],
    [6, 'for 2 days', '7,500.00 EUR'],
    ...['since yesterday', 'from today'].map((text) => [0, text, null]),
  ])
  const undated = await shiftOf(await watchedAccount({ dates: { failure: 'ignored' } }), '', async () => null)
  expect(undated.in_flight).toMatchObject({ ages: [], oldest: null, undated: 8, dates: 'none', value: null })
})
