import { describe, expect, test } from 'vitest'
import { ownAddressesIn } from '../contract/addresses.ts'
import {
  FormerLikenesses,
  type FormerLookAlike,
  type KnownAddress,
  knownAddresses,
  type LookAlike,
} from './known-addresses.ts'
import { muxed, poisonOf, sampleWhitelist, transaction } from './testing/examples.ts'
import { validityOf } from './validity.ts'
import {
  type Evidence,
  type EvidenceRead,
  evidenceOf,
  type Usage,
  type Verdict,
  verdictAtSight,
  verdictOf,
} from './verdict.ts'

const account = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const alike = '0x5aaeb0000000000000000000000000000000eaed'
const ripple = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'
const bare = 'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf'
const shared = 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY'
const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const mixed = bitcoin.replace('w508', 'W508')
const tether = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const burnt = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'
/** No network's checksum: nothing is claimed of it where nothing is known. */
const oddCapitals = '0x1aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

const known = knownAddresses(
  [
    sampleWhitelist('New', [{ network_id: 'NEW', asset_id: 'NEW', address: oddCapitals }]),
    sampleWhitelist('Kraken', [
      { network_id: 'ETH', asset_id: 'ETH', address: account },
      { network_id: 'XRP', asset_id: 'XRP', address: ripple, memo: '' },
      { network_id: 'XRP', asset_id: 'SOLO_XRP', address: ripple, memo: '0012' },
    ]),
    sampleWhitelist('Settlement', [{ network_id: 'XRP', asset_id: 'XRP', address: shared, memo: '101' }]),
    sampleWhitelist('Treasury', [{ network_id: 'XRP', asset_id: 'XRP', address: shared, memo: '652' }]),
    sampleWhitelist('Forgotten', [{ network_id: 'XRP', asset_id: 'XRP', address: shared, memo: '' }]),
    sampleWhitelist('Burn', [{ network_id: 'TRX', asset_id: 'TRX', address: burnt }]),
    sampleWhitelist('Bare', [{ network_id: 'XRP', asset_id: 'XRP', address: bare }]),
  ],
  ownAddressesIn([
    transaction(
      { network_id: 'BTC', asset_id: 'BTC' },
      { source_type: 'vault', source_id: 'V1', source_name: 'Cold', source_address: bitcoin },
      {},
    ),
  ]),
)

type Asked = readonly [
  address: string,
  networkId: string | null,
  assetId?: string | null,
  memo?: string | null,
]

const evidence = (...[address, networkId, assetId = null, memo = null]: Asked) =>
  evidenceOf({ address, networkId, assetId, memo }, known)

