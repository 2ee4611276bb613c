import { describe, expect, test } from 'vitest'
import { builtInViews } from '../../list/saved-views.ts'
import { normaliseHolding, normaliseVault, normaliseWhitelist } from '../../sync/service/normalise.ts'
import { navigation } from '../../url/pages.ts'
import {
  checkItems,
  type FinderItem,
  hrefAt,
  pageItems,
  recordItems,
  sectionsOf,
  viewItems,
} from './items.ts'
import { meaningsOf, readInTab } from './meanings.ts'
import { namesIn } from './names.ts'
import { taskItems } from './tasks.ts'

const now = new Date('2026-11-21T12:00:00Z')

const directory = {
  vaults: [
    { vault_id: 'v-1', vault_name: 'Treasury Cold 1', vault_type: 'cold', assets: [] },
    { vault_id: 'v-2', vault_name: '', vault_type: 'warm', assets: [] },
    { vault_name: 'Without an id', vault_type: 'warm', assets: [] },
  ].map(normaliseVault),
  whitelists: [
    { whitelist_id: 'w-1', whitelist_name: 'Treasury out', whitelist_type: 'third_party', assets: [] },
  ].map(normaliseWhitelist),
  holdings: [
    { asset_id: 'ETH', asset_name: 'Ether', network_id: 'ETH', network_name: 'Ethereum' },
    { asset_id: 'USDC_ETH', asset_name: 'USD Coin', network_id: 'ETH', network_name: 'Ethereum' },
  ].map(normaliseHolding),
}
const names = namesIn(directory, [])
const meanings = (typed: string) => meaningsOf(typed, names, readInTab([]), now)
const own = [{ name: 'Treasury, failed', href: '/transactions?status=failed&source_id=v-1' }]
const pages = pageItems.filter(({ label }) => label === 'Vaults')
const signOut: FinderItem = {
  group: 'Actions',
  key: 'out',
  label: 'Sign out',
  note: '',
  also: ['log out'],
  act: { run: () => undefined },
}
const all = [...pages, ...viewItems(builtInViews(now), own), ...recordItems(directory, names.assets), signOut]

const anywhere = { pathname: '/', search: '' }

/** What is shown for a text: the groups, each with where its items lead. */
function shown(
  typed: string,
  at = anywhere,
  leads: 'Transactions' | null = null,
): readonly (readonly [string, readonly string[]])[] {
  return sectionsOf(typed, all, meanings(typed), leads).map(({ group, items }) => [
    group,
    items.map(({ act, label }) => ('href' in act ? hrefAt(act, at) : label)),
  ])
}

