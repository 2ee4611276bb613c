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
  ['[]', 'not a verification file of this console'],
  ['null', 'not a verification file of this console'],
  [
    JSON.stringify({ ...facts, version: 6 }),
    'This version of the console cannot check it: its verification file has version 6.',
  ],
  [JSON.stringify({ format: facts.format, version: 9 }), 'its verification file has version 9.'],
  [JSON.stringify({ ...facts, version: null }), 'version is missing or not valid'],
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

test.each<[Readonly<Record<string, string>>, string]>([
  [{}, ''],
  [{ start_date: '2026-10-01', end_date: '2026-10-31', status: 'completed' }, '_2026-10_completed'],
  [{ start_date: '2026-10-01', end_date: '2026-10-12' }, '_2026-10-01-to-2026-10-12'],
  [{ start_date: '2026-10-01T00:00:00Z', end_date: '2026-10-31T23:59:59.999Z' }, '_2026-10'],
  [
    { start_date: '2026-10-01T00:00:00Z', end_date: '2026-10-31T12:00:00Z' },
    '_2026-10-01-to-2026-10-31T12-00-00Z',
  ],
  [
    { start_date: '2026-10-31T08:00:00Z', end_date: '2026-10-31T23:59:59.999Z' },
    '_2026-10-31T08-00-00Z-to-2026-10-31',
  ],
  [{ start_date: '2026-10-02', end_date: '2026-10-02' }, '_2026-10-02'],
  [{ start_date: '2026-10-01' }, '_from-2026-10-01'],
  [{ end_date: '2026-10-31' }, '_to-2026-10-31'],
  [{ end_date: facts.pinned_end_date ?? '' }, ''],
  [
    { transaction_type: 'change pool', source_address: `0x${'ab'.repeat(20)}` },
    '_change-pool_source-address',
  ],
  [{ status: '../../..\\x' }, '_-x'],
  [{ a: '1', b: '2', c: '3', d: '4', e: '5' }, '_1_2_3_2-more'],
])('the name of the file of %j has %j', (parameters, scope) => {
  const { file } = wholeFacts({ asked: { ...facts.asked, parameters } })
  expect(file.name.replace(/_[0-9a-f]{16}/, '')).toBe(`transactions${scope}_2026-11-21T15-03-22Z.csv`)
})

test('a name has the digest and PARTIAL, and nothing that a file system refuses', () => {
  const digest = factsDigest(facts).slice(0, 16)
  expect(facts.file.name).toBe(`transactions_completed_2026-11-21T15-03-22Z_${digest}.csv`)
  const partial = wholeFacts({ completeness: 'partial', file: { format: 'xlsx' } })
  expect(partial.file.name).toMatch(/_[0-9a-f]{16}\.PARTIAL\.xlsx$/)
  const hostile = wholeFacts({ begun: '../../../etc/passwd' })
  expect(exportFileName('../a:b', hostile)).toMatch(/^[\w.-]+\.csv$/)
  // One reading saved in all formats is so many files and so many facts.
  const names = exportFormats.map((format) => wholeFacts({ file: { format } }).file.name)
  expect(new Set([...names, ...names.map(factsFileName)]).size).toBe(6)
})
