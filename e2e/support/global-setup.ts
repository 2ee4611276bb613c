import { setTimeout } from 'node:timers/promises'
import { build } from '../../scripts/build.mjs'
import { isBuilt, root } from '../../scripts/build-stamp.mjs'
import { parseSessionState, sessionPath } from '../../src/contract/session.ts'
import { type SyncReport, syncPath } from '../../src/contract/sync.ts'
import { viewerKey } from '../../src/server/service/keys.ts'
import { startProduct } from './product.ts'

/** Builds where the sources have changed, starts the product once for all tests, and stops it after them. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (!(await isBuilt())) {
    process.chdir(root)
    await build()
  }
  const product = await startProduct()
  const session = await startSession(product.address)
  await untilRead(product.address, session.cookie)
  // The workers start after this and inherit it; `test.ts` makes it their base address.
  process.env.E2E_ADDRESS = product.address
  process.env.E2E_SERVICE = session.service
  return () => product.stop()
}

/** Lists are those of the records, with their dates: tests of what comes before have a product of their own. */
async function untilRead(address: string, cookie: string): Promise<void> {
  for (;;) {
    const report: SyncReport = await (await fetch(address + syncPath, { headers: { cookie } })).json()
    if (report.read_whole?.completeness === 'complete' && report.dates?.is_complete) return
    await setTimeout(200)
  }
}

async function startSession(address: string): Promise<{ cookie: string; service: string }> {
  const answer = await fetch(address + sessionPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ apiKey: viewerKey }),
  })
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const { service } = parseSessionState(await answer.json())
  if (service.address === null) throw new Error('the product does not say where its service is')
  return { cookie, service: service.address }
}
