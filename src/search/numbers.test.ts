import { expect, it } from 'vitest'
import { numberInWords, readNumber } from './numbers.ts'

it.each([
  ['100', '100', null],
  ['1.50', '1.5', null],
  ['.5', '0.5', null],
  ['0.500', '0.5', null],
  ['0,500', '0.5', null],
  ['1,5', '1.5', null],
  ['1,00', '1', null],
  ['1,000', '1000', '1'],
  ['1.000', '1', '1000'],
  ['12,345', '12345', '12.345'],
  ['1,234.56', '1234.56', null],
  ['16.427,74', '16427.74', null],
  ['1,000,000', '1000000', null],
  ["1'000", '1000', null],
  ['1’000.5', '1000.5', null],
  ['1 000', '1000', null],
  ['1\u202f000,5', '1000.5', null],
  ['−0.5', '-0.5', null],
  ['- 0.5', '-0.5', null],
  ['+3', '3', null],
  ['１００．５', '100.5', null],
  ['１，０００', '1000', '1'],
])('reads %s', (text, value, other) => {
  expect(readNumber(text)).toEqual({ value, other })
})

it.each(['', '.', '1.', '12 34', '1,000,00', '1.2.3', '13.11.2026', '1e3', '0x10', 'one', '--1'])(
  'does not read %j',
  (text) => {
    expect(readNumber(text)).toBeNull()
  },
)

it.each([
  ['1,000', 'Reads as 1 thousand. For 1 write 1.0.'],
  ['1.000', 'Reads as 1. For 1 thousand write 1000.'],
  ['12,345', 'Reads as 12345. For 12.345 write 12.3450.'],
  ['1,500', 'Reads as 1500. For 1.5 write 1.5.'],
  ['1,000.5', null],
])('tells how it reads %s', (text, words) => {
  const read = readNumber(text)
  expect(read && numberInWords(read)).toBe(words)
})
