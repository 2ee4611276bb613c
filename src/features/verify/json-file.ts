import { unitsOf } from './file-pieces.ts'
import { UnreadableFile } from './unreadable-file.ts'
import { faults } from './words.ts'

/**
 * The records of a JSON file. One record a line, as this console writes them, is read as it comes. A list in another layout is read
 * whole, where it fits into memory. Throws `UnreadableFile` at anything else.
 */
export async function* jsonRecords(
  file: Blob,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly unknown[]> {
  const lines = lineReader()
  try {
    const rest = yield* unitsOf(bytes, (text) => {
      const records: unknown[] = []
      let at = 0
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', at)) {
        records.push(...lines.read(text.slice(at, end)))
        at = end + 1
      }
      return { units: records, length: at }
    })
    lines.end(rest)
  } catch (error) {
    if (!(error instanceof UnreadableFile) || lines.hasRecords() || file.size > mostAtOnce) throw error
    yield recordsOf(await file.text())
  }
}

const mostAtOnce = 64 * 2 ** 20

/** `[`, then a record a line with commas between, then `]`. */
function lineReader() {
  let line = 0
  let records = 0
  let state: 'before' | 'first' | 'next' | 'last' | 'after' = 'before'
  return {
    read(received: string): readonly unknown[] {
      line += 1
      const text = received.trim()
      if (state === 'before' && text === '[') state = 'first'
      else if ((state === 'first' || state === 'last') && text === ']') state = 'after'
      else if (state === 'first' || state === 'next') {
        const goesOn = text.endsWith(',')
        const record = parsed(goesOn ? text.slice(0, -1) : text, faults.jsonLine(line))
        state = goesOn ? 'next' : 'last'
        records += 1
        return [record]
      } else throw new UnreadableFile(faults.jsonLine(line))
      return []
    },
    end(rest: string) {
      if (state !== 'after' || rest.trim() !== '') throw new UnreadableFile(faults.cutOff(line))
    },
    hasRecords: () => records > 0,
  }
}

function recordsOf(text: string): readonly unknown[] {
  const records = parsed(text, faults.noJson)
  if (Array.isArray(records)) return records
  throw new UnreadableFile(faults.noJson)
}

function parsed(text: string, fault: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableFile(fault)
  }
}
