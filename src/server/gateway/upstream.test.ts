import { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { startScripted } from '../../../e2e/support/scripted-gateway.ts'
import * as upstream from '../../../e2e/support/scripted-service.ts'
import { freePort, listenLocally } from '../../testing/sockets.ts'
import { readGatewaySettings } from './settings.ts'
import { expectFailure, startGateway } from './testing/gateway.ts'
import { mostConnections, Upstream } from './upstream.ts'

const { service, start } = await startScripted()
const gateway = await start({ UPSTREAM_TIMEOUT_SECONDS: '1', UPSTREAM_MAX_MEGABYTES: '1' })
const cookie = await gateway.signIn('key-of-the-reader', 'account-7')

const read = (target: string, init: RequestInit = {}) =>
  gateway.fetch(`/api${target}`, { ...init, headers: { cookie, ...init.headers } })

describe('what goes to the service', () => {
  it('is under the prefix of the base address', async () => {
    const prefixed = await startGateway({ CUSTODY_API_URL: `${service.address}/custody/v1/` })
    service.script('/custody/v1/transactions', upstream.errorAnswer('TXN-02'))
    const own = await prefixed.signIn()
    await prefixed.fetch('/api/vaults/a%20b', { headers: { cookie: own } })
    expect(service.received.map(({ target }) => target)).toContain('/custody/v1/vaults/a%20b')
  })

  it('is the key, the account, accept and the request id, and no other header of the browser', async () => {
    await read('/vaults', {
      headers: {
        accept: '*/*',
        authorization: 'Basic abc',
        'x-api-key': 'someone-elses',
        'x-forwarded-for': '10.1.1.1',
        'x-request-id': 'given-1',
        'accept-language': 'de',
        'user-agent': 'a browser',
      },
    })
    const headers = service.received.at(-1)?.headers ?? {}
    expect(headers).toMatchObject({
      accept: 'application/json',
      'x-api-key': 'key-of-the-reader',
      'account-id': 'account-7',
      'x-request-id': 'given-1',
    })
    expect(Object.keys(headers).sort()).toEqual(
      'accept accept-encoding account-id connection host user-agent x-api-key x-request-id'.split(' '),
    )
    expect(headers['user-agent']).toBe('custody-console')
  })

  it('uses the configured header names', async () => {
    const other = await start({
      CUSTODY_API_KEY_HEADER: 'X-Custody-Key',
      CUSTODY_ACCOUNT_ID_HEADER: 'X-Custody-Account',
    })
    await other.signIn('k', 'a')
    expect(service.received.at(-1)?.headers).toMatchObject({ 'x-custody-key': 'k', 'x-custody-account': 'a' })
    expect(service.received.at(-1)?.headers).not.toHaveProperty('x-api-key')
  })

  it('is nothing for other methods', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      const answer = await read('/vaults', { method })
      await expectFailure(answer, 'GTW-06')
      expect(answer.headers.get('allow')).toBe('GET, HEAD')
    }
    for (const [path, allow] of [
      ['/session', 'GET, HEAD, POST, DELETE'],
      ['/vaults', 'GET, HEAD'],
    ] as const)
      expect((await gateway.fetch(path, { method: 'PUT' })).headers.get('allow'), path).toBe(allow)
    expect(service.received).toEqual([])
  })

  // Which targets are refused is proved by the function that refuses them.
  it('is nothing for a path that leads elsewhere, spelled so on the wire', async () => {
    const answer = await gateway.raw('/api/vaults/.%2e/keys', { cookie })
    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([404, { error_code: 'GTW-05' }])
    expect(service.received).toEqual([])
  })

  it('is nothing without a session, whatever the path: nothing of it is looked at', async () => {
    for (const path of ['/vaults', '/vaults/..;', `/transactions/%${'25'.repeat(700)}41`])
      await expectFailure(await gateway.fetch(`/api${path}`), 'GTW-04')
    expect(service.received).toEqual([])
  })
})

