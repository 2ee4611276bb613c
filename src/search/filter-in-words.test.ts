import { describe, expect, it } from 'vitest'
import { monthNames } from '../url/periods.ts'
import { filterInWords } from './filter-in-words.ts'
import type { SearchNames } from './names.ts'
import {
  ageWords,
  askedWords,
  comparisons,
  dayCounts,
  directionWords,
  endOfWords,
  endWords,
  fillers,
  groupWords,
  monthlyWords,
  numberWords,
  periodNames,
  periodWords,
  statusWords,
  stuckWords,
  typeWords,
  weekdayNames,
} from './words.ts'

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

const read = (text: string) => {
  const { asked: _, choices: __, ...rest } = filterInWords(text, names, now)
  return rest
}
const askedOf = (text: string) => filterInWords(text, names, now).asked
/** "status=failed status=rejected" */
const said = (text: string) =>
  Object.entries(read(text).filter ?? {})
    .flatMap(([name, values]) => (values ?? []).map((value) => `${name}=${value}`))
    .join(' ')

const inFlight = 'status=pending status=processing status=confirming'
const ranges = new Map([
  ['exactly', 'amount_from=1.5 amount_to=1.5'],
  ['about', 'amount_from=1.35 amount_to=1.65'],
])
const ofDay: Readonly<Record<keyof typeof periodWords, string>> = {
  within: 'start_date=2026-11-05 end_date=2026-11-05',
  since: 'start_date=2026-11-05',
  after: 'start_date=2026-11-06',
  until: 'end_date=2026-11-05',
  before: 'end_date=2026-11-04',
}

/** Each word of a table with what it stands for. */
function wordsIn<Value extends string>(table: Readonly<Record<Value, readonly string[]>>) {
  return (Object.keys(table) as Value[]).flatMap((value) =>
    table[value].map((word) => [word, value] as const),
  )
}

