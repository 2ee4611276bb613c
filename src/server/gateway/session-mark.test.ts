import { describe, expect, it } from 'vitest'
import * as upstream from '../../../e2e/support/scripted-service.ts'
import { sessionMarkHeader, sessionState } from '../../contract/session.ts'
import { expectFailure, forTests, signInBody, startGateway, type TestGateway } from './testing/gateway.ts'

const service = forTests(await upstream.startScriptedService())
const gateway = forTests(
  await startGateway({
    CUSTODY_API_URL: service.address,
    SIGN_IN_ATTEMPTS_PER_MINUTE: '1000',
  }),
)

const markWithout = async (from: TestGateway) =>
  sessionState.parse(await (await from.fetch('/session')).json()).mark

describe('the mark of a session', () => {
  const markOf = async (credentials: object, from = gateway) =>
    sessionState.parse(await (await from.fetch('/session', signInBody(credentials))).json()).mark

  it('is that of one key and account of one service, and tells neither', async () => {
    const mark = await markOf({ apiKey: 'k', accountId: 'a' })
    expect(mark).toMatch(/^[\da-f]{32}$/)
    expect(await markOf({ apiKey: 'k', accountId: 'a' })).toBe(mark)
    const elsewhere = await upstream.startScriptedService()
    const other = await startGateway({ CUSTODY_API_URL: elsewhere.address })
    const resealed = await startGateway({
      CUSTODY_API_URL: service.address,
      SESSION_SECRET: 'another secret; of another installation',
    })
    const others = [
      await markOf({ apiKey: 'k' }),
      await markOf({ apiKey: 'k', accountId: 'b' }),
      await markOf({ apiKey: 'l', accountId: 'a' }),
      await markOf({ apiKey: 'k', accountId: 'a' }, other),
      await markOf({ apiKey: 'k', accountId: 'a' }, resealed),
    ]
    expect(new Set([mark, ...others]).size).toBe(6)
    expect(await markWithout(gateway)).toBeNull()
    for (const each of [other, resealed, elsewhere]) await each.close()
  })

  it('keeps what is meant for it from being answered in another', async () => {
    const mark = await markOf({ apiKey: 'k' })
    const [own, others] = [await gateway.signIn('k'), await gateway.signIn('l')]
    const read = (cookie: string) =>
      gateway.fetch('/api/vaults', { headers: { cookie, [sessionMarkHeader]: mark ?? '' } })
    service.script('/vaults', upstream.json({ vaults: [] }))
    expect((await read(own)).status).toBe(200)
    service.reset()
    await expectFailure(await read(others), 'GTW-12')
    expect(service.received).toEqual([])
  })

  it('is there with a fixed key as well', async () => {
    const fixed = await startGateway({
      CUSTODY_API_URL: service.address,
      CUSTODY_API_KEY: 'key-of-the-house',
    })
    const mark = await markWithout(fixed)
    expect(mark).toMatch(/^[\da-f]{32}$/)
    service.script('/vaults', upstream.json({ vaults: [] }))
    const read = (meant: string) => fixed.fetch('/api/vaults', { headers: { [sessionMarkHeader]: meant } })
    expect([(await read(mark ?? '')).status, (await read('0'.repeat(32))).status]).toEqual([200, 409])
    await fixed.close()
  })
})
