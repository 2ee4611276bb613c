import { expect, test } from 'vitest'
import { pageOf, replayed } from './testing/answers.ts'
import { readAllVaults } from './unpaged-lists.ts'

/** Vaults of a service that gives `most` at once, or all where no limit is asked for. */
function vaultsOf(rows: number, most: number) {
  const vaults = Array.from({ length: rows }, (_, row) => ({ vault_id: String(row) }))
  return replayed(readAllVaults({}), (request) => {
    const { limit, offset } = pageOf(request)
    const records = vaults.slice(offset, offset + Math.min(limit || rows, most))
    return { body: { vaults: records }, receivedAt: '' }
  })
}

test.each([
  ...[0, 1, 50, 100, 999, 1000, 1001, 2000, 2500].map((rows) => [rows, Infinity] as const),
  ...([
    [120, 50],
    [20, 20],
    [1000, 128],
  ] as const),
])('a whole list of %i rows, %d at a time, has each of them once', (rows, most) => {
  const { records, isWhole } = vaultsOf(rows, most)
  expect(records.map(({ vault_id }) => vault_id)).toEqual(Array.from({ length: rows }, (_, row) => `${row}`))
  expect(isWhole).toBe(true)
})

test.each([
  ['that never ends', 1000, /beyond 50,000/],
  ['of which more comes than can be kept', Infinity, /at most 50,000 rows, and got 60,000/],
])('a list %s is a failure', (_, most, sentence) => {
  const details = expect.stringMatching(sentence)
  expect(() => vaultsOf(60_000, most)).toThrow(
    expect.objectContaining({ failure: expect.objectContaining({ details }) }),
  )
})
