import { afterEach, expect, test, vi } from 'vitest'
import { ChunkLoadError } from '../ui/lazy.tsx'
import { askBooks } from '../work/work.ts'
import { findRowDays, recordedDays } from './recorded-days.tsx'

vi.mock('../work/work.ts', async (load) => ({ ...(await load<object>()), askBooks: vi.fn() }))
afterEach(() => vi.resetAllMocks())

const about = { whose: 'utc', formOfLinks: 'day', off: null } as const
const day = 20_000
const found = (...days: readonly (readonly [string, number | null])[]) => ({ days: new Map(days), ...about })
const rows = (...ids: readonly string[]) => [{ filter: {}, ids }]
const find = vi.fn()
const options = {
  ...{ books: 'books', zone: 'utc' as const, signal: new AbortController().signal },
  openAlone: async () => ({ find }),
  onPart: vi.fn(),
}

test('books are asked once for each row, and the service for those that they do not have', async () => {
  vi.mocked(askBooks).mockResolvedValueOnce(found(['a', day], ['undated', null]))
  find.mockResolvedValueOnce(found(['new', day + 1]))
  const search = await findRowDays(rows('a', 'undated', 'new', 'unknown'), undefined, options)
  expect(find).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ ids: ['new', 'unknown'], filter: {} }),
  )
  const days = recordedDays(search)
  expect(['a', 'undated', 'new', 'unknown'].map(days.dayOf)).toEqual([
    '2024-10-04',
    'not-found',
    '2024-10-05',
    'not-found',
  ])
  expect(days.filterOf('a')).toEqual({ start_date: '2024-10-04', end_date: '2024-10-04' })
  await findRowDays(rows('a', 'new'), search, options)
  expect(askBooks).toHaveBeenCalledOnce()
})

test('a long page has its first dates before the last are found, and what was found before a failure stays', async () => {
  const ids = Array.from({ length: 30 }, (_, index) => `t${index}`)
  vi.mocked(askBooks).mockResolvedValueOnce(found(...ids.slice(0, 25).map((id) => [id, day] as const)))
  vi.mocked(askBooks).mockRejectedValueOnce(new Error('The service did not answer.'))
  await expect(findRowDays(rows(...ids), undefined, options)).rejects.toThrow('did not answer')
  const parts = options.onPart.mock.calls.map(([part]) => part)
  const days = recordedDays(parts.at(-1), new Error('The service did not answer.'))
  expect(['t0', 't24', 't25'].map(days.dayOf)).toEqual(['2024-10-04', '2024-10-04', 'failed'])
  expect(recordedDays(undefined, new ChunkLoadError()).dayOf('t0')).toBe('not-loaded')
})

test('a service whose dates cannot be relied on is asked no further, and says why of every row', async () => {
  find.mockResolvedValueOnce({ days: new Map(), ...about, off: 'ignored' })
  const ids = Array.from({ length: 60 }, (_, index) => `t${index}`)
  const search = await findRowDays(rows(...ids), undefined, { ...options, books: null })
  expect(find).toHaveBeenCalledOnce()
  const { dayOf, status } = recordedDays(search)
  expect([dayOf('t0'), dayOf('t59'), status]).toEqual(['ignored', 'ignored', 'ignored'])
})
