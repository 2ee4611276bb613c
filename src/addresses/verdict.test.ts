import { describe, expect, test } from 'vitest'
import type { Evidence, Verdict } from './evidence.ts'
import { knownAddresses } from './known.ts'
import { sampleWhitelist, transaction } from './testing/records.ts'
import { validitiesOf, validityOf } from './validity.ts'
import { verdictAtSight } from './verdict.ts'

const account = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const alike = '0x5aaeb00000000000000000000000000000000aed'.replace('0aed', 'eaed')
const ripple = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'
const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const stranger = '0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359'

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
    sampleWhitelist('Burn', [
      { network_id: 'TRX', asset_id: 'TRX', address: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' },
    ]),
    sampleWhitelist('Bare', [
      { network_id: 'XRP', asset_id: 'XRP', address: 'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf' },
    ]),
  ],
  [
    transaction(
      { network_id: 'BTC', asset_id: 'BTC' },
      { source_type: 'vault', source_id: 'V1', source_name: 'Cold', source_address: bitcoin },
      {},
    ),
  ],
)

function evidence(
  address: string,
  networkId: string | null,
  assetId: string | null = null,
  memo: string | null = null,
): Evidence {
  const found = known.lookup(address, networkId)
  return {
    address,
    networkId,
    assetId,
    memo,
    ...found,
    elsewhere: networkId === null || found.names.length > 0 ? [] : known.lookup(address, null).names,
    validity: validityOf(address, networkId),
    validities: [
      ...validitiesOf(address),
      ...found.names.map(({ chain, networkId: on }) => ({ chain, validity: validityOf(address, on) })),
    ],
  }
}

