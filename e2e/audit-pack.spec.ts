/** An audit pack as an auditor gets it: made from a statement, and verified by the command. */
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

test.use({ viewport: { width: 1440, height: 900 } })

test('a pack says what it holds, is of everything, and is genuine and complete by the command @all', async ({
  page,
}) => {
  const year = new Date().getUTCFullYear() - 1
  await startSession(page)
  // What is on screen may be little, and a pack of everything.
  const [vault] = await vaultsOf(page, 'limit=1')
  await page.goto(`/statements?period=${year}-Q3&vaults=${vault?.vault_id}`)
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Read all records' }).click()
  await main.getByRole('link', { name: 'Audit pack' }).click({ timeout: 60_000 })
  await main.getByRole('button', { name: 'Take all vaults' }).click({ timeout: 60_000 })
  await expect(main).toContainText(`Q3 ${year}. All vaults and assets`)
  await expectAccessible(page, 'what a pack holds')
  const downloading = page.waitForEvent('download', { timeout: 90_000 })
  await main.getByRole('button', { name: 'Make the pack' }).click()
  const download = await downloading
  const name = download.suggestedFilename()
  expect(name).toMatch(/^audit-pack_[\w-]+Z\.zip$/)
  await expect(one(page, 'Audit pack, ZIP')).toContainText(`Saved as ${name}.`)

  const folder = await mkdtemp(join(tmpdir(), 'custody-console-pack-'))
  try {
    const file = join(folder, name)
    await download.saveAs(file)
    const keys = join(folder, 'keys.json')
    await writeFile(keys, await (await page.request.get(publicKeysPath)).body())
    const { code, said } = await command(file, '--keys', keys)
    expect(said).toMatch(/^Genuine: yes\..*\nComplete: yes\./)
    expect(said).toContain(`Shows: /statements?period=${year}-Q3`)
    expect(code).toBe(0)
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