describe('what comes back', () => {
  it('is the error of the service with its status and Retry-After', async () => {
    service.script('/vaults', upstream.errorAnswer('ERR-03', { 'retry-after': '7' }))
    const answer = await read('/vaults')
    expect(answer.status).toBe(429)
    expect(answer.headers.get('retry-after')).toBe('7')
    expect(await answer.json()).toMatchObject({ error_code: 'ERR-03' })
  })

  it('is no request id that could control a terminal which shows the log', async () => {
    service.script('/transactions', upstream.errorAnswer('ERR-02', { 'x-request-id': '\u009b31m' }))
    const answer = await gateway.post('/session', { apiKey: 'k' })
    expect(await answer.json()).toMatchObject({ error_code: 'ERR-02' })
    expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{8,}$/)
    expect(gateway.log.join('')).not.toContain('31m')
  })

  it.each([
    ['with a byte order mark', 'application/json', '\uFEFF'],
    ['under the older name of JSON', 'text/json; charset=UTF-8', ''],
    ['as JSON of a certain form', 'application/vnd.custody+json', ''],
  ])('is read %s', async (_, type, mark) => {
    service.script('/vaults', (_, response) => {
      response.writeHead(200, { 'content-type': type })
      response.end(`${mark}{"vaults":[{"vault_id":"v"}]}`)
    })
    expect(await (await read('/vaults')).json()).toMatchObject({ records: [{ vault_id: 'v' }] })
  })

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, GZIP;q=0.5', 'gzip'],
    ['deflate, br;q=0.0', null],
  ])('is compressed as a browser that accepts %s can read it', async (accepted, encoding) => {
    const vault_name = 'x'.repeat(5000)
    service.script('/vaults', upstream.json({ vaults: [{ vault_id: 'v', vault_name, assets: [] }] }))
    const answer = await read('/vaults', { headers: { 'accept-encoding': accepted } })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(answer.headers.get('vary')).toBe('accept-encoding')
    expect(await answer.json()).toMatchObject({ records: [{ vault_name }] })
  })

  it('is not compressed where that saves nothing', async () => {
    service.script('/vaults', upstream.json({ vaults: [] }))
    const answer = await read('/vaults', { headers: { 'accept-encoding': 'br' } })
    expect(answer.headers.get('content-encoding')).toBeNull()
  })
})

it('asks nothing for a reader who has gone while the session was looked up', async () => {
  const { settings } = readGatewaySettings({})
  if (settings === undefined) throw new Error('the defaults are settings')
  const own = new Upstream(service.address, settings)
  const waiting = new ServerResponse(new IncomingMessage(new Socket())).destroy()
  const asked = own.ask({ target: '/vaults', credentials: undefined, waiting })
  await expect(asked).rejects.toThrow('nobody waits')
  expect(service.received).toEqual([])
  await own.close()
})

it('with one key for everyone, has half of the connections in use, and has the others wait', async () => {
  const asked = upstream.held()
  service.script('/vaults', asked.script)
  const patient = await start({ CUSTODY_API_KEY: 'k' })
  const reads = Array.from({ length: mostConnections }, () => patient.fetch('/api/vaults'))
  await asked.arrived(mostConnections / 2)
  // What is refused is answered after all that came before it had its chance.
  for (let time = 0; time < 50; time += 1) await patient.fetch('/api/keys')
  expect(asked.waiting).toBe(mostConnections / 2)
  // The others are left for other requests, such as whether the service is up.
  expect((await patient.fetch('/readyz')).status).toBe(200)
  asked.release()
  for (const read of reads) expect((await read).status).toBe(200)
})

it('gives up in time where no connection comes free, and says that it did not ask', async () => {
  const { settings } = readGatewaySettings({})
  if (settings === undefined) throw new Error('the defaults are settings')
  const asked = upstream.held(upstream.json({ ok: true }))
  service.script('/vaults', asked.script)
  const own = new Upstream(service.address, settings)
  const ask = (timeoutMilliseconds = 60_000) =>
    own.ask({
      target: '/vaults',
      credentials: undefined,
      timeoutMilliseconds,
    })
  const served = Array.from({ length: mostConnections / 2 }, () => ask())
  await asked.arrived(mostConnections / 2)
  await expect(ask(50)).rejects.toMatchObject({ code: 'GTW-23', headers: { 'retry-after': '1' } })
  asked.release()
  await Promise.all(served)
  await own.close()
})

