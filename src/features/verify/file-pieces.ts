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
  let more = ''
  let count = 0
  const taken = () => {
    const text = rest + more
    const { units, length } = take(text)
    rest = text.slice(length)
    more = ''
    count += units.length
    if (rest.length > longestRow) throw new UnreadableFile(faults.endless(count + 1))
    return units
  }
  for await (const piece of bytes) {
    more += decoded(() => decoder.decode(piece, { stream: true }))
    // A unit that is not whole is looked at again when there is as much text again: looked at each time, a long one would take the square of its length.
    if (more.length >= rest.length) yield taken()
  }
  more += decoded(() => decoder.decode())
  yield taken()
  return rest
}

/** What a decoder throws says nothing to a reader. */
function decoded(decode: () => string): string {
  try {
    return decode()
  } catch {
    throw new UnreadableFile(faults.noUtf8)
  }
}
