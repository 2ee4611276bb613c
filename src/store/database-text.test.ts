import fc from 'fast-check'
import { expect, it } from 'vitest'
import { columnText, databaseText, fromDatabaseText, isShortened } from './database-text.ts'

const anyText = fc.string({
  unit: fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    fc.constantFrom('\0', '\ud800', '\udfff', '\ufdd0', '\ufdd1', '\ufdd2', '0', 'd'),
  ),
})

it('writes any text so that a database takes it, and reads it back', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const written = databaseText(text)
      expect(fromDatabaseText(written)).toBe(text)
      expect(written).not.toMatch(/[\p{Surrogate}\ufdd1]|\0/u)
    }),
  )
})

it('shortens what does not fit into an index, and keeps different texts apart', () => {
  const long = '𝔘'.repeat(100)
  expect(columnText('a'.repeat(240))).toBe('a'.repeat(240))
  for (const text of [`${long}a`, `a${long}`, '\0'.repeat(100)]) {
    expect(Buffer.byteLength(columnText(text))).toBeLessThanOrEqual(240)
    expect(columnText(text)).not.toMatch(/\p{Surrogate}/u)
    expect(isShortened(columnText(text))).toBe(true)
  }
  expect(columnText(`${long}a`)).not.toBe(columnText(`${long}b`))
})
