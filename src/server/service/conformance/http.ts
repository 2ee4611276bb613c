import { describe, expect, it } from 'vitest'
import { errorBody } from '../../../contract/records.ts'
import { exchange } from '../testing/exchange.ts'
import { expectError, type Under } from './expectations.ts'

/** What HTTP itself asks of a service: methods, paths, broken requests. */
export function httpConforms(service: Under): void {
  describe('HTTP', () => {
    it.each([
      '/',
      '/nothing',
      '/vaults/',
      '/vaults/a/b',
      '//vaults',
      '/transaction',
      '/Vaults',
      '/%76aults',
      '/%ZZ',
      '/whitelists',
    ])('%s is 404 with the error body', async (path) => {
      expectError(await service().get(path), 'ERR-00', 404)
      expectError(await service().get(path, { headers: { 'x-api-key': '' } }), 'ERR-00', 404)
      expectError(await service().get(path, { method: 'DELETE' }), 'ERR-00', 404)
    })

    it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])(
      '%s is 405 with Allow',
      async (method) => {
        for (const path of [
          '/transactions',
          '/transactions/txn-z0',
          '/vaults/%ZZ',
          '/openapi.json',
          '/healthz',
        ]) {
          const received = await service().get(path, { method })
          expectError(received, 'ERR-00', 405)
          expect(received.headers.get('allow')).toBe('GET, HEAD')
        }
      },
    )

    it('does not read a body, whatever it claims to be', async () => {
      for (const type of ['application/json', 'text/xml', 'multipart/form-data', 'nonsense']) {
        const received = await service().get('/vaults', {
          method: 'POST',
          headers: { 'content-type': type },
          body: '{"broken',
        })
        expectError(received, 'ERR-00', 405)
      }
    })

    it('HEAD answers as GET does, without a body', async () => {
      for (const path of ['/vaults', '/vaults/nothing', '/nothing', '/openapi.json', '/healthz']) {
        const [head, get] = [await service().get(path, { method: 'HEAD' }), await service().get(path)]
        expect(head.httpStatus).toBe(get.httpStatus)
        expect(head.text).toBe('')
        expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'))
        expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'))
      }
    })

    it('says that it is up, to whoever asks', async () => {
      const received = await service().get('/healthz', { headers: { 'x-api-key': '' } })
      expect(received.httpStatus).toBe(200)
      expect(JSON.parse(received.text)).toEqual({ status: 'ok' })
    })

    it.each([
      [
        'an address that is too long',
        `GET /vaults?asset_id=${'x'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
        '431',
      ],
      [
        'headers that are too large',
        `GET /vaults HTTP/1.1\r\nhost: x\r\nx-large: ${'x'.repeat(20_000)}\r\n\r\n`,
        '431',
      ],
      ['what is not HTTP', 'hello\r\n\r\n', '400'],
      ['a header that is malformed', 'GET /vaults HTTP/1.1\r\nhost: x\r\nb\u0000d: x\r\n\r\n', '400'],
      ['a request without a host', 'GET /vaults HTTP/1.1\r\nconnection: close\r\n\r\n', '401'],
      [
        'an address in absolute form',
        'GET http://x/vaults HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
        '404',
      ],
    ])('%s gets an error body', async (_, request, status) => {
      const [head = '', body = ''] = (await exchange(service().address, request)).split('\r\n\r\n')
      expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      expect(head.toLowerCase()).toContain('content-type: application/json; charset=utf-8')
      expect(errorBody.parse(JSON.parse(body)).code).toBe(status)
    })

    it('repeats as host only what can be one', async () => {
      const request = 'GET /vaults HTTP/1.1\r\nhost: evil"><script>\r\nconnection: close\r\n\r\n'
      expect(await exchange(service().address, request)).not.toContain('script')
    })

    it('gives every answer an id, and keeps a caller’s UUID', async () => {
      const id = '3f2c1e60-5b1e-4c55-9a51-0d8a1f6f7a11'
      const kept = await service().get('/vaults', { headers: { 'x-request-id': id } })
      expect(kept.headers.get('x-request-id')).toBe(id)
      const other = await service().get('/vaults', { headers: { 'x-request-id': 'secret' } })
      expect(other.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
    })
  })
}
