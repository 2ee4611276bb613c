/** What receivers are told, over HTTP, of a service that is scripted to change: each message is checked by its signature. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import * as upstream from '../../../../e2e/support/scripted-service.ts'
import { type AccountLedger, answerTo } from '../../../sync/testing/account-ledger.ts'
import { isWholeSet } from '../../../testing/cases.ts'
import { newFolder } from '../../testing/folder.ts'
import { jsonLines } from '../../testing/json-lines.ts'
import { syncingGateways } from '../../testing/syncing.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../testing/webhook-receiver.ts'
import { testClock } from '../testing/clock.ts'
import { forTests, metricOf } from '../testing/gateway.ts'

const service = forTests(await upstream.startScriptedService())
const { startSyncing, shared, ownKey } = await syncingGateways(service)

const minute = 60
const hour = 60 * minute

async function startReceiver(): Promise<WebhookReceiver> {
  const receiver = await startWebhookReceiver()
  onTestFinished(receiver.close)
  return receiver
}

interface Started {
  readonly when: object
  /** Of the entry. */
  readonly more?: object
}

/** An account that was read, and a webhook that is told of it. */
async function startTold({ when, more = {} }: Started) {
  const receiver = await startReceiver()
  const clock = testClock()
  const ledger: AccountLedger = { deposits: [] }
  const whitelists: object[] = []
  /** By id: of transactions that are withdrawals to there. */
  const payments = new Map<string, string>()
  ledger.change = (target, body) =>
    target.startsWith('/whitelist') ? { whitelists } : withPayments(body, payments)
  let isSilent = false
  service.script('*', (request, response) => {
    if (isSilent) return upstream.hangUp(request, response)
    try {
      upstream.json(answerTo(ledger, { target: request.url ?? '' }))(request, response)
    } catch {
      upstream.errorAnswer('TXN-04')(request, response)
    }
  })
  const folder = await newFolder()
  const path = join(folder, 'webhooks.json')
  const auditLog = join(folder, 'audit.log')
  const { url, secret } = receiver
  const write = (entries: readonly object[]) =>
    writeFile(path, JSON.stringify({ console: 'https://console.example', webhooks: entries }))
  const spoil = () => writeFile(path, '{')
  await write([{ url, secret, when, ...more }])
  const key = ownKey()
  const start = (name = 'a') =>
    startSyncing(
      {
        ...key,
        ORGANIZATION_NAME: 'Treasury',
        WEBHOOKS_FILE: path,
        COPY_NAME: name,
        METRICS_PORT: '0',
        AUDIT_LOG: `${auditLog}-${name}`,
      },
      shared,
      clock,
    )
  const started = await start()
  const list = (id: string, status = 'completed', amount = 1) =>
    ledger.deposits.push({ id, at: clock.now(), status, amount })
  const become = (id: string, status: string) => {
    for (const deposit of ledger.deposits) if (deposit.id === id) deposit.status = status
  }
  const silence = (silent: boolean) => {
    isSilent = silent
  }
  for (let turn = 0; turn < 3; turn += 1) await started.pass(20)
  return {
    auditLog,
    sampleOf: (sample: string) => metricOf(started.gateway, sample),
    ...started,
    start,
    write,
    spoil,
    receiver,
    ledger,
    whitelists,
    payments,
    list,
    become,
    silence,
    clock,
  }
}

function withPayments(body: unknown, payments: ReadonlyMap<string, string>): unknown {
  return JSON.parse(JSON.stringify(body), (_, value) => {
    const address = payments.get(value?.transaction_id)
    if (address === undefined) return value
    const asset = { transaction_type: 'withdraw', asset_id: 'ETH', network_id: 'ETH' }
    const destination = { destination_type: 'network', destination_address: address }
    const source = { source_type: 'vault', source_id: 'v1' }
    return { ...value, transaction: { ...value.transaction, ...asset, source, destination } }
  })
}

