import { createServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import * as upstream from '../../../e2e/support/scripted-service.ts'
import { freePort } from '../service/testing/postgres.ts'
import { expectFailure, forTests, startGateway } from './testing/gateway.ts'

const service = forTests(await upstream.startScriptedService())
const elsewhere = forTests(await upstream.startScriptedService())
/** With a fixed key, so that no sign-in is needed. */
const startReader = (CUSTODY_API_URL: string) =>
  startGateway({
    CUSTODY_API_URL,
    CUSTODY_API_KEY: 'k',
    UPSTREAM_TIMEOUT_SECONDS: '1',
    UPSTREAM_MAX_MEGABYTES: '1',
  })
const gateway = forTests(await startReader(service.address))

const drip: upstream.Script = (request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const dripping = setInterval(() => response.write(' '), 50)
  request.socket.on('close', () => clearInterval(dripping))
}

const bomb: upstream.Script = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
  response.end(gzipSync(Buffer.alloc(2 * 1024 * 1024, ' ')))
}

it.each([
  ['answers with a page', upstream.htmlPage, 'GTW-02', ''],
  ['crashes', upstream.crash, 'GTW-02', 'HTTP 500'],
  ['redirects', upstream.redirect(`${elsewhere.address}/vaults`), 'GTW-02', 'redirect'],
  ['names no type', upstream.text('{}'), 'GTW-02', ''],
  ['answers with a status that there is not', upstream.json({ vaults: [] }, 600), 'GTW-02', '600'],
  ['answers with another', upstream.json({ vaults: [] }, 799), 'GTW-02', '799'],
  ['answers with the last', upstream.json({ vaults: [] }, 999), 'GTW-02', '999'],
  ['pretends to compress', upstream.json({}, 200, { 'content-encoding': 'gzip' }), 'GTW-02', ''],
  ['never answers', upstream.hang, 'GTW-01', ''],
  ['never ends its answer', upstream.stall, 'GTW-01', ''],
  ['drips for ever: the deadline is for the whole answer', drip, 'GTW-01', ''],
  ['answers with too much', upstream.large(1024 * 1024 + 1), 'GTW-03', ''],
  ['answers with too much once unpacked', bomb, 'GTW-03', ''],
  ['breaks off in the middle', upstream.cut, 'GTW-11', ''],
  ['hangs up without a word', upstream.drop, 'GTW-00', 'closed the connection'],
] as const)('a service that %s', async (_what, script, code, details) => {
  service.script('/vaults', script)
  const body = await expectFailure(await gateway.fetch('/api/vaults'), code)
  expect(body.details).toContain(details)
  // Its stack stays where it is, and nobody follows it elsewhere with the key.
  expect(JSON.stringify(body)).not.toContain('/srv/app')
  expect(elsewhere.received).toEqual([])
})

it('a service that is no web server, or is not there, whose address is not named', async () => {
  const [mail, gone] = [await freePort(), await freePort()]
  const tcp = createServer((socket) => socket.end('220 mail.example ESMTP\r\n')).listen(mail, '127.0.0.1')
  const [ofMail, ofGone] = [
    await startReader(`http://127.0.0.1:${mail}`),
    await startReader(`http://127.0.0.1:${gone}`),
  ]
  await expectFailure(await ofMail.fetch('/api/vaults'), 'GTW-02')
  const { details } = await expectFailure(await ofGone.fetch('/api/vaults'), 'GTW-00')
  expect(details).toContain('nothing listens')
  expect(details).not.toContain(String(gone))
  tcp.close()
})
