import { describe, expect, it } from 'vitest'
import type { RecordChange } from '../../../contract/changes.ts'
import type { InFlightTransaction } from '../../../store/rows.ts'
import { conditionsMet, readToldStanding, type Standing, standingNews } from './conditions.ts'
import { type Conditions, readWebhooks } from './webhooks-file.ts'

function conditionsOf(when: object): Conditions {
  const entry = { url: 'https://receiver.example', secret: `whsec_${'A'.repeat(32)}`, when }
  const { webhooks, faults } = readWebhooks(JSON.stringify({ webhooks: [entry] }), [])
  if (webhooks[0] === undefined) throw new Error(faults.join())
  return webhooks[0].when
}

describe('a change', () => {
  const everything = conditionsOf({
    ...{ failed: true, whitelist_changed: true, never_should_happen: true, balance_unexplained: true },
  })
  const change: RecordChange = {
    ...{ reading: 1, place: 1, kind: 'transaction', id: 'T', name: null, event: 'changed', isWhole: false },
    ...{ asset_id: 'BTC', network_id: 'BTC', transaction_type: 'deposit', amount: '9.99' },
    ...{ before: 'pending', after: 'completed', fields: [], since: null, seen: '' },
  }
  const amount = [{ field: 'amount', before: '1', after: '10' }]

  it.each<[Partial<RecordChange>, readonly string[]]>([
    [{}, []],
    [{ after: 'failed' }, ['failed']],
    [{ after: 'rejected', event: 'new', before: null }, ['failed']],
    [{ before: 'failed', after: 'failed', event: 'final', fields: amount }, ['never_should_happen']],
    [{ before: 'completed', after: 'failed', event: 'final' }, ['failed', 'never_should_happen']],
    [{ event: 'gone', after: null }, ['never_should_happen']],
    [{ event: 'unlisted', after: null }, []],
    [{ event: 'gone', kind: 'vault' }, []],
    [{ event: 'gone', kind: 'entry' }, ['whitelist_changed']],
    [{ event: 'unexplained', kind: 'holding' }, ['never_should_happen', 'balance_unexplained']],
    [{ event: 'new', before: null }, []],
    [{ event: 'late', before: null }, ['never_should_happen']],
  ])('such as %j meets %j', (changes, names) => {
    expect(conditionsMet(everything, { ...change, ...changes })).toEqual(names)
    expect(conditionsMet(conditionsOf({ service_silent: 'PT1S' }), { ...change, ...changes })).toEqual([])
  })
})

describe('what is so now', () => {
  const now = Date.parse('2026-11-29T12:00:00.000Z')
  const ago = (minutes: number) => now - 60_000 * minutes
  const transaction = (id: string, minutes: number): InFlightTransaction => ({
    ...{ id, transaction_type: 'deposit', since: ago(minutes), status: 'pending' },
    ...{ amount: '1', asset_id: 'BTC', network_id: 'BTC' },
  })
  const finding = (id: string) => ({
    ...{ id, title: 'Withdrawal', name: null, address: null, asset_id: null, network_id: null },
  })
  const standing = (given: Partial<Standing>): Standing => ({
    ...{ now, inFlight: [], findings: null, silentSince: null },
    ...given,
  })
  const nothingYet = readToldStanding('{}')
  const told = (when: object, given: Partial<Standing>, before = nothingYet) =>
    standingNews(conditionsOf(when), standing(given), before)

  it('is in flight for longer than it may be', () => {
    const inFlight = [transaction('a', 61), transaction('b', 59)]
    expect(told({ in_flight_longer_than: 'PT1H' }, { inFlight }).told.inFlight).toEqual(['a'])
  })

  it('is told once, and again when it begins again', () => {
    const when = { in_flight_longer_than: 'PT1H', review_critical: true, service_silent: 'PT10M' }
    const inFlight = [transaction('a', 61)]
    const given = { inFlight, findings: [finding('f')], silentSince: new Date(ago(11)).toISOString() }
    const first = told(when, given)
    expect(first.events.map(({ kind }) => kind)).toEqual(['in-flight', 'finding', 'silence'])
    expect(told(when, given, first.told).events).toEqual([])
    // Nobody looked at the findings, and the service answers.
    const between = told(when, { inFlight: [] }, first.told)
    expect(between).toEqual({ events: [], told: { ...first.told, inFlight: [] } })
    const later = { ...given, silentSince: new Date(ago(10.5)).toISOString() }
    expect(told(when, later, between.told).events.map(({ kind }) => kind)).toEqual(['in-flight', 'silence'])
  })
})
