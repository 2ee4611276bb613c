import { QueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Revision } from '../contract/revision.ts'
import { type SessionState, sessionFingerprintHeader, sessionPath } from '../contract/session.ts'
import { refusal, signedIn } from '../sync/service/testing/answers.ts'
import { createQueryClient } from './query-client.ts'
import { listQuery } from './records.ts'
import { revisionQuery } from './revision.ts'
import { followTabs, sessionQuery, signOut, untilNextLook } from './session.ts'

test('what was read in a session is forgotten once it is over, or another key is signed in', () => {
  const client = createQueryClient()
  const session = (state: SessionState) => client.setQueryData(sessionQuery.queryKey, state)
  const rows = () => client.getQueryData(['records'])
  const read = () => client.setQueryData(['records'], 'rows')
  session(signedIn)
  read()
  session({ ...signedIn, expiresAt: '2026-11-21T12:00:00.000Z' })
  expect(rows()).toBe('rows')
  session({ ...signedIn, fingerprint: 'two' })
  expect(rows()).toBeUndefined()
  read()
  session({ ...signedIn, signedIn: false, fingerprint: null })
  expect(rows()).toBeUndefined()
  expect(client.getQueryData(sessionQuery.queryKey)?.signedIn).toBe(false)
})

describe('another revision', () => {
  const told = (revision: string | null): Revision => ({
    ...{ revision, not_kept: null, as_of: null, read_whole: null, completeness: null, transactions: null },
    ...{ reading: null, refused_lists: {}, dates: null, moments: null, silence: null },
  })
  function page() {
    const client = createQueryClient(signedIn)
    const isStale = (...key: readonly string[]) => client.getQueryState(['records', ...key])?.isInvalidated
    return {
      client,
      tell: (revision: string | null) => client.setQueryData(revisionQuery.queryKey, told(revision)),
      read: (revision: string | null, ...key: readonly string[]) =>
        client.setQueryData(['records', ...key], { revision }),
      isStale,
    }
  }

  test('has all records read again, and the same one none', () => {
    const { client, tell, read, isStale } = page()
    tell('x.1')
    client.setQueryData(['prices'], 'prices')
    read('x.1', 'list', '/vaults')
    read(null, 'record', '/vaults/v')
    tell('x.1')
    expect([isStale('list', '/vaults'), isStale('record', '/vaults/v')]).toEqual([false, false])
    tell('x.2')
    expect([isStale('list', '/vaults'), isStale('record', '/vaults/v')]).toEqual([true, true])
    expect(client.getQueryState(['prices'])?.isInvalidated).toBe(false)
    read('x.2', 'list', '/vaults')
    // The database went away: lists are the service's own now.
    tell(null)
    expect(isStale('list', '/vaults')).toBe(true)
  })

  test('that is the first has those read again that are of another, or were refused', async () => {
    const { client, tell, read, isStale } = page()
    read('x.1', 'list', '/vaults')
    read('x.2', 'list', '/balances')
    read(null, 'list', '/transactions')
    read(null, 'record', '/vaults/v')
    const queryKey = ['records', 'totals', '/totals']
    const queryFn = () => Promise.reject(refusal('GTW-27'))
    await expect(client.fetchQuery({ queryKey, queryFn })).rejects.toThrow()
    tell('x.2')
    const stale = [
      ...[
        ['list', '/vaults'],
        ['list', '/balances'],
        ['list', '/transactions'],
      ],
      ...[
        ['record', '/vaults/v'],
        ['totals', '/totals'],
      ],
    ].map((key) => isStale(...key))
    expect(stale).toEqual([true, false, true, false, true])
  })

  test('of another session is the first again', () => {
    const { client, tell, read, isStale } = page()
    tell('x.1')
    client.setQueryData(sessionQuery.queryKey, { ...signedIn, fingerprint: 'two' })
    read('y.1', 'list', '/vaults')
    tell('y.1')
    expect(isStale('list', '/vaults')).toBe(false)
  })
})

test('the session with which the page was sent is the first answer, and is asked for again once it is older than others may be', async () => {
  const fetched = vi.fn(async () => Response.json({ ...signedIn, fingerprint: 'two' }))
  vi.stubGlobal('fetch', fetched)
  const young = createQueryClient(signedIn)
  expect((await young.fetchQuery(sessionQuery)).fingerprint).toBe('mine')
  expect(fetched).not.toHaveBeenCalled()
  // A page that waited for its scripts for long.
  vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(Date.now() - 60_001)
  expect((await createQueryClient(signedIn).fetchQuery(sessionQuery)).fingerprint).toBe('two')
  // A page that the browser kept forgets it.
  await young.resetQueries({ queryKey: sessionQuery.queryKey })
  expect(young.getQueryData(sessionQuery.queryKey)).toBeUndefined()
})

