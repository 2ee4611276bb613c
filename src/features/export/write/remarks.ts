/** Sentences about what a format could not hold as it came. Each is a list, empty where there is nothing to say. */
import { counted } from '../../../contract/count-text.ts'
import type { ControlTotals } from '../totals.ts'

/** Records with fields beside the specification. */
export function othersRemark(records: number): readonly string[] {
  if (records === 0) return []
  return [
    `${counted(records, 'record has fields', 'records have fields')} beside the specification; only JSON holds them.`,
  ]
}

/** Cells of CSV that hold an apostrophe more than their text. */
export function guardedRemark(cells: number): readonly string[] {
  if (cells === 0) return []
  return [
    `${counted(cells, 'cell holds', 'cells hold')} what a spreadsheet could take for a formula, or an apostrophe in its place: one apostrophe more stands before it.`,
  ]
}

/** Halves of surrogate pairs, for which UTF-8 has no form. */
export function surrogateRemark(characters: number): readonly string[] {
  if (characters === 0) return []
  return [
    `${counted(characters, 'character is', 'characters are')} half of a surrogate pair, for which UTF-8 has no form, and stand as U+FFFD.`,
  ]
}

/** Cells that are longer than XLSX allows. */
export function tooLongRemark(cells: number, most: number): readonly string[] {
  if (cells === 0) return []
  return [
    `${counted(cells, 'cell is', 'cells are')} longer than the ${most} characters that XLSX allows; in place of the text stand its length and its SHA-256. CSV and JSON hold it whole.`,
  ]
}

/** Records that a later pass over the list brought. */
export function lateRemark(records: number): readonly string[] {
  if (records === 0) return []
  return [
    `${counted(records, 'record was', 'records were')} found only when the list was read again; ${records === 1 ? 'it stands' : 'they stand'} at the end.`,
  ]
}

/** Amounts that are missing, or no decimals. */
export function unreadableRemark({ sums, groups }: ControlTotals): readonly string[] {
  return sums.flatMap((name, index) => {
    const cells = groups.reduce((sum, group) => sum + (group.sums[index]?.unreadable ?? 0), 0)
    if (cells === 0) return []
    return [
      `${counted(cells, `value of ${name} is`, `values of ${name} are`)} missing or not a decimal number, and not in the totals.`,
    ]
  })
}
