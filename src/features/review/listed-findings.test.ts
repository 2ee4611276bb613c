import { describe, expect, test } from 'vitest'
import { ofTagged, tagged, untagged } from '../../addresses/testing/published.ts'
import type { Transaction, Whitelist } from '../../api/records.ts'
import {
  type EntryInShort,
  found,
  one,
  other,
  reviewOf,
  reviewWhitelist,
  withdrawal,
  xrpEntry,
} from './testing/records.ts'

describe('entries never used', () => {
  const listed = [reviewWhitelist('one', { address: one }, { address: one, asset: 'USDC' })]
  const unused = (...transactions: Transaction[]) =>
    found('never-used', listed, transactions).map(({ subjects: [{ entries }] }) => entries[0]?.asset_id)

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
  ])('%s', (_case, transactions, expected) => {
    expect(unused(...transactions)).toEqual(expected)
  })

  test('an entry that names no asset is used by whatever went to its address', () => {
    const vague = [reviewWhitelist('one', { address: one, asset: null })]
    expect(found('never-used', vague, [withdrawal({ to: one, named: 'one' })])).toEqual([])
  })

  test('that its address is used under another name is said', () => {
    const both = [reviewWhitelist('one', { address: one }), reviewWhitelist('two', { address: one })]
    const [finding, ...more] = found('never-used', both, [
      withdrawal({ to: one, named: 'two' }),
      withdrawal({ to: one, named: 'two' }),
    ])
    expect(more).toEqual([])
    expect(finding?.subjects[0].entries[0]?.whitelist_id).toBe('one')
    expect(finding?.because).toMatch(/2 go to the same address under another name/)
  })

  test('what no transaction names is not called unused where one may have meant it', () => {
    const both = [reviewWhitelist('one', { address: one }), reviewWhitelist('two', { address: one })]
    const entries = (named: string) =>
      found('several-names', both, [withdrawal({ to: one, named })]).flatMap(({ subjects: [subject] }) =>
        subject.entries.map(({ whitelist_id, uses, isUsed }) => [whitelist_id, uses.transactions, isUsed]),
      )
    expect(entries('')).toEqual([
      ['one', 0, true],
      ['two', 0, true],
    ])
    expect(entries('two')).toEqual([
      ['one', 0, false],
      ['two', 1, true],
    ])
  })
})

describe('one address under several names', () => {
  const severity = (...whitelists: Whitelist[]) =>
    found('several-names', whitelists).map((finding) => finding.severity)

  test.each<[string, Whitelist[], string[]]>([
    ['twice in one whitelist', [reviewWhitelist('a', { address: one }, { address: one, asset: 'USDC' })], []],
    ['in two', [reviewWhitelist('a', { address: one }), reviewWhitelist('b', { address: one })], ['medium']],
    [
      'in two, in other letters and on another network of its chain',
      [
        reviewWhitelist('a', { address: one }),
        reviewWhitelist('b', { address: one.toUpperCase(), network: 'POL' }),
      ],
      ['medium'],
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
      ['low'],
    ],
    [
      'one of them without a memo',
      [reviewWhitelist('a', { ...xrpEntry, memo: '1' }), reviewWhitelist('b', { ...xrpEntry, memo: ' ' })],
      ['medium'],
    ],
    [
      'the same memo',
      [reviewWhitelist('a', { ...xrpEntry, memo: '1' }), reviewWhitelist('b', { ...xrpEntry, memo: '1' })],
      ['medium'],
    ],
    [
      'whitelists without an id',
      [reviewWhitelist(null, { address: one }), reviewWhitelist(null, { address: one })],
      ['medium'],
    ],
  ])('%s', (_case, whitelists, expected) => {
    expect(severity(...whitelists)).toEqual(expected)
  })
})

test('a withdrawal to a listed account in other letters is to that account, whatever the network', () => {
  const listed = [reviewWhitelist('a', { address: one, network: 'NEW' })]
  const sent = [withdrawal({ to: one.toUpperCase().replace('X', 'x'), network: 'NEW', named: 'a' })]
  expect(reviewOf(listed, sent).findings).toEqual([])
})

describe('an entry that has its memo within', () => {
  const withTag = { ...xrpEntry, address: tagged }
  const withoutTag = { ...xrpEntry, address: untagged }
  const plain = { ...xrpEntry, address: ofTagged }

  test('is used by a withdrawal to its account, as services record it', () => {
    const sent = [withdrawal({ ...xrpEntry, to: plain.address, named: 'a' })]
    expect(reviewOf([reviewWhitelist('a', withTag)], sent).findings).toEqual([])
  })

  test('is told from the same account with another memo', () => {
    const both = [reviewWhitelist('a', withTag), reviewWhitelist('b', { ...plain, memo: '7' })]
    expect(found('several-names', both).map(({ severity }) => severity)).toEqual(['low'])
  })

  test('lacks one where it says that it has none', () => {
    const lacking = found('missing-memo', [reviewWhitelist('a', withTag, withoutTag)])
    expect(lacking.map(({ subjects: [{ address }] }) => address)).toEqual([untagged])
  })
})

describe('entries without a memo', () => {
  const severities = (...entries: EntryInShort[]) =>
    found('missing-memo', [reviewWhitelist('a', ...entries)]).map(({ severity }) => severity)

  test.each<[string, EntryInShort[], string[]]>([
    ['on a network that needs one', [xrpEntry], ['medium']],
    ['with a memo', [{ ...xrpEntry, memo: '7' }], []],
    ['with blanks for a memo', [{ ...xrpEntry, memo: '  ' }], ['medium']],
    ['none given', [{ ...xrpEntry, memo: null }], ['medium']],
    ['on a network without memos', [{ address: one }], []],
    ['on a network that nobody knows', [{ address: one, asset: 'FOO', network: 'FOO' }], []],
    ['beside the same address with one', [xrpEntry, { ...xrpEntry, memo: '7' }], ['high']],
  ])('%s', (_case, entries, expected) => {
    expect(severities(...entries)).toEqual(expected)
  })

  test('the entries that have one are shown beside it', () => {
    const [finding] = found('missing-memo', [
      reviewWhitelist('a', xrpEntry),
      reviewWhitelist('b', { ...xrpEntry, memo: '7' }),
    ])
    expect(finding?.withMemo.map(({ whitelist_id, memo }) => [whitelist_id, memo])).toEqual([['b', '7']])
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
])('checksums: %s', (_case, entry, isFound) => {
  expect(found('failed-checksum', [reviewWhitelist('a', entry)])).toHaveLength(isFound ? 1 : 0)
})