describe('a webhook', () => {
  it('is told what failed, with a link and no more than its operator allows', async () => {
    const { list, become, pass, receiver, auditLog } = await startTold({ when: { failed: true } })
    list('one', 'pending')
    await pass(20)
    expect(receiver.taken).toEqual([])
    become('one', 'failed')
    await pass(20)
    expect(receiver.taken).toMatchObject([
      {
        type: 'failed',
        text: expect.stringMatching(
          /^Treasury, \S+ \S+ UTC: A transaction failed\. https:\/\/console\.example\/changes\?from=[\dT%A-]+$/,
        ),
        data: {
          account: 'Treasury',
          count: 1,
          counts: { failed: 1 },
          events: [{ when: ['failed'], kind: 'transaction' }],
        },
      },
    ])
    expect(JSON.stringify(receiver.taken)).not.toContain('one')
    await pass(hour)
    expect(receiver.tried).toHaveLength(1)
    const lines = jsonLines(await readFile(`${auditLog}-a`, 'utf8'))
    expect(lines.filter(({ event }) => event === 'webhook')).toMatchObject([
      { reader: 'CUSTODY_API_KEY', id: receiver.tried[0], events: 1, details: 'none' },
    ])
  })

  it('is told once what is in flight for too long, and again of another', async () => {
    const when = { in_flight_longer_than: 'PT2H' }
    const { list, become, pass, receiver } = await startTold({ when, more: { details: 'ids' } })
    list('one', 'pending')
    await pass(20)
    await pass(hour)
    expect(receiver.taken).toEqual([])
    list('two', 'processing')
    await pass(hour)
    await pass(20)
    expect(receiver.texts()).toEqual([
      expect.stringMatching(
        /^Treasury: A transaction \(one\) has been in flight for more than 2 h: since \S+ \S+ UTC, or longer\. https:\/\/console\.example\/transactions\/one$/,
      ),
    ])
    become('one', 'completed')
    for (let turn = 0; turn < 3; turn += 1) await pass(hour)
    expect(receiver.taken.map(({ data }) => data.events.map(({ id }) => id))).toEqual([['one'], ['two']])
  })

  it('is told of whitelists, and of everything where its operator wants that', async () => {
    const { pass, receiver, whitelists } = await startTold({
      when: { whitelist_changed: true },
      more: { details: 'all' },
    })
    const entry = { asset_id: 'ETH', network_id: 'ETH', address: '0xaa', memo: 'seven' }
    whitelists.push({ whitelist_id: 'W', whitelist_name: 'Broker', assets: [entry] })
    await pass(70)
    const [{ data, text } = { data: { events: [] }, text: '' }] = receiver.taken
    expect(text).toMatch(
      /^Treasury, \S+ \S+ UTC: (2 events: 2 changes of whitelists|Whitelist Broker added)\./,
    )
    expect(data.events.at(-1)).toMatchObject({ id: 'W' })
    whitelists.splice(0, 1, {
      whitelist_id: 'W',
      whitelist_name: 'Broker',
      assets: [entry, { ...entry, address: '0xbb' }],
    })
    await pass(70)
    expect(receiver.texts().at(-1)).toBe(
      'Treasury: Broker: ETH 0xbb with memo seven added. https://console.example/whitelists/W',
    )
    expect(receiver.taken.at(-1)).toMatchObject({
      type: 'whitelist_changed',
      data: { events: [{ kind: 'entry', event: 'new', id: 'W', after: { address: '0xbb' } }] },
    })
  })

  it('is told what should never happen, and of a balance that moves by itself, each by every condition that it meets', async () => {
    const { ledger, list, pass, receiver } = await startTold({
      when: { never_should_happen: true, balance_unexplained: true },
    })
    list('one', 'pending')
    list('two')
    await pass(20)
    ledger.deposits = ledger.deposits.filter(({ id }) => id !== 'one')
    // The whole reading that it asks for tells nothing more.
    for (const seconds of [20, 20, 6 * minute, 6 * minute]) await pass(seconds)
    expect(receiver.taken.map(({ type }) => type)).toEqual(['never_should_happen'])
    expect(receiver.texts()[0]).toMatch(
      /^Treasury: A transaction is gone: the service no longer knows it\. https/,
    )
    ledger.surplus = 5
    for (let turn = 0; turn < 3; turn += 1) await pass(6 * minute)
    expect(receiver.taken.at(-1)).toMatchObject({
      type: 'several',
      text: expect.stringMatching(
        /^Treasury, \S+ \S+ UTC: A balance of a vault changed in a way that transactions do not explain\. /,
      ),
      data: { count: 1, counts: { never_should_happen: 1, balance_unexplained: 1 } },
    })
  })

  it('is told of a service that does not answer, once for each time', async () => {
    const { pass, receiver, silence } = await startTold({ when: { service_silent: 'PT10M' } })
    silence(true)
    await pass(20)
    await pass(hour)
    await pass(20)
    expect(receiver.texts()).toEqual([
      expect.stringMatching(
        /^Treasury: The custody service has not answered since .* UTC\. https:\/\/console\.example\/$/,
      ),
    ])
    silence(false)
    for (let turn = 0; turn < 3; turn += 1) await pass(6 * minute)
    expect(receiver.taken).toHaveLength(1)
    silence(true)
    for (let turn = 0; turn < 3; turn += 1) await pass(20 * minute)
    expect(receiver.taken).toHaveLength(2)
  })

  it('is told nothing of an account whose key the service refuses', async () => {
    const { list, pass, receiver, linesOf } = await startTold({ when: { in_flight_longer_than: 'PT1H' } })
    list('one', 'pending')
    await pass(20)
    service.script('*', upstream.errorAnswer('ERR-02'))
    await pass(20)
    expect(linesOf('the service refuses the key: its records are served to nobody')).toHaveLength(1)
    for (let turn = 0; turn < 2; turn += 1) await pass(2 * hour)
    expect(receiver.tried).toEqual([])
  })

  it('is told of a critical finding: a payment to what looks like a trusted address', async () => {
    const { list, pass, payments, receiver, whitelists } = await startTold({
      when: { review_critical: true },
    })
    const trusted = `0xabcd${'1'.repeat(32)}1234`
    whitelists.push({
      ...{ whitelist_id: 'W', whitelist_name: 'Broker' },
      assets: [{ asset_id: 'ETH', network_id: 'ETH', address: trusted }],
    })
    payments.set('paid', `0xabcd${'5'.repeat(32)}1234`)
    list('paid')
    for (let turn = 0; turn < 3; turn += 1) await pass(6 * minute)
    expect(receiver.texts()).toEqual([
      'Treasury: Critical finding in the whitelist review: Withdrawal to an unlisted address. https://console.example/review',
    ])
  })
})

