/** The command that verifies an export without the console: what it says, and the code with which it ends. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { madeBooks } from '../books/testing/made-books.ts'
import { makePack, type PackRequest } from '../features/pack/make-pack.ts'
import { allColumns, withdrawals } from '../features/verify/testing/checked.ts'
import { writeFacts } from '../files/facts.ts'
import { transactionsExport } from '../files/lists.ts'
import { type Sign, unsigned } from '../files/seal.ts'
import { exportOf, type MadeExport, zipped } from '../files/testing/made-export.ts'
import { signingKey } from '../files/testing/signing.ts'
import { printLines } from '../server/program.ts'
import { newFolder } from '../server/testing/folder.ts'
import { runVerifyCommand } from './verify-command.ts'

let folder = ''
beforeEach(async () => {
  folder = await newFolder()
})

/** What it prints, and how it ends. */
const run = async (...words: readonly string[]) => {
  const { lines, exitCode } = await runVerifyCommand(words, (name) => join(folder, name))
  let text = ''
  printLines(lines, { write: (printed) => (text += printed) })
  return { text, exitCode }
}
const write = async (name: string, content: Blob | string) =>
  writeFile(join(folder, name), typeof content === 'string' ? content : await content.bytes())

const made = (sign: Sign = unsigned, facts = {}) =>
  exportOf(transactionsExport, withdrawals, 'csv', allColumns, { sign, facts })

/** Puts an export and its facts into the folder. */
async function kept({ file, name, facts }: MadeExport): Promise<string> {
  await write(name, file)
  await write(`${name}.facts.json`, writeFacts(facts))
  return name
}

const { key, signAt } = signingKey()
const signing = signAt('2026-11-21T15:03:30.000Z')
const partial = { completeness: 'partial', reasons: ['The list moved.'] }

describe('with --keys', () => {
  beforeEach(() => write('keys.json', JSON.stringify({ keys: [key] })))

  test.each<[string, Sign, object, number]>([
    ['signed by a known key, complete', signing, {}, 0],
    ['signed by a known key, not complete', signing, partial, 2],
    ['unsigned', unsigned, {}, 1],
    ['unsigned, not complete', unsigned, partial, 1],
    ['signed by a key that was not given', signingKey('other').signAt('2026-11-21T15:03:30.000Z'), {}, 1],
  ])('an export ends with 0 or 2 for a known signature alone: %s', async (_, sign, facts, exitCode) => {
    const name = await kept(await made(sign, facts))
    expect(await run(name, '--keys', 'keys.json')).toMatchObject({ exitCode })
  })

  test.each<[string, Sign, number, string]>([
    ['signed by a known key', signing, 0, 'signed on 2026-11-21 15:03 UTC'],
    ['unsigned', unsigned, 1, 'not signed: whoever can change the file can change the facts'],
  ])('a pack ends with 0 for a manifest signed by a known key alone: %s', async (_, sign, exitCode, said) => {
    await write('pack.zip', await pack(sign))
    expect(await run('pack.zip', '--keys', 'keys.json')).toMatchObject({
      exitCode,
      text: expect.stringContaining(said),
    })
    // Without keys nobody asked who signed it.
    expect(await run('pack.zip')).toMatchObject({ exitCode: 0 })
  })
})

test('without --keys it ends with 0 where all is as written, 2 where it is not complete, and 1 else', async () => {
  const export_ = await made()
  await write(export_.name, export_.file)
  expect(await run(export_.name)).toEqual({
    exitCode: 1,
    text: `There is no verification file beside this file. Expected: ${export_.name}.facts.json.\n`,
  })
  const name = await kept(export_)
  const { exitCode, text } = await run(name)
  expect(exitCode).toBe(0)
  const headline =
    'transactions · status completed · all dates · read on 2026-11-21 15:03 UTC · complete · not signed: whoever can change the file can change the facts'
  expect(text.startsWith(`${headline}\n`)).toBe(true)
  expect(text).toContain(`\n${headline}\nSHA-256 of the file:  ${export_.facts.file.sha256}\n`)

  expect(await run(await kept(await made(unsigned, partial)))).toMatchObject({
    exitCode: 2,
    text: expect.stringContaining('· PARTIAL · not signed'),
  })
  await write(name, `${await export_.file.text()}\r\n`)
  expect(await run(name, `${name}.facts.json`)).toMatchObject({ exitCode: 1 })
})

test('the facts are found beside the file, as browsers number copies too', async () => {
  const export_ = await made()
  const copy = export_.name.replace('.csv', ' (1).csv')
  await write(copy, export_.file)
  await write(`${export_.name}.facts (1).json`, writeFacts(export_.facts))
  expect(await run(copy)).toMatchObject({ exitCode: 0 })
})

test('names in a file neither control the terminal nor write lines of their own', async () => {
  const forged = '\u001b[2K\rpass\u009b1A\u2028\npass'
  const verdicts = async function* () {
    await write('pack.zip', zipped([[`${forged}.csv`, 'x']], 'pack'))
    yield run('pack.zip')
    const { name, file, facts } = await made()
    await write(name, file)
    const asked = { ...facts.asked, parameters: { [forged]: forged } }
    await write(`${name}.facts.json`, writeFacts({ ...facts, asked }))
    yield run(name)
    await write(
      `${name}.facts.json`,
      JSON.stringify({ ...facts, asked: { ...asked, parameters: { [forged]: 1 } } }),
    )
    yield run(name)
  }
  for await (const { text } of verdicts()) {
    expect(text).toContain('pass')
    expect(text).not.toMatch(/[^\P{Cc}\n]|[\u2028\u2029]/u)
    expect(text).not.toMatch(/^pass$/m)
  }
})

test('what cannot be read gets a sentence', async () => {
  const name = await kept(await made())
  await mkdir(join(folder, 'folder'))
  const said = async (...words: readonly string[]) => {
    const { exitCode, text } = await run(...words)
    expect(exitCode).toBe(1)
    return text
  }
  expect(await said()).toMatch(/^Usage: /)
  expect(await said(name, '--keys')).toMatch(/^Usage: /)
  expect(await said('folder')).toMatch(/ is not a file\.$/m)
  expect(await said('none.csv')).toMatch(/ cannot be read\.$/m)
  expect(await said(name, '--keys', name)).toMatch(/ does not hold the public keys of a console\.$/m)
})

async function pack(sign: Sign): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const request: PackRequest = {
    format: 'zip',
    books: madeBooks({ begun: '2026-11-21T15:03:22.000Z', ended: '2026-11-21T15:03:29.000Z' }),
    period: { first: '2026-07-01', last: '2026-09-30', name: 'Q3 2026' },
    vaults: null,
    link: '/statements',
    session: 'mark',
  }
  const { signal } = new AbortController()
  await makePack(request, { write: (bytes) => void pieces.push(new Uint8Array(bytes)) }, { signal, sign })
  return new Blob(pieces)
}
