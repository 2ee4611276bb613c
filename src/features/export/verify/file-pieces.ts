/** A file's bytes and text piece by piece, so that no file has to fit into memory. */
import { longestRow, UnreadableFile } from './unreadable-file.ts'
import { faults } from './words.ts'

/** The bytes of a file from a place on. */
export async function* bytesOf(file: Blob, signal: AbortSignal, from = 0): AsyncGenerator<Uint8Array> {
  const size = 2 ** 20
  for (let at = from; at < file.size; at += size) {
    signal.throwIfAborted()
    yield new Uint8Array(await file.slice(at, at + size).arrayBuffer())
  }
}

/** The whole units at the beginning of a text, such as rows, and how many characters they are. */
interface Taken<Unit> {
  readonly units: readonly Unit[]
  readonly length: number
}

/**
 * Decodes UTF-8 and takes units from the text as soon as they are whole. Returns the text after the last unit. A byte order mark is
 * dropped. Throws `UnreadableFile` for other bytes than UTF-8 and for a unit without an end.
 */
export async function* unitsOf<Unit>(
  bytes: AsyncIterable<Uint8Array>,
  take: (text: string) => Taken<Unit>,
): AsyncGenerator<readonly Unit[], string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  let count = 0
  for await (const piece of bytes) {
    const text = rest + decoded(() => decoder.decode(piece, { stream: true }))
    const { units, length } = take(text)
    rest = text.slice(length)
    count += units.length
    if (rest.length > longestRow) throw new UnreadableFile(faults.endless(count + 1))
    yield units
  }
  return rest + decoded(() => decoder.decode())
}

/** What a decoder throws says nothing to a reader. */
function decoded(decode: () => string): string {
  try {
    return decode()
  } catch {
    throw new UnreadableFile(faults.noUtf8)
  }
}
