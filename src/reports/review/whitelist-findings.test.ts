import { describe, expect, test } from 'vitest'
import { ofTagged, tagged, untagged } from '../../addresses/testing/examples.ts'
import type { Transaction, Whitelist } from '../../contract/normal-records.ts'
import {
  type EntryInShort,
  one,
  openReviews,
  other,
  reviewWhitelist,
  withdrawal,
  xrpEntry,
} from '../testing/reviews.ts'

const { findingEvidence, reviewOf } = await openReviews()

describe('entries never used', () => {
  const listed = [reviewWhitelist('one', { address: one }, { address: one, asset: 'USDC' })]
  const unused = async (...transactions: Transaction[]) =>
    (await findingEvidence('never-used', listed, transactions)).map(({ cells }) => cells.asset_id)

  test.each<[string, Transaction[], string[]]>([
    ['nothing was sent', [], ['ETH', 'USDC']],
    ['it was sent in one of the assets', [withdrawal({ to: one, named: 'one' })], ['USDC']],
    [
      'the address is written in other letters',
      [withdrawal({ to: one.toUpperCase(), named: 'one' })],
      ['USDC'],
    ],
    ['it was rejected', [withdrawal({ to: one, named: 'one', status: 'rejected' })], ['USDC']],
    ['it names nobody', [withdrawal({ to: one, named: '' })], ['USDC']],
    ['it names a whitelist without this address', [withdrawal({ to: one, named: 'two' })], ['USDC']],
    ['it went elsewhere', [withdrawal({ to: other, named: 'one' })], ['ETH', 'USDC']],
    ['it is on another network', [withdrawal({ to: one, named: 'one', network: 'ARB' })], ['ETH', 'USDC']],
    ['it does not say its network', [withdrawal({ to: one, named: 'one', network: null })], ['ETH', 'USDC']],
  ])('%s', async (_case, transactions, expected) => {
    expect(await unused(...transactions)).toEqual(expected)
  })

  test('an entry that names no asset is used by whatever went to its address', async () => {
    const vague = [reviewWhitelist('one', { address: one, asset: null })]
    expect(await findingEvidence('never-used', vague, [withdrawal({ to: one, named: 'one' })])).toEqual([])
  })

  test('that its address is used under another name is said', async () => {
    const both = [reviewWhitelist('one', { address: one }), reviewWhitelist('two', { address: one })]
    const [finding, ...more] = await findingEvidence('never-used', both, [
      withdrawal({ to: one, named: 'two' }),
      withdrawal({ to: one, named: 'two' }),
    ])
    expect(more).toEqual([])
    expect(finding?.cells.whitelist_id).toBe('one')
    expect(finding?.cells.because).toMatch(/2 go to the same address under another name/)
  })

  test('what no transaction names is not called unused where one may have meant it', async () => {
    const both = [reviewWhitelist('one', { address: one }), reviewWhitelist('two', { address: one })]
    const unusedIn = async (named: string) =>
      (await findingEvidence('never-used', both, [withdrawal({ to: one, named })])).map(
        ({ cells }) => cells.whitelist_id,
      )
    expect(await unusedIn('')).toEqual([])
    expect(await unusedIn('two')).toEqual(['one'])
    const [row] = await findingEvidence('several-names', both, [withdrawal({ to: one, named: 'two' })])
    expect(row?.parts?.map(({ cells }) => [cells.whitelist_id, cells.transactions])).toEqual([
      ['one', '0'],
      ['two', '1'],
    ])
  })
})

