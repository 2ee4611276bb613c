import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalAddress } from '../../chains/chain.ts'
import { chainOf } from '../../chains/index.ts'
import type { AcceptedFinding } from '../../contract/accepted-findings.ts'
import { dayLength } from '../../contract/day.ts'
import type { Transaction, Whitelist } from '../../contract/normal-records.ts'
import { cases } from '../../testing/cases.ts'
import { anyCharacter } from '../../testing/properties.ts'
import {
  alike,
  completeBasis,
  dayOfTests,
  evidenceIn,
  one,
  openReviews,
  other,
  reviewWhitelist,
  withdrawal,
  xrpEntry,
} from '../testing/reviews.ts'
import { acceptanceOf } from './acceptance.ts'

const { datedReviewOf, findingEvidence, reviewOf } = await openReviews()

const books = {
  whitelists: [
    reviewWhitelist('Exchange', { address: one }, xrpEntry),
    reviewWhitelist('Copy', { address: alike }, { ...xrpEntry, memo: '7' }),
  ],
  transactions: [
    withdrawal({ id: 't1', to: one, named: 'Exchange' }),
    withdrawal({ id: 't2', to: `0xabcd${'5'.repeat(32)}1234`, amount: '2.5' }),
    withdrawal({ id: 't3', to: other, asset: 'USDC', named: 'Exchange' }),
  ],
}
type Made = { readonly whitelists: readonly Whitelist[]; readonly transactions: readonly Transaction[] }

const reviewOfMade = ({ whitelists, transactions }: Made, accepted: readonly AcceptedFinding[] = []) =>
  reviewOf(whitelists, transactions, accepted)

test('the headline counts findings, the worst first', async () => {
  const { headline, tables } = await reviewOfMade(books)
  expect(headline).toEqual({
    text: '1 critical, 3 high, 1 medium, 3 never used · 4 addresses checked',
    tone: 'bad',
  })
  expect(tables.map(({ name, rows }) => [name, rows.length])).toEqual([
    ['critical', 1],
    ['high', 3],
    ['medium', 1],
    ['never-used', 3],
  ])
})

test.each<[Whitelist[], string[], string, string]>([
  [[], [], 'The service lists no whitelists.', 'neutral'],
  [[reviewWhitelist('a')], [], 'No findings · 0 addresses checked', 'neutral'],
  [[], ['It was cut off.'], 'The service lists no whitelists.', 'warning'],
])('of %j with the doubts %j it says “%s”', async (whitelists, doubts, text, tone) => {
  const report = await datedReviewOf(whitelists, [], [], { ...completeBasis, doubts })
  expect(report.headline).toEqual({ text, tone })
  expect(report.tables).toEqual([])
})

