/** Exports from the books of an open audit pack. */
import { afterEach, expect, test } from 'vitest'
import { type PackLabel, readFrom } from '../api/pack-source.ts'
import { answerFromBooks } from '../books/answer.ts'
import { type BooksOtherwise, booksOf } from '../books/testing/made-books.ts'
import { packSource } from '../work/pack-session.ts'
import { exportRun } from './testing/export-run.ts'

afterEach(() => readFrom(null))

const pack: PackLabel = { name: 'pack.zip', asOf: '2026-11-22T15:00:10.000Z', signed: null, faults: [] }
const item = (id: string) => ({ transaction_id: id, status: 'failed', transaction: {} })

async function exported(about: Partial<PackLabel> = {}, otherwise: BooksOtherwise = {}) {
  const days = ['2026-11-21', null, '2026-11-20']
  const books = booksOf(
    days.map((day, index) => [item(`t${index}`), day] as const),
    otherwise,
  )
  readFrom(packSource(books, { ...pack, ...about }, 'pack 1', async (path) => answerFromBooks(books, path)))
  const { facts } = await exportRun('csv', {}, { now: () => Date.parse(pack.asOf), books })
  return facts
}

test('have transactions without a date too, and are asked without an end: nothing can arrive', async () => {
  const { remarks, ...facts } = await exported()
  expect(facts).toMatchObject({ completeness: 'complete', rows: 3, read: { late: 0 }, pinned_end_date: null })
  expect(remarks.join()).not.toContain('read again')
})

const cut = 'The service ended the list after 2 records.'
const fault = 'statement.csv is not the file in the manifest.'

test.each([
  ['the books have of their list', {}, { doubts: [cut] }, cut],
  ['the pack has', { faults: [fault] }, {}, fault],
])('are partial for the doubts that %s', async (_, about, otherwise, reason) => {
  expect(await exported(about, otherwise)).toMatchObject({ completeness: 'partial', reasons: [reason] })
})