describe('the finder', () => {
  test('knows every page of the navigation by its key, and lists within them', () => {
    const known = pageItems.map(({ label, shortcut, act }) => [label, shortcut, 'href' in act && act.href])
    expect(known).toEqual(
      expect.arrayContaining([
        ...navigation.map(({ label, key, path }) => [label, key, path]),
        ['Whitelist review', 'g h', '/review'],
        ['Cold balances', undefined, '/balances/cold'],
        ['Warm balances', undefined, '/balances/warm'],
      ]),
    )
    expect(known).toHaveLength(navigation.length + 2)
  })

  test('offers pages, views and actions before anything is typed', () => {
    expect(shown('')).toEqual([
      ['Pages', ['/vaults']],
      [
        'Views',
        [
          '/transactions?status=failed&source_id=v-1',
          '/transactions?status=pending&status=processing&status=confirming&sort=recorded_on%3Aasc',
          '/transactions?status=pending',
          '/transactions?status=processing',
          '/transactions?status=confirming',
          '/transactions?start_date=2026-11-15&end_date=2026-11-21&status=failed',
        ],
      ],
      ['Actions', ['Sign out']],
    ])
  })

  test('finds vaults, whitelists and views by name, and what the name means among transactions', () => {
    expect(shown('treasury')).toEqual([
      ['Views', ['/transactions?status=failed&source_id=v-1']],
      ['Vaults', ['/vaults/v-1']],
      ['Whitelists', ['/whitelists/w-1']],
      [
        'Transactions',
        [
          '/transactions?source_id=v-1',
          '/transactions?destination_id=v-1',
          '/transactions?source_id=w-1',
          '/transactions?destination_id=w-1',
          '/transactions?transaction_id=treasury',
        ],
      ],
    ])
  })

  test('on the page of transactions a filter joins those that are set, and the page’s own group comes first', () => {
    const at = { pathname: '/transactions', search: '?status=failed&limit=10&offset=50&asset_id=ETH' }
    expect(shown('Treasury Cold 1', at, 'Transactions')).toEqual([
      [
        'Transactions',
        [
          '/transactions?source_id=v-1&asset_id=ETH&status=failed&limit=10',
          '/transactions?asset_id=ETH&destination_id=v-1&status=failed&limit=10',
        ],
      ],
      ['Vaults', ['/vaults/v-1']],
    ])
    // Whoever looks for one transaction means it wherever it is.
    expect(shown('tx-9', at, 'Transactions')[0]?.[1][0]).toBe('/transactions?transaction_id=tx-9&limit=10')
  })

  test('finds a vault without a name by its id, and offers none without an id', () => {
    expect(shown('v-2').find(([group]) => group === 'Vaults')).toEqual(['Vaults', ['/vaults/v-2']])
    expect(shown('without an id')).toEqual([])
  })

  test('leads from an asset to its transactions and its balances, each once', () => {
    expect(shown('usd coin')).toEqual([
      ['Assets', ['/transactions?asset_id=USDC_ETH', '/balances?asset_id=USDC_ETH']],
    ])
  })

  test('finds what people come to do by their own words, with the period that they name', () => {
    const sure = (typed: string) => meanings(typed).filter(({ isGuess }) => !isGuess)
    const tasks = (typed: string) =>
      sectionsOf(typed, [...pageItems, ...taskItems(typed, now)], sure(typed)).flatMap(({ items }) =>
        items.map(({ label, act }) =>
          'href' in act ? [label, decodeURIComponent(act.href), act.opens].join(' ').trim() : label,
        ),
      )
    expect(tasks('audit pack')).toEqual(['Audit pack /packs'])
    expect(tasks('what changed')).toEqual(['Audit pack /packs'])
    expect(tasks('audit pack for Q3')).toEqual(['Audit pack /packs?period=2026-Q3'])
    expect(tasks('export October')).toEqual([
      '2026-10-01 – 2026-10-31 /transactions?start_date=2026-10-01&end_date=2026-10-31 export',
    ])
    expect(tasks('export whitelists')).toEqual(['Export whitelists /whitelists export'])
    expect(tasks('confirm balances')).toEqual(['Confirmation of balances /statements?at=2026-10-31'])
    expect(tasks('confirm balances 2026-09-15')).toEqual([
      'Confirmation of balances /statements?at=2026-09-15',
    ])
    expect(tasks('sample')[0]).toBe('Sample /sample')
    expect(tasks('sample last month')).toEqual(['Sample /sample?start_date=2026-10-01&end_date=2026-10-31'])
    expect(tasks('cut-off')).toEqual(['Cut-off /sample?cutoff=2026-10-31'])
    expect(tasks('statement 2026-09')).toEqual(['Statement /statements?period=2026-09'])
  })

  test('puts the group with the best first', () => {
    expect(shown('eth')[0]).toEqual([
      'Assets',
      [
        '/transactions?asset_id=ETH',
        '/balances?asset_id=ETH',
        '/transactions?asset_id=USDC_ETH',
        '/balances?asset_id=USDC_ETH',
      ],
    ])
    expect(shown('vault')[0]).toEqual(['Pages', ['/vaults']])
    // What it means is before what only has it in its name.
    expect(shown('failed').map(([group, [first]]) => [group, first])).toEqual([
      ['Transactions', '/transactions?status=failed'],
      ['Views', '/transactions?start_date=2026-11-15&end_date=2026-11-21&status=failed'],
    ])
    expect(shown('log out')).toEqual([['Actions', ['Sign out']]])
  })

  test('says how many there are where it does not show all', () => {
    const many = Array.from(
      { length: 9 },
      (_, index): FinderItem => ({
        ...signOut,
        group: 'Vaults',
        key: `vault ${index}`,
        label: `Vault ${index}`,
        act: { href: `/vaults/${index}` },
      }),
    )
    const [section] = sectionsOf('vault', many, [])
    expect(section).toMatchObject({ group: 'Vaults', fitting: 9 })
    expect(section?.items).toHaveLength(6)
  })

  test('offers to check what looks like an address, however it was pasted, and nothing else', () => {
    const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    const checks = (typed: string) =>
      sectionsOf(typed, all, checkItems(typed)).map(({ group, items }) => [
        group,
        items.map(({ act, note }) => ['href' in act && act.href, note]),
      ])
    expect(checks(address)).toEqual([['Addresses', [[`/check?address=${address}`, address]]]])
    expect(checks(` ethereum:${address}@1?memo=7`)).toEqual([
      ['Addresses', [[`/check?address=${address}&memo=7`, address]]],
    ])
    // One account, and two of which one may be meant.
    expect(checks(`${address} ${address.toLowerCase()}`)).toEqual(checks(address))
    const another = '0x52908400098527886E0F7030069857D2E4169EE7'
    expect(checks(`${address} or ${another}`)[0]?.[1]).toHaveLength(2)
    // Before what it filters the list by; a hash is rather that of a transaction.
    const found = (typed: string) =>
      sectionsOf(typed, all, [...meanings(typed), ...checkItems(typed)], 'Transactions')
    expect(found(address).map(({ group }) => group)).toEqual(['Addresses', 'Transactions'])
    expect(found(`0x${'5a'.repeat(32)}`)[0]?.group).toBe('Transactions')
    for (const other of ['zzzz', 'vitalik.eth', 'a'.repeat(100_000)]) expect(checks(other)).toEqual([])
  })
})