describe('a finding that somebody accepts', () => {
  const of = (...sent: Transaction[]) => ({
    whitelists: [reviewWhitelist('a', { address: one })],
    transactions: sent,
  })
  const acceptedOf = async (made: Made, kind: string) =>
    (await reviewOfMade(made)).tables
      .flatMap(({ rows }) => rows)
      .filter(({ cells }) => cells.kind === kind)
      .map((row) => ({ ...acceptanceOf(row), by: 'Ann', at: '2026-11-26T12:00:00.000Z', reason: 'Known.' }))
  const openOf = async (made: Made, accepted: readonly AcceptedFinding[], kind: string) =>
    (await reviewOfMade(made, accepted)).tables
      .filter(({ name }) => name !== 'accepted')
      .flatMap(({ rows }) => rows)
      .filter(({ cells }) => cells.kind === kind).length

  test('stands in a tab of its own with its reason, which evidence has too', async () => {
    const accepted = await acceptedOf(books, 'never-used')
    const report = await reviewOfMade(books, accepted)
    expect(report.headline.text).toBe('1 critical, 3 high, 1 medium, 3 accepted · 4 addresses checked')
    expect(report.tables.map(({ name, rows }) => [name, rows.length])).toContainEqual(['accepted', 3])
    expect(report.tables.at(-1)?.rows[0]?.cells).toMatchObject({
      accepted_by: 'Ann',
      accepted_reason: 'Known.',
    })
    expect(report.inputs).toEqual({ accepted })
    // What nobody found again is not in it.
    const gone = await acceptedOf(
      { whitelists: [reviewWhitelist('x', { address: 'y' })], transactions: [] },
      'never-used',
    )
    expect(gone).toHaveLength(1)
    expect((await reviewOfMade(books, [...accepted, ...gone])).inputs).toEqual({ accepted })
  })

  test('comes back when what it rests on changes, and not for anything else', async () => {
    const first = withdrawal({ id: 't1', to: other })
    const accepted = await acceptedOf(of(first), 'unlisted-withdrawal')
    const open = (...sent: Transaction[]) => openOf(of(...sent), accepted, 'unlisted-withdrawal')
    expect(accepted).toHaveLength(1)
    expect(await open(first)).toBe(0)
    expect(await open(first, withdrawal({ id: 't3', to: one, named: 'a' }))).toBe(0)
    expect(await open(first, withdrawal({ id: 't2', to: other }))).toBe(1)

    const unused = await acceptedOf(of(), 'never-used')
    const renamed = { whitelists: [reviewWhitelist('b', { address: one })], transactions: [] }
    expect(await openOf(of(first), unused, 'never-used')).toBe(0)
    expect(await openOf(renamed, unused, 'never-used')).toBe(1)
  })

  test('says when and by whom it was accepted before, and what has changed since', async () => {
    const first = withdrawal({ id: 't1', to: other })
    const accepted = await acceptedOf(of(first), 'unlisted-withdrawal')
    const report = await reviewOfMade(
      of(first, withdrawal({ id: 't2', to: other, amount: '2999' })),
      accepted,
    )
    expect(report.headline.text).toContain('1 accepted before, changed since')
    expect(report.tables[0]?.rows[0]?.cells).toMatchObject({
      accepted_before: 'By Ann, 2026-11-26',
      reason_before: 'Known.',
      changed_since: 'Amount sent: 1, now 3,000. Transactions: 1, now 2.',
    })
    // The pack that says so has to have what it says it from.
    expect(report.inputs).toEqual({ accepted })
    const unrelated = await reviewOfMade(of(withdrawal({ id: 't3', to: alike })), accepted)
    expect(unrelated.inputs).toBeUndefined()
  })
})

describe('completed withdrawals to addresses on no whitelist', () => {
  const listed = [reviewWhitelist('a', { address: one })]
  const unlisted = (...transactions: Transaction[]) =>
    findingEvidence('unlisted-withdrawal', listed, transactions)

  test.each<[string, Transaction, number]>([
    ['to another address', withdrawal({ to: other }), 1],
    ['to the listed one, the network missing', withdrawal({ to: one, network: null }), 0],
    ['to a vault', withdrawal({ to: other, kind: 'vault' }), 0],
    ['of unknown status', withdrawal({ to: other, status: null }), 0],
  ])('%s', async (_case, sent, count) => {
    expect(await unlisted(sent)).toHaveLength(count)
  })

  test('an own address is known from whatever transaction tells it, before or after', async () => {
    const tells = withdrawal({ to: one, from: other.toUpperCase() })
    expect(await unlisted(withdrawal({ to: other }), tells)).toEqual([])
    expect(await unlisted(tells, withdrawal({ to: other }))).toEqual([])
    // Who has sent something to us is not trusted for it.
    const ends = { to: 'mine', kind: 'vault', from: other, fromKind: 'external' }
    const deposit = withdrawal({ ...ends, type: 'deposit' })
    expect(await unlisted(deposit, withdrawal({ to: other }))).toHaveLength(1)
  })

  test('one that looks like a listed address is the gravest, and says which', async () => {
    const [first, second] = await unlisted(withdrawal({ to: other }), withdrawal({ to: alike, named: 'a' }))
    expect(first?.cells).toMatchObject({
      severity: 'Critical',
      resembles: one,
      resembles_id: 'a',
      named_as: 'a',
    })
    expect(first?.cells.because).toMatch(/names a whitelist that does not have this address/)
    expect(first?.href).toMatch(/^\/transactions\?asset_id=[^&]+&network_id=[^&]+&/)
    expect(second?.cells).toMatchObject({ severity: 'High', address: other })
    expect(second?.cells.resembles).toBeUndefined()
  })

  test('one that looks like an own address too', async () => {
    const [finding] = await findingEvidence(
      'unlisted-withdrawal',
      [],
      [withdrawal({ to: other, from: one, type: 'stake' }), withdrawal({ to: alike })],
    )
    expect(finding?.cells).toMatchObject({ severity: 'Critical', resembles_name: 'Vault' })
  })

  test('each address is one finding, with a row and an exact sum for each asset, and the first few transactions', async () => {
    const sent = Array.from({ length: 7 }, (_, at) =>
      withdrawal({
        id: `t${at}`,
        to: other,
        asset: at < 6 ? 'ETH' : 'USDC',
        amount: at === 5 ? 'much' : '0.1',
      }),
    )
    const common = { finding: '1', address: other, network_id: 'ETH' }
    const names = ['asset_id', 'transactions', 'completed_amount', 'unreadable_amounts', 'transaction_ids']
    const rows = await unlisted(...sent)
    expect(rows.map(({ cells }) => names.map((name) => cells[name]))).toEqual([
      ['ETH', '6', '0.5', '1', 't0 t1 t2 t3 t4'],
      ['USDC', '1', '0.1', '0', 't6'],
    ])
    expect(rows.map(({ cells }) => cells)).toMatchObject([
      { ...common, transaction_id: 't0' },
      { ...common, transaction_id: 't6' },
    ])
  })
})

