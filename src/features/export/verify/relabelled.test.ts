/** Facts of which somebody changed what the file is said to be of: each has to be found, or the headline has to say what nobody vouches for. */
import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { normaliseTransaction } from '../../../api/normalise.ts'
import { signedBytes } from '../../../contract/signature.ts'
import { type CoreFacts, writeFacts } from '../facts.ts'
import { allColumns, checked } from '../testing/checked.ts'
import { factsBefore } from '../testing/facts.ts'
import { exportOf, type MadeExport, relabelled } from '../testing/made-export.ts'
import { transactionsExport } from '../transactions.ts'
import type { Sign } from '../write/seal.ts'
import type { TrustedKeys } from './check-signature.ts'
import { checkTimes } from './times.ts'

const records = Array.from({ length: 5 }, (_, index) =>
  normaliseTransaction({
    transaction_id: `txn_${index}`,
    timestamp: '2026-11-21T15:03:22.000Z',
    status: 'completed',
    transaction: {
      transaction_type: 'withdraw',
      asset_id: 'BTC',
      network_id: 'BTC',
      amount: '3.7',
      fee: '0.0001',
      source: { source_type: 'vault', source_id: 'v', source_address: 'bc1qsource' },
      destination: {
        destination_type: 'whitelist',
        destination_id: 'w',
        destination_address: 'bc1qdestination',
      },
    },
  }),
)
const october = { status: 'completed', start_date: '2026-10-01', end_date: '2026-10-31' }

const key = generateKeyPairSync('ed25519')
const jwk = key.publicKey.export({ format: 'jwk' })
const keys = [{ kty: 'OKP', crv: 'Ed25519', x: jwk.x ?? '', kid: 'k' }] as const
const signAt =
  (signed_at: string): Sign =>
  async (request) => {
    const statement = { ...request, signed_at, mark: 'm', key_id: 'k' }
    return {
      ...statement,
      signature: sign(null, signedBytes(statement), key.privateKey).toString('base64url'),
    }
  }
const signing = signAt('2026-11-21T15:03:23.000Z')

async function headline(made: MadeExport, trusted: TrustedKeys = keys): Promise<string> {
  return (await checked(made, trusted)).verdict.headline
}

const made = (parameters: Readonly<Record<string, string>>, by?: Sign) =>
  exportOf(transactionsExport, records, 'csv', allColumns, { parameters, ...(by && { sign: by }) })

const asking =
  (parameters: Readonly<Record<string, string>>) =>
  (facts: CoreFacts): CoreFacts => ({
    ...facts,
    asked: { ...facts.asked, parameters, link: `/transactions?${new URLSearchParams(parameters)}` },
  })

const of = (service: Partial<CoreFacts['service']>) => (facts: CoreFacts) => ({
  ...facts,
  service: { ...facts.service, ...service },
})

const onDay = (day: string) => (facts: CoreFacts) => ({
  ...facts,
  begun: facts.begun.replace('11-21', day),
  ended: facts.ended.replace('11-21', day),
})

type Filter = Readonly<Record<string, string>>

/** With what nobody signed: `told` is in the headline. */
const relabels: readonly (readonly [string, Filter, (facts: CoreFacts) => CoreFacts, string])[] = [
  [
    'October as the year: start date, end date and link',
    october,
    asking({ status: 'completed', start_date: '2026-01-01', end_date: '2026-12-31' }),
    '· 1 January – 31 December 2026 · read on 2026-11-21 15:03 UTC · complete so far: read before the period ended',
  ],
  [
    'an address filter replaced',
    { destination_address: 'bc1qdestination' },
    asking({ destination_address: 'bc1qother' }),
    'does not match its facts: 1 of',
  ],
  [
    'a source address replaced',
    { source_address: 'bc1qsource' },
    asking({ source_address: 'bc1qother' }),
    'does not match its facts: 1 of',
  ],
  ['all reading times moved to another day', october, onDay('11-23'), 'does not match its facts: 1 of'],
  [
    'an end date pinned on another day',
    { status: 'completed' },
    (facts) => ({
      ...facts,
      asked: { ...facts.asked, parameters: { status: 'completed', end_date: '2026-11-29T15:03:22.000Z' } },
      pinned_end_date: '2026-11-29T15:03:22.000Z',
    }),
    'does not match its facts: 1 of',
  ],
  [
    'a status filter removed',
    october,
    asking({ start_date: '2026-10-01', end_date: '2026-10-31' }),
    'no filter · 1–31 October 2026 · read on 2026-11-21 15:03 UTC · complete · not signed: nobody vouches for its facts',
  ],
  ['another account', october, of({ account: 'other' }), 'not signed: nobody vouches for its facts'],
  [
    'another service',
    october,
    of({ address: 'https://other.invalid' }),
    'not signed: nobody vouches for its facts',
  ],
]

describe('relabelled facts are not called complete, and where nothing tells, nobody vouches for them', () => {
  test.each(relabels)('%s', async (_, parameters, change, told) => {
    expect(await headline(await relabelled(await made(parameters), 'transactions', change))).toContain(told)
  })

  test.each(relabels)('%s, of a signed file', async (_, parameters, change) => {
    const signed = await made(parameters, signing)
    expect(await headline(signed)).toMatch(/· complete · signed on 2026-11-21 15:03 UTC$/)
    const said = await headline(await relabelled(signed, 'transactions', change))
    expect(said).toMatch(/does not match its facts: \d of 1[34] checks failed · signature does not match$/)
  })

  test('edited by hand alone, the name of the file tells', async () => {
    const { facts, ...export_ } = await made(october)
    const edited = { ...facts, service: { ...facts.service, account: 'other' } }
    const said = await headline({ ...export_, facts: edited, factsFile: new Blob([writeFacts(edited)]) })
    expect(said).toContain('does not match its facts: 1 of 14 checks failed')
  })
})