describe('one address under several names', () => {
  const severity = async (...whitelists: Whitelist[]) =>
    (await findingEvidence('several-names', whitelists)).map(({ cells }) => cells.severity)

  test.each<[string, Whitelist[], string[]]>([
    ['twice in one whitelist', [reviewWhitelist('a', { address: one }, { address: one, asset: 'USDC' })], []],
    ['in two', [reviewWhitelist('a', { address: one }), reviewWhitelist('b', { address: one })], ['Medium']],
    [
      'in two, in other letters and on another network of its chain',
      [
        reviewWhitelist('a', { address: one }),
        reviewWhitelist('b', { address: one.toUpperCase(), network: 'POL' }),
      ],
      ['Medium'],
    ],
    [
      'the same text on networks that are no chain',
      [reviewWhitelist('a', { address: one }), reviewWhitelist('b', { address: one, network: 'SUI' })],
      [],
    ],
    [
      'base58 in other letters is another address',
      [
        reviewWhitelist('a', xrpEntry),
        reviewWhitelist('b', { ...xrpEntry, address: xrpEntry.address.toLowerCase() }),
      ],
      [],
    ],
    [
      'told apart by memos',
      [reviewWhitelist('a', { ...xrpEntry, memo: '1' }), reviewWhitelist('b', { ...xrpEntry, memo: '2' })],
      ['Low'],
    ],
    [
      'one of them without a memo',
      [reviewWhitelist('a', { ...xrpEntry, memo: '1' }), reviewWhitelist('b', { ...xrpEntry, memo: ' ' })],
      ['Medium'],
    ],
    [
      'the same memo',
      [reviewWhitelist('a', { ...xrpEntry, memo: '1' }), reviewWhitelist('b', { ...xrpEntry, memo: '1' })],
      ['Medium'],
    ],
    [
      'whitelists without an id',
      [reviewWhitelist(null, { address: one }), reviewWhitelist(null, { address: one })],
      ['Medium'],
    ],
  ])('%s', async (_case, whitelists, expected) => {
    expect(await severity(...whitelists)).toEqual(expected)
  })
})

test('a withdrawal to a listed account in other letters is to that account, whatever the network', async () => {
  const listed = [reviewWhitelist('a', { address: one, network: 'NEW' })]
  const sent = [withdrawal({ to: one.toUpperCase().replace('X', 'x'), network: 'NEW', named: 'a' })]
  expect((await reviewOf(listed, sent)).tables).toEqual([])
})

describe('an entry that has its memo within', () => {
  const withTag = { ...xrpEntry, address: tagged }
  const withoutTag = { ...xrpEntry, address: untagged }
  const plain = { ...xrpEntry, address: ofTagged }

  test('is used by a withdrawal to its account, as services record it', async () => {
    const sent = [withdrawal({ ...xrpEntry, to: plain.address, named: 'a' })]
    expect((await reviewOf([reviewWhitelist('a', withTag)], sent)).tables).toEqual([])
  })

  test('is told from the same account with another memo', async () => {
    const both = [reviewWhitelist('a', withTag), reviewWhitelist('b', { ...plain, memo: '7' })]
    expect((await findingEvidence('several-names', both)).map(({ cells }) => cells.severity)).toEqual(['Low'])
  })

  test('lacks one where it says that it has none', async () => {
    const lacking = await findingEvidence('missing-memo', [reviewWhitelist('a', withTag, withoutTag)])
    expect(lacking.map(({ cells }) => cells.address)).toEqual([untagged])
  })
})

describe('entries without a memo', () => {
  const severities = async (...entries: EntryInShort[]) =>
    (await findingEvidence('missing-memo', [reviewWhitelist('a', ...entries)])).map(
      ({ cells }) => cells.severity,
    )

  test.each<[string, EntryInShort[], string[]]>([
    ['on a network that needs one', [xrpEntry], ['Medium']],
    ['with a memo', [{ ...xrpEntry, memo: '7' }], []],
    ['with blanks for a memo', [{ ...xrpEntry, memo: '  ' }], ['Medium']],
    ['none given', [{ ...xrpEntry, memo: null }], ['Medium']],
    ['on a network without memos', [{ address: one }], []],
    ['on a network that nobody knows', [{ address: one, asset: 'FOO', network: 'FOO' }], []],
    ['beside the same address with one', [xrpEntry, { ...xrpEntry, memo: '7' }], ['High']],
  ])('%s', async (_case, entries, expected) => {
    expect(await severities(...entries)).toEqual(expected)
  })

  test('the entries that have one are shown beside it', async () => {
    const [finding] = await findingEvidence('missing-memo', [
      reviewWhitelist('a', xrpEntry),
      reviewWhitelist('b', { ...xrpEntry, memo: '7' }),
    ])
    expect(finding?.parts?.map(({ cells }) => [cells.whitelist_id, cells.memo])).toEqual([['b', '7']])
  })
})

