/** What the command that verifies says of what it cannot read; its verdicts are those of `evidence/check.ts`. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkEvidence } from '../evidence/check.ts'
import { alterations, unaltered } from '../evidence/testing/alterations.ts'
import { newTestKey, signedTestFiles, zipOf } from '../evidence/testing/signed-files.ts'
import { blobSource } from '../evidence/zip.ts'
import { newFolder } from '../server/testing/folder.ts'
import { runVerifyCommand } from './verify-command.ts'

test('what cannot be read gets a sentence', async () => {
  const folder = await newFolder()
  await mkdir(join(folder, 'folder'))
  await writeFile(join(folder, 'file.zip'), 'PK')
  const { jwk } = await newTestKey()
  await writeFile(join(folder, 'keys.json'), JSON.stringify({ keys: [jwk] }))
  const run = async (...words: readonly string[]) => {
    const { exitCode, lines } = await runVerifyCommand(
      words,
      (name) => join(folder, name),
      async () => [],
    )
    expect(exitCode).toBe(1)
    return lines.join('\n')
  }
  expect(await run()).toMatch(/^Usage: /)
  expect(await run('file.zip')).toMatch(/^This installation has no keys of its own yet/)
  expect(await run('file.zip', '--keys')).toMatch(/^Usage: /)
  expect(await run('file.zip', 'other.zip', '--keys', 'keys.json')).toMatch(/^Usage: /)
  expect(await run('file.zip', '--keys', 'keys.json', '--as-of-after', 'soon')).toMatch(/^soon is neither/)
  expect(await run('folder', '--keys', 'keys.json')).toMatch(/ is not a file\.$/)
  expect(await run('none.zip', '--keys', 'keys.json')).toMatch(/ cannot be read\.$/)
  expect(await run('file.zip', '--keys', 'file.zip')).toMatch(
    / does not hold the public keys of a console\.$/,
  )
  expect(await run('file.zip', '--keys', 'keys.json')).toContain('This is not a ZIP file.')
})

test.each([
  [{}, 0, 'Genuine and complete.'],
  [{ complete: false, reasons: ['It is complete so far.'] }, 2, 'It is complete so far.'],
  [{ service: 'https://other.example' }, 1, 'It comes from another service.'],
])('the verdict on a file of which %j was signed is the exit code %i', async (changes, code, line) => {
  const folder = await newFolder()
  const key = await newTestKey()
  const files = await signedTestFiles([{ name: 'a.csv', content: 'a\r\n' }], key, changes)
  await writeFile(join(folder, 'a.zip'), await zipOf(files))
  const { exitCode, lines } = await runVerifyCommand(
    ['a.zip', '--service', 'https://custody.example'],
    (name) => join(folder, name),
    async () => [key.jwk],
  )
  expect(exitCode).toBe(code)
  expect(lines).toContain(line)
  expect(lines).toContain('Stated by its maker: reference: “PBC 12”')
  expect(lines).toContain('Compared: service. Not compared: account, period, as of.')
})

test('what was altered is told in the words of its verdict', async () => {
  const folder = await newFolder()
  const keys = [unaltered.key.jwk]
  const [{ bytes = new Uint8Array() } = {}] = alterations
  const { verdict } = await checkEvidence(blobSource(new Blob([bytes])), keys)
  await writeFile(join(folder, 'a.zip'), bytes)
  const { exitCode, lines } = await runVerifyCommand(
    ['a.zip'],
    (name) => join(folder, name),
    async () => keys,
  )
  const words = [`${verdict.headline}.`, ...verdict.sentences]
  expect({ exitCode, words: lines.slice(0, words.length) }).toEqual({ exitCode: 1, words })
})
