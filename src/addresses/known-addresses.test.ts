import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Chain, canonicalAddress } from '../chains/chain.ts'
import { chainOf, plainAddress } from '../chains/index.ts'
import { ownAddressesIn } from '../contract/addresses.ts'
import { cases } from '../testing/cases.ts'
import { AddressBook } from './book.ts'
import { FormerLikenesses, formsOf, type KnownAddresses, knownAddresses } from './known-addresses.ts'
import { type Likeness, likenessOf } from './likeness.ts'
import {
  bounceable,
  muxed,
  notBounceable,
  ofMuxed,
  ofTagged,
  ofUntagged,
  poisonOf,
  sampleWhitelist,
  tagged,
  transaction,
  untagged,
} from './testing/examples.ts'

const account = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const other = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'

function namesOf(known: KnownAddresses, address: string, networkId: string | null) {
  return known.lookup(address, networkId).names.map(({ name, networkId: on }) => `${name} on ${on}`)
}

describe('trusted', () => {
  const known = knownAddresses(
    [
      sampleWhitelist('Kraken', [
        { network_id: 'ETH', asset_id: 'ETH', address: account },
        { network_id: 'ETH', asset_id: 'USDC_ETH', address: account.toLowerCase() },
        { network_id: 'ARB', asset_id: 'ETH_ARB', address: account },
        { network_id: 'XRP', asset_id: 'XRP', address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', memo: '12' },
        { network_id: 'XRP', asset_id: 'XRP', address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', memo: '' },
        { network_id: 'XRP', asset_id: 'XRP', address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', memo: '12' },
        { network_id: 'ETH', asset_id: 'ETH', address: ' ' },
      ]),
      sampleWhitelist('Settlement', [{ network_id: 'ETH', asset_id: null, address: account }]),
      sampleWhitelist('Odd', [{ network_id: null, asset_id: 'NEW', address: 'AbCdEfGhIjKl' }]),
    ],
    ownAddressesIn([
      transaction(
        { network_id: 'ETH', asset_id: 'ETH', transaction_type: 'withdraw' },
        { source_type: 'vault', source_id: 'V1', source_name: 'Cold', source_address: other },
        { destination_type: 'whitelist', destination_address: '0xnot' },
      ),
      transaction(
        { network_id: 'BTC', asset_id: 'BTC', transaction_type: 'deposit' },
        { source_type: 'external', source_address: '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH' },
        {
          destination_type: 'vault',
          destination_id: 'V2',
          destination_name: 'Warm',
          destination_address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
        },
      ),
      transaction(
        { network_id: 'ETH', asset_id: 'ETH' },
        { source_type: 'whitelist', source_address: '0x1111111111111111111111111111111111111111' },
        { destination_type: 'stake pool', destination_address: '0x2222222222222222222222222222222222222222' },
      ),
    ]),
  )

  test('are the addresses of whitelists and of our vaults, whichever way they are written', () => {
    expect(namesOf(known, account.toLowerCase(), 'ETH')).toEqual([
      'Kraken on ETH',
      'Settlement on ETH',
      'Kraken on ARB',
    ])
    expect(namesOf(known, other, 'ETH')).toEqual(['Cold on ETH'])
    expect(namesOf(known, 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'BTC')).toEqual(['Warm on BTC'])
  })

  test('are found on another network of the chain, saying on which', () => {
    expect(namesOf(known, account, 'ARB')[0]).toBe('Kraken on ARB')
    expect(namesOf(known, other, 'POL')).toEqual(['Cold on ETH'])
    expect(namesOf(known, other, 'BTC')).toEqual([])
  })

  test('are found without a network, in every chain', () => {
    expect(namesOf(known, other, null)).toEqual(['Cold on ETH'])
    expect(namesOf(known, 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', null)).toEqual(['Kraken on XRP'])
    expect(namesOf(known, 'AbCdEfGhIjKl', 'ETH')).toEqual(['Odd on null'])
    expect(namesOf(known, 'abcdefghijkl', 'ETH')).toEqual([])
  })

  test.each([
    '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH',
    `0x${'1'.repeat(40)}`,
    `0x${'2'.repeat(40)}`,
    '0xnot',
    ' ',
    '',
  ])('is not what strangers write: %s', (address) => {
    for (const networkId of ['ETH', 'BTC', null]) expect(namesOf(known, address, networkId)).toEqual([])
  })

  test('carry their assets and the memo of each', () => {
    const [kraken] = known.lookup(account, 'ETH').names
    expect(kraken).toMatchObject({
      kind: 'whitelist',
      id: 'Kraken',
      assetIds: ['ETH', 'USDC_ETH'],
      memos: [null, null],
    })
    const [ripple] = known.lookup('rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', 'XRP').names
    expect(ripple).toMatchObject({ assetIds: ['XRP', 'XRP'], memos: ['12', null] })
    expect(known.lookup(other, 'ETH').names[0]).toMatchObject({
      kind: 'vault',
      id: 'V1',
    })
  })

  test('are counted once in their chain', () => {
    expect(known.size).toBe(5)
  })
})

describe('look-alikes', () => {
  const known = knownAddresses(
    [
      sampleWhitelist('Real', [
        { network_id: 'ETH', asset_id: 'ETH', address: account },
        { network_id: 'ARB', asset_id: 'ETH_ARB', address: account },
      ]),
      sampleWhitelist('Twin', [{ network_id: 'ETH', address: '0x5aae000000000000000000000000000000001111' }]),
    ],
    [],
  )
  const alike = (address: string, networkId: string | null) =>
    known
      .lookup(address, networkId)
      .lookAlikes.map(({ known: { name, networkId: on }, likeness }) => [name, on, likeness])

  test('are named once, both ends first, of the network that is asked for', () => {
    const poison = '0x5aaeffffffffffffffffffffffffffffffffeaed'
    expect(alike(poison, 'ETH')).toEqual([
      ['Real', 'ETH', 'both-ends'],
      ['Twin', 'ETH', 'one-end'],
    ])
    expect(alike(poison, 'ARB')[0]).toEqual(['Real', 'ARB', 'both-ends'])
    expect(alike(poison, null)[0]).toEqual(['Real', 'ETH', 'both-ends'])
  })

  test('are none of the same account in other letters, on an unknown network either', () => {
    const elsewhere = knownAddresses([sampleWhitelist('New', [{ network_id: 'NEW', address: account }])], [])
    const shouted = `0x${account.slice(2).toUpperCase()}`
    expect(namesOf(elsewhere, shouted, 'new')).toEqual(['New on NEW'])
    expect(elsewhere.lookup(shouted, 'NEW').lookAlikes).toEqual([])
  })

  test('are found for an address that was listed without a network', () => {
    const unplaced = knownAddresses([sampleWhitelist('New', [{ network_id: null, address: account }])], [])
    const poison = '0x5aaeffffffffffffffffffffffffffffffffeaed'
    expect(unplaced.lookup(poison, 'ETH').lookAlikes).toMatchObject([{ likeness: 'both-ends' }])
    expect(unplaced.lookup(poison.replace('eaed', 'eaee'), 'ETH').lookAlikes).toEqual([])
  })

  test('name what nearly is one, however its ends are, with what was left out, added or changed', () => {
    const typos = (address: string) =>
      known
        .lookup(address, 'ETH')
        .lookAlikes.flatMap((one) => ('typo' in one ? [[one.known.name, one.typo]] : []))
    const both = `0xf${account.slice(3, -1)}e`
    expect(typos(both)).toEqual([['Real', { edits: 2, longer: 0 }]])
    expect(typos(`${account.slice(0, -1)}f`)).toEqual([['Real', { edits: 1, longer: 0 }]])
    expect(typos(account.slice(0, -1))).toEqual([['Real', { edits: 1, longer: -1 }]])
    expect(typos(`${account.slice(0, 20)}0${account.slice(20)}`)).toEqual([['Real', { edits: 1, longer: 1 }]])
    expect(typos(account.slice(1))).toEqual([['Real', { edits: 1, longer: -1 }]])
    // One digit in five, and one more.
    const changed = (every: readonly number[]) =>
      every.reduce(
        (text, at) => `${text.slice(0, at)}${account[at] === '1' ? '2' : '1'}${text.slice(at + 1)}`,
        account,
      )
    const eight = [2, 7, 12, 17, 22, 27, 32, 41]
    expect(typos(changed(eight))).toEqual([['Real', { edits: 8, longer: 0 }]])
    expect(typos(changed([...eight, 36]))).toEqual([])
  })
})

describe('looking up', () => {
  const networkIds = ['ETH', 'ARB', 'BTC', 'TRX', 'NEW', 'new', 'TON', 'XRP', 'XLM', '__proto__', null]
  const anyNetwork = fc.constantFrom(...networkIds)
  const written = [bounceable, notBounceable, tagged, ofTagged, untagged, ofUntagged, muxed, ofMuxed]
  const anyAddress = fc.oneof(
    fc.stringMatching(/^(0x|0X|bc1q|T|)[aA]{3}[abA][0-9ab]{0,3}[aA]{3}[abA]$/),
    fc.constantFrom('__proto__', 'constructor', '\ud800', 'x'.repeat(100), ' 0xaaaabaaaa '),
    fc.constantFrom(...written, ...written.map(poisonOf)),
    fc
      .tuple(fc.constantFrom(...written), fc.array(fc.nat(50), { maxLength: 9 }), fc.boolean())
      .map(([address, places, lost]) =>
        places.reduce((text, at) => text.slice(0, at) + (lost ? '' : 'A') + text.slice(at + 1), address),
      ),
  )
  const anyEntry = fc.record({ network_id: anyNetwork, address: anyAddress })

  type Entry = { readonly network_id: string | null; readonly address: string }
  const keyOf = (address: string, networkId: string | null, chain: Chain) =>
    `${chain.name} ${canonicalAddress(plainAddress(address, networkId), chain)}`

  /** Each listed address compared with the one that is asked about, in all forms of both. */
  function scanned(entries: readonly Entry[], asked: string, networkId: string | null) {
    const compared = entries.flatMap(({ address, network_id }, at) => {
      const chain = chainOf(network_id)
      if (networkId !== null && network_id !== null && chain !== chainOf(networkId)) return []
      const key = keyOf(address, network_id, chain)
      const texts = [asked, plainAddress(asked, network_id === null ? null : networkId)]
      const isSame = texts.some((text) => key === `${chain.name} ${canonicalAddress(text, chain)}`)
      const likenesses = texts.flatMap((text) =>
        formsOf(address, network_id, chain).map((form) => likenessOf(text, form, chain)),
      )
      return { id: `W${at}`, key, isSame, likenesses }
    })
    const same = compared.filter(({ isSame }) => isSame)
    const alike = new Map<string, Likeness>()
    for (const { key, likenesses } of same.length > 0 ? [] : compared)
      for (const wanted of ['typo', 'both-ends', 'one-end'] as const)
        if (likenesses.includes(wanted) && !alike.has(key)) alike.set(key, wanted)
    return { names: new Set(same.map(({ id }) => id)), alike }
  }

  test('finds what a scan of all finds', () => {
    fc.assert(
      fc.property(
        fc.array(anyEntry, { maxLength: 30 }),
        anyAddress,
        anyNetwork,
        (entries, address, networkId) => {
          const known = knownAddresses(
            entries.map((one, at) => sampleWhitelist(`W${at}`, [one])),
            [],
          )
          const { names, lookAlikes } = known.lookup(address, networkId)
          const scan = scanned(entries, address, networkId)
          expect(new Set(names.map(({ id }) => id))).toEqual(scan.names)
          const alike = lookAlikes.map(
            ({ known: one, likeness }) =>
              [keyOf(one.address, one.networkId, chainOf(one.networkId)), likeness] as const,
          )
          expect(new Map(alike)).toEqual(scan.alike)
          expect(alike).toHaveLength(scan.alike.size)
        },
      ),
      { numRuns: cases(1000) },
    )
  })
})

describe('listed with their memo within', () => {
  const known = knownAddresses(
    [
      sampleWhitelist('Exchange', [
        { network_id: 'XRP', asset_id: 'XRP', address: tagged },
        { network_id: 'XRP', asset_id: 'XRP', address: ofTagged, memo: '' },
        { network_id: 'XRP', asset_id: 'XRP', address: untagged },
        { network_id: 'XLM', asset_id: 'XLM', address: muxed },
      ]),
    ],
    [],
  )
  const found = (address: string, networkId: string | null) =>
    known.lookup(address, networkId).names.map((name) => [name.address, ...name.memos])

  test.each(['XRP', null])(
    'are found by their account and by themselves, with that memo (%s)',
    (networkId) => {
      for (const address of [tagged, ofTagged])
        expect(found(address, networkId)).toEqual([
          [tagged, '4294967295'],
          [ofTagged, null],
        ])
      for (const address of [untagged, ofUntagged])
        expect(found(address, networkId)).toEqual([[untagged, null]])
    },
  )

  test('are no look-alikes of themselves, wherever they are listed and asked for', () => {
    for (const [on, asked] of [
      ['ETH', null],
      [null, 'NEW'],
    ] as const) {
      const odd = knownAddresses([sampleWhitelist('Odd', [{ network_id: on, address: tagged }])], [])
      expect(odd.lookup(tagged, asked)).toMatchObject({ names: [{ id: 'Odd' }], lookAlikes: [] })
    }
    const plain = knownAddresses([sampleWhitelist('Odd', [{ network_id: 'ETH', address: ofTagged }])], [])
    expect(plain.lookup(tagged, null)).toMatchObject({ names: [{ id: 'Odd' }], lookAlikes: [] })
  })

  test('are resembled by what is made to look like their account', () => {
    const poison = poisonOf(ofTagged)
    expect(known.lookup(poison, 'XRP').lookAlikes[0]).toMatchObject({
      likeness: 'both-ends',
      known: { address: tagged },
    })
    const book = new AddressBook([sampleWhitelist('X', [{ network_id: 'XRP', address: tagged }])], [], {
      whitelists: true,
      own: true,
    })
    const { trusted } = book.differenceOf(poison, known.lookup(tagged, 'XRP').names[0] ?? expect.fail())
    expect(trusted.map(({ text }) => text).join('')).toBe(ofTagged)
  })
})

describe('sent to before', () => {
  const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  const destinations = [
    { address: account, network_id: 'ETH', sent: 3 },
    { address: bitcoin, network_id: 'BTC', sent: 1 },
    { address: bounceable, network_id: 'TON', sent: 1 },
  ]
  const found = (address: string, networkId: string | null) =>
    new FormerLikenesses(destinations)
      .find(address, networkId)
      .map(({ former, likeness }) => [former.address, likeness])

  test('what looks like an address that was sent to is found on its chain, and not the address itself', () => {
    expect(found(poisonOf(account), 'ETH')).toEqual([[account, 'both-ends']])
    expect(found(poisonOf(account), 'ARB')).toEqual([[account, 'both-ends']])
    expect(found(poisonOf(account), null)).toEqual([[account, 'both-ends']])
    expect(found(poisonOf(account), 'BTC')).toEqual([])
    expect(found(bitcoin.replace('508', '509'), 'BTC')).toEqual([[bitcoin, 'typo']])
    // In any spelling.
    expect([found(account.toLowerCase(), 'ETH'), found(notBounceable, 'TON'), found(account, null)]).toEqual([
      [],
      [],
      [],
    ])
  })

  test('one equal end is chance, among so many', () => {
    expect(found(`${account.slice(0, 8)}${'1'.repeat(34)}`, 'ETH')).toEqual([])
  })
})
