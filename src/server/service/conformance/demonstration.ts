import { describe, expect, it } from 'vitest'
import { listen } from '../testing/service.ts'
import { expectError, type Under } from './expectations.ts'

/** The reserved transaction ids of the demonstration data. */
export function demonstrationConforms(service: Under): void {
  const forms = ['/transactions/', '/transaction/', '/transactions?transaction_id=']

  describe.each(forms)('reserved ids at %s', (form) => {
    it('demo-ERR-01 and demo-ERR-03 are these errors', async () => {
      expectError(await service().get(`${form}demo-ERR-01`), 'ERR-01')
      const limited = await service().get(`${form}demo-ERR-03`)
      expectError(limited, 'ERR-03')
      expect(limited.headers.get('retry-after')).toBe('5')
    })

    it('demo-broken-body is a success that stops in the middle', async () => {
      const { httpStatus, headers, text } = await service().get(`${form}demo-broken-body`)
      expect(httpStatus).toBe(200)
      expect(headers.get('content-type')).toContain('application/json')
      expect(text).toMatch(/^\{"transactions":\[\{/)
      expect(() => JSON.parse(text)).toThrow(SyntaxError)
    })

    it('demo-hang never answers, and does not keep the service from stopping', async () => {
      const own = await listen(service().database)
      const hanging = own.get(`${form}demo-hang`).then(
        () => 'answered',
        () => 'broken off',
      )
      // The second is answered although it came later: so the first has arrived, and hangs.
      expect((await own.get('/vaults')).httpStatus).toBe(200)
      await own.close()
      expect(await hanging).toBe('broken off')
    })

    it('demo-hang ends when the client goes away', async () => {
      const gone = new AbortController()
      const hanging = service().get(`${form}demo-hang`, { signal: gone.signal })
      expect((await service().get('/vaults')).httpStatus).toBe(200)
      gone.abort()
      await expect(hanging).rejects.toThrow('aborted')
    })

    it('are nobody’s on a service without the demonstration data', async () => {
      const real = await listen(service().database, { demonstration: false })
      try {
        for (const id of ['demo-ERR-01', 'demo-ERR-03', 'demo-hang', 'demo-broken-body'])
          expectError(await real.get(`${form}${id}`), form.includes('?') ? 'TXN-02' : 'TXN-04')
      } finally {
        await real.close()
      }
    })

    it('need permission and correct parameters all the same', async () => {
      const id = `${form}demo-broken-body`
      expectError(await service().get(id, { headers: { 'x-api-key': 'demo-no-role-key' } }), 'ERR-02')
      expectError(await service().get(`${id}${form.includes('?') ? '&' : '?'}nonsense=1`), 'ERR-00')
    })
  })
}
