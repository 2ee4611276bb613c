import { describe, expect, it } from 'vitest'
import type { Report, ReportRow } from '../../contract/report.ts'
import { withParts } from '../../contract/report.ts'
import { openEither } from '../../database/testing/databases.ts'
import type { AccountStore } from '../../store/account-store.ts'
import {
  answeredReport,
  countListed,
  type KeptItem,
  keptAccount,
  madeReport,
} from '../testing/kept-account.ts'
import { counterpartyEntry } from './counterparty.ts'
import { counterpartyFigure } from './party-figures.ts'
import { comparisonText } from './party-tables.ts'

const database = await openEither()

const small = '0x52908400098527886e0f7030069857d2e4169ee7'
const capitals = '0x52908400098527886E0F7030069857D2E4169EE7'
const alike = '0x52908400111111111111111111111111e4169ee7'
const exchange = 'rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh'

interface Moved {
  readonly amount?: string
  readonly day?: string | null
  readonly status?: string
  readonly asset?: string
  readonly memo?: string
  /** Id of the other party. */
  readonly id?: string
  readonly address?: string
}

function itemOf(
  { amount = '1', day = '2026-10-05', status = 'completed', asset = 'ETH', ...other }: Moved,
  isOut: boolean,
  index: number,
): KeptItem {
  const vault = (end: string) => ({
    [`${end}_type`]: 'vault',
    [`${end}_id`]: 'V1',
    [`${end}_address`]: '0xours',
  })
  const party = (end: string) => ({
    [`${end}_type`]: other.id ? 'whitelist' : 'external',
    ...(other.id && { [`${end}_id`]: other.id }),
    [`${end}_address`]: other.address ?? small,
    ...(end === 'destination' && { memo: other.memo ?? '' }),
  })
  return [
    {
      ...{ transaction_id: `${isOut ? 'out' : 'in'}${index}`, status },
      transaction: {
        ...{ transaction_type: isOut ? 'withdraw' : 'deposit', asset_id: asset, network_id: asset, amount },
        ...(isOut
          ? { source: vault('source'), destination: party('destination') }
          : { source: party('source'), destination: vault('destination') }),
      },
    },
    day,
  ]
}

const sent = (...moved: readonly Moved[]) => moved.map((one, index) => itemOf(one, true, index))
const received = (...moved: readonly Moved[]) => moved.map((one, index) => itemOf(one, false, index))

const broker = {
  ...{ whitelist_id: 'W1', whitelist_name: 'Broker', whitelist_type: 'third_party' },
  assets: [{ asset_id: 'ETH', network_id: 'ETH', address: capitals }],
}
const settlement = {
  ...{ whitelist_id: 'W2', whitelist_name: 'Kraken – Settlement' },
  assets: [{ asset_id: 'XRP', network_id: 'XRP', address: exchange, memo: '101' }],
}
const treasury = {
  ...{ whitelist_id: 'W3', whitelist_name: 'Kraken – Treasury' },
  assets: [{ asset_id: 'XRP', network_id: 'XRP', address: exchange, memo: '652' }],
}

const tableOf = ({ tables }: Report, name: string) => tables.find((table) => table.name === name)?.rows ?? []
const cellsOf = (rows: readonly ReportRow[], ...names: readonly string[]) =>
  rows.map(({ cells }) => names.map((name) => cells[name] ?? null))

/** Each row leads to a list of exactly what it counts. */
async function expectExact(account: AccountStore, report: Report) {
  const counted = ['sent', 'received', 'open', 'not-completed'].flatMap((name) =>
    withParts(tableOf(report, name)),
  )
  const linked = counted.flatMap(({ href, cells }) => (href ? [{ href, count: Number(cells.count) }] : []))
  for (const { href, count } of linked)
    expect([href, await countListed(account, href)]).toEqual([href, count])
  return linked.length
}