it('finishes what is in flight when it stops, and takes nothing new', async () => {
  const asked = upstream.held(upstream.json({ vaults: [] }))
  const stopping = await start({ CUSTODY_API_KEY: 'k' })
  service.script('/vaults', asked.script)
  const answer = stopping.fetch('/api/vaults')
  await asked.arrived()
  const closed = stopping.close()
  asked.release()
  expect(await (await answer).json()).toMatchObject({ records: [] })
  await closed
  await expect(stopping.fetch('/healthz')).rejects.toThrow()
})

const { service: elsewhere } = await startScripted()
/** With a fixed key, so that no sign-in is needed. */
const startReader = (CUSTODY_API_URL: string) =>
  startGateway({
    CUSTODY_API_URL,
    CUSTODY_API_KEY: 'k',
    UPSTREAM_TIMEOUT_SECONDS: '1',
    UPSTREAM_MAX_MEGABYTES: '1',
  })

const drip: upstream.Script = (request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const dripping = setInterval(() => response.write(' '), 50)
  request.socket.on('close', () => clearInterval(dripping))
}

const bomb: upstream.Script = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
  response.end(gzipSync(Buffer.alloc(2 * 1024 * 1024, ' ')))
}

it.each([
  ['answers with a page', upstream.htmlPage, 'GTW-02', ''],
  ['crashes', upstream.crash, 'GTW-02', 'HTTP 500'],
  ['redirects', upstream.redirect(`${elsewhere.address}/vaults`), 'GTW-02', 'redirect'],
  ['names no type', upstream.textAnswer('{}'), 'GTW-02', ''],
  ['answers with a status that there is not', upstream.json({ vaults: [] }, 600), 'GTW-02', '600'],
  ['answers with the last', upstream.json({ vaults: [] }, 999), 'GTW-02', '999'],
  ['pretends to compress', upstream.json({}, 200, { 'content-encoding': 'gzip' }), 'GTW-02', ''],
  ['answers with too much', upstream.large(1024 * 1024 + 1), 'GTW-03', ''],
  ['answers with too much once unpacked', bomb, 'GTW-03', ''],
  ['breaks off in the middle', upstream.cut, 'GTW-11', ''],
  ['hangs up without a word', upstream.hangUp, 'GTW-00', 'closed the connection'],
] as const)('a service that %s', async (_what, script, code, details) => {
  service.script('/vaults', script)
  const body = await expectFailure(await read('/vaults'), code)
  expect(body.details).toContain(details)
  // Its stack stays where it is, and nobody follows it elsewhere with the key.
  expect(JSON.stringify(body)).not.toContain('/srv/app')
  expect(elsewhere.received).toEqual([])
})

it.each([429, 503])(
  'a service that answers HTTP %i with a page: its status and its wait pass',
  async (status) => {
    const headers = { 'content-type': 'text/html', 'retry-after': '7' }
    service.script('/vaults', upstream.textAnswer('<h1>Slow down</h1>', status, headers))
    const answer = await read('/vaults')
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, '7'])
    expect(await answer.json()).toMatchObject({ error_code: 'GTW-24', code: String(status) })
  },
)

// At once, for each takes a second.
it('a service that never answers, never ends its answer, or drips for ever: the deadline is for the whole', async () => {
  const scripts = { '/vaults': upstream.hang, '/balances': upstream.stall, '/whitelist': drip }
  for (const [path, script] of Object.entries(scripts)) service.script(path, script)
  await Promise.all(Object.keys(scripts).map(async (path) => expectFailure(await read(path), 'GTW-01')))
})

it('a service that is no web server, or is not there, whose address is not named', async () => {
  const tcp = createServer((socket) => socket.end('220 mail.example ESMTP\r\n'))
  const [mail, gone] = [await listenLocally(tcp), await freePort()]
  const [ofMail, ofGone] = [
    await startReader(`http://127.0.0.1:${mail}`),
    await startReader(`http://127.0.0.1:${gone}`),
  ]
  await expectFailure(await ofMail.fetch('/api/vaults'), 'GTW-02')
  const { details } = await expectFailure(await ofGone.fetch('/api/vaults'), 'GTW-00')
  expect(details).toContain('nothing listens')
  expect(details).not.toContain(String(gone))
  tcp.close()
})
