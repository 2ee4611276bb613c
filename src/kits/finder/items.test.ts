import { describe, expect, test } from 'vitest'
import { builtInViews } from '../../list/saved-views.ts'
import { navigation } from '../../url/pages.ts'
import { checkItems, type FinderItem, hrefAt, pageItems, sectionsOf, viewItems } from './items.ts'

const now = new Date('2026-11-21T12:00:00Z')

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
const all = [...pages, ...viewItems(builtInViews(now), own), signOut]

const found: readonly FinderItem[] = [
  {
    group: 'Transactions',
    key: 'open tx-9',
    label: 'tx-9',
    note: '',
    act: { href: '/transactions/tx-9', patch: { params: { tx: 'tx-9' } } },
  },
  {
    group: 'Vaults',
    key: 'vault v-1',
    label: 'Treasury Cold 1',
    note: 'cold vault',
    act: { href: '/vaults/v-1' },
  },
]

const anywhere = { pathname: '/', search: '' }

/** What is shown for a text: the groups, each with where its items lead. */
function shown(
  typed: string,
  at = anywhere,
  leads: 'Transactions' | null = null,
): readonly (readonly [string, readonly string[]])[] {
  return sectionsOf(typed, all, typed === '' ? [] : found, leads).map(({ group, items }) => [
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
          '/transactions?status=failed&start_date=2026-11-15&end_date=2026-11-21',
        ],
      ],
      ['Actions', ['Sign out']],
    ])
  })

  test('puts what the gateway found after what is called so, and before what only has it in its name', () => {
    expect(shown('treasury')).toEqual([
      ['Transactions', ['/transactions/tx-9']],
      ['Vaults', ['/vaults/v-1']],
      ['Views', ['/transactions?status=failed&source_id=v-1']],
    ])
    expect(shown('vaults')[0]).toEqual(['Pages', ['/vaults']])
  })

  test('on the page of transactions a record opens beside the list, and the page’s own group comes first', () => {
    const at = { pathname: '/transactions', search: '?status=failed&limit=10&offset=50' }
    expect(shown('vaults', at, 'Transactions')[0]).toEqual([
      'Transactions',
      ['/transactions?status=failed&limit=10&offset=50&tx=tx-9'],
    ])
  })

  test('finds what people come to do by their own words', () => {
    const found = (typed: string) =>
      sectionsOf(typed, pageItems, []).flatMap(({ items }) => items.map(({ label }) => label))
    expect(found('make an audit pack')).toEqual(['Audit packs'])
    expect(found('what changed')).toEqual(['Changes'])
    expect(found('confirm balances')).toEqual(['Statements'])
    // These are asked of the records.
    expect(found('fees by asset last month')).toEqual([])
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
    // Before what was found of it; a hash is rather that of a transaction.
    const groups = (typed: string) =>
      sectionsOf(typed, all, [...found, ...checkItems(typed)], 'Transactions').map(({ group }) => group)
    expect(groups(address)[0]).toBe('Addresses')
    expect(groups(`0x${'5a'.repeat(32)}`)[0]).toBe('Transactions')
    for (const other of ['zzzz', 'vitalik.eth', 'a'.repeat(100_000)]) expect(checks(other)).toEqual([])
  })
})