describe('a counterparty', () => {
  it('is completed in one figure and the rest apart, by asset and quarter, with links to exactly these', async () => {
    const account = await keptAccount(
      database,
      [
        ...sent(
          { amount: '2.5', id: 'W1', day: '2026-06-30' },
          { amount: '10', id: 'W1', day: '2026-10-01' },
          { amount: '0.25', address: capitals, day: '2026-11-20' },
          { amount: '7', id: 'W1', status: 'failed' },
          { amount: '3', id: 'W1', status: 'pending', day: '2026-11-21' },
          { amount: '99', id: 'W9' },
        ),
        ...received({ amount: '4', id: 'W1' }, { amount: '1', day: null }),
      ],
      { whitelists: [broker, settlement] },
    )
    const report = await madeReport(account, counterpartyEntry, 'id=W1')
    expect([report.title, report.headline.text]).toEqual([
      'Broker',
      'Sent 12.75 ETH in 3 transactions · received 5 ETH in 2 transactions · 1 in flight · 1 did not complete',
    ])
    const figures = ['line', 'count', 'amount', 'first_recorded_on', 'last_recorded_on']
    expect(cellsOf(withParts(tableOf(report, 'sent')), ...figures)).toEqual([
      ['ETH', '3', '12.75', '2026-06-30', '2026-11-20'],
      ['Q4 2026', '2', '10.25', '2026-10-01', '2026-11-20'],
      ['Q2 2026', '1', '2.5', '2026-06-30', '2026-06-30'],
    ])
    expect(cellsOf(withParts(tableOf(report, 'received')), ...figures)).toEqual([
      ['ETH', '2', '5', null, null],
      ['Date not known', '1', '1', null, null],
      ['Q4 2026', '1', '4', '2026-10-05', '2026-10-05'],
    ])
    expect(cellsOf(tableOf(report, 'open'), 'direction', 'count', 'amount')).toEqual([['To it', '1', '3']])
    expect(cellsOf(withParts(tableOf(report, 'not-completed')), 'line', 'count', 'amount')).toEqual([
      ['ETH', '1', '7'],
      ['Failed', '1', '7'],
    ])
    expect(await expectExact(account, report)).toBe(9)
    expect(
      cellsOf(tableOf(report, 'usual'), 'direction', 'latest', 'largest_before', 'median_before'),
    ).toEqual([
      ['To it', '3', '10', '2.5'],
      ['From it', null, null, null],
    ])
  })

  it('is told from who shares its address by the memo, and an address without one is all of them', async () => {
    const account = await keptAccount(
      database,
      [
        ...sent(
          { asset: 'XRP', address: exchange, memo: '101', id: 'W2', amount: '1' },
          { asset: 'XRP', address: exchange, memo: '101', amount: '2' },
          { asset: 'XRP', address: exchange, memo: '652', id: 'W3', amount: '4' },
          { asset: 'XRP', address: exchange, memo: '652', amount: '8' },
          { asset: 'XRP', address: exchange, memo: '', amount: '16' },
        ),
        ...received({ asset: 'XRP', address: exchange, amount: '32' }),
      ],
      { whitelists: [settlement, treasury] },
    )
    const sumsOf = async (link: string) => {
      const report = await madeReport(account, counterpartyEntry, link)
      await expectExact(account, report)
      const amount = (name: string) => cellsOf(tableOf(report, name), 'amount').flat()[0] ?? null
      return [amount('sent'), amount('received')]
    }
    expect(await sumsOf('id=W2')).toEqual(['3', null])
    expect(await sumsOf('id=W3')).toEqual(['12', null])
    expect(await sumsOf(`id=${exchange}`)).toEqual(['31', '32'])
    expect(await sumsOf(`id=${exchange}&memo=652`)).toEqual(['12', null])
    const report = await madeReport(account, counterpartyEntry, `id=${exchange}`)
    expect(cellsOf(tableOf(report, 'addresses'), 'memo', 'sent', 'received', 'verdict')).toEqual([
      ['101', '3', '0', 'On a whitelist, but needs a memo'],
      ['652', '12', '0', 'On a whitelist, but needs a memo'],
      [null, '16', '32', 'On a whitelist, but needs a memo'],
    ])
    for (const { href, cells } of tableOf(report, 'addresses'))
      if (href) expect(await countListed(account, href)).toBe(Number(cells.sent_count))
  })

  it('shows the addresses of a whitelist, used or not, what was paid beside them, findings and look-alikes', async () => {
    const account = await keptAccount(
      database,
      [
        ...sent({ id: 'W1', amount: '5' }, { id: 'W1', address: alike, amount: '6', day: '2026-10-06' }),
        ...received({ address: alike, amount: '0.0001' }),
      ],
      {
        whitelists: [
          {
            ...broker,
            assets: [...broker.assets, { asset_id: 'XRP', network_id: 'XRP', address: exchange, memo: '1' }],
          },
        ],
      },
    )
    const report = await madeReport(account, counterpartyEntry, 'id=W1')
    expect(cellsOf(tableOf(report, 'addresses'), 'address', 'memo', 'sent', 'sent_count', 'verdict')).toEqual(
      [
        [capitals, null, '5', '1', 'On a whitelist'],
        [exchange, '1', '0', '0', 'On a whitelist'],
        [alike, null, '6', '1', 'Looks like a trusted address, but is different'],
      ],
    )
    expect(tableOf(report, 'addresses').map(({ remark }) => remark)).toEqual([
      undefined,
      undefined,
      'Not on this whitelist now',
    ])
    expect(cellsOf(tableOf(report, 'findings'), 'what')).toContainEqual(['Withdrawal to an unlisted address'])
    expect(cellsOf(tableOf(report, 'look-alikes'), 'address', 'resembles', 'direction', 'count')).toEqual([
      [alike, capitals, 'To it', '1'],
      [alike, capitals, 'From it', '1'],
    ])
  })

  it('has the accounts that are used most before others, and names amounts that are in no sum', async () => {
    const account = await keptAccount(
      database,
      sent(
        { asset: 'XRP', address: exchange, memo: '1', amount: 'much' },
        { asset: 'XRP', address: exchange, memo: '2' },
        { asset: 'XRP', address: exchange, memo: '2' },
      ),
    )
    const rows = tableOf(await madeReport(account, counterpartyEntry, `id=${exchange}`), 'addresses')
    expect(cellsOf(rows, 'memo', 'sent')).toEqual([
      ['2', '2'],
      ['1', '0'],
    ])
    expect(rows.map(({ remark }) => remark)).toEqual([
      undefined,
      'Left out of the sum: 1 amount that cannot be read.',
    ])
  })

  it('is a vault of one’s own, whatever else an id names, and nobody where no record has it', async () => {
    const account = await keptAccount(database, sent({ id: 'stake-1', amount: '3' }), {
      vaults: [{ vault_id: 'V1', vault_name: 'Treasury', vault_type: 'cold', assets: [] }],
    })
    const own = await madeReport(account, counterpartyEntry, 'id=V1')
    expect([own.title, own.headline.text]).toEqual([
      'Treasury',
      'Nothing sent · received 3 ETH in 1 transaction',
    ])
    expect((await madeReport(account, counterpartyEntry, 'id=stake-1')).headline.text).toBe(
      'Sent 3 ETH in 1 transaction',
    )
    for (const id of ['nobody', '../%2e', '\u202e<b>'])
      expect(await answeredReport(account, counterpartyEntry, `id=${encodeURIComponent(id)}`)).toMatchObject({
        refusal: { title: 'No transactions with this counterparty' },
      })
    const figure = await madeReport(account, counterpartyFigure, 'id=nobody')
    expect(figure).toMatchObject({ party: null, sent: { counts: [] } })
  })
})

it.each([
  ['400', '66', 3, 0, '6 times the largest before'],
  ['1.0000000000000000000000001', '1', 1, 0, 'Just above the largest before'],
  ['2.59', '1', 1, 0, '2.5 times the largest before'],
  ['123456', '1.5', 1, 0, '82,304 times the largest before'],
  ['5', '5', 1, 0, 'As large as before'],
  ['4', '5', 1, 0, 'Not above the largest'],
  ['4', '0', 1, 0, 'Above the largest before'],
  ['4', null, 0, 0, 'The first'],
  ['4', '5', 1, 2, '2 transactions without a date'],
])('%s after %s is told exactly', (latest, largestBefore, before, undated, text) => {
  expect(comparisonText({ latest, largestBefore, before, undated }).text).toBe(text)
})
