import { afterEach, expect, test, vi } from 'vitest'
import { askBooks } from '../work/work.ts'
import { RecordedDays } from './recorded-days.tsx'

vi.mock('../work/work.ts', async (load) => ({ ...(await load<object>()), askBooks: vi.fn() }))
afterEach(() => vi.resetAllMocks())

const rows = './row-days.ts'
const { signal } = new AbortController()
const about = { whose: 'utc', formOfLinks: 'day', off: null } as const
const day = 20_000

function foundInBooks(days: readonly (readonly [string, number | null])[]) {
  vi.mocked(askBooks).mockResolvedValueOnce({ days: new Map(days), ...about })
}

test('books are asked once for each row, and the service for those that they do not have', async () => {
  const alone = vi.fn(async () => ({ days: new Map([['new', day + 1]]), ...about }))
  vi.doMock(rows, () => ({
    RowsWithoutBooks: class {
      find = alone
    },
  }))
  const days = new RecordedDays('utc')
  foundInBooks([
    ['a', day],
    ['undated', null],
  ])
  await days.find({ ids: ['a', 'undated', 'new'], filter: {}, signal }, 'books')
  expect(alone).toHaveBeenCalledExactlyOnceWith({ ids: ['new'], filter: {}, signal })
  expect(['a', 'undated', 'new'].map((id) => days.dayOf(id))).toEqual([
    '2024-10-04',
    'not-found',
    '2024-10-05',
  ])
  expect(days.filterOf('a')).toEqual({ start_date: '2024-10-04', end_date: '2024-10-04' })
  await days.find({ ids: ['a', 'new'], filter: {}, signal }, 'books')
  expect(askBooks).toHaveBeenCalledOnce()
  vi.doUnmock(rows)
})

test('what failed says so until it is asked again, and goes on', async () => {
  const days = new RecordedDays('utc')
  vi.mocked(askBooks).mockRejectedValueOnce(new Error('The service did not answer.'))
  await days.find({ ids: ['a'], filter: {}, signal }, 'books')
  expect(days.dayOf('a')).toBe('failed')
  foundInBooks([['a', day]])
  await days.find({ ids: ['a'], filter: {}, signal }, 'books')
  expect(days.dayOf('a')).toBe('2024-10-04')
})

test('a search that cannot be loaded says so of every row, until it is asked again and can be', async () => {
  const days = new RecordedDays('utc')
  const find = () => days.find({ ids: ['a'], filter: {}, signal }, null)
  vi.doMock(rows, () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  await find()
  expect(days.dayOf('a')).toBe('not-loaded')
  vi.doMock(rows, () => ({
    RowsWithoutBooks: class {
      find = async () => ({ days: new Map([['a', day]]), ...about })
    },
  }))
  await find()
  expect(days.dayOf('a')).toBe('2024-10-04')
  vi.doUnmock(rows)
})
