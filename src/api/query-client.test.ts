import { expect, test } from 'vitest'
import type { SessionState } from '../contract/session.ts'
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
