import { expect, test } from 'vitest'
import { type Booked, booksOf } from '../../books/testing/made-books.ts'
import { normaliseTransaction } from '../../sync/service/normalise.ts'
import { counterpartyOf, type PartyAsked, partyFilter } from './party.ts'
import { partyUse } from './party-use.ts'

const evm = '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B'

function moved(transaction_id: string, day: string | null, status: string, details: object): Booked {
  return [
    { transaction_id, status, transaction: { asset_id: 'ETH', network_id: 'ETH', amount: '1', ...details } },
    day,
  ]
}

const to = (destination_address: string) => ({ destination: { destination_address, destination_id: 'w' } })
const rows = [
  moved('t5', '2026-11-05', 'failed', { ...to(evm), amount: '7' }),
  moved('t4', '2026-11-04', 'completed', { ...to(evm.toLowerCase()), amount: '0.1' }),
  moved('t3', '2026-11-03', 'completed', { ...to(evm), amount: '0.2' }),
  moved('t2', '2026-11-02', 'completed', { ...to(evm), asset_id: 'USDC', amount: 'some' }),
  moved('t1', '2026-11-01', 'completed', { source: { source_address: evm }, amount: '5' }),
]
const books = booksOf(rows)
const never = { divide: () => Promise.reject(new Error('nothing is asked')) }
const useOf = async (party: Partial<PartyAsked>, of = books) => {
  const parties = [{ address: null, id: null, asset: null, ...party }]
  return await partyUse(of, { parties, isDated: false }, never)
}

test('every spelling of an address counts, in every status, and only completed amounts are added up', async () => {
  const { uses, rows } = await useOf({ address: evm.toUpperCase().replace('0X', '0x') })
  expect(rows).toBe(5)
  expect(uses).toEqual([
    {
      sent: {
        count: 4,
        totals: [
          { asset_id: 'ETH', network_id: 'ETH', amount: '0.3', unreadable: 0 },
          { asset_id: 'USDC', network_id: 'ETH', amount: '0', unreadable: 1 },
        ],
      },
      received: {
        count: 1,
        totals: [{ asset_id: 'ETH', network_id: 'ETH', amount: '5', unreadable: 0 }],
      },
      ...{ first: '2026-11-01', last: '2026-11-05' },
    },
  ])
})

test('an entry of a whitelist counts its own asset, and a party without an address goes by its id', async () => {
  const asset = { asset_id: 'USDC', network_id: 'ETH' }
  expect((await useOf({ address: evm, asset })).uses).toMatchObject([
    { sent: { count: 1 }, last: '2026-11-02' },
  ])
  expect((await useOf({ id: 'w' })).uses).toMatchObject([{ sent: { count: 4 }, received: { count: 0 } }])
  expect(partyFilter({ address: evm, id: 'w', asset }, 'received')).toEqual({ ...asset, source_address: evm })
  expect(partyFilter({ address: null, id: 'w', asset: null }, 'sent')).toEqual({ destination_id: 'w' })
})

test('the days of these transactions alone are asked for, and there is no first or last where one is missing', async () => {
  const undated = booksOf(rows.map(([item], index) => [item, index === 0 ? '2026-11-05' : null]))
  expect((await useOf({ id: 'w' }, undated)).uses).toMatchObject([{ first: null, last: null }])
  let asked: readonly string[] = []
  const divide = async (_edges: unknown, wanted?: ReadonlySet<string>) => {
    asked = [...(wanted ?? [])]
    return books
  }
  const parties = [{ address: null, id: 'w', asset: null }]
  const { uses } = await partyUse(undated, { parties, isDated: true }, { divide })
  expect(asked).toEqual(['t5', 't4', 't3', 't2'])
  expect(uses).toMatchObject([{ first: '2026-11-02', last: '2026-11-05' }])
})

test('the counterparty is the end that is no own vault, and there is none between two of them', () => {
  const of = (source_type: string, destination_type: string) => {
    const item = {
      source: { source_type, source_id: 's' },
      destination: { destination_type, destination_address: 'd' },
    }
    return counterpartyOf(normaliseTransaction({ transaction: item }))
  }
  expect(of('vault', 'whitelist')).toMatchObject({ party: { address: 'd' }, direction: 'sent' })
  expect(of('external', 'vault')).toMatchObject({ party: { address: null, id: 's' }, direction: 'received' })
  expect(of('vault', 'vault')).toBeNull()
})
