import type { Oddity } from './oddity.ts'
import { csvReader } from './read-csv.ts'
import { jsonReader, LaidOutAnew, recordsOf } from './read-json.ts'

/** Who is told what while a file is read. */
export interface RowsListener {
  readonly signal: AbortSignal
  readonly onBytes?: (bytes: Uint8Array) => void
  /** In what the file is not as this console writes it, where it can be read all the same; see `Oddity`. */
  readonly onOddity?: (oddity: Oddity) => void
}

/** The rows of a CSV file, the header first. */
export async function* csvRows(
  file: Blob,
  { signal, onBytes, onOddity }: RowsListener,
): AsyncGenerator<readonly (readonly string[])[]> {
  const reader = csvReader(onOddity)
  for await (const bytes of pieces(file, signal)) {
    onBytes?.(bytes)
    yield reader.push(bytes)
  }
  reader.end()
}

/** The records of a JSON file. One that was laid out anew has to fit into memory. */
export async function* jsonRecords(
  file: Blob,
  { signal, onBytes, onOddity }: RowsListener,
): AsyncGenerator<readonly unknown[]> {
  const reader = jsonReader(onOddity)
  try {
    for await (const bytes of pieces(file, signal)) {
      onBytes?.(bytes)
      yield reader.push(bytes)
    }
    reader.end()
  } catch (error) {
    if (!(error instanceof LaidOutAnew) || file.size > mostAtOnce) throw error
    onOddity?.('layout')
    yield recordsOf(await file.text())
  }
}

const mostAtOnce = 64 * 2 ** 20

/** The bytes of a file, a piece at a time. */
export async function* pieces(file: Blob, signal: AbortSignal, from = 0): AsyncGenerator<Uint8Array> {
  const size = 2 ** 20
  for (let at = from; at < file.size; at += size) {
    signal.throwIfAborted()
    yield new Uint8Array(await file.slice(at, at + size).arrayBuffer())
  }
}
