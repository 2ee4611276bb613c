/**
 * `npm run bench:packs`: audit packs of the embedded product with 25,000 transactions, of a month and of a year: their size, and what it takes to
 * make, to check and to open one, in seconds and in seconds of all processors.
 */
import { openAsBlob } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { madePacksPath, packsPath } from '../src/contract/packs.ts'
import { publicKeys, publicKeysPath } from '../src/contract/public-keys.ts'
import { checkEvidence, portableTools } from '../src/evidence/check.ts'
import { blobSource } from '../src/evidence/zip.ts'
import { nativeCheckTools } from '../src/server/gateway/signed-zip.ts'
import { grouped, makePack, print, row, startBenchProduct, startBenchSession, untilDated } from './harness.ts'

const product = await startBenchProduct({
  DEMO_TRANSACTIONS: '25000',
  SYNC_PER_MINUTE: '100000',
  LOG_LEVEL: 'silent',
})
const folder = await mkdtemp(join(tmpdir(), 'custody-console-bench-packs-'))
const file = join(folder, 'pack.zip')
try {
  const ask = await startBenchSession(product)
  await untilDated(ask)
  const { keys } = publicKeys.parse(await (await ask(publicKeysPath)).json())
  for (const period of ['2026-10', '2026']) {
    print(row(`\nA pack of ${period}`, 'seconds', 'of processors'))
    const pack = await measured('made', () => makePack(ask, period))
    const made = await ask(`${madePacksPath}/${pack?.id}?fingerprint=${ask.fingerprint}`)
    await writeFile(file, Buffer.from(await made.arrayBuffer()))
    const blob = await openAsBlob(file)
    const tools = {
      'checked, on the command line': nativeCheckTools,
      'checked, as in a browser': portableTools,
    }
    for (const [name, each] of Object.entries(tools))
      await measured(name, () => checkEvidence(blobSource(blob), keys, {}, each))
    const opened = await measured('opened', async () => {
      const type = { 'content-type': 'application/zip' }
      return await (await ask(packsPath, { method: 'POST', body: blob, headers: type })).json()
    })
    print(row('bytes', grouped(blob.size)))
    for (const path of [`${packsPath}/${opened.id}`, `${madePacksPath}/${pack?.id}`])
      await ask(path, { method: 'DELETE' })
  }
} finally {
  await product.stop()
  await rm(folder, { recursive: true })
}

/** `processors`: of the product and of this program. */
async function measured<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
  const used = async () => (await product.usage()).seconds + process.cpuUsage().user / 1e6
  const [begun, before] = [performance.now(), await used()]
  const value = await work()
  const seconds = (performance.now() - begun) / 1000
  print(row(name, seconds.toFixed(2), ((await used()) - before).toFixed(2)))
  return value
}
