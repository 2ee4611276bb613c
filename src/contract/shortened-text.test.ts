import { expect, it } from 'vitest'
import { readShortened, withOneMark } from './shortened-text.ts'

it.each([
  ['0xc325…10e6', '0xc325', '10e6'],
  ['0xc325...10e6', '0xc325', '10e6'],
  ['0xc325..10e6', '0xc325', '10e6'],
  ['0xc325****10e6', '0xc325', '10e6'],
  ['0xc325 … 10e6', '0xc325', '10e6'],
  ['0xc325 ... 10e6', '0xc325', '10e6'],
  ['rPEP…6GDY', 'rPEP', '6GDY'],
  ['bc1qw5...f3t4', 'bc1qw5', 'f3t4'],
  ['TJCn…Lmxy', 'TJCn', 'Lmxy'],
  ['…c04757', '', 'c04757'],
  ['0x4f…c1', '0x4f', 'c1'],
  ['0xc325…', '0xc325', ''],
])('reads %s', (text, start, end) => {
  expect(readShortened(withOneMark(text))).toEqual({ start, end })
})

it.each(['wait…', 'wait...', '…and', 'a…b', '0xc325', 'one…two…three', '…', '100.50', ''])(
  'does not read %j',
  (text) => {
    expect(readShortened(withOneMark(text))).toBeNull()
  },
)

it('keeps words apart', () => {
  expect(withOneMark('wait ... what 0x12 .. 34ab')).toBe('wait ... what 0x12…34ab')
})

it.each(['..', '../x', 'wait...', 'Really?..'])(
  'leaves the dots of %j, which an id or a note may have',
  (text) => {
    expect(withOneMark(text)).toBe(text)
  },
)