test('rows that arrive before the session is known stay', () => {
  const client = createQueryClient()
  client.setQueryData(['records'], 'rows')
  client.setQueryData(sessionQuery.queryKey, signedIn)
  expect(client.getQueryData(['records'])).toBe('rows')
})

test('an answer that says the session is over takes what was read in it', async () => {
  const client = createQueryClient()
  client.setQueryData(sessionQuery.queryKey, signedIn)
  client.setQueryData(['records'], 'rows')
  const refused = client.fetchQuery({
    queryKey: ['vaults'],
    queryFn: () => Promise.reject(refusal('GTW-04')),
  })
  await expect(refused).rejects.toThrow()
  expect(client.getQueryData(sessionQuery.queryKey)).toMatchObject({ signedIn: false, fingerprint: null })
  expect(client.getQueryData(['records'])).toBeUndefined()
})

describe('what the tabs of a browser tell each other', () => {
  const stops: (() => void)[] = []
  afterEach(() => {
    for (const stop of stops.splice(0)) stop()
  })
  function tab() {
    const client = createQueryClient()
    client.setQueryData(sessionQuery.queryKey, signedIn)
    client.setQueryData(['records'], 'rows')
    const onSignedOut = vi.fn()
    stops.push(followTabs(client, onSignedOut))
    return { client, onSignedOut }
  }

  test('signing out in one forgets everything in all of them', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ ...signedIn, signedIn: false, fingerprint: null }))
    const tabs = [tab(), tab()]
    await signOut({ everywhere: false })
    for (const { client, onSignedOut } of tabs) {
      await vi.waitFor(() => expect(onSignedOut).toHaveBeenCalledOnce())
      expect(client.getQueryData(['records'])).toBeUndefined()
      expect(client.getQueryData(sessionQuery.queryKey)).toMatchObject({ signedIn: false, fingerprint: null })
    }
  })
})

test.each([
  ['which has no end', {}, false],
  ['a minute before it ends because nobody is there', { idleSeconds: 900 }, 840_000],
  ['and when it has', { idleSeconds: 60 }, 61_000],
  ['once its time is over', { expiresAt: '1970-01-01T02:00:00.000Z' }, 3_601_000],
  ['not more often than once a minute', { expiresAt: '1970-01-01T00:00:00.000Z' }, 60_000],
  ['whichever is sooner', { expiresAt: '1970-01-01T02:00:00.000Z', idleSeconds: 61 }, 1000],
  ['within what a timer holds', { expiresAt: '1971-01-01T00:00:00.000Z' }, 2 ** 31 - 1],
])('a tab asks again about its session, %s', (_, end, expected) => {
  expect(untilNextLook({ ...signedIn, ...end }, 3_600_000)).toBe(expected)
})

test('every read is of the session that is known, and one that another has is read again in that one', async () => {
  const client = createQueryClient()
  client.setQueryData(sessionQuery.queryKey, signedIn)
  // As the frame of every page does.
  const leave = new QueryObserver(client, sessionQuery).subscribe(() => {})
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string, { headers }: RequestInit) => {
    const fingerprint = new Headers(headers).get(sessionFingerprintHeader)
    asked.push(`${path.split('?')[0]} ${fingerprint}`)
    if (path === sessionPath) return Response.json({ ...signedIn, fingerprint: 'two' })
    return fingerprint === 'two'
      ? Response.json(
          { records: [{ vault_id: 'of two' }], has_next: false, as_of: '2026-11-21T12:00:00.000Z' },
          { headers: { [sessionFingerprintHeader]: 'two' } },
        )
      : Response.json({ error_code: 'GTW-12', code: '409' }, { status: 409 })
  })
  const query = listQuery('vaults', {})
  await expect(client.fetchQuery(query)).rejects.toMatchObject({ failure: { code: 'GTW-12' } })
  await vi.waitFor(() => expect(client.getQueryData(sessionQuery.queryKey)?.fingerprint).toBe('two'))
  expect((await client.fetchQuery(query)).records[0]?.vault_id).toBe('of two')
  leave()
  expect(asked).toEqual(['/api/vaults mine', '/session null', '/api/vaults two'])
})
