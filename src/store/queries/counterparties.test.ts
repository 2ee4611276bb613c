import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, readDecimal, writeDecimal, zero } from '../../contract/decimal.ts'
import { databaseKinds } from '../../database/testing/databases.ts'
import { cases } from '../../testing/cases.ts'
import { openStore } from '../store.ts'
import { lease, namedAccount, readWholeLists, receivedList, whitelistsOutcome } from '../testing/records.ts'
import type { CounterpartyQuery } from './counterparties.ts'

const day = 86_400_000
const small = '0x52908400098527886e0f7030069857d2e4169ee7'
const capitals = '0x52908400098527886E0F7030069857D2E4169EE7'
const other = '0x8617e340b3d01fa5f11f306f4090fd50e238070d'

interface Sent {
  readonly to?: object
  readonly amount?: string
  readonly type?: string
  readonly status?: string
  readonly asset?: string
  readonly network?: string | null
  readonly day?: number | null
  readonly vault?: string
}

function itemOf({
  to = {},
  amount = '1',
  type = 'withdraw',
  status,
  asset = 'ETH',
  network = 'ETH',
  vault,
}: Sent) {
  const own = { source_type: 'vault', source_id: vault ?? 'V1' }
  const outside = { destination_type: 'whitelist', destination_address: small, ...to }
  return {
    status: status ?? 'completed',
    details: {
      ...{ transaction_type: type, asset_id: asset, network_id: network, amount },
      source: own,
      destination: outside,
    },
  }
}

