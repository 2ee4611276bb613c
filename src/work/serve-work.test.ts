import { expect, test } from 'vitest'
import { RunningJob } from './serve-work.ts'

test('all that failed together goes on together', async () => {
  const job = new RunningJob('job', [])
  const both = Promise.all([job.untilAgain(), job.untilAgain()])
  job.again()
  await expect(both).resolves.toHaveLength(2)
})
