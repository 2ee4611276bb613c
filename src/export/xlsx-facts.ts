import { type ExportFacts, inOrder, writeFacts } from './facts.ts'
import { textLayout } from './xlsx-layout.ts'
import { storedText, xlsxLimits } from './xlsx-text.ts'

/** How the sheet of facts is laid out. */
export const factsLayout = textLayout([40, 100])

/**
 * The sheet of facts: a name and a value a row, for people. Under them the same as JSON, cut into pieces that a cell holds: from
 * that they are read back.
 */
export function factsRows(facts: ExportFacts): readonly (readonly string[])[] {
  const json = writeFacts(facts)
  const pieces = Array.from({ length: Math.ceil(json.length / pieceLength) }, (_, index) =>
    json.slice(index * pieceLength, (index + 1) * pieceLength),
  )
  return [
    ['fact', 'value'],
    ...flattened('', inOrder(facts)),
    ...pieces.map((piece) => [jsonRow, piece]),
  ].map((cells) => cells.map(storedText))
}

/** What stands before each piece of the facts as JSON. */
export const jsonRow = 'as JSON'

/** Escapes make a text at most seven times as long. */
const pieceLength = Math.floor(xlsxLimits.cell / 7)

function flattened(name: string, value: unknown): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [[name, value === null ? '' : String(value)]]
  const entries = Object.entries(value)
  if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    return [[name, value.join(value.some((each) => /\s/.test(each)) ? '\n' : ', ')]]
  return entries.flatMap(([key, each]) =>
    flattened(name === '' ? key : `${name}.${Array.isArray(value) ? Number(key) + 1 : key}`, each),
  )
}
