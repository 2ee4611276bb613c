import { expect, test } from 'vitest'
import { normaliseTransaction } from '../../api/normalise.ts'
import { columnsFor } from '../../files/list-export.ts'
import { transactionsExport } from '../../files/lists.ts'
import { exportOf } from '../../files/testing/made-export.ts'
import { pairFiles, unnumbered } from './facts-file.ts'

const none = { name: 'unknown.facts.json', blob: new Blob(['{}']) }
const csv = await made('csv', 1)
const json = await made('json', 2)
const name = csv.file.name

test.each([
  ['X (1).csv', 'X.csv'],
  ['X(12).csv', 'X.csv'],
  ['X.csv.facts (1).json', 'X.csv.facts.json'],
  ['X.csv', 'X.csv'],
  ['X (draft).csv', 'X (draft).csv'],
])('%s was %s', (numbered, plain) => {
  expect(unnumbered(numbered)).toBe(plain)
})

test('each has the facts that name it, in whatever order they come', async () => {
  const zip = { name: 'pack.zip', blob: new Blob(['PK']) }
  const files = [json.facts, csv.file, zip, csv.facts, json.file]
  for (const order of [files, files.toReversed(), [...files.slice(2), ...files.slice(0, 2)]])
    expect(new Set(await paired(order))).toEqual(
      new Set([`${name} ← ${name}.facts.json`, `${json.file.name} ← ${json.facts.name}`, zip.name]),
    )
})

test('browsers number copies, of the file and of its facts each as they please', async () => {
  const file = { ...csv.file, name: name.replace('.csv', ' (1).csv') }
  const facts = { ...csv.facts, name: `${name}.facts (2).json` }
  expect(await paired([file, facts, json.file, json.facts])).toContain(`${file.name} ← ${facts.name}`)
  const other = await made('csv', 4)
  const copies = [
    { ...other.file, name: file.name },
    { ...other.facts, name: `${name}.facts (1).json` },
  ]
  for (const order of [
    [...copies, csv.file, csv.facts],
    [csv.facts, csv.file, ...copies],
  ])
    expect(new Set(await paired(order))).toEqual(
      new Set([`${name} ← ${name}.facts.json`, `${file.name} ← ${name}.facts (1).json`]),
    )
})

test('one of each that is left over belongs together, and of more it cannot be told', async () => {
  const renamed = { ...csv.file, name: 'renamed.csv' }
  expect(await paired([renamed, csv.facts, json.file, json.facts])).toContain(
    `renamed.csv ← ${csv.facts.name}`,
  )
  expect(await paired([none, json.file])).toEqual([`${json.file.name} ← ${none.name}`])
  const also = { ...json.file, name: 'also.json' }
  expect(await paired([renamed, also, csv.facts])).toEqual([
    'renamed.csv ← none, but renamed.csv.facts.json',
    'also.json ← none, but also.json.facts.json',
    `${csv.facts.name} of none, but ${name}`,
  ])
})

test('files of an unpacked audit pack have the facts that are called after them', async () => {
  const [one, other] = [csv, json].map(({ file, facts }, index) => ({
    file: { ...file, name: `list-${index}` },
    facts: { ...facts, name: `list-${index}.facts.json` },
  }))
  if (!one || !other) throw new Error('There are two')
  expect(await paired([other.facts, one.file, one.facts, other.file])).toEqual([
    'list-0 ← list-0.facts.json',
    'list-1 ← list-1.facts.json',
  ])
  // The name that facts state comes first.
  expect(
    await paired([csv.file, { ...json.file, name: 'x' }, { ...csv.facts, name: 'x.facts.json' }]),
  ).toEqual([`${name} ← x.facts.json`, 'x ← none, but x.facts.json'])
})

async function paired(files: readonly { name: string; blob: Blob }[]): Promise<readonly string[]> {
  return (await pairFiles(files)).map(({ file, facts, missing }) => {
    if (!file) return `${facts?.name} of none, but ${missing}`
    if (facts) return `${file.name} ← ${facts.name}`
    return missing === null ? file.name : `${file.name} ← none, but ${missing}`
  })
}

async function made(format: 'csv' | 'json', records: number) {
  const rows = Array.from({ length: records }, (_, index) => ({ transaction_id: `txn_${index}` }))
  const columns = columnsFor(transactionsExport, 'all')
  const {
    file,
    factsFile,
    name: called,
  } = await exportOf(transactionsExport, rows.map(normaliseTransaction), format, columns)
  return {
    file: { name: called, blob: file },
    facts: { name: `${called}.facts.json`, blob: factsFile ?? new Blob() },
  }
}
