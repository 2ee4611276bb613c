/** The key under which a browser keeps books is one session's, and nobody's once that has ended. */
import { expect, test, vi } from 'vitest'
import * as upstream from '../../../e2e/support/scripted-service.ts'
import { booksKeyAnswer, booksKeyPath, sessionMarkHeader } from '../../contract/session.ts'
import { expectFailure, forTests, startGateway } from './testing/gateway.ts'

const service = forTests(await upstream.startScriptedService())
const settings = { CUSTODY_API_URL: service.address, SIGN_IN_ATTEMPTS_PER_MINUTE: '1000' }
const gateway = forTests(await startGateway(settings))
/** Another one of the same installation. */
const copy = forTests(await startGateway(settings))

const ask = (headers: Record<string, string>, from = gateway) =>
  from.fetch(booksKeyPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{}',
  })
const keyOf = async (cookie: string, from = gateway) =>
  booksKeyAnswer.parse(await (await ask({ cookie }, from)).json()).key

test('an open session is given its own key, always the same, of every copy of the gateway', async () => {
  const cookie = await gateway.signIn()
  const answer = await ask({ cookie })
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const { key } = booksKeyAnswer.parse(await answer.json())
  expect(await keyOf(cookie)).toBe(key)
  expect(await keyOf(cookie, copy)).toBe(key)
})

test('another session has another key, be it of the same reader', async () => {
  const keys = [
    await keyOf(await gateway.signIn('k', 'a')),
    await keyOf(await gateway.signIn('k', 'a')),
    await keyOf(await gateway.signIn('k', 'b')),
  ]
  expect(new Set(keys).size).toBe(3)
})

test('nobody else is given one: without a session, meant for another one, or from another page', async () => {
  await expectFailure(await ask({}), 'GTW-04')
  const cookie = await gateway.signIn()
  await expectFailure(await ask({ cookie, [sessionMarkHeader]: 'of another' }), 'GTW-12')
  await expectFailure(await ask({ cookie, origin: 'https://elsewhere.invalid' }), 'GTW-10')
})

test('once a session has ended nobody is given its key again, by sign-out here, everywhere, or by time', async () => {
  const [here, elsewhere, late] = [
    await gateway.signIn('one'),
    await gateway.signIn('two'),
    await gateway.signIn('three'),
  ]
  await gateway.fetch('/session', { method: 'DELETE', headers: { cookie: here } })
  const other = await gateway.signIn('two')
  await gateway.fetch('/session?everywhere', { method: 'DELETE', headers: { cookie: other } })
  for (const cookie of [here, elsewhere, other]) await expectFailure(await ask({ cookie }), 'GTW-04')
  expect(await keyOf(late)).toMatch(/./)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * 86_400_000 })
  await expectFailure(await ask({ cookie: late }), 'GTW-04')
})
