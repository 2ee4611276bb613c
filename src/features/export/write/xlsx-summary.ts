/** What an export is, on a sheet for people: what was asked, whether it is complete, and what it adds up to. */
import { countText } from '../../../contract/count-text.ts'
import type { ExportFacts } from '../facts.ts'
import { type ControlSum, regroup } from '../totals.ts'
import { headerOf, storedText, textLayout } from './xlsx-layout.ts'

/** How the summary is laid out: names, values, and the columns of its totals. */
export const summaryLayout = textLayout([26, 40, 26, 26, 26, 26, 26, 26])

/** The rows of the summary, as cells store them. */
export function summaryRows(facts: ExportFacts): readonly (readonly string[])[] {
  const { list, asked, service, rows, begun, ended, completeness, reasons, remarks } = facts
  const { start_date: from, end_date: end, ...filter } = asked.parameters
  const until = end ?? facts.pinned_end_date
  const lines: readonly (readonly string[])[] = [
    [headerOf(list), completenessWords[completeness]],
    ...reasons.map((reason) => ['Why it is not complete', reason]),
    ['Rows', countText(rows)],
    [],
    ['Asked for', asked.endpoint],
    ...Object.entries(filter).map(([name, value]) => [headerOf(name), value]),
    ...(Object.keys(filter).length === 0 ? [['Filter', 'None']] : []),
    ...(from === undefined && until === null
      ? []
      : [['Recorded', `from ${from ?? 'the beginning'} to ${until ?? 'the end of reading'}`]]),
    ['Read', `from ${begun} to ${ended}`],
    ['Service', service.address],
    ...(service.account === null ? [] : [['Account', service.account]]),
    ...totalsLines(facts),
    [],
    ...remarks.map((remark) => ['Note', remark]),
    ['Amounts', 'Exact as text. Columns “(approx.)” are numbers for formulas, rounded to 15 digits.'],
    ['Column names', 'In small letters with underscores they are the API’s: “Asset id” is asset_id.'],
  ]
  return lines.map((cells) => summaryLayout.columns.map((_, index) => storedText(cells[index] ?? '')))
}

const completenessWords = {
  complete: 'Complete',
  'read-once': 'Read once: not proved complete',
  partial: 'PARTIAL: rows may be missing',
} as const

/** Sums by asset, and fees by the asset that they are paid in; nothing is added across assets or networks. */
function totalsLines({ totals }: ExportFacts): readonly (readonly string[])[] {
  if (totals.groups.length === 0) return []
  const isOfAssets = totals.by.includes('asset_id') && totals.by.includes('network_id')
  if (!isOfAssets) {
    const all = totals.groups.map(({ values, rows }) => [
      values.map((value) => value ?? '').join(' · '),
      countText(rows),
    ])
    return [[], [totals.by.map(headerOf).join(' · '), 'Rows'], ...all]
  }
  const sums = totals.sums.filter((name) => name !== 'fee')
  const byAsset = regroup(totals, ['asset_id', 'network_id'], sums)
  const lines = [
    [],
    ['Asset', 'Network', 'Rows', ...sums.map((name) => `Sum of ${headerOf(name).toLowerCase()}`)],
    ...byAsset.groups.map(({ values, rows, sums: own }) => [
      ...values.map((value) => value ?? ''),
      countText(rows),
      ...own.map((sum) => sumText(sum)),
    ]),
    ...(totals.by.includes('status') ? [['Sums', 'Of all rows, whatever their type and status.']] : []),
  ]
  if (!totals.by.includes('fee_asset')) return lines
  const fees = regroup(totals, ['fee_asset', 'network_id'], ['fee'])
  return [
    ...lines,
    [],
    ['Fees paid in', 'Network', 'Rows', 'Sum of fees'],
    ...fees.groups.map(({ values: [asset, network], rows, sums: own }) => [
      asset ?? 'not known',
      network ?? '',
      countText(rows),
      ...own.map((sum) => sumText(sum)),
    ]),
  ]
}

function sumText({ sum, unreadable }: ControlSum): string {
  return unreadable === 0 ? sum : `${sum} (without ${countText(unreadable)} that are no decimals)`
}