test.each([
  { days: [1, 3, 2], latest: ['1970-01-04', 't1'] },
  { days: [3, 1, 3], latest: ['1970-01-04', 't0'] },
  { days: [1, null, 2], latest: [null, null] },
])(
  'of transactions of the days $days the latest is $latest, in the service’s order or not',
  async ({ days, latest }) => {
    const sent = days.map((day, at) => ({
      transaction: withdrawal({ id: `t${at}`, to: other }),
      recorded: dayOfTests(day),
    }))
    const { recorded_on, transaction_id } = (await datedReviewOf([], sent)).tables[0]?.rows[0]?.cells ?? {}
    expect([recorded_on, transaction_id]).toEqual(latest)
  },
)

test('a finding has no day that is not that of a transaction', async () => {
  const recorded = { from: 0, before: 10 * dayLength }
  const undated = [{ transaction: withdrawal({ to: other }), recorded }]
  const [row] = (await datedReviewOf([], undated)).tables[0]?.rows ?? []
  expect([row, ...(row?.parts ?? [])].map((one) => one?.cells.recorded_on)).toEqual([null, null])
  // It was certainly before the last.
  const dated = { transaction: withdrawal({ id: 'last', to: other }), recorded: dayOfTests(10) }
  const [later] = (await datedReviewOf([], [...undated, dated])).tables[0]?.rows ?? []
  expect(later?.cells).toMatchObject({ recorded_on: '1970-01-11', transaction_id: 'last' })
})

test('an entry has the day of its last use', async () => {
  const sent = [1, 3].map((day) => ({
    recorded: dayOfTests(day),
    transaction: withdrawal({ ...xrpEntry, to: xrpEntry.address, named: 'a' }),
  }))
  const report = await datedReviewOf([reviewWhitelist('a', xrpEntry)], sent)
  const [finding] = evidenceIn(report, 'missing-memo')
  expect(finding?.cells).toMatchObject({ recorded_on: '1970-01-04', transactions: '2' })
})

