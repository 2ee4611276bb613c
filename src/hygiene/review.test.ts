import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalAddress, familyOf } from '../addresses/families.ts'
import { likenessOf } from '../addresses/likeness.ts'
import type { Transaction, Whitelist } from '../api/records.ts'
import type { FindingKind } from '../url/hygiene.ts'
import { beginReview } from './review.ts'
import { type EntryInShort, transaction, whitelist } from './testing/records.ts'
import { countByKind } from './words.ts'

function reviewOf(whitelists: readonly Whitelist[], transactions: readonly Transaction[] = []) {
  const review = beginReview()
  review.addWhitelists(whitelists)
  review.addTransactions(transactions)
  return review.result()
}

function found(kind: FindingKind, whitelists: readonly Whitelist[], transactions?: readonly Transaction[]) {
  return reviewOf(whitelists, transactions).findings.filter((finding) => finding.kind === kind)
}

/** Addresses of the EVM in small letters: of those no checksum is claimed. */
const one = `0xabcd${'0'.repeat(32)}1234`
const alike = `0xabcd${'7'.repeat(32)}1234`
const other = `0x${'9'.repeat(40)}`
const xrp = { address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', asset: 'XRP', network: 'XRP' }

describe('entries never used', () => {
  const listed = [whitelist('one', { address: one }, { address: one, asset: 'USDC' })]
  const unused = (...transactions: Transaction[]) =>
    found('never-used', listed, transactions).map(({ subjects: [{ entries }] }) => entries[0]?.assetId)

  test.each<[string, Transaction[], string[]]>([
    ['nothing was sent', [], ['ETH', 'USDC']],
    ['it was sent in one of the assets', [transaction({ to: one, named: 'one' })], ['USDC']],
    [
      'the address is written in other letters',
      [transaction({ to: one.toUpperCase(), named: 'one' })],
      ['USDC'],
    ],
    ['it was rejected', [transaction({ to: one, named: 'one', status: 'rejected' })], ['USDC']],
    ['it names nobody', [transaction({ to: one, named: '' })], ['USDC']],
    ['it names a whitelist without this address', [transaction({ to: one, named: 'two' })], ['USDC']],
    ['it went elsewhere', [transaction({ to: other, named: 'one' })], ['ETH', 'USDC']],
    ['it is on another network', [transaction({ to: one, named: 'one', network: 'ARB' })], ['ETH', 'USDC']],
    ['it does not say its network', [transaction({ to: one, named: 'one', network: null })], ['ETH', 'USDC']],
  ])('%s', (_case, transactions, expected) => {
    expect(unused(...transactions)).toEqual(expected)
  })

  test('an entry that names no asset is used by whatever went to its address', () => {
    const vague = [whitelist('one', { address: one, asset: null })]
    expect(found('never-used', vague, [transaction({ to: one, named: 'one' })])).toEqual([])
  })

  test('that its address is used under another name is said', () => {
    const both = [whitelist('one', { address: one }), whitelist('two', { address: one })]
    const [finding, ...more] = found('never-used', both, [
      transaction({ to: one, named: 'two' }),
      transaction({ to: one, named: 'two' }),
    ])
    expect(more).toEqual([])
    expect(finding?.subjects[0].entries[0]?.whitelistId).toBe('one')
    expect(finding?.because).toMatch(/2 have the address otherwise/)
  })

  test('what no transaction names is not called unused where one may have meant it', () => {
    const both = [whitelist('one', { address: one }), whitelist('two', { address: one })]
    const entries = (named: string) =>
      found('several-names', both, [transaction({ to: one, named })]).flatMap(({ subjects: [subject] }) =>
        subject.entries.map(({ whitelistId, uses, isUsed }) => [whitelistId, uses.transactions, isUsed]),
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
    ['twice in one whitelist', [whitelist('a', { address: one }, { address: one, asset: 'USDC' })], []],
    ['in two', [whitelist('a', { address: one }), whitelist('b', { address: one })], ['medium']],
    [
      'in two, in other letters and on another network of its family',
      [whitelist('a', { address: one }), whitelist('b', { address: one.toUpperCase(), network: 'POL' })],
      ['medium'],
    ],
    [
      'the same text on networks that are no family',
      [whitelist('a', { address: one }), whitelist('b', { address: one, network: 'SUI' })],
      [],
    ],
    [
      'base58 in other letters is another address',
      [whitelist('a', xrp), whitelist('b', { ...xrp, address: xrp.address.toLowerCase() })],
      [],
    ],
    [
      'told apart by memos',
      [whitelist('a', { ...xrp, memo: '1' }), whitelist('b', { ...xrp, memo: '2' })],
      ['low'],
    ],
    [
      'one of them without a memo',
      [whitelist('a', { ...xrp, memo: '1' }), whitelist('b', { ...xrp, memo: ' ' })],
      ['medium'],
    ],
    [
      'the same memo',
      [whitelist('a', { ...xrp, memo: '1' }), whitelist('b', { ...xrp, memo: '1' })],
      ['medium'],
    ],
    [
      'whitelists without an id',
      [whitelist(null, { address: one }), whitelist(null, { address: one })],
      ['medium'],
    ],
  ])('%s', (_case, whitelists, expected) => {
    expect(severity(...whitelists)).toEqual(expected)
  })
})

test('a withdrawal to a listed account in other letters is to that account, whatever the network', () => {
  const listed = [whitelist('a', { address: one, network: 'NEW' })]
  const sent = [transaction({ to: one.toUpperCase().replace('X', 'x'), network: 'NEW', named: 'a' })]
  expect(reviewOf(listed, sent).findings).toEqual([])
})

describe('an entry that has its memo within', () => {
  /** From the tests of ripple-address-codec, the reference of XLS-5. */
  const tagged = { ...xrp, address: 'XVLhHMPHU98es4dbozjVtdWzVrDjtV18pX8yuPT7y4xaEHi' }
  const untagged = { ...xrp, address: 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ' }
  const plain = { ...xrp, address: 'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf' }

  test('is used by a withdrawal to its account, as services record it', () => {
    const sent = [transaction({ ...xrp, to: plain.address, named: 'a' })]
    expect(reviewOf([whitelist('a', tagged)], sent).findings).toEqual([])
  })

  test('is told from the same account with another memo', () => {
    const both = [whitelist('a', tagged), whitelist('b', { ...plain, memo: '7' })]
    expect(found('several-names', both).map(({ severity }) => severity)).toEqual(['low'])
  })

  test('lacks one where it says that it has none', () => {
    const lacking = found('missing-memo', [whitelist('a', tagged, untagged)])
    expect(lacking.map(({ subjects: [{ address }] }) => address)).toEqual([untagged.address])
  })
})

describe('entries that look alike', () => {
  test('the one that is used stands first, and that another never was is said', () => {
    const whitelists = [whitelist('a', { address: alike }), whitelist('b', { address: one })]
    const [finding, ...more] = found('look-alike', whitelists, [transaction({ to: one, named: 'b' })])
    expect(more).toEqual([])
    expect(finding?.subjects.map(({ address }) => address)).toEqual([one, alike])
    expect(finding?.because).toMatch(/One of them was never used/)
  })

  test('three of which two were never used', () => {
    const third = `0xabcd${'3'.repeat(32)}1234`
    const whitelists = [whitelist('a', { address: alike }, { address: third }, { address: one })]
    const [finding] = found('look-alike', whitelists, [transaction({ to: one, named: 'a' })])
    expect(finding?.because).toMatch(/2 of them were never used/)
  })

  test('with an address of our own: found nowhere else', () => {
    const [finding, ...more] = found(
      'look-alike',
      [whitelist('a', { address: alike })],
      [transaction({ to: other, from: one })],
    )
    expect(more).toEqual([])
    expect(finding).toMatchObject({ severity: 'high', resembles: { kind: 'vault', address: one } })
    expect(finding?.subjects[0].address).toBe(alike)
    expect(
      found('look-alike', [whitelist('a', { address: one })], [transaction({ to: other, from: one })]),
    ).toEqual([])
  })

  test('in two forms of TON', () => {
    // docs.ton.org, "Smart contract addresses": one account, bounceable; the other has the ends of its form that is not.
    const listed = {
      address: 'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF',
      asset: 'TON',
      network: 'TON',
    }
    const poison = { ...listed, address: `UQDKbj${'A'.repeat(38)}PuwA` }
    expect(found('look-alike', [whitelist('a', listed), whitelist('b', poison)])).toHaveLength(1)
  })

  test.each<[string, EntryInShort, EntryInShort]>([
    ['one end alone', { address: one }, { address: alike.replace(/1234$/, '1235') }],
    ['the same address', { address: one }, { address: one.toUpperCase() }],
    ['another family', { address: one }, { address: alike, network: 'SUI' }],
  ])('is not claimed of %s', (_case, first, second) => {
    expect(found('look-alike', [whitelist('a', first), whitelist('b', second)])).toEqual([])
  })

  test('finds what comparing each with every other finds', () => {
    const middle = fc.string({ unit: fc.constantFrom('0', 'f'), minLength: 6, maxLength: 6 })
    const end = fc.constantFrom('abcd', 'ABCD', 'abce')
    const address = fc
      .tuple(end, middle, end)
      .map(([start, between, last]) => `0x${start}${between.repeat(5)}00${last}`)
    const entry = fc.record({ address, network: fc.constantFrom('ETH', 'POL', 'SUI') })
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 12 }), (entries) => {
        const canonical = ({ address, network }: (typeof entries)[number]) =>
          `${familyOf(network).name} ${canonicalAddress(address, familyOf(network))}`
        const expected = new Set<string>()
        for (const left of entries)
          for (const right of entries) {
            const family = familyOf(left.network)
            const isPair =
              family === familyOf(right.network) &&
              likenessOf(left.address, right.address, family) === 'both-ends'
            if (isPair) expected.add([canonical(left), canonical(right)].sort().join(' = '))
          }
        const pairs = found(
          'look-alike',
          entries.map((each, at) => whitelist(`w${at}`, each)),
        ).flatMap(({ subjects }) =>
          subjects.flatMap((left, at) =>
            subjects.slice(at + 1).map((right) =>
              [left, right]
                .map(({ address, family }) => `${family.name} ${canonicalAddress(address, family)}`)
                .sort()
                .join(' = '),
            ),
          ),
        )
        expect([...pairs].sort()).toEqual([...expected].sort())
      }),
    )
  })
})

