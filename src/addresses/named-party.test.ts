import { describe, expect, test } from 'vitest'
import { ownAddressesIn } from '../contract/addresses.ts'
import { AddressBook } from './book.ts'
import { partyOf } from './party.ts'
import { ofTagged, sampleWhitelist, tagged, transaction } from './testing/examples.ts'

const account = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const other = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const ripple = 'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf'

const lists = [
  sampleWhitelist('Kraken', [
    { network_id: 'ETH', asset_id: 'ETH', address: account },
    { network_id: 'XRP', asset_id: 'XRP', address: ripple, memo: '0007' },
    { network_id: 'XRP', asset_id: 'SOLO', address: ripple, memo: '8' },
    { network_id: 'ATOM', asset_id: 'ATOM', address: 'cosmos1nobody', memo: '' },
  ]),
  sampleWhitelist('Other', [{ network_id: 'ETH', asset_id: 'ETH', address: other }]),
  sampleWhitelist('Tagged', [{ network_id: 'XRP', asset_id: 'XRP', address: tagged }]),
  sampleWhitelist('Vague', [{ network_id: 'ETH', asset_id: 'ETH', address: null }]),
  sampleWhitelist('Empty', []),
]

type To = Partial<Record<'type' | 'id' | 'name' | 'address' | 'network' | 'asset' | 'memo', string | null>>

function partyTo({
  type = 'whitelist',
  id = 'Kraken',
  name = id,
  address = account,
  network = 'ETH',
  asset = 'ETH',
  memo = '',
}: To) {
  return partyOf(
    transaction(
      { network_id: network, asset_id: asset },
      {},
      {
        destination_type: type,
        destination_id: id,
        destination_name: name,
        destination_address: address,
        memo,
      },
    ),
    'destination',
  )
}

const otherAddress = 'This address is not on Kraken today'

const xrp = { address: ripple, network: 'XRP', asset: 'XRP' }

describe('the name of a whitelist on an address', () => {
  const book = new AddressBook(lists, [], { whitelists: true, own: true })
  test.each<readonly [string, To, string | null]>([
    ['that it has', {}, null],
    ['that it has, in small letters', { address: account.toLowerCase() }, null],
    ['of another whitelist', { address: other }, otherAddress],
    ['of nobody', { address: `0x${'1'.repeat(40)}` }, otherAddress],
    [
      'that it has on another network',
      { network: 'ARB' },
      'This whitelist has it on ETH, not on this network',
    ],
    ['that it has, its network not said', { network: null }, null],
    [
      'that it has for another asset',
      { asset: 'USDC_ETH' },
      'This whitelist has it for ETH, not for this asset',
    ],
    ['that it has, the asset in small letters', { asset: 'eth' }, null],
    ['that it has, the asset not said', { asset: null }, null],
    ['without an address', { address: '' }, null],
    ['of a whitelist that leaves its addresses out', { id: 'Vague', address: other }, null],
    ['of a whitelist without entries', { id: 'Empty', address: other }, null],
    ['of a whitelist that is not in the list', { id: 'Gone' }, 'This whitelist is no longer listed'],
    ['without an id, that the name has', { id: '', name: 'Kraken' }, null],
    ['without an id, that the name has not', { id: '', name: 'Kraken', address: other }, otherAddress],
    ['by a name that was changed since', { name: 'Kraken before' }, null],
    ['by the name of another whitelist', { name: 'Other' }, 'This address is not on Other today'],
    ['of no whitelist', { type: 'stake pool', address: other }, null],
    ['with its memo', { ...xrp, memo: '0007' }, null],
    ['without its memo', { ...xrp, memo: '' }, 'The memo is missing: this whitelist has 0007'],
    ['without word of a memo', { ...xrp, memo: null }, null],
    [
      'whose memo lost its zeros',
      { ...xrp, memo: '7' },
      'The memo lost its leading zeros: this whitelist has 0007',
    ],
    [
      'with the memo of another asset',
      { ...xrp, memo: '8' },
      'Not the memo of this whitelist, which has 0007',
    ],
    ['with its memo within', { ...xrp, id: 'Tagged', address: tagged, memo: '' }, null],
    ['with its memo apart from it', { ...xrp, id: 'Tagged', address: ofTagged, memo: '4294967295' }, null],
    [
      'with a memo, where it has none',
      { address: 'cosmos1nobody', network: 'ATOM', asset: 'ATOM', memo: '1' },
      'It has a memo, but this whitelist has none',
    ],
    ['with a note, where no memo is', { memo: 'rent' }, null],
  ])('%s', (_what, to, expected) => {
    expect(book.partyFactsOf(partyTo(to)).mismatch?.sentence ?? null).toBe(expected)
  })

  test('is called gone only if all whitelists were read', () => {
    const mismatchIn = (areAll: boolean) =>
      new AddressBook(lists, [], { whitelists: areAll, own: true }).partyFactsOf(partyTo({ id: 'Gone' }))
        .mismatch
    expect(mismatchIn(true)).toMatchObject({ kind: 'gone' })
    expect(mismatchIn(false)).toBeNull()
  })

  test('holds for where a deposit came from as well', () => {
    const from = (source_address: string) =>
      book.partyFactsOf(
        partyOf(
          transaction(
            { network_id: 'ETH', asset_id: 'ETH' },
            { source_type: 'whitelist', source_id: 'Kraken', source_name: 'Kraken', source_address },
            {},
          ),
          'source',
        ),
      ).mismatch
    expect([from(account), from(other)]).toMatchObject([null, { sentence: otherAddress }])
  })
})

