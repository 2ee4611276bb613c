import { expect, it } from 'vitest'
import { amountsInWords } from './amount-words.ts'

it.each([
  [{}, null],
  [{ amount_from: '1' }, 'at least 1'],
  [{ amount_over: '1' }, 'over 1'],
  [{ amount_to: ['5'] }, 'at most 5'],
  [{ amount_under: '5' }, 'under 5'],
  [{ amount_from: '1', amount_to: '5' }, '1 – 5'],
  [{ amount_from: '1', amount_to: '1' }, 'exactly 1'],
  [{ amount_over: '1', amount_to: '5' }, 'over 1, at most 5'],
  [{ amount_from: '1', amount_under: '5' }, 'at least 1, under 5'],
])('says %j', (filter, words) => {
  expect(amountsInWords(filter)).toBe(words)
})
