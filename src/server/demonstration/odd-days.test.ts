import { expect, test } from 'vitest'
import { generateBooks } from './generate.ts'

test('a history has odd days: a crowded one, an empty month, and records at the edges of days, months and years', () => {
  const books = generateBooks({ transactions: 25_000, seed: 1, until: new Date('2026-11-21T12:34:56.789Z') })
  const instants = Array.from(books.transactions, (row) => row.recorded_at)
  expect(instants.slice(0, 7).map((instant) => instant.slice(0, 23))).toEqual([
    '2024-02-29T00:00:00.000',
    '2024-02-29T12:00:00.000',
    '2024-02-29T23:59:59.999',
    '2024-02-29T23:59:59.999',
    '2024-12-31T23:59:59.999',
    '2025-01-01T00:00:00.000',
    expect.stringMatching(/^2025-09-2\d/),
  ])
  const on = (text: string) => instants.filter((instant) => instant.startsWith(text))
  expect(on('2026-05')).toEqual([])
  for (const edge of ['2026-04-30T23:59:59.999Z', '2026-06-01T00:00:00.000Z', '2025-12-31T23:59:59.999Z'])
    expect(instants, edge).toContain(edge)
  const crowd = on('2026-10-07')
  expect(crowd).toHaveLength(1500)
  expect([crowd[0], crowd.at(-1)]).toEqual(['2026-10-07T00:00:00.000Z', '2026-10-07T23:59:59.999Z'])
  expect(new Set(crowd).size).toBeLessThan(1500)
})
