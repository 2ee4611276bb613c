import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { revisionQuery } from '../api/revision.ts'
import type { Revision } from '../contract/revision.ts'
import { draw } from '../ui/testing/draw.tsx'
import { type ListDates, RecordedDate, useListDates } from './recorded-day.tsx'

test('rows are not drawn again when it gets known that some have no date', async () => {
  const client = new QueryClient()
  const seen = new Set<ListDates>()
  function Cell() {
    const dates = useListDates()
    seen.add(dates)
    return <RecordedDate recorded={null} dates={dates} />
  }
  draw(
    <QueryClientProvider client={client}>
      <Cell />
    </QueryClientProvider>,
  )
  const revision: Pick<Revision, 'dates' | 'not_kept'> = {
    dates: { days: 'utc', off: null, is_complete: true },
    not_kept: null,
  }
  client.setQueryData([...revisionQuery.queryKey], revision)
  await expect.element(page.getByTitle(/does not return this transaction/)).toBeVisible()
  expect(seen.size).toBe(1)
})
