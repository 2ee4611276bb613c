/** What receivers are told, over HTTP, of a service that is scripted to change: each message is checked by its signature. */
import { createHmac, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import * as upstream from '../../../../e2e/support/scripted-service.ts'
import type { Database } from '../../../database/database.ts'
import { openEither } from '../../../database/testing/databases.ts'
import { type AccountLedger, answerTo } from '../../../sync/testing/account-ledger.ts'
import { listenLocally } from '../../../testing/sockets.ts'
import { newFolder } from '../../testing/folder.ts'
import { syncingGateways } from '../../testing/syncing.ts'
import { testClock } from '../testing/clock.ts'
import { forTests } from '../testing/gateway.ts'

const service = forTests(await upstream.startScriptedService())
const { startSyncing } = await syncingGateways(service)

const minute = 60
const hour = 60 * minute

interface Message {
  readonly id: string
  readonly type: string
  readonly text: string
  readonly data: {
    readonly count: number
    readonly counts: Readonly<Record<string, number>>
    readonly events: readonly Readonly<Record<string, unknown>>[]
  }
}

/** Takes messages whose signature fits, and answers as the test says: a status, or where to go. */
async function startReceiver() {
  const key = randomBytes(32)
  const taken: Message[] = []
  const tried: string[] = []
  const state = { status: 204, headers: {} as Record<string, string> }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const {
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signature,
      } = request.headers
      const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
      const fits = String(signature).split(' ').includes(`v1,${expected}`)
      tried.push(String(id))
      if (fits && state.status === 204) taken.push({ id: String(id), ...JSON.parse(body) })
      response.writeHead(fits ? state.status : 401, state.headers).end()
    })
  })
  const port = await listenLocally(server)
  onTestFinished(() => void server.close())
  return {
    ...{ taken, tried, state },
    url: `http://127.0.0.1:${port}/hook`,
    secret: `whsec_${key.toString('base64')}`,
    texts: () => taken.map(({ text }) => text),
  }
}

type Receiver = Awaited<ReturnType<typeof startReceiver>>

interface Started {
  readonly when: object
  readonly more?: object
  readonly receiver?: Receiver
  readonly database?: Database
  readonly ledger?: AccountLedger
  readonly clock?: ReturnType<typeof testClock>
}

/** An account that was read, and a webhook that is told of it. */
async function startTold({ when, more = {}, ...given }: Started) {
  const receiver = given.receiver ?? (await startReceiver())
  const clock = given.clock ?? testClock()
  const ledger: AccountLedger = given.ledger ?? { deposits: [] }
  const whitelists: object[] = []
  ledger.change ??= (target, body) => (target.startsWith('/whitelist') ? { whitelists } : body)
  let isSilent = false
  service.script('*', (request, response) => {
    if (isSilent) return upstream.drop(request, response)
    try {
      upstream.json(answerTo(ledger, { target: request.url ?? '' }))(request, response)
    } catch {
      upstream.errorBody('TXN-04')(request, response)
    }
  })
  const path = join(await newFolder(), 'webhooks.json')
  const { url, secret } = receiver
  const write = (entries: readonly object[]) =>
    writeFile(path, JSON.stringify({ console: 'https://console.example', webhooks: entries }))
  await write([{ url, secret, when, ...more }])
  const start = (name = 'a') =>
    startSyncing(
      { CUSTODY_API_KEY: 'key', ORGANIZATION_NAME: 'Treasury', WEBHOOKS_FILE: path, COPY_NAME: name },
      given.database,
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
  return { ...started, start, write, receiver, ledger, whitelists, list, become, silence, clock }
}

describe('a webhook', () => {
  it('is told what failed, with a link and no more than its operator allows', async () => {
    const { list, become, pass, receiver } = await startTold({ when: { failed: true } })
    list('one', 'pending')
    await pass(20)
    expect(receiver.taken).toEqual([])
    become('one', 'failed')
    await pass(20)
    expect(receiver.taken).toMatchObject([
      {
        type: 'failed',
        text: 'Treasury: A transaction failed. https://console.example/changes',
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
  })
})
