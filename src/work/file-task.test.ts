import { expect, test } from 'vitest'
import type { CoreFacts } from '../files/facts.ts'
import { wholeFacts } from '../files/testing/facts.ts'
import { fileTask } from './file-task.ts'
import { taskControl } from './testing/task-control.ts'

async function outcomeWith(change: Partial<CoreFacts>) {
  const facts = wholeFacts(change)
  const { format } = facts.file
  const task = fileTask({ mediaType: () => '', run: async () => facts })
  return await task({ format, session: '' }, taskControl())
}

test('a period that is not over is complete so far, and the tray says why', async () => {
  const outcomeUntil = (end_date: string) =>
    outcomeWith({
      ...{ begun: '2026-11-21T15:03:22.123Z', pinned_end_date: null },
      asked: { ...wholeFacts().asked, parameters: { start_date: '2026-11-01', end_date } },
    })
  expect(await outcomeUntil('2026-11-20')).toMatchObject({ tone: 'good', title: 'Complete', reasons: [] })
  expect(await outcomeUntil('2026-11-30')).toMatchObject({
    tone: 'warning',
    title: 'Complete so far',
    reasons: ['It was read before the period ended.'],
  })
})

test('CSV and JSON are saved with their facts, and a workbook, which cannot be verified, alone', async () => {
  const endings = async (format: CoreFacts['file']['format']) =>
    (await outcomeWith({ file: { format } })).files.map(({ name }) => name.slice(name.indexOf('.')))
  expect(await endings('csv')).toEqual(['.csv', '.csv.facts.json'])
  expect(await endings('json')).toEqual(['.json', '.json.facts.json'])
  expect(await endings('xlsx')).toEqual(['.xlsx'])
})