describe('a receiver that does not take a message', () => {
  it('is sent the same one again, later each time, and then what came meanwhile, in order', async () => {
    const { list, pass, receiver, linesOf, sampleOf } = await startTold({
      when: { failed: true },
      more: { details: 'ids' },
    })
    receiver.state.status = 503
    list('one', 'failed')
    await pass(20)
    list('two', 'failed')
    await pass(20)
    await pass(6 * minute)
    expect(new Set(receiver.tried).size).toBe(1)
    expect(receiver.tried).toHaveLength(3)
    expect(linesOf('a webhook was not taken: it is sent again later')).toHaveLength(3)
    expect(await sampleOf('custody_webhooks_waiting')).toBe(1)
    expect(await sampleOf('custody_webhook_tries_total{outcome="failed"}')).toBe(3)
    receiver.state.status = 204
    await pass(31 * minute)
    expect(receiver.taken.map(({ data }) => data.events.map(({ id }) => id))).toEqual([['one'], ['two']])
    expect(receiver.taken[0]?.id).toBe(receiver.tried[0])
    expect(await sampleOf('custody_webhooks_waiting')).toBe(0)
    expect(receiver.taken[1]?.id).not.toBe(receiver.tried[0])
  })

  it('gets what it missed in a day as one message where it is many', async () => {
    const { list, pass, receiver } = await startTold({ when: { failed: true }, more: { details: 'ids' } })
    receiver.state.status = 500
    list('first', 'failed')
    await pass(20)
    for (let turn = 0; turn < 6; turn += 1) {
      for (let index = 0; index < 5; index += 1) list(`missed ${turn} ${index}`, 'rejected')
      await pass(5 * hour)
    }
    receiver.state.status = 204
    for (let turn = 0; turn < 6; turn += 1) await pass(hour)
    expect(receiver.taken.map(({ data }) => [data.count, data.events.length])).toEqual([
      [1, 1],
      [30, 20],
    ])
    expect(receiver.taken[1]?.text).toMatch(
      /^Treasury, \S+ \S+ UTC: 30 events: 30 failed or rejected transactions\. https:/,
    )
    expect(receiver.taken[1]?.data.events[0]?.text).toMatch(/It happened between .* UTC and .* UTC\.$/)
  })

  it('is not followed elsewhere', async () => {
    const { list, pass, receiver } = await startTold({ when: { failed: true } })
    const other = await startReceiver()
    receiver.state.status = 307
    receiver.state.headers = { location: other.url }
    list('one', 'failed')
    await pass(20)
    expect(receiver.tried).toHaveLength(1)
    expect(other.tried).toEqual([])
  })

  it('and says that it is gone is left alone until its webhook is another one', async () => {
    const { list, pass, receiver, write } = await startTold({ when: { failed: true } })
    receiver.state.status = 410
    list('one', 'failed')
    await pass(20)
    list('two', 'failed')
    for (let turn = 0; turn < 3; turn += 1) await pass(6 * hour)
    expect(receiver.tried).toHaveLength(1)
    const { secret } = await startReceiver()
    receiver.state.status = 204
    await write([{ url: `${receiver.url}?again`, secret, when: { failed: true } }])
    await pass(20)
    list('three', 'failed')
    await pass(20)
    expect(receiver.tried).toHaveLength(2)
  })
})

