import { decode, type RowReader } from './read-csv.ts'
import { longestRow, UnreadableFile } from './unreadable-file.ts'

/** Reads JSON as our writer writes it: an array with one record a line. Throws `UnreadableFile` at anything else. */
export function jsonReader(): RowReader<unknown> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let rest = ''
  let line = 0
  let state: 'before' | 'first' | 'records' | 'after' = 'before'
  /** Whether the record before had a comma after it. */
  let goesOn = false

  const readLine = (text: string): { readonly record: unknown } | null => {
    line += 1
    if (state === 'before' && text === '[') state = 'first'
    else if ((state === 'first' || (state === 'records' && !goesOn)) && text === ']') state = 'after'
    else if (state === 'first' || (state === 'records' && goesOn)) {
      state = 'records'
      goesOn = text.endsWith(',')
      return { record: parsed(goesOn ? text.slice(0, -1) : text, line) }
    } else throw new UnreadableFile(`Line ${line} is not as this console writes JSON: one record a line.`)
    return null
  }
  return {
    push(bytes) {
      const text = rest + decode(() => decoder.decode(bytes, { stream: true }))
      const records: unknown[] = []
      let at = 0
      for (let end = text.indexOf('\n', at); end >= 0; end = text.indexOf('\n', at)) {
        const read = readLine(text.slice(at, end))
        if (read) records.push(read.record)
        at = end + 1
      }
      rest = text.slice(at)
      if (rest.length > longestRow) throw new UnreadableFile(`Line ${line + 1} has no end.`)
      return records
    },
    end() {
      const last = rest + decode(() => decoder.decode())
      if (state !== 'after' || last !== '')
        throw new UnreadableFile(`The file ends after line ${line}, within the list: it was cut off.`)
    },
  }
}

function parsed(text: string, line: number): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableFile(`Line ${line} is no JSON.`)
  }
}
