import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normaliseHolding, normaliseVault } from '../../sync/service/normalise.ts'
import { compareHoldings, type FigurePair, type HoldingLists, problemsOf } from './figure-pairs.ts'
import { heldLists, type Lists } from './testing/held-lists.ts'

const agreeing: Lists = {
  all: ['BTC 3', 'ETH 1.5'],
  cold: ['BTC 1', 'ETH 1.5'],
  warm: ['BTC 2'],
  vaults: { 'cold A': ['BTC 1'], 'cold B': ['ETH 1.5'], 'warm C': ['BTC 2.0'] },
}

/** What does not agree: check, asset, component, both figures, difference, verdict. */
function found(lists: Lists): string[] {
  return compareHoldings(heldLists(lists))
    .filter(({ verdict }) => verdict !== 'agrees')
    .map(written)
}

function written({ check, asset_id, component, left, right, difference, verdict }: FigurePair): string {
  const part = component.replace('_balance', '')
  return `${check} ${asset_id} ${part}: ${left.value} (${left.name}) ${verdict} ${right.value} (${right.name}) ${difference}`
}

describe('lists', () => {
  test('that agree, agree in everything that is compared', () => {
    const comparisons = compareHoldings(heldLists(agreeing))
    expect(comparisons.every(({ verdict }) => verdict === 'agrees')).toBe(true)
    // Five components of two assets for cold and warm, for all vaults and for cold ones, of one asset for warm; eight totals.
    expect(comparisons).toHaveLength(5 * (2 + 2 + 2 + 1) + 8)
  })

  test('without anything have nothing to compare', () => {
    expect(compareHoldings(heldLists({}))).toEqual([])
  })

  test.each<readonly [string, Lists, readonly string[]]>([
    [
      'a vault that holds more than the balances know',
      { ...agreeing, vaults: { ...agreeing.vaults, 'warm C': ['BTC 2.00000001'] } },
      [
        'vaults-and-balance BTC total: 2.00000001 (Holdings of warm vaults together) differs 2 (Balance of warm vaults) 0.00000001',
        'vaults-and-balance BTC available: 2.00000001 (Holdings of warm vaults together) differs 2 (Balance of warm vaults) 0.00000001',
        'vaults-and-balance BTC total: 3.00000001 (Holdings of all vaults together) differs 3 (Balance of all vaults) 0.00000001',
        'vaults-and-balance BTC available: 3.00000001 (Holdings of all vaults together) differs 3 (Balance of all vaults) 0.00000001',
      ],
    ],
    [
      'a total that is not its parts, everywhere alike',
      { all: ['BTC 1 2'], cold: ['BTC 1 2'], vaults: { 'cold A': ['BTC 1 2'] } },
      [
        'total-and-parts BTC total: 1 (Sum of the parts: Balance of all vaults) differs 2 (Balance of all vaults) -1',
        'total-and-parts BTC total: 1 (Sum of the parts: Balance of cold vaults) differs 2 (Balance of cold vaults) -1',
        'total-and-parts BTC total: 1 (Sum of the parts: Vault A · A) differs 2 (Vault A · A) -1',
      ],
    ],
    [
      'an asset that no balance knows',
      { ...agreeing, vaults: { ...agreeing.vaults, 'odd D': ['NEW 1'] } },
      [
        'vaults-and-balance NEW total: 1 (Holdings of all vaults together) one-sided null (Balance of all vaults) null',
        'vaults-and-balance NEW available: 1 (Holdings of all vaults together) one-sided null (Balance of all vaults) null',
      ],
    ],
    [
      'a holding of nothing that one side does not list is no finding',
      { ...agreeing, all: ['BTC 3', 'ETH 1.5', 'OLD 0.00'] },
      [],
    ],
    [
      'a figure that is not there',
      { all: ['BTC -'], cold: ['BTC 1'], vaults: { 'cold A': ['BTC 1'] } },
      [
        'cold-and-warm BTC total: 1 (Balances of cold vaults and warm vaults together) unreadable null (Balance of all vaults) null',
        'cold-and-warm BTC available: 1 (Balances of cold vaults and warm vaults together) unreadable null (Balance of all vaults) null',
        'vaults-and-balance BTC total: 1 (Holdings of all vaults together) unreadable null (Balance of all vaults) null',
        'vaults-and-balance BTC available: 1 (Holdings of all vaults together) unreadable null (Balance of all vaults) null',
        'total-and-parts BTC total: null (Sum of the parts: Balance of all vaults) unreadable null (Balance of all vaults) null',
      ],
    ],
    [
      'a figure that is no decimal, alone and in a sum',
      {
        all: ['BTC 2'],
        cold: ['BTC 1e3 2'],
        vaults: { 'cold A': ['BTC 1e3 1'], 'cold B': ['BTC 1'] },
      },
      [
        'cold-and-warm BTC available: null (Balances of cold vaults and warm vaults together) unreadable 2 (Balance of all vaults) null',
        'vaults-and-balance BTC available: null (Holdings of cold vaults together) unreadable null (Balance of cold vaults) null',
        'vaults-and-balance BTC available: null (Holdings of all vaults together) unreadable 2 (Balance of all vaults) null',
        'total-and-parts BTC total: null (Sum of the parts: Balance of cold vaults) unreadable 2 (Balance of cold vaults) null',
        'total-and-parts BTC total: null (Sum of the parts: Vault A · A) unreadable 1 (Vault A · A) null',
      ],
    ],
    [
      'a balance that is listed twice counts twice',
      { all: ['BTC 2'], cold: ['BTC 1', 'BTC 1'], vaults: { 'cold A': ['BTC 1', 'BTC 1'] } },
      [],
    ],
    [
      'negative figures',
      {
        all: ['BTC -1'],
        cold: ['BTC -3'],
        warm: ['BTC 2'],
        vaults: { 'cold A': ['BTC -3'], 'warm B': ['BTC 2'] },
      },
      [],
    ],
  ])('%s', (_, lists, expected) => {
    expect(found(lists)).toEqual(expected)
  })
})

