import { describe, expect, it, test } from 'vitest'
import { refusal } from '../sync/service/testing/answers.ts'
import { namesakes, standsFor, unknownName } from './ComboboxField.tsx'
import { wrongParameters } from './filter-groups.ts'
import { type PartyField, readParties } from './PartyFields.tsx'
import { readEntry } from './TextEntry.tsx'

it.each([
  ['1250.5', '1250.5', []],
  ['', '', []],
  ['1,000', '1000', ['Reads as 1 thousand. For 1 write 1.0.']],
])('a field of amounts reads %j as %j', (typed, value, remarks) => {
  expect(readEntry('amount', typed)).toEqual({ kind: 'value', value, remarks })
})

it('a field of amounts refuses what is none', () => {
  expect(readEntry('amount', '1.2.3')).toEqual({
    kind: 'unread',
    why: 'Enter an amount, such as 1250.5.',
  })
})

const known = [
  { value: 'ETH_ARB', label: 'ETH_ARB', detail: 'Ether', alias: 'Ether' },
  { value: 'ETH', label: 'ETH', detail: 'Ether', alias: 'Ether' },
  { value: 'vlt_9', label: 'Treasury Cold 1', detail: 'cold vault' },
  { value: 'BTC', label: 'BTC', detail: 'Bitcoin', alias: 'Bitcoin' },
]

describe('what a typed text stands for', () => {
  it.each([
    ['eth', 'ETH'],
    ['treasury cold 1', 'vlt_9'],
    [' FOO_ETH ', 'FOO_ETH'],
    ['Ether', 'Ether'],
    ['bitcoin', 'BTC'],
    ['cold vault', 'cold vault'],
    ['', ''],
  ])('%j stands for %j', (text, expected) => {
    expect(standsFor(known, text)).toBe(expected)
  })

  it('is the text itself where two are called so', () => {
    const twins = ['a', 'b'].map((value) => ({ value, label: 'Twin' }))
    expect(standsFor(twins, 'twin')).toBe('twin')
  })

  it('is all whose ids go on after it, or that share its name, where none is called so', () => {
    const coins = ['USDC_ETH', 'USDC_ARB', 'USDT_ETH'].map((value) => ({
      value,
      label: value,
      alias: 'USD Coin',
    }))
    expect(namesakes(coins, 'usdc')).toEqual(['USDC_ETH', 'USDC_ARB'])
    expect(namesakes(coins, 'USD Coin')).toHaveLength(3)
    expect(namesakes(coins, 'USDC_ETH')).toEqual([])
    expect(namesakes(known, 'ETH')).toEqual([])
    expect(namesakes(known, 'Ether')).toEqual(['ETH_ARB', 'ETH'])
    expect(unknownName('assets', coins, 'USD')).toBe(
      'No asset is called USD. Similar: USDC_ETH, USDC_ARB, USDT_ETH. Press again to use it as typed.',
    )
    expect(unknownName('assets', coins, 'usdc_eth')).toBeNull()
    // Nothing is denied where names could not be read; while they are, it is said.
    expect(unknownName('assets', [], 'USD')).toBeNull()
    expect(unknownName('assets', null, 'USD')).toMatch(/still being read/)
  })

  it('is the one with this id, whatever else is called so', () => {
    const named = [
      { value: 'vlt_1', label: 'vlt_2' },
      { value: 'vlt_2', label: 'Desk' },
    ]
    expect(standsFor(named, 'VLT_2')).toBe('vlt_2')
  })
})

const ends = ['either', 'from', 'to'] as const
const partyFields = [
  ...(['vault_id', 'source_id', 'destination_id'] as const).map((name, place) => ({
    ...{ name, kind: 'text', suggests: 'parties', end: ends[place] ?? 'either' },
  })),
  { name: 'counterparty', kind: 'text', suggests: 'parties', end: 'either' },
  ...(['address', 'source_address', 'destination_address'] as const).map((name, place) => ({
    ...{ name, kind: 'text', end: ends[place] ?? 'either' },
  })),
] as readonly PartyField[]

const parties = [
  { value: 'vlt_9', label: 'Treasury Cold 1', detail: 'cold vault' },
  { value: 'wls_3', label: 'Nordhavn OTC', detail: 'whitelist' },
]
const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

test.each<[rows: readonly (readonly [string, string])[], entered: object]>([
  [[['treasury cold 1', 'from']], { source_id: ['vlt_9'] }],
  [[['vlt_9', 'either']], { vault_id: ['vlt_9'] }],
  [[['Nordhavn OTC', 'to']], { destination_id: ['wls_3'] }],
  [[['Nordhavn OTC', 'either']], { counterparty: ['wls_3'] }],
  [[[`eth:${address}.`, 'either']], { address: [address] }],
  [
    [
      ['vlt_9', 'from'],
      [address, 'to'],
      ['', 'either'],
    ],
    { source_id: ['vlt_9'], destination_address: [address] },
  ],
])('a party or an address, %j, is %j', (rows, entered) => {
  const read = readParties(formOf(rows), partyFields, {}, parties, new Map())
  expect(Object.fromEntries(Object.entries(read.entered).filter(([, values]) => values.length > 0))).toEqual(
    entered,
  )
  expect(read.unread.size).toBe(0)
})

test('what a link says of parties stays as it is, and a name that nobody has is said once', () => {
  const filter = { source_id: ['vlt_gone', 'vlt_9'], address: 'odd spelling' }
  const kept = [
    ['vlt_gone', 'from'],
    ['vlt_9', 'from'],
    ['odd spelling', 'either'],
  ] as const
  const { entered } = readParties(formOf(kept), partyFields, filter, parties, new Map())
  expect(entered).toMatchObject({ source_id: ['vlt_gone', 'vlt_9'], address: ['odd spelling'] })
  const unknown = formOf([['Nobody', 'to']])
  const { unread } = readParties(unknown, partyFields, {}, parties, new Map())
  expect([...unread.values()]).toEqual([expect.stringMatching(/^No vault or whitelist is called Nobody\./)])
  expect(readParties(unknown, partyFields, {}, parties, unread).entered).toMatchObject({
    destination_id: ['Nobody'],
  })
})

function formOf(rows: readonly (readonly [text: string, end: string])[]): FormData {
  const form = new FormData()
  for (const [text, end] of rows) {
    form.append('party', text)
    form.append('end', end)
  }
  return form
}

test.each([
  ['TXN-01', '', ['status', 'asset_id'], ['status']],
  ['TXN-03', '', ['start_date', 'end_date', 'status'], ['start_date', 'end_date']],
  ['TXN-03', '', ['start_date'], ['start_date']],
  ['ERR-00', 'asset_id is given twice', ['asset_id', 'status'], ['asset_id']],
  ['ERR-00', 'Something is wrong', ['asset_id', 'status'], []],
  ['ERR-01', 'status', ['status'], []],
])('%s (%s) with %j in use marks %j', (code, details, inUse, marked) => {
  expect([...wrongParameters(refusal(code, { details }), [], inUse)]).toEqual(
    marked.map((name) => [name, 'refused']),
  )
})

test('what the link spells wrongly is marked without any error', () => {
  const invalid = [{ name: 'limit', value: 'x', reason: 'not-a-number' as const }]
  expect([...wrongParameters(null, invalid, [])]).toEqual([['limit', 'problem in the link']])
})