describe('the verdict', () => {
  test.each<readonly [string, Evidence, Verdict['tone'], string, RegExp]>([
    ['on a whitelist', evidence(account, 'ETH'), 'good', 'On a whitelist', /whitelist Kraken/],
    ['on a whitelist, without a network', evidence(account, null), 'good', 'On a whitelist', /Kraken/],
    ['our own', evidence(bitcoin.toUpperCase(), 'BTC'), 'good', 'One of your vaults', /your vault Cold/],
    [
      'both ends',
      evidence(alike, 'ETH'),
      'danger',
      'Looks like a trusted address, but is different',
      /like the whitelist Kraken/,
    ],
    [
      'both ends with a failed checksum: the look-alike is said first',
      evidence('0x5aAeb6053F3E94C9b9000000000435E7e000eAed', 'ETH'),
      'danger',
      'Looks like a trusted address, but is different',
      /Kraken/,
    ],
    [
      'cut in the middle: nobody can be paid there, and so nobody forged it',
      evidence('0x5aAeb6053F3E94C9EF1BeAed', 'ETH'),
      'danger',
      'The address is damaged',
      /begins and ends like the whitelist Kraken, but it has 24 digits/,
    ],
    [
      'one character of many, with a failed checksum: the one that was meant is named',
      evidence(account.replace('3F3E', '3F4E'), 'ETH'),
      'danger',
      'Almost a trusted address: one character differs',
      /almost the address of the whitelist Kraken/,
    ],
    [
      'a lost character: a typo, and no attack',
      evidence(bitcoin.slice(0, -1), 'BTC'),
      'danger',
      'Almost a trusted address: one character is missing',
      /your vault Cold/,
    ],
    [
      'other ends, and all else alike',
      evidence(`0xf${account.slice(3, -1).toLowerCase()}e`, 'ETH'),
      'danger',
      'Almost a trusted address: 2 characters differ',
      /Kraken/,
    ],
    ['zero', evidence(`0x${'0'.repeat(40)}`, 'ETH'), 'danger', 'Nobody’s address', /lost for good/],
    [
      'zero, on a whitelist',
      evidence('T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', 'TRX'),
      'danger',
      'Nobody’s address',
      /lost for good/,
    ],
    [
      'a listed one in mixed case, without a network',
      evidence(bitcoin.replace('w508', 'W508'), null),
      'danger',
      'Not an address of Bitcoin',
      /mixes capital and small letters\. Written correctly, it would belong to your vault Cold/,
    ],
    [
      'the same for its network',
      evidence(bitcoin.replace('w508', 'W508'), 'BTC'),
      'danger',
      'Not an address of this network',
      /mixes capital and small letters\. Written correctly/,
    ],
    [
      'mixed case of nobody that is known',
      evidence('bc1qAR0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', null),
      'danger',
      'Not an address of Bitcoin',
      /mixes capital and small letters/,
    ],
    [
      'listed, but for a network of another chain',
      evidence(account, 'TRX'),
      'danger',
      'Listed on ETH, not on TRX',
      /whitelist Kraken on ETH\. On TRX it is not valid: it does not begin with T/,
    ],
    [
      'listed, but for another network than one that nobody knows',
      evidence(account, 'WHO'),
      'warning',
      'Listed on ETH, not on WHO',
      /Only its owner can say/,
    ],
    [
      'ours, but on a network of another chain',
      evidence(bitcoin, 'ETH'),
      'danger',
      'One of your vaults on BTC, not on ETH',
      /your vault Cold on BTC/,
    ],
    [
      'with a memo that the entry has, and none came',
      evidence(ripple, 'XRP', 'SOLO_XRP'),
      'warning',
      'On a whitelist, but needs the memo 0012',
      /Kraken/,
    ],
    [
      'with the memo without its zeros',
      evidence(ripple, 'XRP', 'SOLO_XRP', '12'),
      'danger',
      'On a whitelist, but the memo lost its leading zeros',
      /with the memo 0012, but came with the memo 12/,
    ],
    [
      'with another memo',
      evidence(ripple, 'XRP', 'SOLO_XRP', '13'),
      'danger',
      'On a whitelist, but with a different memo',
      /with the memo 0012, but came with the memo 13/,
    ],
    ['with its memo', evidence(ripple, 'XRP', 'SOLO_XRP', '0012'), 'good', 'On a whitelist', /Kraken/],
    [
      'with a memo, and the entry has none',
      evidence(ripple, 'XRP', 'XRP', '12'),
      'warning',
      'On a whitelist, but without this memo',
      /The entry has no memo, but the address came with the memo 12/,
    ],
    [
      'with a note where no memo is',
      evidence(account, 'ETH', 'ETH', 'rent'),
      'good',
      'On a whitelist',
      /Kraken/,
    ],
    [
      'for another asset',
      evidence(account, 'ETH', 'USDC_ETH'),
      'warning',
      'On a whitelist, but not for USDC_ETH',
      /whitelist Kraken, but only for ETH\./,
    ],
    [
      'a failed checksum of a trusted address',
      evidence(account.replace('aAeb', 'AAeb'), 'ETH'),
      'danger',
      'The address is damaged',
      /capital and small letters do not match/,
    ],
    [
      'a failed checksum without a network',
      evidence('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u', null),
      'danger',
      'The address is damaged',
      /checksum does not match/,
    ],
    [
      'trusted on a network of which nothing is known, without one that was named',
      evidence(oddCapitals, null),
      'good',
      'On a whitelist',
      /whitelist New/,
    ],
    [
      'of another network',
      evidence('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'ETH'),
      'danger',
      'Not an address of this network',
      /does not begin with 0x.*valid address of TRON/,
    ],
    [
      'trusted on another network of the chain',
      evidence(account, 'POL'),
      'warning',
      'Listed on ETH, not on POL',
      /whitelist Kraken on ETH/,
    ],
    [
      'trusted without a memo, for one asset',
      evidence('rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf', 'XRP', 'XRP'),
      'warning',
      'On a whitelist, but its memo is missing',
      /whitelist Bare/,
    ],
    [
      'one end',
      evidence('0x5aaeb60000000000000000000000000000000000', 'ETH'),
      'warning',
      'Not trusted, but one end matches a trusted address',
      /Kraken/,
    ],
  ])('at sight: %s', (_what, of, tone, title, sentence) => {
    const verdict = verdictAtSight(of)
    expect(verdict).toMatchObject({ tone, title })
    expect(verdict?.sentence).toMatch(sentence)
    expect(verdict?.action).toMatch(/\.$/)
  })

  test.each<readonly [string, Evidence]>([
    ['a stranger', evidence(stranger, 'ETH')],
    [
      'an address of Rootstock with the capitals of its chain, without a network',
      evidence('0x27b1FdB04752BBc536007A920D24ACB045561c26', null),
    ],
    ['of an unknown network', evidence('anything', 'NEW')],
    ['of no network', evidence('anything', null)],
  ])('at sight, none: %s', (_what, of) => {
    expect(verdictAtSight(of)).toBeNull()
  })

  test('asks for the memo of the asset that is sent', () => {
    expect(verdictAtSight(evidence(ripple, 'XRP', 'XRP'))?.title).toBe(
      'On a whitelist, but its memo is missing',
    )
    expect(verdictAtSight(evidence(ripple, 'XRP', 'SOLO_XRP'))?.action).toBe('Send with the memo 0012.')
  })
})