describe('the name of a vault on an address', () => {
  const sent = (transaction_id: string, source_address: string, network_id = 'ETH', source_id = 'V1') => ({
    ...transaction(
      { network_id, asset_id: network_id },
      { source_type: 'vault', source_id, source_name: 'Cold', source_address },
      {},
    ),
    transaction_id,
  })
  const isNew = (
    all: readonly ReturnType<typeof sent>[],
    of: ReturnType<typeof sent>,
    areAll = { whitelists: true, own: true },
  ) =>
    new AddressBook([], ownAddressesIn(all), areAll).partyFactsOf(partyOf(of, 'source')).mismatch?.kind ===
    'new-address'
  const usual = [sent('1', account), sent('2', account.toLowerCase())]

  test('that it never had, where it had another one more than once', () => {
    expect(isNew([...usual, sent('3', other)], sent('3', other))).toBe(true)
    expect(isNew(usual, sent('3', other))).toBe(true)
    expect(isNew([...usual, sent('3', other)], sent('1', account))).toBe(false)
    // One that is not known may be in what was not looked at.
    expect(isNew(usual, sent('3', other), { whitelists: true, own: false })).toBe(false)
  })

  test.each<readonly [string, readonly ReturnType<typeof sent>[], ReturnType<typeof sent>]>([
    ['that another transaction tells too', [...usual, sent('3', other), sent('4', other)], sent('3', other)],
    ['where the other was seen once', [sent('1', account), sent('3', other)], sent('3', other)],
    [
      'where no transaction names the vault',
      [sent('1', account, 'ETH', 'V2'), sent('2', account, 'ETH', 'V2')],
      sent('3', other),
    ],
    ['on another network', usual, sent('3', other, 'ARB')],
    [
      'where each payment may have its own',
      [sent('1', 'a', 'BTC'), sent('2', 'a', 'BTC')],
      sent('3', 'b', 'BTC'),
    ],
    ['on an unknown network', [sent('1', 'a', 'NEW'), sent('2', 'a', 'NEW')], sent('3', 'b', 'NEW')],
  ])('nothing is said of one %s', (_what, all, of) => {
    expect(isNew(all, of)).toBe(false)
  })
})