describe.each(databaseKinds)('counterparties on $name', async ({ open }) => {
  const database = await open()
  const store = await openStore(database)
  const sumsOf = (account: string, query: CounterpartyQuery) =>
    store.of(account).readMoment((moment) => moment.counterparties(query))
  let accounts = 0

  async function accountOf(sent: readonly Sent[], ...whitelists: readonly object[]): Promise<string> {
    accounts += 1
    const account = await namedAccount(store, `account ${accounts}`)
    const rows = store.of(account)
    const items = sent.map((each, index) => ({ id: `t${index}`, ...itemOf(each) }))
    await readWholeLists(rows, receivedList(items), {
      lists: { whitelists: whitelistsOutcome(...whitelists) },
    })
    const spans = sent.flatMap(({ day: number = 1 }, index) =>
      number === null ? [] : [{ id: `t${index}`, from: number * day, before: (number + 1) * day }],
    )
    await rows.setDays(await lease(rows), spans)
    return account
  }

  const january = { from: 0, before: 31 * day }
  const all = { period: january, most: 9 }

  it('are one however the address is spelled, with the whitelists that have it, and the days of the first and last', async () => {
    const account = await accountOf(
      [
        { to: { destination_id: 'W9', destination_name: 'Broker' }, amount: '1.5', day: 3 },
        { to: { destination_address: capitals, destination_name: 'Broker' }, amount: '2.5', day: 9 },
        { to: { destination_address: other }, amount: 'NaN', day: 5 },
        // None of these moved anything out in the period.
        { status: 'failed' },
        { type: 'rebalance' },
        { day: 31 },
        { day: null },
      ],
      { whitelist_id: 'W1', whitelist_name: 'First', assets: [{ network_id: 'ETH', address: capitals }] },
      {
        whitelist_id: 'W2',
        whitelist_name: 'Second',
        assets: [{ address: small }, { network_id: 'BTC', address: other }],
      },
    )
    const asset = { direction: 'sent', asset_id: 'ETH', network_id: 'ETH', accounts: 1 }
    expect(await sumsOf(account, all)).toEqual([
      {
        ...{ ...asset, address: small, id: null, name: 'Broker', count: 2, amount: '4', amountless: 0 },
        whitelists: [
          { id: 'W1', name: 'First' },
          { id: 'W2', name: 'Second' },
        ],
        first: { from: 3 * day, before: 4 * day },
        last: { from: 9 * day, before: 10 * day },
      },
      {
        ...{
          ...asset,
          address: other,
          id: null,
          name: other,
          count: 1,
          amount: '0',
          amountless: 1,
          whitelists: [],
        },
        first: { from: 5 * day, before: 6 * day },
        last: { from: 5 * day, before: 6 * day },
      },
    ])
  })

  it('without an address are told apart by id and name', async () => {
    const to = (destination_id: string | null, destination_name: string) => ({
      to: { destination_address: '', destination_id, destination_name },
    })
    const account = await accountOf([to('A', 'One'), to('A', 'One'), to('B', 'One'), to(null, 'Two')])
    const sums = await sumsOf(account, all)
    expect(sums.map(({ id, name, count }) => [id, name, count])).toEqual([
      ['A', 'One', 2],
      ['B', 'One', 1],
      [null, 'Two', 1],
    ])
  })

  it('are nobody in a movement between own vaults that is listed as a withdrawal and a deposit', async () => {
    const account = await accountOf([])
    const one = store.of(account)
    const sides = [
      { transaction_type: 'withdraw', source: { source_type: 'vault', source_id: 'V1' } },
      { transaction_type: 'deposit', destination: { destination_type: 'vault', destination_id: 'V2' } },
    ]
    await readWholeLists(one, receivedList(sides.map((details, index) => ({ id: `t${index}`, details }))))
    await one.setDays(
      await lease(one),
      sides.map((_, index) => ({ id: `t${index}`, from: day, before: 2 * day })),
    )
    expect(await sumsOf(account, all)).toEqual([])
  })

  it('that are not told apart are added up, and those on whitelists always are told', async () => {
    const account = await accountOf(
      [
        ...['9', '8', '7', '6'].map((amount) => ({ to: { destination_address: `0x${amount}` }, amount })),
        { to: { destination_address: small }, amount: '0.1' },
      ],
      { whitelist_id: 'W1', whitelist_name: 'First', assets: [{ network_id: 'ETH', address: small }] },
    )
    const sums = await sumsOf(account, { ...all, most: 2 })
    expect(sums.map(({ address, amount, accounts: of }) => [address, amount, of])).toEqual([
      ['0x9', '9', 1],
      ['0x8', '8', 1],
      [small, '0.1', 1],
      [null, '13', 2],
    ])
  })

  it('have the sums of all that was sent and received by the vaults, whatever the limit', async () => {
    const moved = fc.record({
      type: fc.constantFrom('withdraw', 'deposit'),
      asset: fc.constantFrom('ETH', 'BTC'),
      amount: fc.constantFrom('1', '0.1', '-2', '1e3', '100000000000000000000.000000001'),
      vault: fc.constantFrom('V1', 'V2'),
      party: fc.constantFrom('a', 'b', 'c', ''),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(moved, { maxLength: 30 }), fc.nat({ max: 3 }), async (entered, most) => {
        const account = await accountOf([])
        const rows = entered.map(({ type, asset, amount, vault, party }, index) => {
          const own = { type: 'vault', id: vault }
          const outside = { type: 'external', id: '', address: party }
          const [source, destination] = type === 'withdraw' ? [own, outside] : [outside, own]
          const prefixed = (end: string, fields: object) =>
            Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${end}_${name}`, value]))
          return {
            id: `t${index}`,
            details: {
              ...{
                transaction_type: type,
                asset_id: asset,
                network_id: 'ETH',
                amount,
                txn_hash: `0x${index}`,
              },
              source: prefixed('source', source),
              destination: prefixed('destination', destination),
            },
          }
        })
        const one = store.of(account)
        await readWholeLists(one, receivedList(rows))
        await one.setDays(
          await lease(one),
          rows.map(({ id }) => ({ id, from: day, before: 2 * day })),
        )
        const vaults = ['V2']
        const sums = await sumsOf(account, { period: january, most, vaults })
        const expected = new Map<string, { sum: typeof zero; count: number }>()
        for (const { type, asset, amount } of entered.filter((each) => vaults.includes(each.vault))) {
          const name = `${type === 'withdraw' ? 'sent' : 'received'} ${asset}`
          const before = expected.get(name) ?? { sum: zero, count: 0 }
          expected.set(name, { sum: add(before.sum, readDecimal(amount) ?? zero), count: before.count + 1 })
        }
        const given: typeof expected = new Map()
        for (const { direction, asset_id, amount, count } of sums) {
          const before = given.get(`${direction} ${asset_id}`) ?? { sum: zero, count: 0 }
          const sum = add(before.sum, readDecimal(amount) ?? zero)
          given.set(`${direction} ${asset_id}`, { sum, count: before.count + count })
        }
        const texts = (of: typeof expected) =>
          [...of].map(([name, { sum, count }]) => `${name} ${writeDecimal(sum)} ${count}`).sort()
        expect(texts(given)).toEqual(texts(expected))
      }),
      { numRuns: cases(60) },
    )
  })
})
