import { describe, expect, it } from 'vitest'
import { filterInWords } from './filter-in-words.ts'
import type { SearchNames } from './names.ts'
import { comparisons, endWords, fillers, groupWords, periodWords, statusWords, typeWords } from './words.ts'

/** A Saturday. */
const now = new Date('2026-11-28T12:00:00Z')

const names: SearchNames = {
  parties: [
    { kind: 'vault', id: 'vlt_1', name: 'Treasury Cold – 1', type: 'cold' },
    { kind: 'vault', id: 'vlt_2', name: 'Zürich Desk', type: 'warm' },
    { kind: 'whitelist', id: 'wls_1', name: 'Kraken settlement', type: 'third_party' },
    { kind: 'whitelist', id: 'wls_2', name: 'Kraken treasury', type: 'third_party' },
    { kind: 'party', id: 'vld_1', name: 'Anchor One', type: 'validator' },
  ],
  assets: [
    { id: 'BTC', name: 'Bitcoin' },
    { id: 'ETH', name: 'Ether' },
    { id: 'USDC_ETH', name: 'USD Coin' },
    { id: 'USDC_SOL', name: 'USD Coin' },
    { id: 'SOL', name: 'Solana' },
    { id: 'A', name: 'Vaulta' },
    { id: 'OPEN', name: 'OpenLedger' },
    { id: 'ONE', name: 'Harmony' },
  ],
  networks: [
    { id: 'BTC', name: 'Bitcoin' },
    { id: 'ETH', name: 'Ethereum' },
    { id: 'SOL', name: 'Solana' },
  ],
}

const read = (text: string) => filterInWords(text, names, now)
/** "status=failed status=rejected" */
const said = (text: string) =>
  Object.entries(read(text).filter ?? {})
    .flatMap(([name, values]) => (values ?? []).map((value) => `${name}=${value}`))
    .join(' ')

describe('each word of the table', () => {
  it.each(Object.entries(statusWords).flatMap(([value, all]) => all.map((word) => [word, value])))(
    '%s is the status %s',
    (word, value) => {
      expect(said(word)).toBe(`status=${value}`)
    },
  )

  it.each(Object.entries(typeWords).flatMap(([value, all]) => all.map((word) => [word, value])))(
    '%s is the type %s',
    (word, value) => {
      expect(said(`BTC ${word.toUpperCase()}`)).toBe(`asset_id=BTC transaction_type=${value}`)
    },
  )

  it.each(groupWords.flatMap(({ words, status }) => words.map((word) => [word, status] as const)))(
    '%s is %s',
    (word, status) => {
      expect(said(word)).toBe(status.map((one) => `status=${one}`).join(' '))
    },
  )

  it.each(Object.entries(comparisons).flatMap(([name, all]) => all.map((word) => [word, name])))(
    '%s compares by %s',
    (word, name) => {
      expect(said(`${word} 1.5`)).toBe(name === 'exactly' ? 'amount_from=1.5 amount_to=1.5' : `${name}=1.5`)
    },
  )

  it.each([
    ['within', 'start_date=2026-11-05 end_date=2026-11-05'],
    ['since', 'start_date=2026-11-05'],
    ['after', 'start_date=2026-11-06'],
    ['until', 'end_date=2026-11-05'],
    ['before', 'end_date=2026-11-04'],
  ] as const)('words for %s a day', (kind, expected) => {
    for (const word of periodWords[kind]) expect(said(`${word} 5 November`)).toBe(expected)
  })

  it.each(Object.entries(endWords).flatMap(([name, all]) => all.map((word) => [word, name])))(
    '%s before a party is %s',
    (word, name) => {
      expect(said(`${word} kraken Settlement`)).toBe(`${name}=wls_1`)
    },
  )

  it.each(fillers)('%s narrows nothing', (word) => {
    expect(said(`${word} failed`)).toBe('status=failed')
    expect(read(word)).toEqual({ filter: null, unknown: [], remarks: [] })
  })
})

