import { expect, test } from 'vitest'
import type { WrittenFile } from '../files/written-file.ts'
import { exportOutcome } from './file-task.ts'

const written: WrittenFile = {
  ...{ name: 'vaults.csv', rows: 2, completeness: 'complete', isSoFar: false, sha256: 'ab' },
  ...{ reasons: [], remarks: [] },
}

test('a file is saved alone; of a period that is not over it is complete so far, and the tray says why', () => {
  const outcome = (change: Partial<WrittenFile>) =>
    exportOutcome({ ...written, ...change }, new Blob(), '1 bytes, in 1 s')
  expect(outcome({})).toMatchObject({
    ...{ tone: 'good', title: 'Complete', text: '2 rows, 1 bytes, in 1 s.', reasons: [] },
    file: { name: 'vaults.csv' },
    ended: { outcome: 'complete', rows: 2, sha256: 'ab' },
  })
  expect(outcome({ isSoFar: true })).toMatchObject({
    ...{ tone: 'warning', title: 'Complete so far', reasons: ['It was read before the period ended.'] },
  })
})
