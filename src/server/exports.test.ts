/** Files of the demonstration: those made from the books are those of the service's own lists. */
import { beforeAll, expect, it } from 'vitest'
import { run } from '../api/retries.ts'
import type { Books } from '../books/books.ts'
import { dividedBooks } from '../books/edges.ts'
import { readEdges } from '../books/reading/read-edges.ts'
import type { ListName } from '../contract/file-names.ts'
import { columnsFor, type ExportControl, type ListFilter, listExport } from '../files/list-export.ts'
import { runExport } from '../files/run.ts'
import { isWholeSet } from '../testing/cases.ts'
import { readBooksNow, running, startConsoleOverDemonstration } from './testing/console.ts'

const { reach, asked } = await startConsoleOverDemonstration(60)
let books: Books

beforeAll(async () => {
  reach()
  books = await readBooksNow(null, { service: 'https://custody.invalid' })
})

async function exported(list: ListName, filter: ListFilter, id: string | null, hasDates: boolean) {
  reach()
  let known = books
  const control: ExportControl = {
    ...running,
    find: () => known,
    async divide(_, edges, wanted) {
      known = await run(readEdges(known, edges, wanted), running)
      return dividedBooks(known, edges)
    },
  }
  const columns = columnsFor(listExport(list), 'all').filter((name) => hasDates || name !== 'recorded_on')
  const request = { title: '', format: 'csv', session: '', books: id } as const
  const pieces: Uint8Array[] = []
  const sink = { write: (bytes: Uint8Array) => void pieces.push(bytes.slice()) }
  const written = await runExport({ ...request, list, filter, columns }, sink, control)
  return { written, text: Buffer.concat(pieces).toString('utf8'), requests: asked.length }
}

it.each<[ListName, ListFilter]>([
  // Each of its days is asked for.
  ...(isWholeSet ? [['transactions', {}] satisfies [ListName, ListFilter]] : []),
  ['transactions', { status: 'completed', asset_id: 'BTC' }],
  ['transactions', { start_date: '2026-09-01', end_date: '2026-10-31' }],
  ['transactions', { start_date: '2026-10-10T08:30:00Z', transaction_type: 'deposit' }],
  ['vaults', { vault_type: 'cold' }],
  ['whitelists', { asset_id: 'BTC' }],
  ['balances-warm', {}],
])('%s with the filter %j', async (list, filter) => {
  const own = await exported(list, filter, 'books', true)
  const alone = await exported(list, filter, null, true)
  expect(own.written).toMatchObject({ completeness: 'complete', reasons: [], rows: alone.written.rows })
  expect(own.written.rows).toBeGreaterThan(0)
  expect(own.text).toEqual(alone.text)
})

it('asks for nothing where no dates are wanted', async () => {
  expect((await exported('transactions', { status: 'completed' }, 'books', false)).requests).toBe(0)
})