test.each<[string, EntryInShort, boolean]>([
  ['a right checksum', { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }, false],
  ['a wrong one', { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD' }, true],
  ['none', { address: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed' }, false],
  [
    'a base58 with one character changed',
    { ...xrpEntry, address: xrpEntry.address.replace('Hb9', 'Hb8') },
    true,
  ],
  ['a network that nobody knows', { address: 'whatever', network: 'FOO' }, false],
])('checksums: %s', async (_case, entry, isFound) => {
  expect(await findingEvidence('failed-checksum', [reviewWhitelist('a', entry)])).toHaveLength(
    isFound ? 1 : 0,
  )
})

const entry = { ...xrpEntry, memo: '0007' }
const sent = (memo: string | null, fields: Partial<Parameters<typeof withdrawal>[0]> = {}) =>
  withdrawal({ to: xrpEntry.address, asset: 'XRP', network: 'XRP', named: 'a', memo, ...fields })

test.each<readonly [string, EntryInShort, Transaction, [severity: string, because: RegExp] | null]>([
  ['its memo', entry, sent('0007'), null],
  ['no memo', entry, sent(''), ['High', /^1 completed withdrawal without the entry’s memo/]],
  ['no memo that the service tells', entry, sent(null), null],
  ['its memo without the zeros', entry, sent('7'), ['High', /without its leading zeros/]],
  ['another memo', entry, sent('8'), ['High', /with a memo other than the entry’s/]],
  ['a memo where the entry has none', { ...xrpEntry, memo: '' }, sent('8'), ['Medium', /the entry has none/]],
  ['a note where no memo is', { address: 'x' }, withdrawal({ to: 'x', named: 'a', memo: 'rent' }), null],
  ['another memo, by name of nobody', entry, sent('8', { named: '' }), ['High', /a memo other than/]],
  ['another memo, for another asset', entry, sent('8', { asset: 'SOLO' }), null],
  ['another memo, rejected', entry, sent('8', { status: 'rejected' }), null],
  ['another memo, of a type that is not told', entry, sent('8', { type: null }), null],
])('a withdrawal with %s', async (_what, listed, withdrawal, expected) => {
  const findings = await findingEvidence('other-memo', [reviewWhitelist('a', listed)], [withdrawal])
  expect(findings).toHaveLength(expected === null ? 0 : 1)
  if (expected === null) return
  expect(findings[0]?.cells.severity).toBe(expected[0])
  expect(findings[0]?.cells.because).toMatch(expected[1])
})

test('is held against the whitelist that it names, and its memos are told', async () => {
  const lists = [reviewWhitelist('a', entry), reviewWhitelist('b', { ...xrpEntry, memo: '8' })]
  const withdrawals = [
    sent('8'),
    sent('9'),
    sent('8', { named: 'b' }),
    sent('', { id: 'none' }),
    sent('0007'),
  ]
  const findings = await findingEvidence('other-memo', lists, withdrawals)
  expect(findings.map(({ cells }) => [cells.sent_memos, cells.whitelist_id, cells.transactions])).toEqual([
    ['8, 9', 'a', '2'],
    ['no memo', 'a', '1'],
  ])
})

test('however many there are, a few memos are kept, and counts are grouped', async () => {
  const many = Array.from({ length: 1500 }, (_, at) => sent(String(at + 8)))
  const [finding] = await findingEvidence('other-memo', [reviewWhitelist('a', entry)], many)
  expect(finding?.cells.because).toMatch(/^1,500 completed withdrawals/)
  expect(finding?.cells.sent_memos).toBe('8, 9, 10, 11')
})
