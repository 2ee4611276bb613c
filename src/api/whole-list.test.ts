import { describe, expect, it } from 'vitest'
import type { ListBody } from '../contract/console-api.ts'
import { joinPages } from './whole-list.ts'

function page(
  records: readonly number[],
  has_next: boolean,
  { revision = 'r1', completeness = 'complete' }: Partial<ListBody<number>> = {},
): ListBody<number> {
  const basis = { from: 'store', as_of: '2026-11-22T15:00:00.000Z', read_whole: null } as const
  return { ...basis, revision, completeness, records, has_next, total: null, undecided: 0, no_records: null }
}

/** Answers in turn, and notes where each page was asked for. */
function pagesOf(...pages: readonly ListBody<number>[]) {
  const asked: number[] = []
  const read = joinPages<number>('/vaults', async (offset) => {
    asked.push(offset)
    const next = pages[asked.length - 1]
    if (!next) throw new Error('asked for more pages than there are')
    return next
  })
  return { read, asked }
}

describe('a short list', () => {
  it('is joined of pages, each after the rows of those before', async () => {
    const { read, asked } = pagesOf(page([1, 2], true), page([3, 4], true), page([5], false))
    expect(await read).toMatchObject({ records: [1, 2, 3, 4, 5], isWhole: true, revision: 'r1' })
    expect(asked).toEqual([0, 2, 4])
  })

  it('begins again where a page is of another revision', async () => {
    const later = { revision: 'r2' }
    const { read, asked } = pagesOf(
      ...[page([1, 2], true), page([4], false, later)],
      ...[page([0, 1], true, later), page([2, 3], false, later)],
    )
    expect((await read).records).toEqual([0, 1, 2, 3])
    expect(asked).toEqual([0, 2, 0, 2])
  })

  it.each([
    ['complete', true],
    ['read-once', true],
    ['partial', false],
    // Of the service, asked now.
    [null, true],
  ] as const)('of completeness %j is whole: %j', async (completeness, isWhole) => {
    expect(await pagesOf(page([1], false, { completeness })).read).toMatchObject({ isWhole })
  })

  it('is not shown to be whole by several answers of the service', async () => {
    const asked = { completeness: null }
    const { read } = pagesOf(page([1], true, asked), page([2], false, asked))
    expect(await read).toMatchObject({ records: [1, 2], isWhole: false })
  })
})
