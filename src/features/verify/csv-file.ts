import { unitsOf } from './file-pieces.ts'
import { UnreadableFile } from './unreadable-file.ts'
import { faults } from './words.ts'

/**
 * The rows of a CSV file after RFC 4180, the header first. Lines may end with LF, and semicolons or tabs may separate cells, as other
 * programs write them. Throws `UnreadableFile` at anything else.
 */
export async function* csvRows(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly (readonly string[])[]> {
  let row = 1
  let separator: Separator = ','
  const rest = yield* unitsOf(bytes, (text) => {
    const rows: (readonly string[])[] = []
    let at = 0
    if (row === 1) separator = separatorOf(text)
    for (;;) {
      const read = readRow(text, at, row, separator)
      if (!read) return { units: rows, length: at }
      rows.push(read.cells)
      at = read.end
      row += 1
    }
  })
  if (rest !== '') throw new UnreadableFile(faults.cutOff(row))
}

type Separator = ',' | ';' | '\t'

/** Of the first row: what ends its first cell. No column of ours has a name with any of them. */
function separatorOf(text: string): Separator {
  const found = /[,;\t\r\n]/.exec(text)?.[0]
  return found === ';' || found === '\t' ? found : ','
}

/** The row that begins here, or null where its end has not come yet. */
function readRow(
  text: string,
  from: number,
  row: number,
  separator: Separator,
): { readonly cells: readonly string[]; readonly end: number } | null {
  const cells: string[] = []
  let at = from
  for (;;) {
    const isQuoted = text[at] === '"'
    const end = isQuoted ? endOfQuoted(text, at + 1) : endOfPlain(text, at, separator)
    if (end === null) return null
    cells.push(isQuoted ? text.slice(at + 1, end - 1).replaceAll('""', '"') : text.slice(at, end))
    if (text[end] === separator) {
      at = end + 1
      continue
    }
    if (text[end] === '\n') return { cells, end: end + 1 }
    if (text[end] === '\r' && end + 1 === text.length) return null
    if (text[end] !== '\r' || text[end + 1] !== '\n') throw new UnreadableFile(faults.noCsv(row))
    return { cells, end: end + 2 }
  }
}

/** The place after the closing quote; null where it has not come yet. */
function endOfQuoted(text: string, from: number): number | null {
  let at = text.indexOf('"', from)
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  // A quote at the very end may be the first of two.
  return at < 0 || at + 1 >= text.length ? null : at + 1
}

function endOfPlain(text: string, from: number, separator: Separator): number | null {
  const end = plainEnds[separator]
  end.lastIndex = from
  return end.exec(text)?.index ?? null
}

const plainEnds: Readonly<Record<Separator, RegExp>> = {
  ',': /[",\r\n]/g,
  ';': /[";\r\n]/g,
  '\t': /["\t\r\n]/g,
}
