import fc from 'fast-check'
import { expect, it } from 'vitest'
import { afterArrow } from '../ui/options.tsx'
import { pickKey } from './pick-key.ts'

const texts = ['Pending', 'Processing', 'Confirming', 'Completed']

/** Where a key leads in a list that has the focus. */
function next(key: string, active: number | null): number | null {
  return afterArrow(key, active, texts.length) ?? pickKey(key, active, texts)
}

it.each([
  ['ArrowDown', null, 0],
  ['ArrowDown', 0, 1],
  ['ArrowDown', 3, 0],
  ['ArrowUp', null, 3],
  ['ArrowUp', 0, 3],
  ['ArrowUp', 2, 1],
  ['Home', 2, 0],
  ['End', 0, 3],
  ['c', null, 2],
  ['c', 2, 3],
  ['C', 3, 2],
  ['x', 1, null],
  ['Tab', 1, null],
  ['Escape', 1, null],
])('%s moves from %s to %s', (key, active, expected) => {
  expect(next(key, active)).toBe(expected)
})

it('leaves letters, Home and End to a text field', () => {
  for (const key of ['c', ' ', 'Home', 'End', 'Backspace'])
    expect(afterArrow(key, 1, texts.length)).toBeNull()
})

it('never leaves the list', () => {
  const active = fc.option(fc.nat(texts.length - 1))
  fc.assert(
    fc.property(fc.oneof(fc.constantFrom('ArrowDown', 'ArrowUp'), fc.string()), active, (key, from) => {
      const to = next(key, from)
      return to === null || texts[to] !== undefined
    }),
  )
})