const amount = fc
  .tuple(fc.bigInt({ min: -(10n ** 78n) + 1n, max: 10n ** 78n - 1n }), fc.nat(77))
  .map(([digits, scale]) => {
    const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0')
    const point = text.length - scale
    return `${digits < 0n ? '-' : ''}${text.slice(0, point)}${scale > 0 ? `.${text.slice(point)}` : ''}`
  })

test.each<readonly [string, Lists, string]>([
  ['both list the asset', { all: ['BTC 1'], cold: ['BTC 2'] }, '/balances?asset_id=BTC&network_id=N'],
  ['a balance alone lists it', { warm: ['BTC 2'] }, '/balances/warm?asset_id=BTC&network_id=N'],
  [
    'vaults alone list it',
    { vaults: { 'cold A': ['BTC 1'] } },
    '/vaults?vault_type=cold&asset_id=BTC&network_id=N',
  ],
])('a difference leads to a list that has it where %s', (_, lists, href) => {
  const [first] = compareHoldings(heldLists(lists)).filter(({ verdict }) => verdict !== 'agrees')
  expect(first?.href).toBe(href)
})

test('vaults of one name are told apart', () => {
  const lists = heldLists({ vaults: { 'cold Main 1': ['BTC 1 2'], 'warm Main 2': ['BTC 1 2'] } })
  const differing = compareHoldings(lists).filter(({ check }) => check === 'total-and-parts')
  expect(differing.map(({ right: { short } }) => short)).toEqual(['Main (1)', 'Main (2)'])
  expect(differing.map(({ href }) => href)).toEqual(['/vaults/1', '/vaults/2'])
})

test('sums of up to 78 digits are exact: a difference in the last of them is found, whatever the order', () => {
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 6 }), fc.boolean(), (amounts, isAltered) => {
      const extra = isAltered ? [`BTC 0.${'0'.repeat(77)}1`] : []
      const vaults = { 'cold A': amounts.map((text) => `BTC ${text}`) }
      const lines = [...vaults['cold A']].reverse()
      const wrong = found({ all: [...lines, ...extra], cold: lines, vaults }).filter((line) =>
        line.startsWith('vaults-and-balance BTC available'),
      )
      expect(wrong).toHaveLength(isAltered ? 1 : 0)
      if (isAltered) expect(wrong[0]?.endsWith(` -0.${'0'.repeat(77)}1`)).toBe(true)
    }),
  )
})

