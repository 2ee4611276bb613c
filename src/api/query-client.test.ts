import { QueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type SessionState, sessionMarkHeader, sessionPath } from '../contract/session.ts'
import { refusal, signedIn } from '../sync/service/testing/answers.ts'
import { balancesQuery, transactionsQuery, vaultQuery, vaultsQuery } from './hooks.ts'
import { readListsFrom } from './pack-source.ts'
import { createQueryClient } from './query-client.ts'
import { followTabs, sessionQuery, signOut, untilNextLook } from './session.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('what was read in a session is forgotten once it is over, or another key is signed in', () => {
  const client = createQueryClient()
  const session = (state: SessionState) => client.setQueryData(sessionQuery.queryKey, state)
  const rows = () => client.getQueryData(['transactions'])
  const read = () => client.setQueryData(['transactions'], 'rows')
  session(signedIn)
  read()
  session({ ...signedIn, expiresAt: '2026-11-21T12:00:00.000Z' })
  expect(rows()).toBe('rows')
  session({ ...signedIn, mark: 'two' })
  expect(rows()).toBeUndefined()
  read()
  session({ ...signedIn, signedIn: false, mark: null })
  expect(rows()).toBeUndefined()
  expect(client.getQueryData(sessionQuery.queryKey)?.signedIn).toBe(false)
})

test('records come from the books of their own session, and are read anew when those change', async () => {
  const fetched = vi.fn(async () => Response.json({ transactions: [] }))
  vi.stubGlobal('fetch', fetched)
  const client = createQueryClient(signedIn)
  const query = transactionsQuery(
    { status: ['pending', 'failed'] },
    { limit: 50, offset: 0, sort: 'amount:asc' },
  )
  const asked: string[] = []
  const fill = (id: string, session: string) =>
    readListsFrom({
      ...{ id, session, asOf: '2026-11-21T12:00:00.000Z' },
      async answer(path) {
        asked.push(path)
        const list = { transactions: [{}], vaults: [{}], balance: [{}] }
        return { status: 200, body: list, list: { total: path.startsWith('/t') ? 7 : 1, isSorted: true } }
      },
    })
  fill('one', 'mine')
  expect(await client.fetchQuery(query)).toMatchObject({
    ...{ total: 7, isSorted: true, hasNext: true, receivedAt: '2026-11-21T12:00:00.000Z' },
  })
  expect(asked).toEqual(['/transactions?limit=51&offset=0&status=pending&status=failed&sort=amount%3Aasc'])
  await client.fetchQuery(vaultsQuery({}))
  await client.fetchQuery(balancesQuery('cold'))
  await client.fetchQuery(vaultQuery('v'))
  expect(asked.slice(1)).toEqual(['/vaults', '/balances/cold', '/vaults/v'])
  fill('two', 'mine')
  for (const { queryKey } of [query, vaultsQuery({}), balancesQuery('cold'), vaultQuery('v')])
    expect(client.getQueryState<unknown>(queryKey)?.isInvalidated).toBe(true)
  expect(fetched).not.toHaveBeenCalled()
  fill('three', 'of another session')
  await client.fetchQuery(transactionsQuery({}, { limit: 50, offset: 0 }))
  expect(fetched).toHaveBeenCalledOnce()
  readListsFrom(null)
})

test('the session with which the page was sent is the first answer, and is asked for again once it is older than others may be', async () => {
  const fetched = vi.fn(async () => Response.json({ ...signedIn, mark: 'two' }))
  vi.stubGlobal('fetch', fetched)
  const young = createQueryClient(signedIn)
  expect((await young.fetchQuery(sessionQuery)).mark).toBe('mine')
  expect(fetched).not.toHaveBeenCalled()
  // A page that waited for its scripts for long.
  vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(Date.now() - 60_001)
  expect((await createQueryClient(signedIn).fetchQuery(sessionQuery)).mark).toBe('two')
  // A page that the browser kept forgets it.
  await young.resetQueries({ queryKey: sessionQuery.queryKey })
  expect(young.getQueryData(sessionQuery.queryKey)).toBeUndefined()
})

test('rows that arrive before the session is known stay', () => {
  const client = createQueryClient()
  client.setQueryData(['transactions'], 'rows')
  client.setQueryData(sessionQuery.queryKey, signedIn)
  expect(client.getQueryData(['transactions'])).toBe('rows')
})

test('an answer that says the session is over takes what was read in it', async () => {
  const client = createQueryClient()
  client.setQueryData(sessionQuery.queryKey, signedIn)
  client.setQueryData(['transactions'], 'rows')
  const refused = client.fetchQuery({
    queryKey: ['vaults'],
    queryFn: () => Promise.reject(refusal('GTW-04')),
  })
  await expect(refused).rejects.toThrow()
  expect(client.getQueryData(sessionQuery.queryKey)).toMatchObject({ signedIn: false, mark: null })
  expect(client.getQueryData(['transactions'])).toBeUndefined()
})

describe('what the tabs of a browser tell each other', () => {
  const stops: (() => void)[] = []
  afterEach(() => {
    for (const stop of stops.splice(0)) stop()
    vi.unstubAllGlobals()
  })
  function tab() {
    const client = createQueryClient()
    client.setQueryData(sessionQuery.queryKey, signedIn)
    client.setQueryData(['transactions'], 'rows')
    const onSignedOut = vi.fn()
    stops.push(followTabs(client, onSignedOut))
    return { client, onSignedOut }
  }

  test('signing out in one forgets everything in all of them', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ ...signedIn, signedIn: false, mark: null }))
    const tabs = [tab(), tab()]
    await signOut({ everywhere: false })
    for (const { client, onSignedOut } of tabs) {
      await vi.waitFor(() => expect(onSignedOut).toHaveBeenCalledOnce())
      expect(client.getQueryData(['transactions'])).toBeUndefined()
      expect(client.getQueryData(sessionQuery.queryKey)).toMatchObject({ signedIn: false, mark: null })
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
    const mark = new Headers(headers).get(sessionMarkHeader)
    asked.push(`${path.split('?')[0]} ${mark}`)
    if (path === sessionPath) return Response.json({ ...signedIn, mark: 'two' })
    return mark === 'two'
      ? Response.json({ vaults: [{ vault_id: 'of two' }] }, { headers: { [sessionMarkHeader]: 'two' } })
      : Response.json({ error_code: 'GTW-12', code: '409' }, { status: 409 })
  })
  const query = vaultsQuery({})
  await expect(client.fetchQuery(query)).rejects.toMatchObject({ failure: { code: 'GTW-12' } })
  await vi.waitFor(() => expect(client.getQueryData(sessionQuery.queryKey)?.mark).toBe('two'))
  expect((await client.fetchQuery(query)).records[0]?.vault_id).toBe('of two')
  leave()
  expect(asked).toEqual(['/api/service/vaults mine', '/session null', '/api/service/vaults two'])
})