describe('the gateway', () => {
  it('that starts again on the same database loses nothing and tells nothing twice', async () => {
    const { gateway, start, list, become, pass, receiver } = await startTold({
      when: { failed: true, in_flight_longer_than: 'PT1M' },
      more: { details: 'ids' },
    })
    list('stuck', 'pending')
    list('told', 'failed')
    await pass(20)
    await pass(2 * minute)
    receiver.state.status = 503
    list('waiting', 'failed')
    await pass(20)
    await gateway.close()
    list('later', 'failed')
    receiver.state.status = 204
    const again = await start()
    for (let turn = 0; turn < 3; turn += 1) await again.pass(6 * minute)
    become('stuck', 'completed')
    await again.pass(20)
    const told = receiver.taken.map(({ data }) => data.events.map(({ id }) => id))
    expect(told).toEqual([['told'], ['stuck'], ['waiting'], ['later']])
    expect(receiver.taken[2]?.id).toBe(receiver.tried[2])
  })

  it('that is off for two days tells when something happened, and not that it has just happened', async () => {
    const { gateway, start, list, clock, receiver } = await startTold({ when: { failed: true } })
    await gateway.close()
    clock.move(1000 * 24 * hour)
    list('one', 'failed')
    clock.move(1000 * 24 * hour)
    const again = await start()
    await again.pass(20)
    expect(receiver.texts()).toEqual([
      expect.stringMatching(
        /^Treasury: A transaction failed\. It happened between (.*) UTC and (?!\1).* UTC\. /,
      ),
    ])
  })

  it('of which there are two on one database sends each message from one of them', async () => {
    const { start, list, pass, receiver, gateway, clock } = await startTold({ when: { failed: true } })
    const other = await start('b')
    list('one', 'failed')
    await Promise.all([pass(20), other.pass(0)])
    await Promise.all([other.pass(20), pass(0)])
    expect(receiver.tried).toHaveLength(1)
    // The other one takes over.
    await gateway.close()
    list('two', 'failed')
    clock.move(1000 * minute)
    for (let turn = 0; turn < 3; turn += 1) await other.pass(20)
    expect(receiver.taken).toHaveLength(2)
    expect(new Set(receiver.tried).size).toBe(2)
  })

  it('that has lost an account to another copy sends nothing of it any more', async () => {
    const { start, list, pass, receiver } = await startTold({ when: { failed: true } })
    const other = await start('b')
    receiver.state.status = 503
    list('one', 'failed')
    await pass(20)
    await shared.script("update custody_store.lease set until = now() - interval '1 second'")
    await other.pass(20)
    expect(receiver.tried).toHaveLength(2)
    receiver.state.status = 204
    // It takes the message for due, and the account for its own.
    await pass(6 * minute)
    expect(receiver.tried).toHaveLength(2)
    await other.pass(0)
    expect(receiver.taken.map(({ id }) => id)).toEqual([receiver.tried[0]])
  })

  it('tells thousands of changes of one update as one message', async () => {
    const { list, pass, receiver } = await startTold({ when: { failed: true } })
    // Several pieces of what the store hands over.
    const many = isWholeSet ? 10_000 : 1100
    for (let index = 0; index < many; index += 1) list(`t${index}`, 'failed')
    for (let turn = 0; turn < 3; turn += 1) await pass(20)
    expect(receiver.taken.map(({ data }) => data.counts)).toEqual([{ failed: many }])
  })

  it('reads the file again when it changes: a new webhook begins there, what is wrong is named, and the rest works', async () => {
    const { list, pass, receiver, write, spoil, gateway } = await startTold({ when: { failed: true } })
    list('one', 'failed')
    await pass(20)
    const other = await startReceiver()
    const { url, secret } = receiver
    await write([
      { url, secret, when: { failed: true } },
      { url: 'http://receiver.example', secret, when: { failed: true } },
      {
        name: 'other',
        url: other.url,
        secret: other.secret,
        when: { failed: true },
        accounts: ['CUSTODY_API_KEY', 'none'],
      },
    ])
    await pass(20)
    list('two', 'failed')
    await pass(20)
    expect([receiver.taken.length, other.taken.length]).toEqual([2, 1])
    const faults = gateway.log.map((line) => JSON.parse(line).fault).filter(Boolean)
    expect(faults).toEqual([
      'Webhook 2 (receiver.example) is not used: url has to be an https address without user, password or fragment (http only on loopback).',
      'Webhook 3 (other): there is no account "none" in the settings.',
    ])
    expect(gateway.log.join()).not.toContain(secret)
    await spoil()
    await pass(20)
    list('three', 'failed')
    await pass(20)
    expect([receiver.taken.length, other.taken.length]).toEqual([3, 2])
  })
})