describe('entries without a memo', () => {
  const severities = (...entries: EntryInShort[]) =>
    found('missing-memo', [whitelist('a', ...entries)]).map(({ severity }) => severity)

  test.each<[string, EntryInShort[], string[]]>([
    ['on a network that needs one', [xrp], ['medium']],
    ['with a memo', [{ ...xrp, memo: '7' }], []],
    ['with blanks for a memo', [{ ...xrp, memo: '  ' }], ['medium']],
    ['none given', [{ ...xrp, memo: null }], ['medium']],
    ['on a network without memos', [{ address: one }], []],
    ['on a network that nobody knows', [{ address: one, asset: 'FOO', network: 'FOO' }], []],
    ['beside the same address with one', [xrp, { ...xrp, memo: '7' }], ['high']],
  ])('%s', (_case, entries, expected) => {
    expect(severities(...entries)).toEqual(expected)
  })

  test('the entries that have one are shown beside it', () => {
    const [finding] = found('missing-memo', [whitelist('a', xrp), whitelist('b', { ...xrp, memo: '7' })])
    expect(finding?.beside.map(({ whitelistId, memo }) => [whitelistId, memo])).toEqual([['b', '7']])
  })
})

test.each<[string, EntryInShort, boolean]>([
  ['a right checksum', { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }, false],
  ['a wrong one', { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD' }, true],
  ['none', { address: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed' }, false],
  ['a base58 with one character changed', { ...xrp, address: xrp.address.replace('Hb9', 'Hb8') }, true],
  ['a network that nobody knows', { address: 'whatever', network: 'FOO' }, false],
])('checksums: %s', (_case, entry, isFound) => {
  expect(found('failed-checksum', [whitelist('a', entry)])).toHaveLength(isFound ? 1 : 0)
})

describe('completed withdrawals to addresses on no whitelist', () => {
  const listed = [whitelist('a', { address: one })]
  const unlisted = (...transactions: Transaction[]) => found('unlisted-withdrawal', listed, transactions)

  test.each<[string, Transaction, number]>([
    ['to another address', transaction({ to: other }), 1],
    ['to the listed one', transaction({ to: one }), 0],
    ['to the listed one in other letters', transaction({ to: one.toUpperCase() }), 0],
    ['to the listed one on another network of its family', transaction({ to: one, network: 'ARB' }), 0],
    ['to the listed one, the network missing', transaction({ to: one, network: null }), 0],
    ['to a vault', transaction({ to: other, kind: 'vault' }), 0],
    ['not completed', transaction({ to: other, status: 'failed' }), 0],
    ['no withdrawal', transaction({ to: other, type: 'stake' }), 0],
    ['without an address', transaction({ to: '' }), 0],
    ['of unknown status', transaction({ to: other, status: null }), 0],
  ])('%s', (_case, sent, count) => {
    expect(unlisted(sent)).toHaveLength(count)
  })

  test('an own address is known from whatever transaction tells it, before or after', () => {
    const tells = transaction({ to: one, from: other.toUpperCase() })
    expect(unlisted(transaction({ to: other }), tells)).toEqual([])
    expect(unlisted(tells, transaction({ to: other }))).toEqual([])
    // Who has sent something to us is not trusted for it.
    const deposit = transaction({
      to: 'mine',
      kind: 'vault',
      type: 'deposit',
      from: other,
      fromKind: 'external',
    })
    expect(unlisted(deposit, transaction({ to: other }))).toHaveLength(1)
  })

  test('one that looks like a listed address is the gravest, and says which', () => {
    const [first, second] = unlisted(transaction({ to: other }), transaction({ to: alike, named: 'a' }))
    expect(first).toMatchObject({ severity: 'critical', resembles: { id: 'a', address: one } })
    expect(first?.because).toMatch(/names a whitelist, and that has other addresses/)
    expect(second).toMatchObject({ severity: 'high', resembles: null })
  })

  test('one that looks like an own address too', () => {
    const [finding] = found(
      'unlisted-withdrawal',
      [],
      [transaction({ to: other, from: one, type: 'stake' }), transaction({ to: alike })],
    )
    expect(finding).toMatchObject({ severity: 'critical', resembles: { kind: 'vault', name: 'Vault' } })
  })

  test('each address is one finding, with exact sums by asset and the first few transactions', () => {
    const sent = Array.from({ length: 7 }, (_, at) =>
      transaction({
        id: `t${at}`,
        to: other,
        asset: at < 6 ? 'ETH' : 'USDC',
        amount: at === 5 ? 'much' : '0.1',
      }),
    )
    const [finding, ...more] = unlisted(...sent)
    expect(more).toEqual([])
    expect(finding?.subjects[0].uses).toEqual({
      transactions: 7,
      completed: 7,
      sums: [
        { assetId: 'ETH', networkId: 'ETH', completed: 6, amount: '0.5', unreadable: 1 },
        { assetId: 'USDC', networkId: 'ETH', completed: 1, amount: '0.1', unreadable: 0 },
      ],
      examples: ['t0', 't1', 't2', 't3', 't4'],
    })
  })
})

test('what is not known is no finding, and is counted', () => {
  const { findings, notChecked } = reviewOf(
    [whitelist('a', { address: null }, { address: 'x', asset: 'FOO', network: 'FOO' }, { address: one })],
    [
      transaction({ to: '' }),
      transaction({ to: 'x', network: 'FOO', asset: 'FOO' }),
      transaction({ to: other, type: null }),
      transaction({ to: other, type: null, status: 'failed' }),
      transaction({ to: one }),
    ],
  )
  expect(findings).toEqual([])
  expect(notChecked).toEqual({ withoutAddress: 1, checksum: 2, memo: 1, withdrawals: 1, unclear: 1 })
})

const anyText = fc.oneof(
  fc.constantFrom('', ' ', '__proto__', 'constructor', '\ud800', one, alike, xrp.address, 'r\u200bHb9'),
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
  .map((all) => all.map(([id, entries]) => whitelist(id, ...entries)))
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
    .map(transaction),
)

test('whatever a service sends is reviewed, and in the same way however it is cut into pages', () => {
  fc.assert(
    fc.property(anyWhitelists, anyTransactions, fc.nat(9), (whitelists, transactions, cut) => {
      const whole = reviewOf(whitelists, transactions)
      const review = beginReview()
      review.addWhitelists(whitelists.slice(0, cut))
      review.addWhitelists(whitelists.slice(cut))
      review.addTransactions(transactions.slice(0, cut))
      review.addTransactions(transactions.slice(cut))
      expect(review.result()).toEqual(whole)
      expect(whole.addresses + whole.notChecked.withoutAddress).toBe(
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
      const key = (address: string, networkId: string | null) =>
        JSON.stringify([familyOf(networkId).name, canonicalAddress(address, familyOf(networkId))])
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
      expect(notChecked.withdrawals).toBe(
        withdrawals.filter(({ destination }) => !destination.destination_address?.trim()).length,
      )
    }),
  )
})

test('a megabyte in place of an address, and a crowd of entries of one address, do no harm', () => {
  const long = 'x'.repeat(1_000_000)
  const crowd = Array.from({ length: 5000 }, (_, at) => ({ ...xrp, memo: at % 2 ? String(at) : '' }))
  const sent = Array.from({ length: 2000 }, () => transaction({ ...xrp, to: xrp.address, named: 'crowd' }))
  const { findings, addresses } = reviewOf(
    [whitelist('crowd', ...crowd), whitelist('long', { address: long })],
    [...sent, transaction({ to: `${long}y` })],
  )
  expect(addresses).toBe(5001)
  expect([...countByKind(findings)]).toEqual([
    ['unlisted-withdrawal', 1],
    ['failed-checksum', 1],
    ['missing-memo', 2500],
    ['never-used', 1],
  ])
  const lacking = findings.filter(({ kind }) => kind === 'missing-memo')
  expect(lacking.every(({ beside }) => beside.length === 5)).toBe(true)
})

test('findings stand by kind, then by severity, then by how often the address was used', () => {
  const { findings } = reviewOf(
    [whitelist('a', { address: one }, xrp), whitelist('b', { address: one }, { ...xrp, memo: '1' })],
    [
      transaction({ to: other }),
      transaction({ to: `0x${'8'.repeat(40)}` }),
      transaction({ to: other }),
      transaction({ to: alike }),
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
