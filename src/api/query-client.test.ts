import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { type SessionState, sessionMarkHeader, sessionPath } from '../contract/session.ts'
import { vaultsQuery } from './queries.ts'
import { createQueryClient } from './query-client.ts'
import { sessionQuery } from './session.ts'

const signedIn: SessionState = {
  signedIn: true,
  fixedKey: false,
  demonstrationKey: null,
  accountId: null,
  expiresAt: null,
  mark: 'one',
  service: { address: 'http://127.0.0.1:1', embedded: true },
}

afterEach(() => vi.unstubAllGlobals())

test('what was read with one key is forgotten once another is signed in, and not once the session ends', () => {
  const client = createQueryClient()
  const session = (state: SessionState) => client.setQueryData(sessionQuery.queryKey, state)
  const rows = () => client.getQueryData(['transactions'])
  session(signedIn)
  client.setQueryData(['transactions'], 'rows of one')
  session({ ...signedIn, expiresAt: '2026-11-21T12:00:00.000Z' })
  expect(rows()).toBe('rows of one')
  session({ ...signedIn, signedIn: false, mark: null })
  expect(rows()).toBe('rows of one')
  session(signedIn)
  expect(rows()).toBe('rows of one')
  session({ ...signedIn, mark: 'two' })
  expect(rows()).toBeUndefined()
  expect(client.getQueryData(sessionQuery.queryKey)?.mark).toBe('two')
})

test('every read is of the session that is known, and one that another has is read again in that one', async () => {
  const client = createQueryClient()
  client.setQueryData(sessionQuery.queryKey, signedIn)
  // As the frame of every page does.
  const leave = new QueryObserver(client, sessionQuery).subscribe(() => {})
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string, { headers }: RequestInit) => {
    const mark = new Headers(headers).get(sessionMarkHeader)
    asked.push(`${path.split('?')[0]} ${mark}`)
    if (path === sessionPath) return Response.json({ ...signedIn, mark: 'two' })
    return mark === 'two'
      ? Response.json({ vaults: [{ vault_id: 'of two' }] }, { headers: { [sessionMarkHeader]: 'two' } })
      : Response.json({ error_code: 'GTW-12', code: '409' }, { status: 409 })
  })
  const query = vaultsQuery({}, { limit: 25, offset: 0 })
  await expect(client.fetchQuery(query)).rejects.toMatchObject({ failure: { code: 'GTW-12' } })
  await vi.waitFor(() => expect(client.getQueryData(sessionQuery.queryKey)?.mark).toBe('two'))
  expect((await client.fetchQuery(query)).records[0]?.vault_id).toBe('of two')
  leave()
  expect(asked).toEqual(['/api/vaults one', '/session null', '/api/vaults two'])
})
