import { counted, countText } from '../../contract/count-text.ts'
import { UnreadableFile, unitsOf } from '../../files/text-units.ts'

/** RFC 4180, header first. Also accepts LF line ends, and semicolons or tabs between cells. */
export async function* csvRows(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly (readonly string[])[]> {
  let cell: RegExp | null = null
  let width: number | null = null
  let count = 0
  const rest = yield* unitsOf(bytes, (text) => {
    cell ??= cellOf(/[,;\t\r\n]/.exec(text)?.[0])
    const rows: (readonly string[])[] = []
    let length = 0
    for (let row = rowAt(text, 0, cell); row; row = rowAt(text, length, cell)) {
      width ??= row.length
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

/** A cell and what ends it. The first cell gives the `separator`: no column name of ours contains one. */
function cellOf(separator: string | undefined): RegExp {
  const own = separator === ';' || separator === '\t' ? separator : ','
  return new RegExp(`(?:"([^"]*(?:""[^"]*)*)"|([^"${own}\\r\\n]*))(?:(${own})|\\r?\\n)`, 'y')
}

/** Null if the end of the row has not arrived. */
function rowAt(text: string, from: number, cell: RegExp): readonly string[] | null {
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

/** Reads our layout, one record per line, as it arrives. A list in another layout is read whole if it fits into memory. */
export async function* jsonRecords(
  file: Blob,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly unknown[]> {
  let line = 0
  let last = ''
  let hasRecords = false
  const read = (text: string): readonly unknown[] => {
    line += 1
    const trimmed = text.trim()
    if (trimmed === '') return []
    const isFirst = last === ''
    last = trimmed
    if (isFirst ? trimmed === '[' : trimmed === ']') return []
    if (isFirst) throw new UnreadableFile(noJson)
    const record = parsed(
      trimmed.replace(/,$/, ''),
      `Line ${countText(line)} is not JSON with one record per line.`,
    )
    hasRecords = true
    return [record]
  }
  try {
    const rest = yield* unitsOf(bytes, (text) => {
      const lines = text.split('\n')
      return { units: lines.slice(0, -1).flatMap(read), length: text.length - (lines.at(-1)?.length ?? 0) }
    })
    read(rest)
    if (last !== ']') throw new UnreadableFile(`The file ends after line ${countText(line)}: it was cut off.`)
  } catch (error) {
    if (!(error instanceof UnreadableFile) || hasRecords || file.size > mostAtOnce) throw error
    const records = parsed(await file.text(), noJson)
    if (!Array.isArray(records)) throw new UnreadableFile(noJson)
    yield records
  }
}

const noJson = 'The file is not a list of records in JSON.'
const mostAtOnce = 64 * 2 ** 20

function parsed(text: string, fault: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new UnreadableFile(fault)
  }
  if (!isPlainJson(text, value))
    throw new UnreadableFile(
      'The file was changed: it has a field twice, or a number in another form. People may read another value than programs.',
    )
  return value
}

/** Whether the text has that value and nothing else, in any layout. Of a field that is given twice, programs read only the last. */
export function isPlainJson(text: string, value: unknown): boolean {
  const plain = JSON.stringify(value)
  const spelled = (_: string, string?: string) => (string ? JSON.stringify(JSON.parse(string)) : '')
  return text === plain || text.replace(stringOrSpace, spelled) === plain
}

const stringOrSpace = /("[^"\\]*(?:\\.[^"\\]*)*")|\s+/g
