import { faultWords } from './check-words.ts'
import { longestRow, type Oddity, UnreadableFile } from './file-faults.ts'
import { csvReader, decode, type RowReader } from './read-csv.ts'

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

/**
 * Reads JSON as our writer writes it: an array with one record a line. Told as odd, and read all the same, are a byte order mark and
 * CR LF. Throws `LaidOutAnew` where the lines are other ones from the beginning, and `UnreadableFile` at anything else.
 */
function jsonReader(onOddity?: (oddity: Oddity) => void): RowReader<unknown> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let rest = ''
  let line = 0
  let state: 'before' | 'first' | 'records' | 'after' = 'before'
  /** Whether the record before had a comma after it. */
  let goesOn = false
  let isCrLf = false

  const readLine = (received: string): { readonly record: unknown } | null => {
    line += 1
    if (line === 1 && received === '[\r') {
      isCrLf = true
      onOddity?.('line-endings')
    }
    const text = isCrLf && received.endsWith('\r') ? received.slice(0, -1) : received
    if (state === 'before' && text === '[') state = 'first'
    else if (isLaidOutAnew(text)) throw new LaidOutAnew(faultWords.reformatted)
    else if ((state === 'first' || (state === 'records' && !goesOn)) && text === ']') state = 'after'
    else if (state === 'first' || (state === 'records' && goesOn)) {
      state = 'records'
      goesOn = text.endsWith(',')
      return { record: parsed(goesOn ? text.slice(0, -1) : text, line) }
    } else throw new UnreadableFile(faultWords.jsonLine(line))
    return null
  }
  /** Where no record was read yet, and a list begins, or goes on, in another layout. */
  const isLaidOutAnew = (text: string) =>
    (state === 'before' && /^\s*\[\s*\S/.test(text)) || (state === 'first' && /^\s|^\{?\s*$/.test(text))
  return {
    push(bytes) {
      let text = rest + decode(() => decoder.decode(bytes, { stream: true }))
      if (line === 0 && text.startsWith('\ufeff')) {
        text = text.slice(1)
        onOddity?.('mark')
      }
      const records: unknown[] = []
      let at = 0
      for (let end = text.indexOf('\n', at); end >= 0; end = text.indexOf('\n', at)) {
        const read = readLine(text.slice(at, end))
        if (read) records.push(read.record)
        at = end + 1
      }
      rest = text.slice(at)
      if (rest.length > longestRow) throw new UnreadableFile(faultWords.endlessLine(line + 1))
      return records
    },
    end() {
      const last = rest + decode(() => decoder.decode())
      if (state === 'before' && isLaidOutAnew(last)) throw new LaidOutAnew(faultWords.reformatted)
      if (state !== 'after' || last !== '') throw new UnreadableFile(faultWords.cutOffList(line))
    },
  }
}

/** A list of records whose lines are not ours. */
class LaidOutAnew extends UnreadableFile {}

/** The records of a whole JSON file, however it is laid out. */
function recordsOf(text: string): readonly unknown[] {
  let records: unknown
  try {
    records = JSON.parse(text)
  } catch {
    throw new UnreadableFile(faultWords.reformattedNoJson)
  }
  if (!Array.isArray(records)) throw new UnreadableFile(faultWords.noList)
  return records
}

function parsed(text: string, line: number): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableFile(faultWords.noJson(line))
  }
}
