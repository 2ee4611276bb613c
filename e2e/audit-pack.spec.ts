/** An audit pack as an auditor gets it: made from a statement, and every file of it verified, by the command and on the page. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publicKeysPath } from '../src/contract/attestation.ts'
import { expectAccessible } from './support/accessibility.ts'
import { vaultsOf } from './support/api.ts'
import { one } from './support/export.ts'
import { startSession } from './support/session.ts'
import { expect, test } from './support/test.ts'
import { drop, result } from './support/verify.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('a pack says what it holds, is made of the books that a statement stands on, and is verified whole @all', async ({
  page,
}) => {
  const year = new Date().getUTCFullYear() - 1
  await startSession(page)
  // What is on screen may be little: a pack is of everything.
  const [vault] = await vaultsOf(page, 'limit=1')
  await page.goto(`/statements?period=${year}-Q3&vaults=${vault?.vault_id}`)
  await page.getByRole('main').getByRole('button', { name: 'Read all records' }).click()
  await page.getByRole('button', { name: 'Audit pack' }).click({ timeout: 60_000 })
  const dialog = page.getByRole('dialog', { name: 'Audit pack' })
  await expect(dialog).toContainText(`Q3 ${year}. All vaults and assets`, { timeout: 60_000 })
  await expect(dialog).toContainText('made from the books as of')
  await expectAccessible(page, 'what a pack holds')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const downloading = page.waitForEvent('download', { timeout: 60_000 })
  await dialog.getByRole('button', { name: 'Make the pack' }).click()
  const pack = one(page, 'Audit pack, ZIP')
  const download = await downloading
  // The days of transactions are asked for, and nothing else.
  expect(new Set(asked.filter((path) => path.startsWith('/api/')))).toEqual(new Set(['/api/transactions']))
  const name = download.suggestedFilename()
  expect(name).toMatch(/^audit-pack_[\w-]+Z_[0-9a-f]{16}\.zip$/)
  await expect(pack).toContainText(`Saved as ${name}.`)

  const folder = await mkdtemp(join(tmpdir(), 'custody-console-pack-'))
  try {
    const file = join(folder, name)
    await download.saveAs(file)
    const keys = join(folder, 'keys.json')
    await writeFile(keys, await (await page.request.get(publicKeysPath)).body())
    const { code, said } = await command(file, '--keys', keys)
    expect(said).toMatch(
      new RegExp(
        `^audit pack · ${year}-07-01 to ${year}-09-30 · read on .* · 32 files · complete · signed on .* UTC\n`,
      ),
    )
    expect(said).toMatch(/^says: Statement: All \d+ holdings proved\. Proved means: /m)
    expect(said).toMatch(/^says: Reconciliation: All \d+ assets agree\. All 75 holdings agree/m)
    expect(said.match(/^pass {2}[a-z-]+\.(csv|json)$/gm)).toHaveLength(10)
    expect(code).toBe(0)

    await pack.getByRole('link', { name: 'Verify' }).click()
    await drop(page).setInputFiles(file)
    await expect(result(page)).toContainText('32 files · complete · signed on', { timeout: 30_000 })
    const files = page.getByRole('region', { name: 'Files of the pack' })
    await files.getByText('transactions.csv', { exact: true }).first().click()
    await expect(files.getByRole('region', { name: 'Verification file' })).toBeVisible()
    await expectAccessible(page, 'a pack that was verified')
  } finally {
    await rm(folder, { recursive: true })
  }
})

const program = fileURLToPath(new URL('../dist/server/verify.js', import.meta.url))

function command(...args: readonly string[]): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], (error, output, errors) =>
      resolve({ code: error ? Number(error.code) : 0, said: output + errors }),
    )
  })
}
