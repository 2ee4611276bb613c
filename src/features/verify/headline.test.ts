/** The headline says the worst that is true: what the file is of, what became of it, whether it is complete, and who vouches for it. */
import { describe, expect, test } from 'vitest'
import { normaliseHolding } from '../../api/normalise.ts'
import { type CoreFacts, type ExportFormat, exportFacts, writeFacts } from '../../files/facts.ts'
import { columnsFor } from '../../files/list-export.ts'
import { balancesExport } from '../../files/lists.ts'
import type { Sign } from '../../files/seal.ts'
import { exportOf, type MadeExport, relabelled } from '../../files/testing/made-export.ts'
import { signingKey } from '../../files/testing/signing.ts'
import type { TrustedKeys } from './signature.ts'
import { checked, checksOf, exported, failed, textFormats } from './testing/checked.ts'

const october = { status: 'completed', start_date: '2026-10-01', end_date: '2026-10-31' }
const { key, signAt } = signingKey()
const signing = signAt('2026-11-21T15:03:23.000Z')

type Filter = Readonly<Record<string, string>>

const made = (parameters: Filter, sign?: Sign, format?: ExportFormat) =>
  exported(format, { parameters, ...(sign && { sign }) })

async function headline(export_: MadeExport, trusted: TrustedKeys = [key]): Promise<string> {
  return (await checked(export_, trusted)).headline
}

const untrusted = ': whoever can change the file can change the facts'

describe('a signature', () => {
  test.each(textFormats)('by a known key vouches for the facts, in %s', async (format) => {
    expect(await headline(await made(october, signing, format))).toBe(
      'transactions · status completed · 2026-10-01 to 2026-10-31 · read on 2026-11-21 15:03 UTC · complete · signed on 2026-11-21 15:03 UTC',
    )
  })

  test('that no known key made vouches for nothing, whatever else agrees', async () => {
    const signed = await made(october, signing)
    const end = async (export_: MadeExport, keys?: TrustedKeys) =>
      (await headline(export_, keys)).split(' · ').slice(-2).join(' · ')
    expect(await end(await made(october))).toBe(`complete · not signed${untrusted}`)
    expect(await end(signed, [])).toBe(`complete · signed by an unknown key${untrusted}`)
    expect(await end(signed, 'No keys.')).toBe(`complete · signature not checked${untrusted}`)
    const lost = { ...signed.facts, signature: { unsigned: 'It was lost.' } }
    expect(await end({ ...signed, factsFile: new Blob([writeFacts(lost)]) })).toBe(
      `complete · not signed${untrusted}`,
    )
  })

  test.each<[string, () => Promise<MadeExport>, TrustedKeys]>([
    ['by another key of that name', () => made(october, signing), [signingKey().key]],
    ['of a day before it was read', () => made(october, signAt('2026-11-20T15:03:23.000Z')), [key]],
    ['of long after its session', () => made(october, signAt('2027-01-21T15:03:23.000Z')), [key]],
    [
      'of another service',
      () => made(october, (request) => signing({ ...request, service: 'https://other.invalid' })),
      [key],
    ],
  ])('that does not match is said, and nothing is called complete: %s', async (_, make, keys) => {
    const said = await headline(await make(), keys)
    expect(said).toMatch(/UTC · signature does not match$/)
    expect(said).not.toContain('complete ·')
  })

  test('of books that were saved the day after they were read', async () => {
    expect(await headline(await made(october, signAt('2026-11-22T20:00:00.000Z')))).toMatch(
      /read on 2026-11-21 .* · complete · signed on 2026-11-22 20:00 UTC$/,
    )
  })

  test('of a file that was changed since', async () => {
    const signed = await made(october, signing)
    const file = new Blob(['\ufeff', (await signed.file.text()).replace(',3.7,', ',9.7,')])
    expect(await headline({ ...signed, file })).toMatch(
      /· changed: amount of .* · signed, and changed since$/,
    )
  })

  const asking =
    (parameters: Filter) =>
    (facts: CoreFacts): CoreFacts => ({ ...facts, asked: { ...facts.asked, parameters } })

  test.each<[string, (facts: CoreFacts) => CoreFacts]>([
    ['another period', asking({ ...october, start_date: '2026-01-01' })],
    ['no filter', asking({})],
    ['another account', (facts) => ({ ...facts, service: { ...facts.service, account: 'other' } })],
    ['another day', (facts) => ({ ...facts, begun: facts.begun.replace('11-21', '11-23') })],
    ['complete', (facts) => ({ ...facts, completeness: 'complete', reasons: [] })],
    ['other totals', (facts) => ({ ...facts, totals: { by: [], sums: [], groups: [] } })],
  ])('finds facts that were relabelled: %s', async (_, change) => {
    const partial = { completeness: 'partial', reasons: ['The list moved.'] } as const
    const signed = await exported('csv', {
      parameters: october,
      facts: partial,
      sign: signing,
    })
    expect(await headline(await relabelled(signed, 'transactions', change))).toMatch(
      /· signature does not match$/,
    )
  })
})

