import { expect, test } from 'vitest'
import { createHold } from './hold.ts'

test('all that failed together goes on together', async () => {
  const hold = createHold()
  const both = Promise.all([hold.untilAgain(), hold.untilAgain()])
  hold.again()
  await expect(both).resolves.toHaveLength(2)
})
