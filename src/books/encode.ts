/** Encodes books as pieces of a few hundred thousand bytes, and decodes them. Whoever keeps the pieces proves that they are unchanged. */
import type { Books } from './books.ts'
import { type TransactionBlock, transactionFields } from './transaction-table.ts'

/** The first piece is everything but the transactions, as JSON. Each further piece is one block of them. */
export function* encodeBooks(books: Books): Generator<Uint8Array<ArrayBuffer>> {
  const { blocks, ...table } = books.transactions.table
  const head: Head = { format, books: { ...books, transactions: { ...books.transactions, table } } }
  yield new TextEncoder().encode(JSON.stringify(head))
  for (const block of blocks) yield encodedBlock(block)
}

/** Takes the pieces in order. Throws if another version of the console wrote them. */
export async function decodeBooks(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Books> {
  let head: Head | null = null
  const blocks: TransactionBlock[] = []
  for await (const piece of pieces)
    if (head) blocks.push(decodedBlock(piece))
    else head = JSON.parse(new TextDecoder().decode(piece))
  if (head?.format !== format) throw new Error('Another version of the console stored these records.')
  const { transactions } = head.books
  return { ...head.books, transactions: { ...transactions, table: { ...transactions.table, blocks } } }
}

interface Head {
  readonly format: string
  readonly books: Omit<Books, 'transactions'> & {
    readonly transactions: Omit<Books['transactions'], 'table'> & {
      readonly table: Omit<Books['transactions']['table'], 'blocks'>
    }
  }
}

/** Raise the number whenever the form of `Books` changes: books kept by an earlier release are then read anew. */
const format = `custody-console/books 6: ${transactionFields.join()}`

/** The arrays of a block, in the order of the machine's bytes: only this browser reads them. */
const arrays = { Float64Array, Int32Array, Uint32Array, Uint16Array } as const
type NumberArray = InstanceType<(typeof arrays)[keyof typeof arrays]>

/** The length of the JSON, the JSON, in which each array is its type and length, and then the arrays. */
function encodedBlock(block: TransactionBlock): Uint8Array<ArrayBuffer> {
  const parts: NumberArray[] = []
  const json = JSON.stringify(block, (_, value: unknown) => {
    const type = Object.entries(arrays).find(([, array]) => value instanceof array)?.[0]
    if (type === undefined) return value
    // The check above is by these types.
    const array = value as NumberArray
    parts.push(array)
    return { array: type, length: array.length }
  })
  const text = new TextEncoder().encode(json)
  const all = [Uint32Array.of(text.length), text, ...parts]
  const bytes = new Uint8Array(all.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const { buffer, byteOffset, byteLength } of all) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at)
    at += byteLength
  }
  return bytes
}

function decodedBlock(bytes: Uint8Array): TransactionBlock {
  let at = 0
  const take = (length: number) => {
    at += length
    // The copy begins at an aligned offset, which arrays of numbers need.
    return bytes.slice(at - length, at).buffer
  }
  const [length = 0] = new Uint32Array(take(4))
  return JSON.parse(new TextDecoder().decode(take(length)), (_, value: unknown) => {
    const { array, length } = Object(value)
    const type = Object.entries(arrays).find(([name]) => name === array)?.[1]
    return type ? new type(take(length * type.BYTES_PER_ELEMENT)) : value
  })
}
