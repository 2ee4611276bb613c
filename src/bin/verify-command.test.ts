/** What the command that verifies says of what it cannot read; what it says of evidence is tested with a gateway. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../server/testing/folder.ts'
import { runVerifyCommand } from './verify-command.ts'

test('what cannot be read gets a sentence', async () => {
  const folder = await newFolder()
  await mkdir(join(folder, 'folder'))
  await writeFile(join(folder, 'file.zip'), 'PK')
  await writeFile(join(folder, 'keys.json'), '{"keys":[]}')
  const run = async (...words: readonly string[]) => {
    const { exitCode, lines } = await runVerifyCommand(words, (name) => join(folder, name))
    expect(exitCode).toBe(1)
    return lines.join('\n')
  }
  expect(await run()).toMatch(/^Usage: /)
  expect(await run('file.zip')).toMatch(/^Usage: /)
  expect(await run('file.zip', '--keys')).toMatch(/^Usage: /)
  expect(await run('file.zip', 'other.zip', '--keys', 'keys.json')).toMatch(/^Usage: /)
  expect(await run('file.zip', '--keys', 'keys.json', '--as-of-after', 'soon')).toMatch(/^soon is neither/)
  expect(await run('folder', '--keys', 'keys.json')).toMatch(/ is not a file\.$/)
  expect(await run('none.zip', '--keys', 'keys.json')).toMatch(/ cannot be read\.$/)
  expect(await run('file.zip', '--keys', 'file.zip')).toMatch(
    / does not hold the public keys of a console\.$/,
  )
  expect(await run('file.zip', '--keys', 'keys.json')).toContain('Genuine: no. This is not a ZIP file')
})