describe('a signature', () => {
  test('stands in every format, within XLSX too', async () => {
    for (const format of ['csv', 'json', 'xlsx'] as const) {
      const options = { parameters: october, sign: signing }
      const signed = await exportOf(transactionsExport, records, format, allColumns, options)
      expect(await headline(signed)).toBe(
        'transactions · status completed · 1–31 October 2026 · read on 2026-11-21 15:03 UTC · complete · signed on 2026-11-21 15:03 UTC',
      )
    }
  })

  test('by another key, without keys, and of another time or service', async () => {
    const signed = await made(october, signing)
    expect(await headline(signed, [])).toMatch(/· signed by an unknown key$/)
    expect(await headline(signed, 'No keys.')).toMatch(/· signed, but not checked$/)
    const [other] = [generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })]
    expect(await headline(signed, [{ ...keys[0], x: other.x ?? '' }])).toMatch(/· signature does not match$/)
    expect(await headline(await made(october, signAt('2026-11-24T15:03:23.000Z')))).toMatch(
      /signature does not match$/,
    )
    const lying: Sign = (request) => signing({ ...request, service: 'https://other.invalid' })
    expect(await headline(await made(october, lying))).toMatch(/signature does not match$/)
  })

  test('of a file that was changed since', async () => {
    const signed = await made(october, signing)
    const file = new Blob(['\ufeff', (await signed.file.text()).replace(',3.7,', ',9.7,')])
    expect(await headline({ ...signed, file })).toMatch(
      /· changed: amount of .* · signed, and changed since$/,
    )
  })

  test('that was taken away leaves nobody to vouch', async () => {
    const signed = await made(october, signing)
    const facts = { ...signed.facts, signature: { unsigned: 'It was lost.' } }
    expect(await headline({ ...signed, factsFile: new Blob([writeFacts(facts)]) })).toMatch(
      /nobody vouches for its facts$/,
    )
  })
})

test.each<[string, Filter, string]>([
  ['no dates', {}, 'no filter · all dates ·'],
  ['a start', { start_date: '2026-10-01' }, '· from 1 October 2026 ·'],
  ['a day', { start_date: '2026-10-01', end_date: '2026-10-01' }, '· 1 October 2026 ·'],
  ['two months', { start_date: '2026-09-30', end_date: '2026-10-01' }, '· 30 September – 1 October 2026 ·'],
  [
    'two years',
    { start_date: '2025-12-31', end_date: '2026-01-01' },
    '· 31 December 2025 – 1 January 2026 ·',
  ],
  ['an instant', { end_date: '2026-10-01T12:30:00Z' }, '· to 2026-10-01 12:30 UTC ·'],
  ['what is no date', { end_date: 'now · complete' }, '· to “now · complete” ·'],
  ['what looks like a verdict', { note: 'x · complete' }, '· note “x · complete” ·'],
])('the headline tells the period and the filter: %s', async (_, parameters, told) => {
  expect(await headline(await made(parameters))).toContain(told)
})

test('an address is the same in each of its spellings', async () => {
  const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  const record = normaliseTransaction({
    transaction_id: 'txn',
    transaction: { network_id: 'ETH', destination: { destination_address: evm } },
  })
  const parameters = { destination_address: evm.toLowerCase() }
  const one = await exportOf(transactionsExport, [record], 'csv', allColumns, { parameters })
  expect(await headline(one)).toContain('· complete ·')
})

test('what the columns do not hold is said, and never taken for looked at', async () => {
  const some = await exportOf(transactionsExport, records, 'csv', ['transaction_id', 'status'], {
    parameters: { status: 'completed', source_address: 'bc1qsource' },
  })
  const { checks } = await checked(some, keys)
  expect(checks.find(({ name }) => name === 'filter')).toMatchObject({
    verdict: 'pass',
    found: 'every record matches; this file cannot show source_address=bc1qsource',
  })
})

describe('when rows were retrieved', () => {
  const facts = { begun: '2026-11-21T15:00:00.000Z', ended: '2026-11-21T16:00:00.000Z' } as const
  const at = (first: string, last = first) => {
    const times = { first: Date.parse(first), last: Date.parse(last) }
    return checkTimes({ ...factsBefore, ...facts }, times).verdict
  }
  test.each([
    ['within', 'pass', '2026-11-21T15:00:00Z', '2026-11-21T16:00:00Z'],
    ['a clock some minutes wrong', 'pass', '2026-11-21T14:55:00Z', '2026-11-21T15:30:00Z'],
    ['a clock in another time zone', 'unchecked', '2026-11-21T22:00:00Z', '2026-11-21T22:30:00Z'],
    ['another day', 'fail', '2026-11-22T15:00:00Z', '2026-11-22T16:00:00Z'],
    [
      'times of the transactions, from a service that gives those',
      'unchecked',
      '2020-01-01T00:00:00Z',
      '2026-11-21T15:00:00Z',
    ],
  ] as const)('%s', (_, verdict, first, last) => {
    expect(at(first, last)).toBe(verdict)
  })
  test('begun long before is no proof of anything', () => {
    const begun = '2026-01-01T00:00:00.000Z'
    const times = { first: Date.parse(facts.ended), last: Date.parse(facts.ended) }
    expect(checkTimes({ ...factsBefore, ...facts, begun }, times).verdict).toBe('unchecked')
  })
})
