/** What people read before they export. */
import { vaultTypes } from '../../contract/enumerations.ts'
import type { ExportFormat } from '../../files/facts.ts'
import type { ListQuery } from '../../files/list-export.ts'
import { vaultTypeLabels } from '../../records/labels.ts'
import { parameterLabel } from '../../records/parameter-labels.ts'
import { withHiddenNamed } from '../../records/untrusted-text.ts'
import { balancesList } from '../../url/lists.ts'

/** The dialog that asks how to export. */
export const dialogWords = {
  title: (list: string) => `Export ${list.toLowerCase()}`,
  everyPage: 'Exports every page, not only this one:',
  hiddenRows: 'The file also includes rows that are hidden on this page by:',
  format: 'Format',
  formats: {
    csv: 'Plain text that any program can open. Amounts are exact, and formulas are made harmless. Spreadsheets that detect numbers round long amounts to 15 digits and turn a memo like 0007 into 7. For those, choose XLSX.',
    json: 'Whole records as the service sent them, including fields that the specification does not have. Numbers become text, so no digit is lost.',
    xlsx: 'A workbook for spreadsheets. Each exact amount is text, next to a rounded number for formulas. Memos stay as they are. The workbook has a summary, and the facts.',
  },
  columns: 'Columns',
  allColumns: (count: number) => `All ${count}`,
  shownColumns: 'As shown',
  dates: 'Dates',
  includeDates: 'Include the date of each transaction',
  datesHint:
    'The day on which the service recorded it. No record holds it, so the service is asked for one day after another, which adds requests.',
  columnNames: (labels: readonly string[]) => `${labels.join(', ')}.`,
  facts: (format: ExportFormat) =>
    `The facts come ${format === 'xlsx' ? 'in the workbook and ' : ''}as a second, small file: what was asked, which service answered and when, exact totals and digests. With them you can`,
  verify: 'verify the export',
  anyTime: 'at any time.',
  readTwice:
    'The list is read twice. If that does not prove the file complete, its name says READ-ONCE or PARTIAL.',
  cancel: 'Cancel',
  export: 'Export',
  failed: 'The part of the console that writes exports could not be loaded.',
} as const

/** The filter in words: "Status pending, Asset ETH", "Cold, Asset ETH"; "No filter" where there is none. */
export function filterWords({ list, filter }: ListQuery): string {
  const type = vaultTypes.find((each) => balancesList(each).name === list)
  const set = Object.entries(filter).map(
    ([name, value]) => `${parameterLabel(name)} ${withHiddenNamed(value)}`,
  )
  const all = [...(type ? [vaultTypeLabels[type]] : []), ...set]
  return all.length === 0 ? 'No filter' : all.join(', ')
}
