import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../testing/properties.ts'
import { csvGuarded, csvLines } from './writer.ts'

test.each([
  ['-5', '-5'],
  [`-${'9'.repeat(78)}`, `-${'9'.repeat(78)}`],
  ['', ''],
  [null, ''],
  ['a,b', '"a,b"'],
  ['say "so"', '"say ""so"""'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['=1+1', "'=1+1"],
  ['+49 1', "'+49 1"],
  ['-5+3', "'-5+3"],
  ['-5\n', '"\'-5\n"'],
  ['-', "'-"],
  ['@name', "'@name"],
  ['  =1', "'  =1"],
  ['\t=1', '"\'\t\'=1"'],
  ['\r=1', '"\'\r\'=1"'],
  ['note\n=1', '"note\n\'=1"'],
  ['note\r\n\n -1', '"note\r\n\n\' -1"'],
  ["x;=cmd|' /C calc'!A0", "\"x;'=cmd|' /C calc'!A0\""],
  ['x;"=1', '"x;\'""=1"'],
  ['x\t-5', '"x\t\'-5"'],
  ['1;5', '"1;5"'],
  ['＝1', "'＝1"],
  ['\0=1', "'\0=1"],
  ['\u200b\u00ad =1', "'\u200b\u00ad =1"],
  ['x;\u200b=1', '"x;\'\u200b=1"'],
  ['=cmd|"/c calc"!A1', '"\'=cmd|""/c calc""!A1"'],
  ["'=1+1", "''=1+1"],
  ["'quoted'", "''quoted'"],
  ["x;'=1", '"x;\'\'=1"'],
  ["x;'y", '"x;\'y"'],
])('%j becomes %j', (text, cell) => {
  expect(csvLines([[csvGuarded(text), 'x']])).toBe(`${cell},x\r\n`)
})

const anyText = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({ unit: fc.constantFrom('=', '+', '-', '"', ',', ';', '\r', '\n', ' ', '\t', '1', '.', 'ü') }),
)

test('apostrophes are all that a guarded cell has beside its text', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const plain = text.replaceAll("'", '')
      expect(csvGuarded(plain).replaceAll("'", '')).toBe(plain)
    }),
  )
})

test('nothing in a cell begins as a formula does, however it is taken apart, unless the whole is a decimal', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const cell = csvGuarded(text)
      const parts = /^-\d+(\.\d+)?$/.test(cell) ? [] : cell.split(/[;\t\r\n]/)
      expect(parts.filter((part) => /^[\s"]*[=+\-@]/.test(part))).toEqual([])
    }),
  )
})
