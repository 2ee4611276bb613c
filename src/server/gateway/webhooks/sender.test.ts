import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { freePort, listenLocally } from '../../../testing/sockets.ts'
import { newFolder } from '../../testing/folder.ts'
import { testClock } from '../testing/clock.ts'
import { WebhookSender } from './sender.ts'

const nobody = new AbortController().signal
const message = { id: 'msg_1', body: '{}' }

async function send(url: string, isPrivate = false) {
  const sender = new WebhookSender()
  onTestFinished(() => sender.close())
  const webhook = { url: new URL(url), secret: Buffer.alloc(24), private: isPrivate }
  return await sender.send(webhook, message, testClock().now(), nobody)
}

it.each([
  ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
  ...['2130706433', '0x7f.1', '224.0.0.1', '255.255.255.255'],
  ...[
    '[::1]',
    '[::]',
    '[fe80::1]',
    '[fd00::1]',
    '[::ffff:10.0.0.1]',
    '[::ffff:8.8.8.8]',
    '[64:ff9b::a00:1]',
    '[2002:a00:1::]',
  ],
  // A name that leads to one.
  'localhost',
])('reaches no private address: %s', async (host) => {
  expect(await send(`https://${host}:${await freePort()}/`)).toEqual({
    outcome: 'failed',
    status: expect.stringContaining('an address that this webhook may not reach'),
    line: '',
  })
})

it('reaches one that its operator allows', async () => {
  expect(await send(`https://localhost:${await freePort()}/`, true)).toMatchObject({ status: 'ECONNREFUSED' })
})

it('reads the first line of an answer and no more', async () => {
  let written = 0
  const server = createServer((_request, response) => {
    const write = () => {
      if (response.destroyed) return
      written += 1
      response.write(`line ${written}\n${'x'.repeat(100_000)}`, () => setImmediate(write))
    }
    write()
  })
  const port = await listenLocally(server)
  onTestFinished(() => void server.close())
  expect(await send(`http://localhost:${port}/`)).toEqual({
    outcome: 'delivered',
    status: '200',
    line: 'line 1',
  })
})

it('signs so that the lines of the documentation take it, and nothing else', async () => {
  const [, lines = ''] = /```js\n([\s\S]*?)```/.exec(await readFile('docs/webhooks.md', 'utf8')) ?? []
  const file = join(await newFolder(), 'is-genuine.mjs')
  await writeFile(file, lines)
  const { isGenuine } = await import(/* @vite-ignore */ pathToFileURL(file).href)
  let headers: IncomingHttpHeaders = {}
  const server = createServer((request, response) => {
    headers = request.headers
    response.end()
  })
  const port = await listenLocally(server)
  onTestFinished(() => void server.close())
  await send(`http://127.0.0.1:${port}/`)
  const secret = `whsec_${Buffer.alloc(24).toString('base64')}`
  expect(isGenuine(secret, headers, '{}')).toBe(true)
  expect(isGenuine(secret, headers, '{} ')).toBe(false)
  expect(isGenuine(secret, { ...headers, 'webhook-id': 'msg_2' }, '{}')).toBe(false)
  expect(isGenuine(secret, { ...headers, 'webhook-timestamp': '1' }, '{}')).toBe(false)
  expect(isGenuine(`whsec_${Buffer.alloc(24, 1).toString('base64')}`, headers, '{}')).toBe(false)
  expect(isGenuine(secret, {}, '{}')).toBe(false)
})
