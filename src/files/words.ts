/** What stands in files and their facts for people to read, and why a file cannot be written. Remarks are lists, empty where there is nothing to say. */

import type { NoDates } from '../api/dates/day-table.ts'
import type { DaysRead } from '../api/dates/windows.ts'
import { counted, countText } from '../contract/count-text.ts'
import { datesOffTexts } from '../records/dates/words.ts'
import type { ControlTotals } from './totals.ts'

/** Records with fields that no column holds. */
export function othersRemark(records: number): readonly string[] {
  if (records === 0) return []
  return [
    `${counted(records, 'record has fields', 'records have fields')} that the specification does not have. Only JSON includes them.`,
  ]
}

/** Cells of CSV that hold an apostrophe more than their text. */
export function guardedRemark(cells: number): readonly string[] {
  if (cells === 0) return []
  return [
    `An apostrophe was added to ${counted(cells, 'cell')} that a spreadsheet could take for a formula, or that had an apostrophe in that place already.`,
  ]
}

/** Halves of surrogate pairs, for which UTF-8 has no form. */
export function surrogateRemark(characters: number): readonly string[] {
  if (characters === 0) return []
  return [
    `${counted(characters, 'character')} could not be written in UTF-8 (half of a surrogate pair) and became U+FFFD.`,
  ]
}

/** Cells that are longer than XLSX allows. */
export function tooLongRemark(cells: number, most: number): readonly string[] {
  if (cells === 0) return []
  return [
    `${counted(cells, 'cell is', 'cells are')} longer than the ${countText(most)} characters that XLSX allows. The length and SHA-256 of the text are there instead; CSV and JSON have all of it.`,
  ]
}

/** The start that was set. */
export function sinceRemark(since: string | null): readonly string[] {
  if (since === null) return []
  return [
    `Without a start date the service leaves records out of this list, so it was read with the start date ${since}.`,
  ]
}

/** Records that a later pass over the list brought. */
export function lateRemark(records: number): readonly string[] {
  if (records === 0) return []
  return [
    `${counted(records, 'record was', 'records were')} found only when the list was read again, and ${records === 1 ? 'is' : 'are'} at the end of the file.`,
  ]
}

/** What a date of a file means. */
export const dateRules: Readonly<Record<DaysRead['whose'], string>> = {
  utc: 'Recorded on is the UTC day for which the service listed the transaction when it was asked for that day.',
  service:
    'Recorded on is the service’s own day for which it listed the transaction when it was asked for that day. In which zone its days are, it does not say.',
}

/** Why records of a file have no date. */
export function dateReasons(
  { failure, isCut }: Pick<DaysRead, 'failure' | 'isCut'>,
  undated: number,
): readonly string[] {
  if (failure !== null) return [noDatesBecause[failure]]
  if (undated === 0) return []
  return [isCut ? 'The user stopped finding dates before the end.' : notListed]
}

const noDatesBecause: Readonly<Record<NoDates, string>> = {
  ...datesOffTexts,
  'unknown-range': 'The filter has a date in a form that this console cannot read.',
}

const notListed =
  'The service listed them on no day: the list changed while it was read, or the service leaves them out when it filters by date. Its days may then be those of completion.'

/** Records without a date, and why. */
export function undatedRemark(undated: number, days: Parameters<typeof dateReasons>[0]): readonly string[] {
  if (undated === 0) return []
  return [
    [`${counted(undated, 'record has', 'records have')} no date.`, ...dateReasons(days, undated)].join(' '),
  ]
}

/** Amounts that are missing, or no decimals. */
export function unreadableRemark({ sums, groups }: ControlTotals): readonly string[] {
  return sums.flatMap((name, index) => {
    const cells = groups.reduce((sum, group) => sum + (group.sums[index]?.unreadable ?? 0), 0)
    if (cells === 0) return []
    return [
      `The totals leave out ${counted(cells, `value of ${name} that is`, `values of ${name} that are`)} missing or not a decimal number.`,
    ]
  })
}

/** Why a list is not the one that was asked for. `filter` is what of it was looked at: "status=completed". */
export function misfitReason(records: number, filter: readonly string[]): string {
  return `${counted(records, 'record does', 'records do')} not match the filter (${filter.join(', ')}): the service ignored it, or filters in another way.`
}

/** Why the facts have no signature. */
export const unsignedWords = {
  noGateway: 'There was no gateway to sign it.',
  unreachable: 'The gateway could not be reached to sign it.',
  tooSlow: 'The gateway took too long to sign it.',
  noSignature: 'The gateway did not answer with a signature of these facts.',
  refused: (why: string, code: string) => `The gateway did not sign it: ${why} (${code})`,
} as const

/** What a file of an audit pack is. */
export const packWords = {
  factsOf: (name: string) => `The facts of ${name}.`,
  cutOff: (name: string) => `${name} could not be written to its end.`,
} as const

/** Why a file cannot be kept. */
export const writeFailures = {
  noMemory:
    'This browser could not keep the file: it is out of memory. Use a narrower filter to get a smaller file.',
  tooLargeForPack: 'This pack is larger than the 4 GiB that a ZIP file can hold. Choose a shorter period.',
  tooLargeForXlsx: 'This export is larger than the 4 GiB that an XLSX file can hold. Choose CSV or JSON.',
} as const

/**
 * The summary of a workbook. A part of the file's format: the verifier writes the summary again, so a workbook that was written with
 * other words would be called changed.
 */
export const summaryWords = {
  completeness: {
    complete: 'Complete',
    'read-once': 'Read once: not proved complete',
    partial: 'PARTIAL: rows may be missing',
  },
  reason: 'Why it is not complete',
  rows: 'Rows',
  askedFor: 'Asked for',
  filter: 'Filter',
  noFilter: 'None',
  recorded: 'Recorded',
  fromStart: 'the beginning',
  toEnd: 'the end of reading',
  dates: 'Dates',
  read: 'Read',
  span: (from: string, to: string) => `from ${from} to ${to}`,
  service: 'Service',
  account: 'Account',
  note: 'Note',
  amounts: ['Amounts', 'Exact as text. Columns “(approx.)” are numbers for formulas, rounded to 15 digits.'],
  columnNames: [
    'Column names',
    'In small letters with underscores they are the API’s: “Asset id” is asset_id.',
  ],
  asset: 'Asset',
  network: 'Network',
  sumOf: (name: string) => `Sum of ${name.toLowerCase()}`,
  sums: ['Sums', 'Of all rows, whatever their type and status.'],
  feesPaidIn: 'Fees paid in',
  sumOfFees: 'Sum of fees',
  unknownAsset: 'not known',
  sumWithout: (sum: string, cells: number) => `${sum} (without ${countText(cells)} that are no decimals)`,
} as const
