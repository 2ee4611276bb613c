import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBooks, encodeBooks, NoBooks } from './encode.ts'
import { anyBooks } from './testing/any-books.ts'

test('books become bytes, and the same books again', async () => {
  await fc.assert(
    fc.asyncProperty(anyBooks(), async (books) => {
      expect(await decodeBooks(encodeBooks(books))).toEqual(books)
    }),
  )
})

test('a piece that is missing, or there once more, is no part of books', async () => {
  await fc.assert(
    fc.asyncProperty(anyBooks(), fc.nat(), async (books, at) => {
      const pieces = [...encodeBooks(books)]
      const place = at % pieces.length
      await expect(decodeBooks(pieces.toSpliced(place, 1))).rejects.toThrow(NoBooks)
      await expect(
        decodeBooks(pieces.toSpliced(place, 0, ...pieces.slice(place, place + 1))),
      ).rejects.toThrow(NoBooks)
    }),
  )
})

test.each([
  ['nothing', []],
  ['no bytes', [new Uint8Array()]],
  ['another file', [new TextEncoder().encode('{"format":"custody-console/export-facts"}')]],
])('%s is no books', async (_, pieces) => {
  await expect(decodeBooks(pieces)).rejects.toThrow(NoBooks)
})