test.each<[string, Filter, string]>([
  ['no dates', {}, 'no filter · all dates ·'],
  ['a start', { start_date: '2026-10-01' }, '· from 2026-10-01 ·'],
  ['a day', { start_date: '2026-10-01', end_date: '2026-10-01' }, '· 2026-10-01 ·'],
  ['an instant', { end_date: '2026-10-01T12:30:00Z' }, '· to 2026-10-01T12:30:00Z ·'],
  ['what is no date', { end_date: 'now · complete' }, '· to “now · complete” ·'],
  ['what looks like an asset', { asset_id: 'USD\u0422_ETH' }, '· asset id “USDU+0422_ETH” ·'],
  ['what looks like a verdict', { note: 'x · complete' }, '· note “x · complete” ·'],
  [
    'a period that is not over',
    { start_date: '2026-11-01', end_date: '2026-11-30' },
    '· complete so far: read before the period ended ·',
  ],
])('the headline tells the period and the filter: %s', async (_, parameters, told) => {
  expect(await headline(await made(parameters))).toContain(told)
})

test('a day that is over in UTC may go on where days are the service’s own', async () => {
  const dates = { rule: '', form: 'day', requests: 1, undated: 0, reasons: [] } as const
  const end = async (days: 'utc' | 'service') =>
    headline(
      await exported('csv', {
        parameters: { start_date: '2026-11-20', end_date: '2026-11-20' },
        facts: { begun: '2026-11-21T05:00:00.000Z', dates: { ...dates, days } },
      }),
    )
  expect(await end('utc')).toContain('· complete ·')
  expect(await end('service')).toContain('· complete so far: read before the period ended ·')
})

test('an export that is not complete says so in its name, its facts and its verdict', async () => {
  const facts = { completeness: 'partial' as const, reasons: ['The list moved too fast.'] }
  const partial = await exported('csv', { facts })
  expect(partial.name).toContain('.PARTIAL.csv')
  expect(await checked(partial)).toMatchObject({ outcome: 'incomplete', state: 'PARTIAL' })
})

test('the name that a file has is held against its facts, unless it was called otherwise altogether', async () => {
  const export_ = await made({})
  const named = async (name: string) => {
    const { comparisons, headline } = await checked({ ...export_, name })
    const { agrees } = comparisons.find((each) => each.name === 'name') ?? {}
    expect(headline.includes('named like another export')).toBe(agrees === false)
    return agrees
  }
  expect(await named(export_.name.replace('.csv', ' (1).csv'))).toBe(true)
  expect(await named('october.csv')).toBe(null)
  expect(await named(export_.name.replace('.csv', '.PARTIAL.csv'))).toBe(false)
  expect(await named(export_.name.replace('2026', '2025'))).toBe(false)
  expect(await named(export_.name.replace('transactions', 'vaults'))).toBe(false)
  expect(await named(export_.name.replace(/_[0-9a-f]{16}/, '_0123456789abcdef'))).toBe(false)
})

test('balances of one vault type are told from others by the name of their file', async () => {
  const cold = balancesExport('cold')
  const held = normaliseHolding({ asset_id: 'BTC', network_id: 'bitcoin', balances: { total_balance: '1' } })
  const export_ = await exportOf(cold, [held], 'csv', columnsFor(cold, 'all'))
  expect(export_.name).toMatch(/^balances-cold_/)
  expect(failed(await checksOf(export_))).toEqual([])
  const others = await exportOf(balancesExport('all'), [held], 'csv', columnsFor(cold, 'all'))
  expect(others.name).toMatch(/^balances_/)
})

describe('facts that hold more than is signed are not read', () => {
  test.each<[string, (text: string) => string]>([
    ['a field of no facts', (text) => text.replace('{', '{ "audited_by": "somebody",')],
    ['such a field within another', (text) => text.replace('"read": {', '"read": { "all": true,')],
    ['a field twice', (text) => text.replace('"rows":', '"rows": 7, "rows":')],
  ])('%s', async (_, change) => {
    const export_ = await made({}, signing)
    const factsFile = new Blob([change(writeFacts(export_.facts))])
    await expect(checked({ ...export_, factsFile })).rejects.toThrow('No signature covers it.')
  })

  test('but how they are laid out is no matter', async () => {
    const export_ = await made({}, signing)
    const text = JSON.stringify(exportFacts.parse(export_.facts), null, 1).replaceAll('\n', '\r\n\t')
    expect(await headline({ ...export_, factsFile: new Blob(['\ufeff', text]) })).toContain('· signed on')
  })
})