describe('at sight', () => {
  const twin = 'Looks like a trusted address, but is different'
  const damaged = 'The address is damaged'
  const mistyped = 'Probably mistyped: '
  test.each<readonly [title: string, tone: Verdict['tone'], sentence: string | RegExp, Asked]>([
    ['On a whitelist', 'good', 'whitelist Kraken', [account, 'ETH']],
    ['On a whitelist', 'good', 'Kraken', [account, null]],
    ['On a whitelist', 'good', 'Kraken', [ripple, 'XRP', 'SOLO_XRP', '0012']],
    // A note where no memo is.
    ['On a whitelist', 'good', 'Kraken', [account, 'ETH', 'ETH', 'rent']],
    ['On a whitelist', 'good', 'whitelist New', [oddCapitals, null]],
    ['One of your vaults', 'good', 'your vault Cold', [bitcoin.toUpperCase(), 'BTC']],
    [twin, 'danger', 'like the whitelist Kraken', [alike, 'ETH']],
    [twin, 'danger', 'Kraken', ['0x5aAeb6053F3E94C9b9000000000435E7e000eAed', 'ETH']],
    [
      damaged,
      'danger',
      'like the whitelist Kraken, but it has 24 digits',
      ['0x5aAeb6053F3E94C9EF1BeAed', 'ETH'],
    ],
    [`${mistyped}one character differs`, 'danger', 'Kraken', [account.replace('3F3E', '3F4E'), 'ETH']],
    [`${mistyped}one character is missing`, 'danger', 'your vault Cold', [bitcoin.slice(0, -1), 'BTC']],
    ['Burn address', 'danger', 'sent there as lost', [burnt, 'TRX']],
    [
      'Written for another network',
      ...(['warning', 'On DOT the same key is 15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5.'] as const),
      ['5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', 'DOT'],
    ],
    [
      'The address is damaged',
      ...(['danger', 'its checksum does not match'] as const),
      ['qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6q', 'BCH'],
    ],
    ['The address is damaged', 'danger', 'its checksum does not match', ['0.0.9124532-xrxlv', 'HBAR']],
    ['Not an address of Bitcoin', 'danger', /mixes .* it would belong to your vault Cold/, [mixed, null]],
    ['Not an address of this network', 'danger', /mixes .* Written correctly/, [mixed, 'BTC']],
    ['Not an address of Bitcoin', 'danger', 'mixes', ['bc1qAR0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', null]],
    ['Listed on ETH, not on TRX', 'danger', 'it does not begin with T', [account, 'TRX']],
    ['Listed on ETH, not on WHO', 'warning', 'Only its owner can say', [account, 'WHO']],
    ['Listed on ETH, not on POL', 'warning', 'whitelist Kraken on ETH', [account, 'POL']],
    ['One of your vaults on BTC, not on ETH', 'danger', 'your vault Cold on BTC', [bitcoin, 'ETH']],
    ['On a whitelist, but needs the memo 0012', 'warning', 'Kraken', [ripple, 'XRP', 'SOLO_XRP']],
    [
      'On a whitelist, but the memo lost its leading zeros',
      ...(['danger', 'the memo 0012, but came with the memo 12', [ripple, 'XRP', 'SOLO_XRP', '12']] as const),
    ],
    ['On a whitelist, but with a different memo', 'danger', 'memo 13', [ripple, 'XRP', 'SOLO_XRP', '13']],
    [
      'On a whitelist, but without this memo',
      'warning',
      'came with the memo 12',
      [ripple, 'XRP', 'XRP', '12'],
    ],
    ['On a whitelist, but its memo is missing', 'warning', 'Kraken', [ripple, 'XRP', 'XRP']],
    ['On a whitelist, but its memo is missing', 'warning', 'whitelist Bare', [bare, 'XRP', 'XRP']],
    ['On a whitelist, but not for USDC_ETH', 'warning', 'only for ETH.', [account, 'ETH', 'USDC_ETH']],
    [damaged, 'danger', 'upper or lower case is wrong', [account.replace('aAeb', 'AAeb'), 'ETH']],
    [damaged, 'danger', 'checksum does not match', [`${tether.slice(0, -1)}u`, null]],
    ['Not an address of this network', 'danger', /with 0x.*valid address of TRON/, [tether, 'ETH']],
    [
      'Not trusted, but one end matches a trusted address',
      ...(['warning', 'Kraken', ['0x5aaeb60000000000000000000000000000000000', 'ETH']] as const),
    ],
  ])('%s (%s): %s', (title, tone, sentence, asked) => {
    const verdict = verdictAtSight(evidence(...asked))
    expect(verdict).toMatchObject({ tone, title })
    expect(verdict?.sentence).toMatch(sentence)
    expect(verdict?.action).toMatch(/\.$/)
  })

  test('the memo is part of what is trusted of an address that several share', () => {
    const bare = verdictAtSight(evidence(shared, 'XRP'))
    expect(bare).toMatchObject({ tone: 'warning', title: 'On a whitelist, but needs a memo' })
    expect(bare?.action).toBe(
      'Send only with the memo of the one you mean: 101 (the whitelist Settlement) or 652 (the whitelist Treasury).',
    )
    expect(bare?.memos).toEqual(['101', '652'])
    expect(verdictAtSight(evidence(shared, 'XRP', null, '101'))).toMatchObject({
      ...{ tone: 'good', sentence: 'With the memo 101 it belongs to the whitelist Settlement.' },
      memos: ['101'],
    })
  })

  test.each<readonly [Asked, string | undefined]>([
    [[alike, 'ETH'], account],
    [[account.replace('3F3E', '3F4E'), 'ETH'], account],
    [[mixed, 'BTC'], bitcoin],
    // The memo is wrong, not the address.
    [[ripple, 'XRP', 'SOLO_XRP', '13'], ripple],
    [[burnt, 'TRX'], undefined],
    [[account, 'TRX'], undefined],
  ])('in place of %j, %s may be copied', (asked, address) => {
    const verdict = verdictAtSight(evidence(...asked))
    expect(verdict?.tone).toBe('danger')
    expect(verdict?.intended?.address).toBe(address)
  })

  test.each<readonly [string, string | null]>([
    ['0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359', 'ETH'],
    // Of Rootstock, with the capitals of its chain.
    ['0x27b1FdB04752BBc536007A920D24ACB045561c26', null],
    ['anything', 'NEW'],
    ['anything', null],
  ])('there is none of %s on %s', (address, networkId) => {
    expect(verdictAtSight(evidence(address, networkId))).toBeNull()
  })

  test.each([
    ['ETH', `0x${'0'.repeat(40)}`],
    ['ETH', ` 0X${'0'.repeat(40)} `],
    ['POL', '0x000000000000000000000000000000000000dEaD'],
    ['APT', `0x${'0'.repeat(64)}`],
    ['TON', `0:${'0'.repeat(64)}`],
    ['BTC', '1111111111111111111114oLvT2'],
    ['BTC', '1BitcoinEaterAddressDontSendf59kuE'],
    ['SOL', '11111111111111111111111111111111'],
    ['SOL', '1nc1nerator11111111111111111111111111111111'],
    ['XRP', 'rrrrrrrrrrrrrrrrrrrrrhoLvTp'],
    ['XRP', 'rrrrrrrrrrrrrrrrrrrrBZbvji'],
    ['XRP', 'rrrrrrrrrrrrrrrrrNAMEtxvNvQ'],
    ['XRP', 'rrrrrrrrrrrrrrrrrrrn5RM1rHd'],
    ['XLM', 'GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF'],
    ['TRX', burnt],
    ['ALGO', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY5HFKQ'],
    ['DOT', '111111111111111111111111111111111HC1'],
    ['ATOM', 'cosmos1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqnrql8a'],
    ['TON', 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c'],
    ['TON', 'UQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAJKZ'],
    ['XTZ', 'tz1burnburnburnburnburnburnburjAYjjX'],
    ['TRX', '410000000000000000000000000000000000000000'],
  ])('on %s, %s is a burn address', (network, address) => {
    expect(verdictAtSight(evidence(address, network))?.title).toBe('Burn address')
    // A typo in this table would find nothing.
    expect(validityOf(address.replace('0X', '0x'), network).kind).not.toBe('failed')
  })
})

const listed: KnownAddress = {
  ...{ address: 'Listed', networkId: 'DOT', id: 'w-1', name: 'Kraken' },
  ...{ kind: 'whitelist', assetIds: ['DOT'], memos: [null] },
}
const vault: KnownAddress = { ...listed, kind: 'vault', id: 'v-1', name: 'Cold' }
const twin: LookAlike = { known: listed, likeness: 'both-ends' }
const oneEnd: LookAlike = { known: listed, likeness: 'one-end' }
const stranger: Evidence = {
  ...{ address: 'Stranger', networkId: 'DOT', assetId: null, memo: null },
  ...{
    names: [],
    elsewhere: [],
    lookAlikes: [],
    formerLookAlikes: [],
    validity: { kind: 'unchecked' },
    validities: [],
  },
}
const unused: Usage = {
  sent: 0,
  received: 0,
  notCompleted: { sent: 0, received: 0 },
  unknown: 0,
  atLeast: false,
}
const allRead: EvidenceRead = { whitelists: 'read', vaults: 'read', transactions: unused, former: 'read' }
const titleOf = (of: Partial<Evidence>, readings: Partial<EvidenceRead>) =>
  verdictOf({ ...stranger, ...of }, { ...allRead, ...readings })?.title ?? null

const paidTwin: FormerLookAlike = {
  former: { address: account, network_id: 'ETH', sent: 2 },
  likeness: 'both-ends',
}

describe('on what could be read', () => {
  const waiting = { whitelists: 'waiting' } as const
  const failed = { whitelists: 'failed' } as const
  const untold = { transactions: 'failed' } as const
  const damaged = { validity: { kind: 'failed', checksum: true, reason: 'it is wrong' } } as const
  test.each<readonly [string, Partial<Evidence>, Partial<EvidenceRead>, string | null]>([
    ['all read, nowhere found', {}, {}, 'Never seen'],
    ['whitelists on their way', {}, waiting, null],
    ['transactions on their way', {}, { transactions: 'waiting' }, null],
    [
      'on a whitelist, transactions on their way',
      { names: [listed] },
      { transactions: 'waiting' },
      'On a whitelist',
    ],
    ['damaged, whatever failed', damaged, { ...failed, ...untold }, 'The address is damaged'],
    [
      'on one of another chain before',
      { elsewhere: [{ ...listed, networkId: 'ETH' }] },
      failed,
      'Cannot say',
    ],
    ['whitelists failed', {}, failed, 'Cannot say'],
    ['whitelists failed, one end alike', { lookAlikes: [oneEnd] }, failed, 'Cannot say'],
    ['whitelists failed, an own vault', { names: [vault] }, failed, 'One of your vaults'],
    ['whitelists failed, on one before', { names: [listed] }, failed, 'Cannot say'],
    ['on one before and an own vault', { names: [listed, vault] }, failed, 'One of your vaults'],
    ['an own vault elsewhere', { names: [{ ...vault, networkId: 'KSM' }] }, failed, 'Cannot say'],
    ['a look-alike', { lookAlikes: [twin] }, failed, 'Looks like a trusted address, but is different'],
    [
      'a look-alike, transactions on their way',
      { lookAlikes: [twin] },
      { transactions: 'waiting' },
      'Looks like a trusted address, but is different',
    ],
    ['one end alike, transactions on their way', { lookAlikes: [oneEnd] }, { transactions: 'waiting' }, null],
    ['transactions failed', {}, untold, 'Cannot say'],
    ['transactions failed, on a whitelist', { names: [listed] }, untold, 'On a whitelist'],
    ['both failed', {}, { ...failed, ...untold }, 'Cannot say'],
    ['transactions failed, one end alike', { lookAlikes: [oneEnd] }, untold, 'Cannot say'],
    ['trusted elsewhere', { names: [{ ...listed, networkId: 'KSM' }] }, untold, 'Listed on KSM, not on DOT'],
    [
      'like a former destination',
      { formerLookAlikes: [paidTwin] },
      {},
      'Looks like an address that you sent to before, but is different',
    ],
    [
      'nearly a former destination',
      { formerLookAlikes: [{ ...paidTwin, likeness: 'typo', typo: { edits: 1, longer: 0 } }] },
      {},
      'Nearly an address that you sent to before',
    ],
    ['vaults failed', {}, { vaults: 'failed' }, 'Cannot say'],
    ['vaults on their way', {}, { vaults: 'waiting' }, null],
    ['vaults failed, one end alike', { lookAlikes: [oneEnd] }, { vaults: 'failed' }, 'Cannot say'],
    ['former destinations failed', {}, { former: 'failed' }, 'Cannot say'],
    ['former destinations on their way', {}, { former: 'waiting' }, null],
    [
      'former destinations on their way, on a whitelist',
      { names: [listed] },
      { former: 'waiting' },
      'On a whitelist',
    ],
    ['vaults failed, on a whitelist', { names: [listed] }, { vaults: 'failed' }, 'On a whitelist'],
    ['for any asset of an own vault', { names: [vault], assetId: 'RLUSD' }, {}, 'One of your vaults'],
  ])('%s', (_what, of, readings, expected) => {
    expect(titleOf(of, readings)).toBe(expected)
  })

  test('it is never said that an address is not trusted where that was not read', () => {
    for (const whitelists of ['waiting', 'read', 'failed'] as const)
      for (const vaults of ['waiting', 'read', 'failed'] as const)
        for (const former of ['waiting', 'read', 'failed'] as const)
          for (const transactions of ['waiting', unused, 'failed'] as const)
            if ([whitelists, vaults, former].some((one) => one !== 'read') || transactions !== unused)
              expect(titleOf({}, { whitelists, vaults, transactions, former }) ?? 'Cannot say').toBe(
                'Cannot say',
              )
  })

  const started = { sent: 1, received: 0 }
  test.each<readonly [string, Verdict['tone'], Partial<Usage>, RegExp]>([
    [
      'Not trusted, although you sent to it before',
      'warning',
      { sent: 1, received: 2 },
      /One transaction went/,
    ],
    [
      'Not trusted, although you sent to it before',
      ...(['warning', { sent: 100, atLeast: true }, /At least 100 transactions went/] as const),
    ],
    [
      'Not trusted, although you received from it',
      'warning',
      { received: 2 },
      /2 .* came.*The service lists no payment to it/,
    ],
    [
      'Not trusted, although you received from it',
      'warning',
      { received: 2, notCompleted: started },
      /none was completed/,
    ],
    ['Not trusted, and nothing was completed', 'warning', { notCompleted: started }, /One .* involves it/],
    [
      'Not trusted, and nothing is known to be completed',
      'warning',
      { notCompleted: started, unknown: 1 },
      /One .* involves it, but none is known to be completed/,
    ],
    ['Never seen', 'warning', {}, /not on any whitelist.*The service lists no transaction with it\.$/],
    ['Not seen', 'warning', { atLeast: true }, /there may be more\.$/],
  ])('%s (%s): used %j', (title, tone, used, sentence) => {
    const verdict = verdictOf(stranger, { ...allRead, transactions: { ...unused, ...used } })
    expect(verdict).toMatchObject({ tone, title })
    expect(verdict?.sentence).toMatch(sentence)
  })

  test.each([
    [{ networkId: 'XRP' }, 'its network'],
    [evidence('rDsbeomae4FXwgQTJp9Rs64Qg9vDiTCdBv', null), 'its network'],
    [{ networkId: 'ETH' }, undefined],
    // Without a network, it may be of one that asks for memos and of others that do not.
    [evidence('0x2f408201024623688dc1d5dcbbc4a27f6f178b4f', null), 'Injective, Kava and Sei'],
    // It has its memo in it.
    [evidence(muxed, null), undefined],
  ])('a memo is mentioned where receivers usually ask for one (%#)', (of, where) => {
    const verdict = verdictOf({ ...stranger, ...of }, allRead)
    expect(/Receivers on (.*) usually ask for a memo/.exec(verdict?.sentence ?? '')?.[1]).toBe(where)
  })
})

test('what was sent to before makes nothing trusted, and warns of what looks like it unless that is trusted', () => {
  const paid = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  const former = new FormerLikenesses([{ address: paid, network_id: 'ETH', sent: 2 }])
  const payee = { networkId: 'ETH', assetId: null, memo: null }
  const of = (address: string, names = knownAddresses([], [])) =>
    evidenceOf({ ...payee, address }, names, former)
  expect(of(paid)).toMatchObject({ names: [], formerLookAlikes: [] })
  const forged = poisonOf(paid).toLowerCase()
  expect(verdictOf(of(forged), allRead)).toMatchObject({ tone: 'danger' })
  expect(verdictOf(of(forged), allRead)?.sentence).toContain('2 completed transactions went')
  const trusting = knownAddresses([sampleWhitelist('Kraken', [{ network_id: 'ETH', address: forged }])], [])
  expect(of(forged, trusting).formerLookAlikes).toEqual([])
  // Of one that is both, it is said once.
  const both = knownAddresses([sampleWhitelist('Kraken', [{ network_id: 'ETH', address: paid }])], [])
  expect(of(forged, both)).toMatchObject({ lookAlikes: [{ likeness: 'both-ends' }], formerLookAlikes: [] })
})
