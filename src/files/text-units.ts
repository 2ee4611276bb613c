/** Text files that come from anywhere, read piece by piece, so that none has to fit into memory. */
import { countText } from '../contract/count-text.ts'

/** A file that cannot be checked, or not to its end; `message` is a sentence for people that says why. */
export class UnreadableFile extends Error {}

/** The bytes of a file, from a place on. */
export async function* fileBytes(file: Blob, signal: AbortSignal, from = 0): AsyncGenerator<Uint8Array> {
  const size = 2 ** 20
  for (let at = from; at < file.size; at += size) {
    signal.throwIfAborted()
    yield new Uint8Array(await file.slice(at, at + size).arrayBuffer())
  }
}

/**
 * Decodes UTF-8, drops a byte order mark, and takes units (rows, lines) from the text as soon as they are whole. Returns the text after
 * the last unit. Throws `UnreadableFile` for other bytes and for a unit without an end.
 */
export async function* unitsOf<Unit>(
  bytes: AsyncIterable<Uint8Array>,
  take: (text: string) => { readonly units: readonly Unit[]; readonly length: number },
): AsyncGenerator<readonly Unit[], string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decoded = (piece?: Uint8Array) => {
    try {
      return decoder.decode(piece, { stream: piece !== undefined })
    } catch {
      throw new UnreadableFile('The file is not UTF-8 text.')
    }
  }
  let rest = ''
  let more = ''
  let count = 0
  const taken = () => {
    const text = rest + more
    const { units, length } = take(text)
    rest = text.slice(length)
    more = ''
    count += units.length
    if (rest.length > longestUnit) throw new UnreadableFile(`Row ${countText(count + 1)} has no end.`)
    return units
  }
  for await (const piece of bytes) {
    more += decoded(piece)
    // What is not whole yet is looked at again once the text has doubled: a long unit takes linear time so, not quadratic.
    if (more.length >= rest.length) yield taken()
  }
  more += decoded()
  yield taken()
  return rest
}

/** In characters. No real export has a row as long; a file that does must not fill memory. */
const longestUnit = 16 * 2 ** 20
