import { describe, expect, it } from 'vitest'
import { endpointNames, endpointPath, endpoints } from '../../../contract/endpoints.ts'
import { createKey, listKeys, revokeKey } from '../keys.ts'
import { listen } from '../testing/service.ts'
import { expectError, type Under } from './expectations.ts'

const paths = [
  ...endpointNames.map((name) => endpointPath(name, name === 'balancesOfType' ? 'cold' : 'anything')),
  ...endpoints.transaction.aliases.map((alias) => alias.replace(/\{.*\}/, 'anything')),
]

/** API keys, roles and the rate limit. */
export function accessConforms(service: Under): void {
  describe.each(paths)('access to %s', (path) => {
    it.each([
      ['no key', ''],
      ['an unknown key', 'nobody-has-this-key'],
      ['a key without the role viewer', 'demo-no-role-key'],
      ['the hash of a key', '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
      ['a key with a space in it', 'demo-viewer-key demo-viewer-key'],
    ])('%s is ERR-02', async (_, key) => {
      expectError(await service().get(path, { headers: { 'x-api-key': key } }), 'ERR-02')
    })

    it('looks at the permission before the parameters', async () => {
      const received = await service().get(`${path}?nonsense=1`, { headers: { 'x-api-key': 'nobody' } })
      expectError(received, 'ERR-02')
    })
  })

  it('the help of ERR-02 is a link to a page that says how the key is sent', async () => {
    const other = await listen(service().database)
    try {
      const { text } = await other.get('/vaults', { headers: { 'x-api-key': '' } })
      const { help } = JSON.parse(text)
      expect(help).toBe(`${other.address}/authentication`)
      const page = await fetch(help)
      expect(page.headers.get('content-type')).toContain('text/plain')
      expect(await page.text()).toContain('x-api-key')
    } finally {
      await other.close()
    }
  })

  it('links to the address that the service is told to have', async () => {
    const other = await listen(service().database, { publicUrl: 'https://custody.example/v1/' })
    try {
      const { text } = await other.get('/vaults', { headers: { 'x-api-key': '' } })
      expect(JSON.parse(text).help).toBe('https://custody.example/v1/authentication')
    } finally {
      await other.close()
    }
  })

  it('a new key works until it is revoked', async () => {
    const { database, get } = service()
    const { id, key } = await createKey(database, { name: 'Auditor', roles: ['viewer'] })
    const ask = (path = '/vaults') => get(path, { headers: { 'x-api-key': key } })
    expect((await ask()).httpStatus).toBe(200)
    expect(await revokeKey(database, id)).toBe(true)
    // Also where there is something wrong with the request: the key comes first.
    expectError(await ask('/vaults?unknown=1'), 'ERR-02')
    expectError(await ask(), 'ERR-02')
    expect(await revokeKey(database, id)).toBe(false)
  })

  it('keeps a hash and never the key', async () => {
    const { database } = service()
    const { id, key } = await createKey(database, { name: 'Operator', roles: [] })
    const rows = await database.query('select * from api_key')
    expect(JSON.stringify(rows)).toContain(id)
    expect(JSON.stringify(rows)).not.toContain(key)
    expect(await listKeys(database)).toContainEqual(
      expect.objectContaining({ id, name: 'Operator', roles: [], revokedAt: null }),
    )
  })

  describe('rate limit', () => {
    it('refuses with ERR-03 and Retry-After, each key on its own, and lets pass after the wait', async () => {
      let now = 0
      const { database } = service()
      const { key } = await createKey(database, { name: 'Another', roles: ['viewer'] })
      const limited = await listen(database, { rateLimitPerMinute: 2, clock: () => now })
      try {
        for (let index = 0; index < 2; index += 1) expect((await limited.get('/vaults')).httpStatus).toBe(200)
        const refused = await limited.get('/balances')
        expectError(refused, 'ERR-03')
        expect(refused.headers.get('retry-after')).toBe('30')
        expect((await limited.get('/vaults', { headers: { 'x-api-key': key } })).httpStatus).toBe(200)
        now = 29_999
        expectError(await limited.get('/vaults'), 'ERR-03')
        now = 30_000
        expect((await limited.get('/vaults')).httpStatus).toBe(200)
      } finally {
        await limited.close()
      }
    })

    it('comes before the permission, and made-up keys have one limit together', async () => {
      const limited = await listen(service().database, { rateLimitPerMinute: 2, clock: () => 0 })
      try {
        const ask = (key: string) => limited.get('/vaults?nonsense=1', { headers: { 'x-api-key': key } })
        expectError(await ask('made-up-1'), 'ERR-02')
        expectError(await ask(''), 'ERR-02')
        expectError(await ask('made-up-2'), 'ERR-03')
        const ofNoRole = await ask('demo-no-role-key')
        expectError(ofNoRole, 'ERR-02')
      } finally {
        await limited.close()
      }
    })
  })
}
