import { counted, countText } from '../../contract/count-text.ts'
import { UnreadableFile, unitsOf } from '../../files/text-units.ts'

/** RFC 4180, header first. */
export async function* csvRows(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly (readonly string[])[]> {
  let width: number | null = null
  let count = 0
  const rest = yield* unitsOf(bytes, (text) => {
    const rows: (readonly string[])[] = []
    let length = 0
    for (let row = rowAt(text, 0); row; row = rowAt(text, length)) {
      width ??= row.length
      if (width > mostColumns) throw new UnreadableFile('The file has far more columns than any export.')
      if (row.length !== width)
        throw new UnreadableFile(
          `Row ${countText(count)} has ${counted(row.length, 'cell')}, but the header has ${countText(width)}.`,
        )
      rows.push(row)
      length = cell.lastIndex
      count += 1
    }
    return { units: rows, length }
  })
  if (width === null) throw new UnreadableFile('The file has no header.')
  if (rest !== '')
    throw new UnreadableFile(
      `The file ends within row ${countText(count + 1)}: it was cut off, or is not CSV.`,
    )
}

/** Each column is digested by itself. */
const mostColumns = 1000

/** A cell and what ends it. */
const cell = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(?:(,)|\r?\n)/y

/** Null if the end of the row has not arrived. */
function rowAt(text: string, from: number): readonly string[] | null {
  const cells: string[] = []
  cell.lastIndex = from
  for (;;) {
    const found = cell.exec(text)
    if (!found) return null
    const [, quoted, plain = '', separator] = found
    cells.push(quoted?.replaceAll('""', '"') ?? plain)
    if (separator === undefined) return cells
  }
}

/** Reads an array that has a record on each line. */
export async function* jsonRecords(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<readonly unknown[]> {
  let line = 0
  let last = ''
  const read = (text: string): readonly unknown[] => {
    line += 1
    last = text.trimEnd()
    return last === '[' || last === ']' ? [] : [recordOn(last, line)]
  }
  const rest = yield* unitsOf(bytes, (text) => {
    const lines = text.split('\n')
    const unfinished = lines.pop() ?? ''
    return { units: lines.flatMap(read), length: text.length - unfinished.length }
  })
  if (rest !== '' || last !== ']')
    throw new UnreadableFile(`The file ends after line ${countText(line)}: it was cut off.`)
}

function recordOn(text: string, line: number): unknown {
  try {
    return JSON.parse(text.replace(/,$/, ''))
  } catch {
    throw new UnreadableFile(`Line ${countText(line)} is not JSON with one record per line.`)
  }
}
