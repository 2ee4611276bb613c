/** The built product: it starts, or says what is wrong, and serves the console. */

import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { securityHeaders } from '../src/server/gateway/security-headers.ts'
import { viewerKey } from '../src/server/service/keys.ts'
import { programFile, startProduct } from './support/product.ts'
import { expect, test } from './support/test.ts'

test('the built console opens, with all security headers and nothing for the browser to complain about', async ({
  page,
}) => {
  const answer = await page.goto('/')
  const headers = answer?.headers() ?? {}
  expect(headers).toMatchObject(securityHeaders(false))
  await expect(page).toHaveTitle(/Custody Console/)
  await expect(page.locator('#root')).not.toBeEmpty()
})

test('wrong settings are listed all at once, without their values, and nothing starts', async () => {
  const { code, output } = await run({
    PORT: '99999',
    SESSION_HOURS: 'secret-value',
    CUSTODY_API_URL: 'secret-value',
    CUSTODY_API_KEY_HEADER: 'secret value',
  })
  expect(code).toBe(1)
  for (const name of ['PORT', 'SESSION_HOURS', 'CUSTODY_API_URL', 'CUSTODY_API_KEY_HEADER', 'SESSION_SECRET'])
    expect(output).toContain(`  ${name}: `)
  expect(output).not.toContain('secret-value')
  expect(output).not.toContain('ready')
})

test('a port that is taken is said in a sentence @all', async ({ baseURL }) => {
  const { code, output } = await run({
    PORT: new URL(baseURL ?? '').port,
    CUSTODY_API_URL: 'http://127.0.0.1:9',
    SESSION_SECRET: 'a secret for tests; long enough to be one',
  })
  expect(code).toBe(1)
  expect(output).toBe(
    'Custody Console stopped: the port is in use by another program; set PORT to another one\n',
  )
})

test('a session of the embedded service outlives a restart, and the audit log goes on @all', async ({
  request,
}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'custody-console-restart-'))
  const log = join(dataDir, 'audit.log')
  const settings = { DATA_DIR: dataDir, DEMO_TRANSACTIONS: '1', AUDIT_LOG: log, COPY_NAME: 'copy-1' }
  const first = await startProduct(settings)
  expect(first.output()).toBe(`Custody Console is ready at ${first.address}\n`)
  await request.post(`${first.address}/session`, { data: { apiKey: viewerKey } })
  await first.stop()
  const second = await startProduct(settings)
  expect(await (await request.get(`${second.address}/session`)).json()).toMatchObject({ signedIn: true })
  expect((await request.get(`${second.address}/api/balances`)).status()).toBe(200)
  await second.stop()
  const { code, output } = await run({}, auditFile, 'verify', log)
  expect(output).toMatch(/^Read 7 lines in 1 file: number 1 .*\n\nThe chain holds:/)
  expect(code).toBe(0)
  await rm(dataDir, { recursive: true, force: true })
})

const auditFile = join(dirname(programFile), 'audit.js')

function run(
  environment: Record<string, string>,
  ...program: readonly string[]
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, program.length > 0 ? program : [programFile], {
    env: { PATH: process.env.PATH ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
}