function said(lists: Lists) {
  return problemsOf(heldLists(lists)).map(({ problem }) => problem)
}

test('what is not given is no problem, and neither is nothing', () => {
  expect(said({ all: ['BTC -', 'ETH 0.00'], vaults: { 'cold A': ['BTC 1'], 'warm B': [] } })).toEqual([])
})

test.each<readonly [string, Lists, string]>([
  [
    'a negative balance',
    { cold: ['BTC -0.5 1'] },
    'Balance of cold vaults: BTC on N has a negative available balance, -0.5.',
  ],
  [
    'an amount that is no decimal',
    { vaults: { 'cold A': ['BTC 1e3 1'] } },
    'Vault A · A: the available balance of BTC on N is “1e3”. That is not a decimal number, so it cannot be added or compared.',
  ],
  [
    'a holding that stands twice in one list',
    { all: ['BTC 1', 'BTC 1'] },
    'Balance of all vaults lists BTC on N 2 times. Each one counts.',
  ],
  [
    'a vault of a type that nobody knows',
    { vaults: { 'hot A': ['BTC 1'] } },
    'Vault A · A is of type “hot”. It counts among all vaults, but not as cold or warm.',
  ],
])('%s is named', (_, lists, sentence) => {
  expect(said(lists)).toEqual([sentence])
})

test('a vault that is listed twice is named once, and so is one without a type', () => {
  const whole = heldLists({ vaults: { 'cold A': ['BTC 1'] } })
  const [vault] = whole.vaults
  if (!vault) throw new Error('no vault')
  const listing = (vaults: HoldingLists['vaults']) =>
    problemsOf({ ...whole, vaults }).map(({ problem }) => problem)
  expect(listing([vault, vault])).toEqual(['Vault A · A is listed 2 times. Each one counts.'])
  expect(listing([normaliseVault({ vault_id: 'A', assets: [] })])).toEqual([
    'Vault A has no type. It counts among all vaults, but not as cold or warm.',
  ])
})

describe('a service that lists balances vault by vault', () => {
  const { vaults, balances } = heldLists({
    all: ['BTC 3'],
    vaults: { 'cold A': ['BTC 1'], 'cold B': ['BTC 2'] },
  })
  const lists = (all: readonly object[]) => ({
    vaults,
    balances: { ...balances, all: all.map(normaliseHolding) },
  })
  const held = (vault_id: string, total_balance: string) => {
    const row = { asset_id: 'BTC', network_id: 'N', vault_id }
    return {
      ...row,
      balances: { ...balances.all[0]?.balances, total_balance, available_balance: total_balance },
    }
  }

  test('lists nothing twice, and each figure says of which vault it is', () => {
    const each = lists([held('A', '1'), held('B', '2')])
    expect(problemsOf(each)).toEqual([])
    expect(compareHoldings(each).map(({ right }) => right.name)).toContain(
      'Balance of all vaults, in vault A',
    )
    const twice = lists([held('A', '1'), held('A', '1'), held('B', '1')])
    expect(problemsOf(twice).map(({ problem }) => problem)).toEqual([
      'Balance of all vaults, in vault A lists BTC on N 2 times. Each one counts.',
    ])
  })

  test('cannot be compared where rows hold their assets in a form of their own', () => {
    const nested = lists([{ vault_id: 'A', assets: [{ asset_id: 'BTC', network_id: 'N' }] }])
    const compared = compareHoldings(nested).filter(({ right }) => right.name === 'Balance of all vaults')
    expect(new Set(compared.map(({ asset_id, verdict }) => `${asset_id} ${verdict}`))).toEqual(
      new Set(['BTC unreadable']),
    )
    expect(problemsOf(nested).map(({ problem }) => problem)).toEqual([
      'Balance of all vaults has 1 row that names no asset, so the list cannot be compared.',
    ])
  })
})
