/** What messages say, and that no text of the service gets more out of them than its letters. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RecordChange } from '../../../contract/changes.ts'
import { anyCharacter } from '../../../testing/properties.ts'
import { GatheredEvents, type WebhookEvent } from './conditions.ts'
import { plainText, webhookMessage } from './message.ts'
import type { DetailLevel } from './webhooks-file.ts'

const now = Date.parse('2026-11-29T14:05:00.000Z')

const change: RecordChange = {
  ...{ reading: 7, place: 1, kind: 'transaction', id: 'TX-1', name: null, event: 'changed' },
  ...{ asset_id: 'BTC', network_id: 'BTC', transaction_type: 'withdraw', amount: '1.5' },
  ...{ before: 'pending', after: 'failed', fields: [], isWhole: false },
  ...{ since: '2026-11-29T14:04:00.000Z', seen: '2026-11-29T14:04:30.000Z' },
}

const ofChange = (changes: Partial<RecordChange>): WebhookEvent => ({
  ...{ kind: 'change', when: ['failed'] },
  change: { ...change, ...changes },
})

function messageOf(details: DetailLevel, ...given: readonly WebhookEvent[]) {
  const events = new GatheredEvents()
  for (const event of given) events.add(event)
  const context = { account: 'Treasury', console: 'https://console.example', details, now }
  return JSON.parse(webhookMessage(events, context))
}

const said = (details: DetailLevel, event: WebhookEvent): string =>
  messageOf(details, event).text.replace(/^Treasury, 2026-11-29 14:05 UTC: | https:.*$/g, '')

describe('a message', () => {
  it('has no more of a record than its level allows', () => {
    expect(said('none', ofChange({}))).toBe('A transaction failed.')
    expect(said('ids', ofChange({}))).toBe('A transaction failed (TX-1).')
    expect(said('all', ofChange({}))).toBe('Withdraw 1.5 BTC: pending → failed.')
    const [none, ids, all] = (['none', 'ids', 'all'] as const).map((level) => messageOf(level, ofChange({})))
    expect(JSON.stringify(none)).not.toMatch(/TX-1|BTC|1\.5|withdraw|pending/)
    expect(JSON.stringify(ids)).not.toMatch(/BTC|1\.5|withdraw|pending/)
    expect([none, ids, all].map(({ data }) => data.link)).toEqual([
      'https://console.example/changes?from=2026-11-29T14%3A04',
      'https://console.example/transactions/TX-1',
      'https://console.example/transactions/TX-1',
    ])
    expect(all.data.events).toMatchObject([{ id: 'TX-1', amount: '1.5', before: 'pending', after: 'failed' }])
  })

  it.each<[Partial<RecordChange>, string]>([
    [{ after: 'rejected' }, 'A transaction was rejected'],
    [{ event: 'gone', after: null }, 'A transaction is gone: the service no longer knows it'],
    [{ event: 'final', before: 'completed', after: 'completed' }, 'A transaction changed after it was final'],
    [
      { event: 'backwards', before: 'completed', after: 'pending' },
      'A transaction went back to an earlier status',
    ],
    [
      { event: 'late', before: null, after: 'completed' },
      'A transaction is new, on a day that was already read',
    ],
    [{ kind: 'entry', event: 'gone', before: null, after: null }, 'An entry of a whitelist was removed'],
    [
      { kind: 'holding', event: 'unexplained' },
      'A balance of a vault changed in a way that transactions do not explain',
    ],
  ])('says of %j: %s', (changes, words) => {
    expect(said('none', ofChange(changes))).toBe(`${words}.`)
  })

  it('says of an entry what it can of an address that is no plain text', () => {
    const entry = { asset_id: 'ETH', network_id: 'ETH', memo: null }
    const after = JSON.stringify({ ...entry, address: '<0xaa>' })
    const added = { kind: 'entry', event: 'new', name: 'Broker', before: null, after } as const
    expect(said('all', ofChange(added))).toBe('Broker: ETH 0xaa added.')
    expect(messageOf('all', ofChange(added)).data.events).toMatchObject([
      { after: { ...entry, address: null } },
    ])
  })

  it('says between which readings something of long ago happened', () => {
    const since = '2026-11-27T10:00:00.000Z'
    const seen = '2026-11-29T14:00:00.000Z'
    const between = 'It happened between 2026-11-27 10:00 UTC and 2026-11-29 14:00 UTC.'
    expect(said('none', ofChange({ since, seen }))).toBe(`A transaction failed. ${between}`)
    expect(said('none', ofChange({ since: null, seen }))).toBe(
      'A transaction failed. It happened before 2026-11-29 14:00 UTC.',
    )
  })

  it('counts what it has no room to list', () => {
    const both: WebhookEvent = { ...ofChange({}), when: ['failed', 'never_should_happen'] }
    const { type, text, data } = messageOf('all', ...Array.from({ length: 1234 }, () => ofChange({})), both)
    expect([type, data.count, data.events.length]).toEqual(['several', 1235, 20])
    expect(data.counts).toEqual({ failed: 1235, never_should_happen: 1 })
    expect(text).toBe(
      'Treasury, 2026-11-29 14:05 UTC: 1,235 events: 1,235 failed or rejected transactions, 1 change that should never happen. https://console.example/changes?from=2026-11-29T14%3A04',
    )
  })
})

describe('text of the service', () => {
  it.each([
    ['<!channel> @here', 'channel here'],
    ['<https://evil.example|Acme>', 'https evil example Acme'],
    ['[Acme](http://evil.example)', 'Acme http evil example'],
    ['*Acme* _Acme_ ~Acme~ `Acme`', 'Acme Acme Acme Acme'],
    ['Acme\u202e\u200bInc.\u0000\r\n', 'AcmeInc.'],
    ['evil.com. 1.5 1.1.1.1', 'evil com. 1.5 1 1 1 1'],
    ['USDC_ETH :fire: &amp; #1', 'USDC_ETH fire amp 1'],
    [`a${'\u0301'.repeat(50)}`, 'á\u0301\u0301\u0301'],
  ])('%j becomes %j', (text, plain) => {
    expect(plainText(text)).toBe(plain)
  })

  it('never becomes a mention, a link, mark-up or a long text, wherever it stands', () => {
    const text = fc.string({
      unit: fc.oneof(anyCharacter, fc.constantFrom(...'<>@*_~`|[]()#:/.\\&')),
      maxLength: 300,
    })
    fc.assert(
      fc.property(text, fc.constantFrom('transaction', 'entry', 'whitelist', 'holding'), (hostile, kind) => {
        const entry = JSON.stringify({
          asset_id: hostile,
          network_id: hostile,
          address: hostile,
          memo: hostile,
        })
        const value = kind === 'entry' ? entry : hostile
        const fields = [{ field: hostile, before: hostile, after: hostile }]
        const names = { id: hostile, name: hostile, asset_id: hostile, network_id: hostile, amount: hostile }
        const event = ofChange({
          ...names,
          kind,
          before: value,
          after: value,
          transaction_type: hostile,
          fields,
        })
        const message = messageOf('all', event)
        JSON.stringify(message, (name, each) => {
          if (typeof each !== 'string') return each
          expect([...each].length).toBeLessThan(700)
          expect(each).not.toMatch(/[\p{C}<>@*~`|[\]#\\&]/u)
          const words = each.replaceAll(/https:\/\/console\.example\S*/g, '')
          // As they are, or not there.
          if (name !== 'id' && name !== 'address') expect(words).not.toMatch(/:\/\/|\p{L}\.\p{L}/u)
        })
      }),
    )
  })
})
