import { createServer } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import * as upstream from '../../../e2e/support/scripted-service.ts'
import { expectFailure, forTests, startGateway } from './testing/gateway.ts'

const service = forTests(await upstream.startScriptedService())
const gateway = forTests(
  await startGateway({
    CUSTODY_API_URL: service.address,
    CUSTODY_API_KEY: 'k',
    UPSTREAM_TIMEOUT_SECONDS: '1',
    UPSTREAM_MAX_MEGABYTES: '1',
  }),
)

const read = (target: string) => gateway.fetch(`/api${target}`)

describe('a service that misbehaves', () => {
  it('that answers with a page is GTW-02', async () => {
    service.script('/vaults', upstream.htmlPage)
    await expectFailure(await read('/vaults'), 'GTW-02')
  })

  it('that crashes is GTW-02, and its stack stays where it is', async () => {
    service.script('/vaults', upstream.crash)
    const body = await expectFailure(await read('/vaults'), 'GTW-02')
    expect(body.details).toContain('HTTP 500')
    expect(JSON.stringify(body)).not.toContain('/srv/app')
  })

  it('that redirects is GTW-02, and nobody follows with the key', async () => {
    const elsewhere = await upstream.startScriptedService()
    service.script('/vaults', upstream.redirect(`${elsewhere.address}/vaults`))
    const body = await expectFailure(await read('/vaults'), 'GTW-02')
    expect(body.details).toContain('redirect')
    expect(elsewhere.received).toEqual([])
    await elsewhere.close()
  })

  it('that names no type is GTW-02', async () => {
    service.script('/vaults', upstream.text('{}'))
    await expectFailure(await read('/vaults'), 'GTW-02')
  })

  it.each([600, 799, 999])('that answers with HTTP %i, which there is not, is GTW-02', async (status) => {
    service.script('/vaults', upstream.json({ vaults: [] }, status))
    const body = await expectFailure(await read('/vaults'), 'GTW-02')
    expect(body.details).toContain(String(status))
  })

  it('that pretends to compress is GTW-02', async () => {
    service.script('/vaults', upstream.json({}, 200, { 'content-encoding': 'gzip' }))
    await expectFailure(await read('/vaults'), 'GTW-02')
  })

  it('that never answers is GTW-01', async () => {
    service.script('/vaults', upstream.hang)
    await expectFailure(await read('/vaults'), 'GTW-01')
  })

  it('that never ends its answer is GTW-01', async () => {
    service.script('/vaults', upstream.stall)
    await expectFailure(await read('/vaults'), 'GTW-01')
  })

  it('that drips for ever is GTW-01: the deadline is for the whole answer', async () => {
    let drip: ReturnType<typeof setInterval> | undefined
    service.script('/vaults', (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      drip = setInterval(() => response.write(' '), 50)
    })
    await expectFailure(await read('/vaults'), 'GTW-01')
    clearInterval(drip)
  })

  it('that answers with too much is GTW-03', async () => {
    service.script('/vaults', upstream.large(1024 * 1024 + 1))
    await expectFailure(await read('/vaults'), 'GTW-03')
  })

  it('that answers with too much once unpacked is GTW-03', async () => {
    service.script('/vaults', (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      response.end(gzipSync(Buffer.alloc(2 * 1024 * 1024, ' ')))
    })
    await expectFailure(await read('/vaults'), 'GTW-03')
  })

  it('that breaks off in the middle is GTW-11', async () => {
    service.script('/vaults', upstream.cut)
    await expectFailure(await read('/vaults'), 'GTW-11')
  })

  it('that hangs up without a word is GTW-00', async () => {
    service.script('/vaults', upstream.drop)
    const body = await expectFailure(await read('/vaults'), 'GTW-00')
    expect(body.details).toContain('closed the connection')
  })

  it('that is no web server is GTW-02', async () => {
    const tcp = createTcpServer((socket) => socket.end('220 mail.example ESMTP\r\n'))
    await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve))
    await expectFailure(await readFixed(`http://127.0.0.1:${portOf(tcp)}`), 'GTW-02')
    tcp.close()
  })

  it('that is not there is GTW-00, and the answer does not name its address', async () => {
    const gone = createServer()
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve))
    const port = portOf(gone)
    await new Promise((resolve) => gone.close(resolve))
    const body = await expectFailure(await readFixed(`http://127.0.0.1:${port}`), 'GTW-00')
    expect(body.details).toContain('nothing listens')
    expect(body.details).not.toContain(String(port))
  })
})

/** One read through a gateway with a fixed key, so that no sign-in is needed. */
async function readFixed(address: string): Promise<Response> {
  const other = await startGateway({ CUSTODY_API_URL: address, CUSTODY_API_KEY: 'k' })
  try {
    return await other.fetch('/api/vaults')
  } finally {
    await other.close()
  }
}

function portOf(server: { address(): unknown }): number {
  const address = server.address()
  if (typeof address === 'object' && address !== null && 'port' in address) return Number(address.port)
  throw new Error('not listening')
}
