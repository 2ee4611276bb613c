import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readFacts } from '../features/verify/facts-file.ts'
import { exportFormats, factsFileName, writeFacts } from './facts.ts'
import { exportFileName, factsDigest } from './seal.ts'
import { wholeFacts } from './testing/facts.ts'

const facts = wholeFacts()

test('facts are read back as they were written', () => {
  expect(readFacts(writeFacts(facts))).toEqual(facts)
})

test.each([
  ['', 'not readable JSON'],
  ['{"format":', 'not readable JSON'],
  ['[]', 'not facts of an export'],
  ['null', 'not facts of an export'],
  [JSON.stringify({ ...facts, version: 2 }), 'version is missing or not valid'],
  [JSON.stringify({ ...facts, rows: -1 }), 'rows is missing or not valid'],
  [JSON.stringify({ ...facts, rows: 1.5 }), 'rows is missing or not valid'],
  [JSON.stringify({ ...facts, file: { ...facts.file, sha256: 'x' } }), 'file.sha256 is missing or not valid'],
])('what is no facts says so: %s', (text, sentence) => {
  expect(() => readFacts(text)).toThrow(sentence)
})

test('facts name the version that the package has', async () => {
  const manifest: unknown = JSON.parse(await readFile('package.json', 'utf8'))
  expect(manifest).toMatchObject({ version: facts.application.version })
})

test('the digest of facts is that of their file without name, size, digest and signature, as anybody can make it', () => {
  // As `jq` lays them out.
  const left = JSON.parse(writeFacts(facts))
  delete left.signature
  for (const name of ['name', 'bytes', 'sha256']) delete left.file[name]
  const text = `${JSON.stringify(left, null, 2)}\n`
  expect(factsDigest(facts)).toBe(createHash('sha256').update(text).digest('hex'))
  const stated = { ...facts.file, name: 'x', bytes: 1, sha256: '0'.repeat(64) }
  expect(factsDigest({ ...facts, file: stated, signature: { unsigned: 'x' } })).toBe(factsDigest(facts))
  expect(factsDigest({ ...facts, rows: 3 })).not.toBe(factsDigest(facts))
})

test('a name says list, instant, digest and PARTIAL, and nothing that a file system refuses', () => {
  const digest = factsDigest(facts).slice(0, 16)
  expect(facts.file.name).toBe(`transactions_2026-11-21T15-03-22Z_${digest}.csv`)
  const partial = wholeFacts({ completeness: 'partial', file: { format: 'xlsx' } })
  expect(partial.file.name).toMatch(/^transactions_2026-11-21T15-03-22Z_[0-9a-f]{16}\.PARTIAL\.xlsx$/)
  const hostile = wholeFacts({ begun: '../../../etc/passwd' })
  expect(exportFileName('../a:b', hostile)).toMatch(/^[\w.-]+\.csv$/)
  // One reading saved in all formats is so many files and so many facts.
  const names = exportFormats.map((format) => wholeFacts({ file: { format } }).file.name)
  expect(new Set([...names, ...names.map(factsFileName)]).size).toBe(6)
  expect(factsFileName('x.PARTIAL.csv')).toBe('x.PARTIAL.csv.facts.json')
})
