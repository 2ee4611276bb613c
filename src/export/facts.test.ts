import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { exportFileName, exportFormats, factsFileName, factsOf, readFacts, writeFacts } from './facts.ts'
import { factsBefore } from './testing/facts.ts'

const facts = factsOf(factsBefore, { rows: 2, remarks: [], rowsSha256: null })

test('facts are read back as they were written', () => {
  expect(readFacts(writeFacts(facts))).toEqual(facts)
})

test('facts name the version that the package has', async () => {
  const manifest: unknown = JSON.parse(await readFile('package.json', 'utf8'))
  expect(manifest).toMatchObject({ version: facts.application.version })
})

test.each([
  ['', 'no readable JSON'],
  ['{"format":', 'no readable JSON'],
  ['[]', 'no facts of an export'],
  ['null', 'no facts of an export'],
  [JSON.stringify({ ...facts, version: 3 }), 'version is not as it has to be'],
  [JSON.stringify({ ...facts, rows: -1 }), 'rows is not as it has to be'],
  [JSON.stringify({ ...facts, rows: 1.5 }), 'rows is not as it has to be'],
  [JSON.stringify({ ...facts, file: { ...facts.file, sha256: 'x' } }), 'file.sha256 is not as it has to be'],
])('what is no facts says so: %s', (text, sentence) => {
  expect(readFacts(text)).toContain(sentence)
})

test('a name says list, instant and PARTIAL, and nothing that a file system refuses', () => {
  expect(exportFileName('transactions', '2026-11-21T15:03:22.123Z', 'csv', 'complete')).toBe(
    'transactions_2026-11-21T15-03-22Z.csv',
  )
  expect(exportFileName('transactions', '2026-11-21T15:03:22.123Z', 'xlsx', 'partial')).toBe(
    'transactions_2026-11-21T15-03-22Z.PARTIAL.xlsx',
  )
  expect(exportFileName('../a:b', '../../../etc/passwd', 'json', 'complete')).toMatch(/^[\w.-]+\.json$/)
  // One reading saved in all formats is so many files and so many facts.
  const names = exportFormats.map((format) =>
    exportFileName('hygiene', '2026-11-21T15:03:22Z', format, 'complete'),
  )
  expect(new Set([...names, ...names.map(factsFileName)]).size).toBe(6)
  expect(factsFileName('transactions_2026-11-21T15-03-22Z.PARTIAL.csv')).toBe(
    'transactions_2026-11-21T15-03-22Z.PARTIAL.csv.facts.json',
  )
})
