import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBooks, encodeBooks } from './encode.ts'
import { anyBooks } from './testing/any-books.ts'

test('books become bytes, and the same books again', async () => {
  await fc.assert(
    fc.asyncProperty(anyBooks(), async (books) => {
      expect(await decodeBooks(encodeBooks(books))).toEqual(books)
    }),
  )
})

test('what another version of the console kept is refused', async () => {
  const other = new TextEncoder().encode('{"format":"custody-console/books 1"}')
  await expect(decodeBooks([other])).rejects.toThrow('Another version')
})
