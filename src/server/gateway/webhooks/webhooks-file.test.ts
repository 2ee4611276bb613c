import { describe, expect, it } from 'vitest'
import { readWebhooks } from './webhooks-file.ts'

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
const entry = { url: 'https://receiver.example/hook?key=1', secret, when: { failed: true } }
const read = (entries: readonly unknown[], more: object = {}) =>
  readWebhooks(JSON.stringify({ webhooks: entries, ...more }), ['Treasury'])
const when = (conditions: unknown) => ({ ...entry, when: conditions })

describe('the file of webhooks', () => {
  it('has defaults for what an entry may leave out', () => {
    const { webhooks, faults, console } = read([entry], { console: 'https://console.example/' })
    expect(webhooks).toMatchObject([
      {
        ...{ name: 'receiver.example', accounts: null, details: 'none', private: false },
        when: { failed: true, in_flight_longer_than: null, service_silent: null },
      },
    ])
    expect(webhooks[0]?.secret).toEqual(Buffer.alloc(24, 7))
    expect([faults, console]).toEqual([[], 'https://console.example'])
    expect(read([]).console).toBeNull()
  })

  it.each([
    ['PT90S', 90],
    ['PT2H30M', 9000],
    ['P1DT12H', 129_600],
    ['P2W', 1_209_600],
  ])('takes %s as %i seconds', (service_silent, seconds) => {
    const [webhook] = read([when({ service_silent })]).webhooks
    expect(webhook?.when.service_silent).toEqual({ text: service_silent, milliseconds: 1000 * seconds })
  })

  it.each<[unknown, string]>([
    ['text', 'it has to be an object'],
    [{ ...entry, other: 1 }, 'it has to be an object'],
    [{ ...entry, url: 'http://receiver.example' }, 'url has to be an https address'],
    [{ ...entry, url: 'https://user:pass@receiver.example' }, 'url has to be an https address'],
    [{ ...entry, url: 'ftp://127.0.0.1' }, 'url has to be an https address'],
    [{ ...entry, secret: 'whsec_c2hvcnQ=' }, 'secret has to be whsec_'],
    [{ ...entry, secret: 'hunter2' }, 'secret has to be whsec_'],
    [{ ...entry, details: 'some' }, 'details has to be one of none, ids, all'],
    [{ ...entry, accounts: 'Treasury' }, 'accounts has to be a list'],
    [{ ...entry, private: 'yes' }, 'private has to be true or false'],
    [when({}), 'when has to be an object with at least one of'],
    [when({ failed: false }), 'when has to be an object with at least one of'],
    [when({ unheard_of: true }), 'when has to be an object with at least one of'],
    [when({ failed: 'yes' }), 'failed has to be true or false'],
    [when({ service_silent: 'P1M' }), 'service_silent has to be a duration'],
    [when({ service_silent: 'PT' }), 'service_silent has to be a duration'],
    [when({ service_silent: 'PT0S' }), 'service_silent has to be a duration'],
    [when({ in_flight_longer_than: {} }), 'in_flight_longer_than has to be a duration'],
  ])('names %j, repeats nothing of it, and uses the rest', (faulty, problem) => {
    const { webhooks, faults } = read([faulty, { ...entry, name: 'other' }])
    expect(webhooks.map(({ name }) => name)).toEqual(['other'])
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(/^Webhook 1( \(\S+\))? is not used: /)
    expect(faults[0]).toContain(problem)
    expect(faults[0]).not.toMatch(/hunter2|pass@/)
  })

  it('names what two have in common, and accounts that are in no setting', () => {
    const { webhooks, faults, names } = read([
      entry,
      entry,
      { ...entry, name: 'b', accounts: ['Treasury', 'x'] },
    ])
    expect(webhooks.map(({ name }) => name)).toEqual(['receiver.example', 'b'])
    expect(names).toContain('b')
    expect(faults).toEqual([
      'Webhook 2 (receiver.example) has the name of an earlier one. Give it a name of its own.',
      'Webhook 3 (b): there is no account "x" in the settings.',
    ])
  })

  it.each(['', '[]', '{}', '{"webhooks":[],"console":"ftp://console.example"}'])(
    'refuses %j as a whole',
    (text) => {
      expect(() => readWebhooks(text, [])).toThrow(/^must hold JSON: an object with webhooks/)
    },
  )
})
