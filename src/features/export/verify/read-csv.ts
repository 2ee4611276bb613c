import { faultWords } from './check-words.ts'
import { longestRow, type Oddity, UnreadableFile } from './file-faults.ts'

/** Takes a file's bytes as they come and gives the rows that they complete. */
export interface RowReader<Row> {
  push(bytes: Uint8Array): readonly Row[]
  /** After the last byte; throws where the file does not end as it should. */
  end(): void
}

/**
 * Reads CSV as our writer writes it, after RFC 4180: UTF-8, CR LF after every row. The first row is the header. Told as odd, and
 * read all the same, are a missing byte order mark, LF after every row, and semicolons or tabs between cells. Throws `UnreadableFile` at anything else.
 */
export function csvReader(onOddity?: (oddity: Oddity) => void): RowReader<readonly string[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  let row = 1
  let isBegun = false
  let lineEnd: '\r\n' | '\n' | null = null
  let separator: Separator = ','
  return {
    push(bytes) {
      if (!isBegun && !mark.every((byte, index) => bytes[index] === byte)) onOddity?.('no-mark')
      isBegun = true
      const text = rest + decode(() => decoder.decode(bytes, { stream: true }))
      const rows: (readonly string[])[] = []
      let at = 0
      if (row === 1) separator = separatorOf(text)
      for (;;) {
        const read = readRow(text, at, row, lineEnd, separator)
        if (!read) break
        if (row === 1) {
          if (separator !== ',') onOddity?.('separators')
          lineEnd = read.lineEnd
          if (lineEnd === '\n') onOddity?.('line-endings')
        }
        rows.push(read.cells)
        at = read.end
        row += 1
      }
      rest = text.slice(at)
      if (rest.length > longestRow) throw new UnreadableFile(faultWords.endlessRow(row))
      return rows
    },
    end() {
      const last = rest + decode(() => decoder.decode())
      if (last !== '') throw new UnreadableFile(faultWords.cutOffRow(row))
    },
  }
}

const mark = [0xef, 0xbb, 0xbf]

/** Of the first row: what ends its first cell. No column of ours has a name with any of them. */
function separatorOf(text: string): Separator {
  const found = /[,;\t\r\n]/.exec(text)?.[0]
  return found === ';' || found === '\t' ? found : ','
}

type Separator = ',' | ';' | '\t'

/** The row that begins here, or null where its end has not come yet. */
function readRow(
  text: string,
  from: number,
  row: number,
  lineEnd: '\r\n' | '\n' | null,
  separator: Separator,
): { readonly cells: readonly string[]; readonly end: number; readonly lineEnd: '\r\n' | '\n' } | null {
  const cells: string[] = []
  let at = from
  for (;;) {
    if (at >= text.length) return null
    let end: number
    if (text[at] === '"') {
      end = endOfQuoted(text, at + 1)
      // A quote at the very end may be the first of two.
      if (end < 0 || end + 1 >= text.length) return null
      cells.push(text.slice(at + 1, end).replaceAll('""', '"'))
      end += 1
    } else {
      const plainEnd = plainEnds[separator]
      plainEnd.lastIndex = at
      const found = plainEnd.exec(text)
      if (!found) return null
      end = found.index
      cells.push(text.slice(at, end))
    }
    if (text[end] === separator) {
      at = end + 1
      continue
    }
    if (text[end] === '\n' && lineEnd !== '\r\n') return { cells, end: end + 1, lineEnd: '\n' }
    if (text[end] !== '\r' || lineEnd === '\n') throw noCsv(row)
    if (end + 1 >= text.length) return null
    if (text[end + 1] !== '\n') throw noCsv(row)
    return { cells, end: end + 2, lineEnd: '\r\n' }
  }
}

function noCsv(row: number): UnreadableFile {
  return new UnreadableFile(faultWords.noCsv(row))
}

const plainEnds: Readonly<Record<Separator, RegExp>> = {
  ',': /[",\r\n]/g,
  ';': /[";\r\n]/g,
  '\t': /["\t\r\n]/g,
}

/** Where the quote is that ends a quoted cell; -1 where it has not come yet. */
function endOfQuoted(text: string, from: number): number {
  let at = text.indexOf('"', from)
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at
}

/** What a fatal decoder throws says nothing to a reader. */
export function decode(read: () => string): string {
  try {
    return read()
  } catch {
    throw new UnreadableFile(faultWords.noUtf8)
  }
}
