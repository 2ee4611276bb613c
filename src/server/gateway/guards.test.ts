/** Who is let through to the gateway at all, and what its log tells about who tried. */
import { describe, expect, it } from 'vitest'
import * as upstream from '../../../e2e/support/scripted-service.ts'
import { errorBody } from '../../contract/records.ts'
import { mostAtOnce } from './forwarding.ts'
import { expectFailure, forTests, signInBody, startGateway } from './testing/gateway.ts'
import { rawRequest } from './testing/raw-request.ts'

const service = forTests(await upstream.startScriptedService())
/** Reads with one key for everybody. */
const fixed = forTests(
  await startGateway({ CUSTODY_API_URL: service.address, CUSTODY_API_KEY: 'key-of-the-house' }),
)

const codeOf = (body: string) => errorBody.parse(JSON.parse(body)).error_code

describe('a page of another site', () => {
  it.each(['cross-site', 'same-site'])('cannot have anything asked: %s', async (site) => {
    for (const path of ['/api/vaults', '/api/transactions?status=pending', '/session']) {
      const answer = await fixed.fetch(path, { headers: { 'sec-fetch-site': site } })
      expect([answer.status, codeOf(await answer.text())]).toEqual([403, 'GTW-10'])
    }
    expect(service.received).toEqual([])
  })

  it('cannot however it spells the path', async () => {
    const { host } = new URL(fixed.address)
    for (const path of ['/%73ession', '/sess%69on', `http://${host}/session`, `http://${host}/api/vaults`]) {
      const answer = await rawRequest(fixed, path, { headers: { 'sec-fetch-site': 'cross-site' } })
      expect([answer.status, codeOf(answer.body)], path).toEqual([403, 'GTW-10'])
      expect(answer.headers['cache-control'], path).toBe('no-store')
    }
    expect(service.received).toEqual([])
  })

  it('cannot where the browser tells no more than its origin', async () => {
    const answer = await fixed.fetch('/api/vaults', { headers: { origin: 'http://elsewhere.example' } })
    expect(answer.status).toBe(403)
    expect(service.received).toEqual([])
  })

  it('is told from ours, from an address that somebody typed, and from a link to a page', async () => {
    service.script('/vaults', upstream.json({ vaults: [] }))
    for (const site of ['same-origin', 'none'])
      expect((await fixed.fetch('/api/vaults', { headers: { 'sec-fetch-site': site } })).status).toBe(200)
    expect((await fixed.fetch('/vaults', { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(200)
  })
})

describe('a name that the proxy is said to have been asked for', () => {
  it('is not taken: whoever rebinds a name can send that header', async () => {
    const listed = await startGateway({
      CUSTODY_API_URL: service.address,
      TRUST_PROXY: 'loopback',
      ALLOWED_HOSTS: 'console.example',
    })
    const ask = (headers: Record<string, string>) => rawRequest(listed, '/session', { headers })
    expect((await ask({ host: 'rebound.example', 'x-forwarded-host': 'console.example' })).status).toBe(403)
    expect((await ask({ host: 'console.example', 'x-forwarded-host': 'rebound.example' })).status).toBe(200)
  })
})

describe('the address that attempts are counted by', () => {
  it.each(['1', 'loopback'])(
    'is not what the caller writes into X-Forwarded-For: TRUST_PROXY=%s',
    async (trust) => {
      const strict = await startGateway({
        CUSTODY_API_URL: service.address,
        TRUST_PROXY: trust,
        SIGN_IN_ATTEMPTS_PER_MINUTE: '2',
      })
      service.script('/vaults', upstream.errorBody('ERR-02'))
      const statuses = []
      for (const claimed of ['1.1.1.1', '2.2.2.2', '3.3.3.3']) {
        const headers = { 'x-forwarded-for': `${claimed}, 198.51.100.7` }
        const answer = await strict.fetch('/session', signInBody({ apiKey: 'guess' }, headers))
        statuses.push([answer.status, Number(answer.headers.get('retry-after')) > 0])
      }
      expect(statuses).toEqual([
        [401, false],
        [401, false],
        [429, true],
      ])
      expect(service.received).toHaveLength(2)
      expect(strict.log.filter((line) => line.includes('"caller":"198.51.100.7"'))).toHaveLength(3)
    },
  )
})

describe('a secret that the proxy sends', () => {
  const proxySecret = '5f0b1c9a7d3e48f26b8a04c1d97e35f2'

  it('is asked of everything but /healthz and /readyz', async () => {
    const guarded = await startGateway({
      HOST: '0.0.0.0',
      CUSTODY_API_URL: service.address,
      CUSTODY_API_KEY: 'key-of-the-house',
      PROXY_SECRET: proxySecret,
    })
    for (const path of ['/', '/session', '/api/vaults', '/assets/main-abc.js'])
      for (const headers of [{}, { 'x-proxy-secret': '' }, { 'x-proxy-secret': `${proxySecret}0` }])
        expect((await guarded.fetch(path, { headers })).status, path).toBe(403)
    expect(service.received).toEqual([])
    service.script('/vaults', upstream.json({ vaults: [] }))
    for (const path of ['/healthz', '/readyz']) expect((await guarded.fetch(path)).status).toBe(200)
    const headers = { 'x-proxy-secret': proxySecret }
    for (const path of ['/', '/session', '/api/vaults'])
      expect((await guarded.fetch(path, { headers })).status, path).toBe(200)
    expect(JSON.stringify(service.received)).not.toContain(proxySecret)
    expect(guarded.log.join('')).not.toContain(proxySecret)
  })
})

describe('one reader', () => {
  it('has so many reads in hand and no more, whoever else reads', async () => {
    const gateway = await startGateway({ CUSTODY_API_URL: service.address })
    const [greedy, other] = [await gateway.signIn('greedy'), await gateway.signIn('other')]
    service.reset()
    const asked = upstream.held()
    service.script('/vaults', asked.script)
    const read = (cookie: string) => gateway.fetch('/api/vaults', { headers: { cookie } })
    const reads = Array.from({ length: mostAtOnce }, () => read(greedy))
    await asked.arrived(mostAtOnce)
    await expectFailure(await read(greedy), 'GTW-23')
    reads.push(read(other))
    await asked.arrived(mostAtOnce + 1)
    asked.release()
    for (const each of reads) expect((await each).status).toBe(200)
    // What was answered is in hand no longer.
    await expect.poll(async () => (await read(greedy)).status).toBe(200)
  })
})
