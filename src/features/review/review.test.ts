import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalAddress, chainOf } from '../../chains/index.ts'
import { alike, one, other, reviewOf, reviewWhitelist, withdrawal, xrpEntry } from './testing/records.ts'

test('what is not known is no finding, and is counted', () => {
  const { findings, notChecked } = reviewOf(
    [
      reviewWhitelist(
        'a',
        { address: null },
        { address: 'x', asset: 'FOO', network: 'FOO' },
        { address: one },
      ),
    ],
    [
      withdrawal({ to: '' }),
      withdrawal({ to: 'x', network: 'FOO', asset: 'FOO' }),
      withdrawal({ to: other, type: null }),
      withdrawal({ to: other, type: null, status: 'failed' }),
      withdrawal({ to: one }),
    ],
  )
  expect(findings).toEqual([])
  expect(notChecked).toEqual({
    without_address: 1,
    checksum: 2,
    memo: 1,
    withdrawals_without_address: 1,
    unclear_transactions: 1,
  })
})

const anyText = fc.oneof(
  fc.constantFrom('', ' ', '__proto__', 'constructor', '\ud800', one, alike, xrpEntry.address, 'r\u200bHb9'),
  fc.string({ unit: 'binary', maxLength: 12 }),
)
const anyNetwork = fc.option(fc.constantFrom('ETH', 'POL', 'XRP', 'TON', '', '__proto__'))
const anyEntry = fc.record({
  address: fc.option(anyText),
  asset: fc.option(anyText),
  network: anyNetwork,
  memo: fc.option(anyText),
})
const anyWhitelists = fc
  .array(
    fc.tuple(fc.option(fc.constantFrom('a', 'b', 'c', '__proto__')), fc.array(anyEntry, { maxLength: 3 })),
  )
  .map((all) => all.map(([id, entries]) => reviewWhitelist(id, ...entries)))
const anyTransactions = fc.array(
  fc
    .record({
      to: fc.option(anyText),
      from: anyText,
      named: fc.option(fc.constantFrom('a', 'b', '', '__proto__')),
      network: anyNetwork,
      amount: fc.constantFrom('1', '-0.5', 'NaN', '9'.repeat(78)),
      type: fc.option(fc.constantFrom('withdraw', 'deposit', 'toString')),
      status: fc.option(fc.constantFrom('completed', 'failed')),
    })
    .map(withdrawal),
)

test('whatever a service sends is reviewed', () => {
  fc.assert(
    fc.property(anyWhitelists, anyTransactions, (whitelists, transactions) => {
      const { addresses, notChecked } = reviewOf(whitelists, transactions)
      expect(addresses + notChecked.without_address).toBe(
        whitelists.reduce((sum, { assets }) => sum + assets.length, 0),
      )
    }),
  )
})

test('no completed withdrawal is lost or counted twice', () => {
  fc.assert(
    fc.property(anyWhitelists, anyTransactions, (whitelists, transactions) => {
      // Without a network the same text may be listed on any: that is in the table above.
      const placed = transactions.filter(({ network_id }) => network_id)
      const { findings, notChecked } = reviewOf(whitelists, placed)
      const key = (address: string, network_id: string | null) =>
        JSON.stringify([chainOf(network_id).name, canonicalAddress(address, chainOf(network_id))])
      const trusted = new Set<string>()
      for (const { assets } of whitelists)
        for (const { address, network_id } of assets)
          if (address?.trim()) trusted.add(key(address, network_id))
      for (const { source, network_id } of placed)
        if (source.source_address?.trim()) trusted.add(key(source.source_address, network_id))
      const withdrawals = placed.filter(
        ({ transaction_type, status }) => transaction_type === 'withdraw' && status === 'completed',
      )
      const expected = withdrawals.filter(({ destination: { destination_address: to }, network_id }) => {
        const isListedSomewhere =
          to?.trim() && [key(to, network_id), key(to, null)].some((k) => trusted.has(k))
        return to?.trim() && !isListedSomewhere
      })
      const counted = findings
        .filter(({ kind }) => kind === 'unlisted-withdrawal')
        .reduce((sum, { subjects: [{ uses }] }) => sum + uses.completed, 0)
      expect(counted).toBe(expected.length)
      expect(notChecked.withdrawals_without_address).toBe(
        withdrawals.filter(({ destination }) => !destination.destination_address?.trim()).length,
      )
    }),
  )
})

test('a megabyte in place of an address, and a crowd of entries of one address, do no harm', () => {
  const long = 'x'.repeat(1_000_000)
  const crowd = Array.from({ length: 5000 }, (_, at) => ({ ...xrpEntry, memo: at % 2 ? String(at) : '' }))
  const sent = Array.from({ length: 2000 }, () =>
    withdrawal({ ...xrpEntry, to: xrpEntry.address, named: 'crowd' }),
  )
  const { findings, addresses } = reviewOf(
    [reviewWhitelist('crowd', ...crowd), reviewWhitelist('long', { address: long })],
    [...sent, withdrawal({ to: `${long}y` })],
  )
  expect(addresses).toBe(5001)
  const count = (kind: string) => findings.filter((finding) => finding.kind === kind).length
  expect(['unlisted-withdrawal', 'failed-checksum', 'missing-memo', 'never-used'].map(count)).toEqual([
    1, 1, 2500, 1,
  ])
  const lacking = findings.filter(({ kind }) => kind === 'missing-memo')
  expect(lacking.every(({ withMemo }) => withMemo.length === 5)).toBe(true)
})

test('findings stand by kind, then by severity, then by how often the address was used', () => {
  const { findings } = reviewOf(
    [
      reviewWhitelist('a', { address: one }, xrpEntry),
      reviewWhitelist('b', { address: one }, { ...xrpEntry, memo: '1' }),
    ],
    [
      withdrawal({ to: other }),
      withdrawal({ to: `0x${'8'.repeat(40)}` }),
      withdrawal({ to: other }),
      withdrawal({ to: alike }),
    ],
  )
  expect(
    findings.map(({ kind, severity, subjects: [{ uses }] }) => [kind, severity, uses.transactions]),
  ).toEqual([
    ['unlisted-withdrawal', 'critical', 1],
    ['unlisted-withdrawal', 'high', 2],
    ['unlisted-withdrawal', 'high', 1],
    ['missing-memo', 'high', 0],
    ['several-names', 'medium', 0],
    ['several-names', 'medium', 0],
    ...Array.from({ length: 4 }, () => ['never-used', 'low', 0]),
  ])
})
