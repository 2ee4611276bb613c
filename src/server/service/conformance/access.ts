import { describe, expect, it } from 'vitest'
import { endpointNames, endpointPath, endpoints } from '../../../contract/endpoints.ts'
import { createKey, revokeKey } from '../keys.ts'
import { listen } from '../testing/service.ts'
import { expectError, type Under } from './expectations.ts'

const paths = [
  ...endpointNames.map((name) => endpointPath(name, name === 'balancesOfType' ? 'cold' : 'anything')),
  ...endpoints.transaction.aliases.map((alias) => alias.replace(/\{.*\}/, 'anything')),
]

/** API keys, roles and the rate limit. */
export function accessConforms(service: Under): void {
  const without = { headers: { 'x-api-key': '' } }

  it.each(paths)('%s looks at the key before the parameters', async (path) => {
    for (const key of [
      '',
      'nobody-has-this-key',
      'demo-no-role-key',
      // The hash of a key.
      '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      'demo-viewer-key demo-viewer-key',
    ])
      for (const query of ['', '?nonsense=1'])
        expectError(await service().get(`${path}${query}`, { headers: { 'x-api-key': key } }), 'ERR-02')
  })

  it('the help of ERR-02 is a link to a page that says how the key is sent', async () => {
    const own = await listen(service().database)
    const told = await listen(service().database, { publicUrl: 'https://custody.example/v1/' })
    try {
      const { help } = JSON.parse((await own.get('/vaults', without)).text)
      expect(help).toBe(`${own.address}/authentication`)
      const page = await fetch(help)
      expect(page.headers.get('content-type')).toContain('text/plain')
      expect(await page.text()).toContain('x-api-key')
      expect(JSON.parse((await told.get('/vaults', without)).text).help).toBe(
        'https://custody.example/v1/authentication',
      )
    } finally {
      await own.close()
      await told.close()
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
        expectError(await ask('demo-no-role-key'), 'ERR-02')
      } finally {
        await limited.close()
      }
    })
  })
}
