/** Reads the books in a worker, and keeps them encrypted for other tabs of the session. */

import { getJson } from '../api/request.ts'
import { run } from '../api/retries.ts'
import type { Books, HeldBooks } from '../books/books.ts'
import { decodeBooks, encodeBooks } from '../books/encode.ts'
import { isSameHeld, readBooks } from '../books/reading/read-books.ts'
import type { BooksProgress } from '../books/reading/read-everything.ts'
import { counted } from '../contract/count-text.ts'
import { booksKeyPath, sessionMarkHeader } from '../contract/session.ts'
import { booksKeyAnswer } from '../contract/session-bodies.ts'
import type { Reading } from '../sync/service/reading.ts'
import { booksDatabase } from './last-reading.ts'
import type { RunTask } from './task.ts'

export interface BooksRequest extends Pick<Books, 'service' | 'account'> {
  readonly session: string
  /** The id of books to update; null to read everything. */
  readonly before: string | null
  readonly isUnasked: boolean
}

export interface BooksOutcome {
  readonly books: HeldBooks
  /** The name under which this browser keeps them; null if it does not, or if there was no news. */
  readonly kept: string | null
  readonly isNews: boolean
}

export const booksTask: RunTask<BooksRequest, BooksOutcome> = async (
  { before: id, session, isUnasked, ...whose },
  control,
) => {
  const before = id === null ? null : control.find(id)
  function* reading(): Reading<Books> {
    return yield* readBooks(before, {
      ...whose,
      onFirstBooks: (books) => control.onBooks(books, session),
      onProgress: (progress) =>
        control.onProgress({
          text: progressText(progress),
          part: progress.part,
          hasBegun: progress.rows > 0,
        }),
    })
  }
  const books = await run(reading(), {
    ...control,
    session,
    cause: isUnasked ? 'automatic' : 'requested',
    // Nobody has to be there to try again.
    retries: Number.POSITIVE_INFINITY,
  })
  const isNews = before === null || !isAsBefore(before, books)
  const kept = isNews ? await keepBooks(books, session) : null
  return { books: control.hold(books, session), kept, isNews }
}

function isAsBefore(before: Books, { update, holdings, whitelists }: Books): boolean {
  if (update === null || update.added > 0 || update.changed > 0) return false
  const isSameList = JSON.stringify(before.whitelists.records) === JSON.stringify(whitelists.records)
  return isSameList && isSameHeld(before.holdings.at(-1), holdings.at(-1))
}

export interface KeptBooksRequest {
  readonly session: string
  readonly kept: string
}

/** Throws if there are none, or if this session has another key. */
export const keptBooksTask: RunTask<KeptBooksRequest, HeldBooks> = async ({ session, kept }, { hold }) => {
  const key = await keyOf(session)
  const database = await openDatabase()
  try {
    return hold(await decodeBooks(keptPieces(database, key, kept)), session)
  } finally {
    database.close()
  }
}

function progressText({ rows, reading }: BooksProgress): string {
  const records = counted(rows, 'transaction')
  if (reading > 0) return `A balance changed. Reading again: ${records}`
  return rows > 0 ? `Reading records: ${records}` : 'Reading vaults and balances'
}

/** Replaces all kept books. Returns their name; null if the browser or the session does not allow it. */
async function keepBooks(books: Books, session: string): Promise<string | null> {
  // Pages over plain HTTP have no cryptography, and a private window may have no database.
  if (!globalThis.crypto.subtle || !globalThis.indexedDB) return null
  const name = crypto.randomUUID()
  try {
    const key = await keyOf(session)
    const database = await openDatabase()
    try {
      const count = 1 + books.transactions.table.blocks.length
      let index = 0
      for (const piece of encodeBooks(books)) {
        const iv = crypto.getRandomValues(new Uint8Array(12))
        const bytes = await crypto.subtle.encrypt({ ...algorithm(name, index, count), iv }, key, piece)
        await done(store(database, 'readwrite').put({ iv, bytes, count }, [name, index]))
        index += 1
      }
      const others = await done(store(database, 'readonly').getAllKeys())
      for (const other of others)
        if (Array.isArray(other) && other[0] !== name) await done(store(database, 'readwrite').delete(other))
    } finally {
      database.close()
    }
    return name
  } catch {
    return null
  }
}

async function* keptPieces(database: IDBDatabase, key: CryptoKey, name: string) {
  for (let index = 0, count = 1; index < count; index += 1) {
    const kept: Kept = await done(store(database, 'readonly').get([name, index]))
    count = kept.count
    const { iv, bytes } = kept
    yield new Uint8Array(await crypto.subtle.decrypt({ ...algorithm(name, index, count), iv }, key, bytes))
  }
}

interface Kept {
  readonly iv: Uint8Array<ArrayBuffer>
  readonly bytes: ArrayBuffer
  readonly count: number
}

/** Binds a piece to its books and place: elsewhere it cannot be decrypted. */
function algorithm(name: string, index: number, count: number) {
  return { name: 'AES-GCM', additionalData: new TextEncoder().encode(`${name}/${index}/${count}`) }
}

async function keyOf(session: string): Promise<CryptoKey> {
  const answer = await getJson(booksKeyPath, booksKeyPath, undefined, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [sessionMarkHeader]: session },
    body: '{}',
  })
  const { key } = booksKeyAnswer.parse(answer)
  const bytes = Uint8Array.from(key.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  return await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(booksDatabase, 1)
  request.onupgradeneeded = () => void request.result.createObjectStore(storeName)
  request.onsuccess = () => {
    // Signing out deletes the database.
    request.result.onversionchange = () => request.result.close()
  }
  return done(request)
}

const storeName = 'pieces'

function store(database: IDBDatabase, mode: IDBTransactionMode): IDBObjectStore {
  return database.transaction(storeName, mode).objectStore(storeName)
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })
}
