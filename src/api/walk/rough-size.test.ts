import { expect, test } from 'vitest'
import { roughSize } from './walk.ts'

const options = { signal: new AbortController().signal }

function listOf(rows: number, isPaged = true) {
  let requests = 0
  const list = {
    read: async ({ limit, offset }: { readonly limit: number; readonly offset: number }) => {
      requests += 1
      const records = Array.from({ length: Math.min(limit, rows - (isPaged ? offset : 0)) }, () => '')
      return { records, timestamp: null, receivedAt: '' }
    },
    identity: () => null,
    crossFilters: [],
  }
  return { list, requests: () => requests }
}

test.each([1_000, 1_001, 25_000, 38_226, 199_999, 1_000_000])(
  'tells of %d rows about how many they are, in few requests',
  async (rows) => {
    const { list, requests } = listOf(rows)
    expect(Math.abs(((await roughSize(list, options)) ?? 0) / rows - 1)).toBeLessThan(
      rows < 1_001 ? 0.6 : 0.1,
    )
    expect(requests()).toBeLessThanOrEqual(15)
  },
)

test('asks once where all fit into a page', async () => {
  const { list, requests } = listOf(12)
  expect(await roughSize(list, options)).toBe(500)
  expect(requests()).toBe(1)
})

test('a service that gives the same page at every offset has no size', async () => {
  expect(await roughSize(listOf(12, false).list, options)).toBeNull()
})
