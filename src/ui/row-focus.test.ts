import { expect, it } from 'vitest'
import { nextRow } from './row-focus.ts'

it.each([
  ['ArrowDown', 0, 3, 1],
  ['ArrowDown', 1, 3, 2],
  ['ArrowDown', 2, 3, 2],
  ['ArrowUp', 2, 3, 1],
  ['ArrowUp', 1, 3, 0],
  ['ArrowUp', 0, 3, 0],
  ['Home', 2, 3, 0],
  ['End', 0, 3, 2],
  ['ArrowDown', -1, 3, 0],
  ['ArrowUp', -1, 3, 0],
  ['Enter', 1, 3, null],
  ['j', 1, 3, null],
  ['ArrowDown', -1, 0, null],
  ['End', -1, 0, null],
])('%s from row %d of %d', (key, current, count, expected) => {
  expect(nextRow(key, current, count)).toBe(expected)
})
