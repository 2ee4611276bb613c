import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { normaliseTransaction } from '../api/normalise.ts'
import { anyBooks } from '../books/testing/any-books.ts'
import { wireTransaction } from '../books/wire-form.ts'
import { type BooksFile, booksFiles, readBooksFiles } from './books-files.ts'

const { signal } = new AbortController()

async function blobOf({ write }: BooksFile): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  await write({ write: (bytes) => void pieces.push(new Uint8Array(bytes)) })
  return new Blob(pieces)
}

test('books become files, and the same books again', async () => {
  await fc.assert(
    fc.asyncProperty(anyBooks(4096), async (books) => {
      const files = new Map<string, Blob>()
      for (const file of booksFiles(books)) files.set(file.name, await blobOf(file))
      expect(await readBooksFiles(files, signal)).toEqual(books)
    }),
  )
})

test('a transaction is written as the specification has it, and nothing of it is lost', () => {
  const part = fc.dictionary(
    fc.constantFrom('source_id', 'vault_id', 'memo', 'amount', 'beside', 'transaction.amount', '__proto__'),
    fc.oneof(fc.string(), fc.constant({ deep: 'er' })),
  )
  const item = fc.record(
    {
      transaction_id: fc.string(),
      status: fc.string(),
      'transaction.source.memo': fc.string(),
      'transaction.note': fc.string(),
      transaction: fc.oneof(
        fc.string(),
        fc
          .tuple(part, part, part)
          .map(([details, source, destination]) => ({ ...details, source, destination })),
      ),
    },
    { requiredKeys: [] },
  )
  const booked = (sent: unknown) => {
    const { received: _, others, ...kept } = normaliseTransaction(sent)
    const inOrder = others.toSorted((one, other) => (one.path < other.path ? -1 : 1))
    return { ...kept, others: inOrder }
  }
  fc.assert(
    fc.property(item, (sent) => {
      expect(booked(wireTransaction(booked(sent)))).toEqual(booked(sent))
    }),
  )
})