test('what is not known is no finding, and is counted', async () => {
  const foo = { asset: 'FOO', network: 'FOO' }
  const { tables, remarks } = await reviewOf(
    [reviewWhitelist('a', { address: null }, { address: 'x', ...foo }, { address: one })],
    [
      withdrawal({ to: '' }),
      withdrawal({ to: 'x', ...foo }),
      withdrawal({ to: other, type: null }),
      withdrawal({ to: other, type: null, status: 'failed' }),
      withdrawal({ to: other, type: 'withdrawal' }),
      withdrawal({ to: other, status: 'settled' }),
      withdrawal({ to: other, type: 'withdrawal', status: 'failed' }),
      withdrawal({ to: other, type: 'changepool', status: 'settled' }),
      withdrawal({ to: one }),
      withdrawal({ to: '', type: 'withdrawal' }),
      withdrawal({ to: one, type: 'withdrawal' }),
    ],
  )
  expect(tables).toEqual([])
  expect(remarks).toEqual([
    '11 transactions compared with 2 addresses of 1 whitelist.',
    expect.stringMatching(/^Not checked: the checksum of 2 entries\./),
    expect.stringMatching(/^Not checked: whether 1 entry needs a memo\./),
    'Not checked: 1 entry without an address.',
    'Not checked: 1 completed withdrawal without a destination address.',
    'Not checked: 5 transactions whose type or status is missing or unknown, and which may be completed withdrawals.',
  ])
})

const anyText = fc.oneof(
  fc.constantFrom('', ' ', '__proto__', 'constructor', '\ud800', one, alike, xrpEntry.address, 'r\u200bHb9'),
  fc.string({ unit: anyCharacter, maxLength: 12 }),
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

test('whatever a service sends is reviewed', async () => {
  await fc.assert(
    fc.asyncProperty(anyWhitelists, anyTransactions, async (whitelists, transactions) => {
      const { remarks } = await reviewOf(whitelists, transactions)
      const entries = whitelists.flatMap(({ assets }) => assets)
      const count = (pattern: RegExp) => Number(remarks.join(' ').match(pattern)?.[1] ?? 0)
      expect(count(/with (\d+) address/) + count(/: (\d+) entr(?:y|ies) without an address/)).toBe(
        entries.length,
      )
    }),
    { numRuns: cases(40) },
  )
})

test('no completed withdrawal is lost or counted twice', async () => {
  await fc.assert(
    fc.asyncProperty(anyWhitelists, anyTransactions, async (whitelists, transactions) => {
      // Without a network the same text may be listed on any: that is in the table above.
      const placed = transactions.filter(({ network_id }) => network_id)
      const report = await reviewOf(whitelists, placed)
      const { remarks } = report
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
      const rows = evidenceIn(report, 'unlisted-withdrawal')
      expect(rows.reduce((sum, { cells }) => sum + Number(cells.transactions), 0)).toBe(expected.length)
      const without = withdrawals.filter(({ destination }) => !destination.destination_address?.trim()).length
      expect(remarks.filter((remark) => /without a destination address/.test(remark))).toEqual(
        without === 0 ? [] : [expect.stringContaining(`: ${without} completed withdrawal`)],
      )
    }),
    { numRuns: cases(40) },
  )
})

test('a megabyte in place of an address, and a crowd of entries of one address, do no harm', async () => {
  const long = 'x'.repeat(1_000_000)
  const crowd = Array.from({ length: 5000 }, (_, at) => ({ ...xrpEntry, memo: at % 2 ? String(at) : '' }))
  const sent = Array.from({ length: 2000 }, () =>
    withdrawal({ ...xrpEntry, to: xrpEntry.address, named: 'crowd' }),
  )
  const report = await reviewOf(
    [reviewWhitelist('crowd', ...crowd), reviewWhitelist('long', { address: long })],
    [...sent, withdrawal({ to: `${long}y` })],
  )
  expect(report.headline.text).toContain('5,001 addresses checked')
  const lacking = evidenceIn(report, 'missing-memo')
  expect(lacking).toHaveLength(2500)
  expect(lacking.every(({ parts }) => parts?.length === 5)).toBe(true)
})

test('findings stand by severity, then by kind, then by how often the address was used', async () => {
  const { tables } = await reviewOf(
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
  const rows = tables.flatMap(({ name, rows }) =>
    rows.map(({ cells }) => [name, cells.kind, cells.transactions]),
  )
  expect(rows).toEqual([
    ['critical', 'unlisted-withdrawal', '1'],
    ['high', 'unlisted-withdrawal', '2'],
    ['high', 'unlisted-withdrawal', '1'],
    ['high', 'missing-memo', '0'],
    ['medium', 'several-names', '0'],
    ['medium', 'several-names', '0'],
    ...Array.from({ length: 4 }, () => ['never-used', 'never-used', '0']),
  ])
})
