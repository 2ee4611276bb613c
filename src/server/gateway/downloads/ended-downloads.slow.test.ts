/** What ends a download under way: its reader, its session, the database; and how many there may be. */
import { readdir } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as upstream from '../../../../e2e/support/scripted-service.ts'
import { type Database, DatabaseError } from '../../../database/database.ts'
import { downloadsOf } from '../../testing/downloads.ts'
import { expectFailure, forTests } from '../testing/gateway.ts'

const service = forTests(await upstream.startScriptedService())
const { database, startDownloads } = await downloadsOf(service)

function promised() {
  let [resolve, reject]: [() => void, (error: Error) => void] = [() => {}, () => {}]
  const promise = new Promise<void>((...settle) => {
    ;[resolve, reject] = settle
  })
  return { promise, resolve, reject }
}

async function* heldPieces<Row>(pieces: AsyncIterable<Row>, hold: () => Promise<void>): AsyncGenerator<Row> {
  for await (const rows of pieces) {
    yield rows
    await hold()
  }
}

describe('what is under way', () => {
  /** A gateway whose database waits before the second piece of rows, until it is told to go on, or to fail. */
  async function startHeld() {
    const isAsked = promised()
    const goOn = promised()
    const { read } = database
    const held: Database = {
      ...database,
      // Both databases are read as PostgreSQL is.
      lock: null,
      read: (work, options) =>
        read(
          (queries) =>
            work({
              ...queries,
              pieces: (...asked) =>
                heldPieces(queries.pieces(...asked), () => {
                  isAsked.resolve()
                  return goOn.promise
                }),
            }),
          options,
        ),
    }
    return { ...(await startDownloads({}, held)), isAsked: isAsked.promise, goOn }
  }

  const target = (fingerprint: string | null) => `/api/transactions?as=csv&fingerprint=${fingerprint}`

  it('ends with its reader, in the making', async () => {
    const { gateway, signIn, lines, isAsked, goOn, folder } = await startHeld()
    const { cookie, fingerprint } = await signIn('key a')
    const leaving = new AbortController()
    const answer = gateway.fetch(target(fingerprint), { headers: { cookie }, signal: leaving.signal })
    await isAsked
    leaving.abort()
    await expect(answer).rejects.toThrow()
    goOn.resolve()
    await expect
      .poll(async () => (await lines()).at(-1))
      .toMatchObject({
        ...{ event: 'export-ended', outcome: 'cancelled', completeness: null, rows: null, sha256: null },
      })
    expect(await readdir(join(folder, 'downloads'))).toEqual([])
  })

  it('ends with its reader, between the two', async () => {
    const isMade = promised()
    const goOn = promised()
    const held: Database = {
      ...database,
      lock: null,
      async read(work, options) {
        const made = await database.read(work, options)
        isMade.resolve()
        await goOn.promise
        return made
      },
    }
    const { gateway, signIn, lines } = await startDownloads({}, held)
    const { cookie, fingerprint } = await signIn('key a')
    const leaving = new AbortController()
    const answer = gateway.fetch(target(fingerprint), { headers: { cookie }, signal: leaving.signal })
    await isMade.promise
    leaving.abort()
    await expect(answer).rejects.toThrow()
    await expect.poll(() => gateway.log.some((line) => line.includes('"aborted":true'))).toBe(true)
    goOn.resolve()
    await expect
      .poll(async () => (await lines()).at(-1))
      .toMatchObject({ event: 'export-ended', outcome: 'cancelled', completeness: 'complete', rows: 1500 })
  })

  it('ends with its reader, on the way', async () => {
    const { gateway, signIn, lines } = await startDownloads()
    const { cookie, fingerprint } = await signIn('key with much')
    const { hostname, port } = new URL(gateway.address)
    const path = `/api/transactions?as=json&fingerprint=${fingerprint}`
    await new Promise<void>((resolve, reject) => {
      const asked = httpRequest({ hostname, port, path, headers: { cookie } }, (answer) => {
        answer.once('data', () => answer.destroy()).once('close', resolve)
      })
      asked.once('error', reject).end()
    })
    await expect
      .poll(async () => (await lines()).at(-1))
      .toMatchObject({
        ...{ event: 'export-ended', outcome: 'cancelled', completeness: 'complete', rows: 40 },
      })
  })

  it('is not begun for a request behind another on its connection, which may end before', async () => {
    const { gateway, signIn, lines } = await startDownloads()
    const { cookie, fingerprint } = await signIn('key with much')
    const { hostname, port } = new URL(gateway.address)
    const head = `GET /api/transactions?as=json&fingerprint=${fingerprint} HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncookie: ${cookie}\r\n\r\n`
    const socket = connect(Number(port), hostname)
    // Nothing more is taken of the answer.
    await new Promise((resolve) => socket.once('readable', resolve).write(head + head))
    socket.destroy()
    await expect
      .poll(lines)
      .toMatchObject([{ event: 'export-begun' }, { event: 'export-ended', outcome: 'cancelled' }])
  })

  it('ends with its session, and what was made by then is sent to nobody', async () => {
    const { gateway, signIn, lines, isAsked, goOn, tick } = await startHeld()
    const { cookie, fingerprint } = await signIn('key a')
    const answer = gateway.fetch(target(fingerprint), { headers: { cookie } })
    await isAsked
    await gateway.signOut(cookie)
    tick()
    goOn.resolve()
    await expectFailure(await answer, 'GTW-04')
    await expect
      .poll(async () => (await lines()).at(-1))
      .toMatchObject({ event: 'export-ended', outcome: 'cancelled' })
  })

  it('fails with the database, as an error and not as a shorter file', async () => {
    const { gateway, signIn, lines, isAsked, goOn } = await startHeld()
    const { cookie, fingerprint } = await signIn('key a')
    const answer = gateway.fetch(target(fingerprint), { headers: { cookie } })
    await isAsked
    goOn.reject(new DatabaseError('The database went away.', '57P01'))
    await expectFailure(await answer, 'GTW-27')
    await expect
      .poll(async () => (await lines()).at(-1))
      .toMatchObject({ event: 'export-ended', outcome: 'failed', rows: null })
  })

  it('is not more than three files for one session, and others have room', async () => {
    const { signIn, isAsked, goOn } = await startHeld()
    const [one, other] = [await signIn('key a'), await signIn('key b')]
    const asked = Array.from({ length: 7 }, () => one.ask('/transactions?as=csv'))
    await isAsked
    const refused = await Promise.race(asked)
    expect(refused.headers.get('retry-after')).toBe('5')
    await expectFailure(refused, 'GTW-23')
    expect((await other.ask('/vaults?as=csv')).status).toBe(200)
    goOn.resolve()
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 200, 200, 429, 429, 429, 429])
  })
})
