/** What the service is beside its reads: keys, limits, HTTP, the log, and the reserved ids of the demonstration. On one database, which none of it depends on. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { endpointNames, endpointPath, endpoints } from '../../contract/endpoints.ts'
import { errorBody } from '../../contract/records.ts'
import { openEither } from '../../database/testing/databases.ts'
import { exchange } from '../../testing/sockets.ts'
import { createKey, revokeKey } from './keys.ts'
import type { ServiceOptions } from './server.ts'
import { fixtureTransactions } from './testing/books.ts'
import { expectError, fill, listen } from './testing/service.ts'

const database = await openEither()
await fill(database)
const lines: string[] = []
const logTo = { write: (line: string) => void lines.push(line) }
const service = await listen(database, { logLevel: 'trace', logTo })
afterAll(() => service.close())

const withKey = (key: string) => ({ headers: { 'x-api-key': key } })

async function other(options: Partial<ServiceOptions>) {
  const started = await listen(database, options)
  onTestFinished(() => started.close())
  return started
}

describe('API keys', () => {
  const paths = [
    ...endpointNames.map((name) => endpointPath(name, name === 'balancesOfType' ? 'cold' : 'anything')),
    endpoints.transaction.alias.replace(/\{.*\}/, 'anything'),
  ]
  it.each(paths)('%s looks at the key before the parameters', async (path) => {
    for (const key of [
      ...['', 'nobody-has-this-key', 'demo-no-role-key', 'demo-viewer-key demo-viewer-key'],
      // The hash of a key.
      '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    ])
      for (const query of ['', '?nonsense=1'])
        expectError(await service.get(`${path}${query}`, withKey(key)), 'ERR-02')
  })

  it('the help of ERR-02 is a link to a page that says how the key is sent', async () => {
    const { help } = JSON.parse((await service.get('/vaults', withKey(''))).text)
    expect(help).toBe(`${service.address}/authentication`)
    const page = await fetch(help)
    expect(page.headers.get('content-type')).toContain('text/plain')
    expect(await page.text()).toContain('x-api-key')
    const named = await other({ publicUrl: 'https://custody.example/v1/' })
    expect(JSON.parse((await named.get('/vaults', withKey(''))).text).help).toBe(
      'https://custody.example/v1/authentication',
    )
  })

  it('a new key works until it is revoked', async () => {
    const { id, key } = await createKey(database, { name: 'Auditor', roles: ['viewer'] })
    expect((await service.get('/vaults', withKey(key))).httpStatus).toBe(200)
    expect(await revokeKey(database, id)).toBe(true)
    // Also where there is something wrong with the request: the key comes first.
    for (const path of ['/vaults?unknown=1', '/vaults'])
      expectError(await service.get(path, withKey(key)), 'ERR-02')
  })
})

it('openapi.json needs no key, and says what every path answers', async () => {
  const document = JSON.parse((await service.get('/openapi.json', withKey(''))).text)
  const schemas = new Ajv2020({ strict: false }).addSchema(document, 'document')
  const values: Readonly<Record<string, string | undefined>> = {
    tx_id: fixtureTransactions[0]?.transaction_id,
    vaults_id: 'vault-1',
    vault_type: 'cold',
  }
  const paths = Object.keys(document.paths)
  expect(paths).toHaveLength(endpointNames.length + 1)
  for (const path of paths)
    for (const [query, status] of [
      ['', 200],
      ['?nonsense=1', 400],
    ] as const) {
      const asked = path.replace(/\{(\w+)\}/, (_whole, name) => values[name] ?? '') + query
      const { httpStatus, text } = await service.get(asked)
      expect([asked, httpStatus]).toEqual([asked, status])
      const { $ref } = document.paths[path].get.responses[status].content['application/json'].schema
      schemas.validate(`document${$ref}`, JSON.parse(text))
      expect([asked, schemas.errors]).toEqual([asked, null])
    }
})

describe('the rate limit', () => {
  it('refuses with ERR-03 and Retry-After, each key on its own, and lets pass after the wait', async () => {
    let now = 0
    const { key } = await createKey(database, { name: 'Another', roles: ['viewer'] })
    const limited = await other({ rateLimitPerMinute: 2, clock: () => now })
    for (let index = 0; index < 2; index += 1) expect((await limited.get('/vaults')).httpStatus).toBe(200)
    const refused = await limited.get('/balances')
    expectError(refused, 'ERR-03')
    expect(refused.headers.get('retry-after')).toBe('30')
    expect((await limited.get('/vaults', withKey(key))).httpStatus).toBe(200)
    now = 29_999
    expectError(await limited.get('/vaults'), 'ERR-03')
    now = 30_000
    expect((await limited.get('/vaults')).httpStatus).toBe(200)
  })

  it('comes before the permission, is one for all made-up keys, and shuts out no valid one', async () => {
    const limited = await other({ rateLimitPerMinute: 2, clock: () => 0 })
    const ask = (key: string, path = '/vaults?nonsense=1') => limited.get(path, withKey(key))
    expectError(await ask('made-up-1'), 'ERR-02')
    expectError(await ask(''), 'ERR-02')
    for (const key of ['made-up-2', 'made-up-3', '']) expectError(await ask(key), 'ERR-03')
    expectError(await ask('', '/authentication'), 'ERR-03')
    expectError(await ask('demo-no-role-key'), 'ERR-02')
    for (let time = 0; time < 2; time += 1)
      expect((await ask('demo-viewer-key', '/vaults')).httpStatus).toBe(200)
    expectError(await ask('demo-viewer-key'), 'ERR-03')
  })
})

describe('HTTP', () => {
  it.each([
    ...['/', '/nothing', '/vaults/', '/vaults/a/b', '//vaults', '/transaction', '/Vaults'],
    ...['/%76aults', '/%ZZ', '/whitelists'],
  ])('%s is 404 with the error body', async (path) => {
    for (const init of [{}, withKey(''), { method: 'DELETE' }])
      expectError(await service.get(path, init), 'ERR-00', 404)
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])(
    '%s is 405 with Allow',
    async (method) => {
      for (const path of [
        '/transactions',
        '/transactions/txn-z0',
        '/vaults/%ZZ',
        '/authentication',
        '/healthz',
      ]) {
        const received = await service.get(path, { method })
        expectError(received, 'ERR-00', 405)
        expect(received.headers.get('allow')).toBe('GET, HEAD')
      }
    },
  )

  it('does not read a body, whatever it claims to be', async () => {
    for (const type of ['application/json', 'text/xml', 'multipart/form-data', 'nonsense']) {
      const headers = { 'content-type': type }
      expectError(await service.get('/vaults', { method: 'POST', headers, body: '{"broken' }), 'ERR-00', 405)
    }
  })

  it('HEAD answers as GET does, without a body', async () => {
    for (const path of ['/vaults', '/vaults/nothing', '/nothing', '/authentication', '/healthz']) {
      const [head, get] = [await service.get(path, { method: 'HEAD' }), await service.get(path)]
      expect([head.httpStatus, head.text]).toEqual([get.httpStatus, ''])
      for (const name of ['content-length', 'content-type'])
        expect(head.headers.get(name)).toBe(get.headers.get(name))
    }
  })

  it('says that it is up, with any key', async () => {
    const received = await service.get('/healthz', withKey(''))
    expect([received.httpStatus, JSON.parse(received.text)]).toEqual([200, { status: 'ok' }])
  })

  const long = 'x'.repeat(20_000)
  it.each([
    ['an address that is too long', `GET /vaults?asset_id=${long} HTTP/1.1\r\nhost: x\r\n\r\n`, '431'],
    ['headers that are too large', `GET /vaults HTTP/1.1\r\nhost: x\r\nx-large: ${long}\r\n\r\n`, '431'],
    ['what is not HTTP', 'hello\r\n\r\n', '400'],
    ['a header that is malformed', 'GET /vaults HTTP/1.1\r\nhost: x\r\nb\u0000d: x\r\n\r\n', '400'],
    ['a request without a host', 'GET /vaults HTTP/1.1\r\nconnection: close\r\n\r\n', '401'],
    [
      'an address in absolute form',
      'GET http://x/vaults HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
      '404',
    ],
  ])('%s gets an error body', async (_, request, status) => {
    const [head = '', body = ''] = (await exchange(service.address, request)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(head.toLowerCase()).toContain('content-type: application/json; charset=utf-8')
    expect(errorBody.parse(JSON.parse(body)).code).toBe(status)
  })

  it('repeats as host only what can be one', async () => {
    const request = 'GET /vaults HTTP/1.1\r\nhost: evil"><script>\r\nconnection: close\r\n\r\n'
    expect(await exchange(service.address, request)).not.toContain('script')
  })

  it('gives every answer an id, and keeps a caller’s UUID', async () => {
    const idOf = async (given: string) =>
      (await service.get('/vaults', { headers: { 'x-request-id': given } })).headers.get('x-request-id')
    const id = '3f2c1e60-5b1e-4c55-9a51-0d8a1f6f7a11'
    expect(await idOf(id)).toBe(id)
    expect(await idOf('secret')).toMatch(/^[\da-f-]{36}$/)
  })
})

describe('the log', () => {
  it('has each request with its path and status, and no key, header value or query value', async () => {
    lines.length = 0
    const headers = { 'x-api-key': 'secret-key', 'x-request-id': 'secret-id', 'user-agent': 'secret-agent' }
    await service.get('/transactions?asset_id=secret-asset', { headers })
    await service.get('/transactions?secret-parameter=secret-value')
    await service.get('/transactions?asset_id=secret-asset%00')
    await service.get('/secret-path?secret=secret', { method: 'POST', body: 'secret-body' })
    await service.get('/vaults/%ZZ?secret')
    await service.get('/healthz')
    // A line is written when its answer has gone out, which the client may see first.
    await expect.poll(() => lines.filter((line) => line.includes('"answered"')).length).toBe(5)
    expect(lines.join('')).toContain('"path":"/transactions"')
    expect(lines.join('')).not.toMatch(/secret|\/healthz/)
  })

  it('has an unexpected failure by its code, without the value that caused it; the answer is ERR-01', async () => {
    lines.length = 0
    await database.script('alter table transaction rename column note to remark')
    const received = await service.get('/transactions?asset_id=secret-asset')
    await database.script('alter table transaction rename column remark to note')
    expectError(received, 'ERR-01')
    expect(received.text).not.toContain('note')
    expect(lines.join('')).toContain('"code":"42703"')
    expect(lines.join('')).not.toContain('secret')
  })
})

describe('reserved ids', () => {
  it.each(['ERR-01', 'ERR-03'] as const)(
    'demo-%s is this error, to a key and parameters that are right',
    async (code) => {
      const path = `/transactions/demo-${code}`
      const failed = await service.get(path)
      expectError(failed, code)
      expect(failed.headers.get('retry-after')).toBe(code === 'ERR-03' ? '5' : null)
      expectError(await service.get(path, withKey('demo-no-role-key')), 'ERR-02')
      expectError(await service.get(`${path}?nonsense=1`), 'ERR-00')
    },
  )

  it('are nobody’s on a service without the demonstration data', async () => {
    const real = await other({ demonstration: false })
    expectError(await real.get('/transactions/demo-ERR-01'), 'TXN-04')
  })
})
