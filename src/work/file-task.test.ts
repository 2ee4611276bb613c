import { expect, test } from 'vitest'
import { wholeFacts } from '../files/testing/facts.ts'
import { fileTask } from './file-task.ts'

test('a period that is not over is complete so far, and the tray says why', async () => {
  const outcomeUntil = async (end_date: string) => {
    const { asked } = wholeFacts()
    const facts = wholeFacts({
      ...{ begun: '2026-11-21T15:03:22.123Z', pinned_end_date: null },
      asked: { ...asked, parameters: { start_date: '2026-11-01', end_date } },
    })
    const task = fileTask({ mediaType: () => 'text/csv', run: async () => facts })
    const { signal } = new AbortController()
    return await task(
      { format: 'csv', session: '' },
      { signal, onProgress: () => {}, opened: null, cut: { finish: signal, skip: signal } },
    )
  }
  expect(await outcomeUntil('2026-11-20')).toMatchObject({ tone: 'good', title: 'Complete', reasons: [] })
  expect(await outcomeUntil('2026-11-30')).toMatchObject({
    tone: 'warning',
    title: 'Complete so far',
    reasons: ['It was read before the period ended.'],
  })
})
