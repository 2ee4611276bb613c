/** Readers who take the first bytes of a large answer and leave the rest. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { startScripted } from '../../../e2e/support/scripted-gateway.ts'
import * as upstream from '../../../e2e/support/scripted-service.ts'
import { isWholeSet } from '../../testing/cases.ts'
import type { TestGateway } from './testing/gateway.ts'

const { service, start } = await startScripted()
/** In bytes: more than the sockets of both ends hold. */
const size = 8_000_000
const large = upstream.json({ vaults: [{ vault_id: 'v', vault_name: 'x'.repeat(size), assets: [] }] })

/** The status, and the socket that holds the rest. */
async function readHead(gateway: TestGateway, cookie: string): Promise<{ status: string; socket: Socket }> {
  const socket = connect(Number(new URL(gateway.address).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write(`GET /api/vaults HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: ${cookie}\r\n\r\n`)
  const head = await new Promise<Buffer>((resolve) => {
    socket.once('data', (data) => {
      socket.pause()
      resolve(data)
    })
  })
  return { status: head.toString('latin1').split(' ')[1] ?? '', socket }
}

it('hold a bounded part of the memory, and leave room for others', async () => {
  service.script('/vaults', large)
  const gateway = await start({ UPSTREAM_MAX_MEGABYTES: '8' })
  const [idle, other] = [await gateway.signIn('idle'), await gateway.signIn('other')]
  const heads = await Promise.all(Array.from({ length: 6 }, () => readHead(gateway, idle)))
  const held = heads.filter(({ status }) => status === '200')
  expect(held.length).toBeGreaterThan(0)
  // Half of eight times the largest answer.
  expect(held.length).toBeLessThanOrEqual(4)
  expect(new Set(heads.map(({ status }) => status))).toEqual(new Set(['200', '429']))
  const answer = await gateway.read(other)
  expect(answer.status).toBe(200)
  expect((await answer.text()).length).toBeGreaterThan(size)
  for (const { socket } of heads) socket.destroy()
  await expect.poll(async () => (await gateway.read(idle)).status).toBe(200)
})

it.skipIf(!isWholeSet)(
  'are hung up on once they have taken nothing for as long as the service may take',
  async () => {
    service.script('/vaults', large)
    const gateway = await start({ UPSTREAM_TIMEOUT_SECONDS: '1' })
    const { socket } = await readHead(gateway, await gateway.signIn())
    await expect.poll(() => gateway.log.join(''), { timeout: 10_000 }).toContain('"path":"/api/vaults"')
    let rest = 0
    socket.on('data', ({ length }) => {
      rest += length
    })
    // It may be told as an error, too.
    socket.on('error', () => {})
    socket.resume()
    await once(socket, 'close')
    // What the sockets of both ends hold: about four megabytes.
    expect(rest).toBeLessThan((3 * size) / 4)
  },
)

it.skipIf(!isWholeSet)('are hung up on whatever they asked for', async () => {
  const gateway = await start({ UPSTREAM_TIMEOUT_SECONDS: '1' })
  const socket = connect(Number(new URL(gateway.address).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.pause()
  // Of more answers than the sockets of both ends hold.
  socket.write('GET /session HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n'.repeat(20_000))
  await expect.poll(() => gateway.log.join(''), { timeout: 60_000 }).toContain('"aborted":true')
})
