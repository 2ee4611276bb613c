import { countText } from '../contract/count-text.ts'

/** The message is a sentence for the reader. */
export class UnreadableFile extends Error {}

export async function* fileBytes(file: Blob, signal: AbortSignal, from = 0): AsyncGenerator<Uint8Array> {
  const size = 2 ** 20
  for (let at = from; at < file.size; at += size) {
    signal.throwIfAborted()
    yield new Uint8Array(await file.slice(at, at + size).arrayBuffer())
  }
}

/** The pieces of a stream of `size` bytes. Throws `damaged` if it fails, or has another size. Not every browser can iterate over a stream. */
export async function* streamBytes(
  stream: ReadableStream<Uint8Array>,
  size: number,
  damaged: UnreadableFile,
): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  let length = 0
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw damaged
      })
      if (done) break
      length += value.length
      if (length > size) break
      yield value
    }
  } finally {
    reader.cancel().catch(() => {})
  }
  if (length !== size) throw damaged
}

/** Decodes UTF-8 and takes rows or lines as soon as they are complete. Returns the rest of the text. */
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
    // Retries an unfinished unit only when the text has doubled, so that a long one takes linear time.
    if (more.length >= rest.length) yield taken()
  }
  more += decoded()
  yield taken()
  return rest
}

/** In characters. No real export has such a row, and a hostile one must not fill memory. */
const longestUnit = 16 * 2 ** 20