it.each([
  [
    'failed BTC withdrawals last week',
    'status=failed asset_id=BTC transaction_type=withdraw start_date=2026-11-16 end_date=2026-11-22',
  ],
  [
    '0.5 BTC 13 Nov 2026',
    'amount_from=0.5 amount_to=0.5 asset_id=BTC start_date=2026-11-13 end_date=2026-11-13',
  ],
  ['withdrawals 0.5 BTC', 'transaction_type=withdraw amount_from=0.5 amount_to=0.5 asset_id=BTC'],
  ['−0.5', 'amount_from=0.5 amount_to=0.5'],
  ['１００ BTC', 'amount_from=100 amount_to=100 asset_id=BTC'],
  ["1'000", 'amount_from=1000 amount_to=1000'],
  ['1 000 btc', 'amount_from=1000 amount_to=1000 asset_id=BTC'],
  ['>100', 'amount_over=100'],
  ['deposits over 100,000.5', 'transaction_type=deposit amount_over=100000.5'],
  ['between 1 and 5 ETH', 'amount_from=1 amount_to=5 asset_id=ETH'],
  ['from 2025', 'start_date=2025-01-01'],
  ['deposits from 5 November', 'transaction_type=deposit start_date=2026-11-05'],
  ['from 1 Nov to 5 Nov', 'start_date=2026-11-01 end_date=2026-11-05'],
  ['failed this quarter', 'status=failed start_date=2026-10-01 end_date=2026-11-28'],
  ['failed in 2025', 'status=failed start_date=2025-01-01 end_date=2025-12-31'],
  ['2025 ETH', 'amount_from=2025 amount_to=2025 asset_id=ETH'],
  ['USDC deposits', 'asset_id=USDC_ETH asset_id=USDC_SOL transaction_type=deposit'],
  ['usd coin', 'asset_id=USDC_ETH asset_id=USDC_SOL'],
  ['solana', 'asset_id=SOL'],
  ['on solana', 'network_id=SOL'],
  ['withdrawals on Ethereum', 'transaction_type=withdraw network_id=ETH'],
  ['failed or rejected', 'status=failed status=rejected'],
  ['failed and rejected BTC', 'status=failed status=rejected asset_id=BTC'],
  ['to zurich desk', 'destination_id=vlt_2'],
  ['from treasury cold - 1', 'source_id=vlt_1'],
  ['to anchor', 'destination_id=vld_1'],
  ['from vlt_1 to wls_1', 'source_id=vlt_1 destination_id=wls_1'],
  // Tickers that are English words, as they are written.
  ['A', 'asset_id=A'],
  ['OPEN deposits', 'asset_id=OPEN transaction_type=deposit'],
  ['ONE', 'asset_id=ONE'],
])('%s', (text, expected) => {
  expect(said(text)).toBe(expected)
})

it.each([
  ['failed foo', ['foo'], []],
  ['deposits from nowhere', ['from nowhere'], []],
  ['in flight for more than a day', ['more than a day'], []],
  ['open deposits', ['open'], []],
  ['a deposit', ['a'], []],
  ['largest withdrawals', ['largest'], []],
  ['not failed', ['not'], []],
  ['2025', [], ['2025 may be a year or an amount. Write “in 2025” or “exactly 2025”.']],
  [
    'failed 11/1/2026',
    [],
    ['11/1/2026 may be 2026-01-11 or 2026-11-01. Write the day as 2026-01-11 is written.'],
  ],
  ['withdrawals to kraken', [], ['“kraken” may be “Kraken settlement”, “Kraken treasury”.']],
  [
    'failed Zürich Desk',
    [],
    ['“Zürich Desk” may be at either end. Write “from Zürich Desk” or “to Zürich Desk”.'],
  ],
  ['deposits or BTC', [], ['“or” is understood between two values of one filter alone.']],
  ['100 BTC 200 ETH', [], ['Only one amount can be set.']],
  ['October November', [], ['Only one period can be set.']],
] as const)('%s is no filter, and says why', (text, unknown, remarks) => {
  expect(read(text)).toEqual({ filter: null, unknown, remarks })
})

it.each(['staking', 'open', 'one', 'foo', 'payroll of anna', '', 'x '.repeat(30)])(
  'says nothing of %j',
  (text) => {
    expect(read(text)).toEqual({ filter: null, unknown: [], remarks: [] })
  },
)

it('tells how it reads a number that may be another', () => {
  expect(read('over 1,000 BTC')).toEqual({
    filter: { amount_over: ['1000'], asset_id: ['BTC'] },
    unknown: [],
    remarks: ['“1,000” reads as 1 thousand. For 1 write 1.0.'],
  })
})
