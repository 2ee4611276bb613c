import { beforeEach, expect, test, vi } from 'vitest'
import { idleHeader, sessionFingerprintHeader } from '../contract/session.ts'
import { signedIn } from '../sync/service/testing/answers.ts'
import { askGateway, notePreloaded, sessionOfPage, showSession } from './request.ts'

const url = '/api/vaults?limit=50'
const target = '/vaults?limit=50'

let fetched: { url: string; headers: Record<string, string> }[] = []

/** A page whose head asks for vaults, in a browser that gets these answers, one after another. */
function openPage(...answers: readonly (() => Response | Promise<Response>)[]) {
  const left = [...answers]
  vi.stubGlobal('document', { querySelector: () => ({ getAttribute: () => url }) })
  vi.stubGlobal('fetch', async (asked: string, init: RequestInit) => {
    fetched.push({ url: asked, headers: Object.fromEntries(new Headers(init.headers)) })
    const answer = left.shift()
    if (!answer) throw new TypeError('asked too often')
    return answer()
  })
  notePreloaded()
}

const vaults = (name: string, session: string | null) => () =>
  Response.json(
    { vaults: name },
    session === null ? {} : { headers: { [sessionFingerprintHeader]: session } },
  )

beforeEach(() => {
  fetched = []
  showSession('mine')
})

test('what the page has asked for is asked for once, and without a header that a preload cannot have', async () => {
  openPage(vaults('first', 'mine'))
  expect(await askGateway(target)).toEqual({ vaults: 'first' })
  expect(fetched).toEqual([{ url, headers: {} }])
})

test('it is taken once: who asks again gets an answer of now', async () => {
  openPage(vaults('first', 'mine'), vaults('now', 'mine'))
  await askGateway(target)
  expect(await askGateway(target)).toEqual({ vaults: 'now' })
  expect(fetched[1]?.headers).toEqual({
    accept: 'application/json',
    [sessionFingerprintHeader]: 'mine',
    [idleHeader]: expect.any(String),
  })
})

test('an answer from another session is none of this one', async () => {
  openPage(vaults('first', 'other'))
  await expect(askGateway(target)).rejects.toMatchObject({ failure: { code: 'GTW-12' } })
})

test('one that broke off is asked for again as any other', async () => {
  openPage(() => Promise.reject(new TypeError('broken off')), vaults('now', 'mine'))
  await expect(askGateway(target)).rejects.toMatchObject({ failure: { kind: 'unreachable' } })
  expect(await askGateway(target)).toEqual({ vaults: 'now' })
  expect(fetched[1]?.headers).toMatchObject({ [sessionFingerprintHeader]: 'mine' })
})

test('another request is not the page’s first', async () => {
  openPage(vaults('others', 'mine'))
  await askGateway(`${target}&asset_id=ETH`)
  expect(fetched[0]?.headers).toMatchObject({ [sessionFingerprintHeader]: 'mine' })
})

test('a failure of the service is its answer, and is not asked for again at once', async () => {
  const refusal = { error_code: 'VAL-00' }
  openPage(() => Response.json(refusal, { status: 400, headers: { [sessionFingerprintHeader]: 'mine' } }))
  await expect(askGateway(target)).rejects.toMatchObject({
    failure: { code: 'VAL-00' },
  })
  expect(fetched).toHaveLength(1)
})

test('the session of a page is taken once', () => {
  let element: object | null = {
    textContent: JSON.stringify(signedIn),
    remove: () => {
      element = null
    },
  }
  vi.stubGlobal('document', { getElementById: () => element })
  expect(sessionOfPage()).toEqual(signedIn)
  expect(sessionOfPage()).toBeUndefined()
})
