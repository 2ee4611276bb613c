/** The command that verifies an export without the console: what it says, and the code with which it ends. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { counted } from '../src/contract/count-text.ts'
import { factsFileName } from '../src/features/export/facts.ts'
import { expect, test } from './support/test.ts'
import { complete, exported, failed } from './support/verify.ts'

test.use({ baseURL: ({ scripted }, use) => use(scripted.console) })

test('the command checks without the console: 0 where all is well, 1 where not, 2 where it is not all', async ({
  page,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'custody-console-verify-'))
  try {
    const made = await exported(await failed(page), 'csv')
    const file = join(folder, made.name)
    await writeFile(file, new Uint8Array(await made.file.arrayBuffer()))
    expect(await command(file)).toMatchObject({
      code: 1,
      said: expect.stringContaining('There are no facts beside this file'),
    })
    const facts = join(folder, factsFileName(made.name))
    await writeFile(facts, (await made.factsFile?.text()) ?? '')
    expect(await command(file)).toMatchObject({
      code: 0,
      said: expect.stringContaining(
        `${complete}\nSHA-256 of the file:  ${made.facts.file.sha256}\nSHA-256 of the facts: `,
      ),
    })
    await writeFile(file, `${await made.file.text()}\r\n`)
    const { code, said } = await command(file, facts)
    expect(code).toBe(1)
    expect(said).toContain(`FAIL  Size\n      expected ${counted(made.file.size, 'byte')}\n      found`)
    const again = [join(folder, made.name.replace('.csv', ' (1).csv')), `${file}.facts (1).json`] as const
    await rm(facts)
    await writeFile(again[0], new Uint8Array(await made.file.arrayBuffer()))
    expect(await command(again[0])).toMatchObject({
      code: 1,
      said: expect.stringContaining(`Expected: ${made.name}.facts.json`),
    })
    await writeFile(again[1], (await made.factsFile?.text()) ?? '')
    expect(await command(again[0])).toMatchObject({ code: 0 })
    expect(await command(folder)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/ is not a file\. Usage: .*\n.*\n.*\n$/),
    })
    const partial = await exported(await failed(page), 'csv', { completeness: 'partial', reasons: ['?'] })
    const part = join(folder, partial.name)
    await writeFile(part, new Uint8Array(await partial.file.arrayBuffer()))
    await writeFile(`${part}.facts.json`, (await partial.factsFile?.text()) ?? '')
    expect(await command(part)).toMatchObject({
      code: 2,
      said: expect.stringContaining('· PARTIAL · not signed'),
    })
    expect(await command(part, '--keys', facts)).toMatchObject({
      code: 1,
      said: expect.stringContaining('cannot be read'),
    })
    expect(await command(part, '--keys')).toMatchObject({ code: 1, said: expect.stringContaining('Usage') })
    expect(await command()).toMatchObject({ code: 1, said: expect.stringContaining('Usage') })
    expect(await command(join(folder, 'none.csv'))).toMatchObject({
      code: 1,
      said: expect.stringContaining('cannot be read'),
    })
  } finally {
    await rm(folder, { recursive: true })
  }
})

const program = fileURLToPath(new URL('../dist/server/verify.js', import.meta.url))

function command(...files: readonly string[]): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...files], (error, output, errors) =>
      resolve({ code: error ? Number(error.code) : 0, said: output + errors }),
    )
  })
}