describe('each word of the tables', () => {
  it.each([
    ...wordsIn(statusWords).map(([word, value]) => [word, `status=${value}`] as const),
    ...wordsIn(typeWords).map(
      ([word, value]) => [`BTC ${word.toUpperCase()}`, `asset_id=BTC transaction_type=${value}`] as const,
    ),
    ...groupWords.flatMap(({ words }) => words.map((word) => [word, inFlight] as const)),
    ...wordsIn(comparisons).map(
      ([word, name]) => [`${word} 1.5`, ranges.get(name) ?? `${name}=1.5`] as const,
    ),
    ...wordsIn(periodWords).map(([word, kind]) => [`${word} 5 November`, ofDay[kind]] as const),
    ...wordsIn(endWords).map(([word, name]) => [`${word} kraken Settlement`, `${name}=wls_1`] as const),
    ...directionWords.flatMap(({ words, filter: { transaction_type: [type = ''] = [] } }) =>
      words.flatMap((word) => [
        [`${word} BTC`, `transaction_type=${type} asset_id=BTC`] as const,
        // A party or another type says more.
        [`stakes ${word} to kraken Settlement`, 'transaction_type=stake destination_id=wls_1'] as const,
      ]),
    ),
    ...stuckWords.map((word) => [word, `${inFlight} end_date=2026-11-26`] as const),
    ...ageWords.flatMap((word) =>
      Object.keys(dayCounts).map(
        (unit) =>
          [
            `in flight for ${word} two ${unit}`,
            `${inFlight} end_date=${unit.startsWith('week') ? '2026-11-13' : '2026-11-25'}`,
          ] as const,
      ),
    ),
    ...endOfWords.map(
      (word) => [`failed until ${word} September`, 'status=failed end_date=2026-09-30'] as const,
    ),
    ...fillers.map((word) => [`${word} failed`, 'status=failed'] as const),
  ])('%s says %s', (text, expected) => {
    expect(said(text)).toBe(expected)
  })

  it.each([
    ...askedWords.fees.map((word) => [`${word} last month`, { kind: 'fees', isByMonth: false }] as const),
    ...monthlyWords.map((word) => [`fees of the year ${word}`, { kind: 'fees', isByMonth: true }] as const),
    ...askedWords.holdings.map(
      (word) =>
        [
          `BTC ${word} of zurich desk on 30 September`,
          { kind: 'holdings', day: '2026-09-30', vaults: ['vlt_2'], assets: ['BTC'] },
        ] as const,
    ),
    ...endOfWords.map(
      (word) => [`Zürich Desk ${word} September`, { kind: 'holdings', day: '2026-09-30' }] as const,
    ),
    ...askedWords.largest.map((word) => [`${word} ETH`, { kind: 'largest', most: 10 }] as const),
    ...numberWords.map((word, index) => [`top ${word} ETH`, { kind: 'largest', most: index + 1 }] as const),
  ])('%s asks for %j', (text, expected) => {
    expect(askedOf(text)).toMatchObject(expected)
  })

  it.each([
    ...periodNames.flatMap(({ words }) => words),
    ...weekdayNames.map((word) => `on ${word}`),
    ...monthNames.map((word) => `in ${word}`),
  ])('%s is a period', (word) => {
    expect(said(`failed ${word}`)).toMatch(/^status=failed start_date=\S+ end_date=\S+$/)
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
  ['in flight in Zürich Desk', 'status=pending status=processing status=confirming vault_id=vlt_2'],
  ['failed Kraken settlement', 'status=failed counterparty=wls_1'],
  ['from vlt_1 to wls_1', 'source_id=vlt_1 destination_id=wls_1'],
  ['sent to Kraken settlement this week', 'destination_id=wls_1 start_date=2026-11-23 end_date=2026-11-28'],
  [
    'how much did we send to kraken settlement this quarter',
    'destination_id=wls_1 start_date=2026-10-01 end_date=2026-11-28',
  ],
  ['failed since yesterday 18:00', 'status=failed start_date=2026-11-27T18:00Z'],
  ['failed until 5 November at 9:30', 'status=failed end_date=2026-11-05T09:30Z'],
  [
    'which withdrawal belongs to 0x4f…c1 about 2 BTC, Tuesday',
    'transaction_type=withdraw text=0x4f…c1 amount_from=1.8 amount_to=2.2 asset_id=BTC start_date=2026-11-24 end_date=2026-11-24',
  ],
  ['withdrawals 0x4f…c1 bc1…f3t4', 'transaction_type=withdraw text=0x4f…c1 bc1…f3t4'],
  [
    'sent to 0x52908400098527886E0F7030069857D2E4169EE7 today',
    'destination_address=0x52908400098527886E0F7030069857D2E4169EE7 start_date=2026-11-28 end_date=2026-11-28',
  ],
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
  ['open deposits', ['open'], []],
  ['a deposit', ['a'], []],
  ['fees by month', [], []],
  ['failed fees last month', [], ['Fees can be asked for by period, vault and asset only.']],
  ['BTC fees', [], ['Say for which days, such as “fees last month”.']],
  [
    'withdrawals last month by month',
    [],
    ['Only fees can be split by month, such as “fees this year by month”.'],
  ],
  ['fees last month of Anchor One', [], ['“Anchor One” is not one of your vaults.']],
  [
    'withdrawals end of September',
    [],
    ['Balances can be asked for at the end of a day, by vault, by asset, or by both.'],
  ],
  ['Zürich Desk balance', [], ['Say for which day, such as “end of September” or “2026-09-30”.']],
  ['not failed', ['not'], []],
  ['2025', [], ['2025 may be a year or an amount. Write “in 2025” or “exactly 2025”.']],
  [
    'failed 11/1/2026',
    [],
    ['11/1/2026 may be 2026-01-11 or 2026-11-01. Write the day as 2026-01-11 is written.'],
  ],
  ['withdrawals to kraken', [], ['“kraken” may be “Kraken settlement”, “Kraken treasury”.']],
  [
    'Zürich Desk transactions',
    [],
    ['“Zürich Desk” may be at either end. Write “from Zürich Desk” or “to Zürich Desk”.'],
  ],
  ['deposits or BTC', [], ['“or” works only between two values of one filter.']],
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

it('knows a text that is the name of one party, or the beginning of its name alone', () => {
  const settlement = { kind: 'party', id: 'wls_1', name: 'Kraken settlement' }
  expect(askedOf('KRAKEN Settlement')).toEqual(settlement)
  expect(askedOf('settlement')).toEqual(settlement)
  for (const text of ['kraken', 'Zürich Desk', 'one']) expect(askedOf(text)).toBeNull()
})

it('offers each party that a name may be, where all else is understood', () => {
  const withdrawals = { status: ['pending'], transaction_type: ['withdraw'] }
  const { choices } = filterInWords('pending withdrawals to kraken', names, now)
  expect(choices).toEqual([
    { ...withdrawals, destination_id: ['wls_1'] },
    { ...withdrawals, destination_id: ['wls_2'] },
  ])
  for (const text of ['foo to kraken', 'to kraken in 11/1/2026', 'fees to kraken'])
    expect(filterInWords(text, names, now).choices).toEqual([])
})

it('takes no hostile text for a question', () => {
  const texts = [
    '9'.repeat(400),
    `over ${'9'.repeat(400)} BTC`,
    '(.*)+$ [a-z',
    '\u202efailed',
    `largest ${'9'.repeat(400)} ETH`,
  ]
  expect(texts.map(askedOf)).toEqual(texts.map(() => null))
})

it('tells how it reads a number that may be another', () => {
  expect(read('over 1,000 BTC')).toEqual({
    filter: { amount_over: ['1000'], asset_id: ['BTC'] },
    unknown: [],
    remarks: ['“1,000” reads as 1 thousand. For 1 write 1.0.'],
  })
})
