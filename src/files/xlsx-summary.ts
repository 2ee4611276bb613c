/** What an export is, on a sheet for people: what was asked, whether it is complete, and what it adds up to. */
import { countText } from '../contract/count-text.ts'
import { type ExportFacts, proofWords } from './facts.ts'
import { type ControlSum, regroup } from './totals.ts'
import { summaryWords as words } from './words.ts'
import { headerOf, storedText, textLayout } from './xlsx-layout.ts'

/** How the summary is laid out: names, values, and the columns of its totals. */
export const summaryLayout = textLayout([26, 40, 26, 26, 26, 26, 26, 26])

/** The rows of the summary, as cells store them. */
export function summaryRows(facts: ExportFacts): readonly (readonly string[])[] {
  const { list, asked, service, rows, begun, ended, completeness, reasons, remarks } = facts
  const { start_date: from, end_date: end, ...filter } = asked.parameters
  const until = end ?? facts.pinned_end_date
  const lines: readonly (readonly string[])[] = [
    [
      headerOf(list),
      [...(facts.proof ? [proofWords(facts.proof)] : []), words.completeness[completeness]].join(', '),
    ],
    ...reasons.map((reason) => [words.reason, reason]),
    [words.rows, countText(rows)],
    [],
    [words.askedFor, asked.endpoint],
    ...Object.entries(filter).map(([name, value]) => [headerOf(name), value]),
    ...(Object.keys(filter).length === 0 ? [[words.filter, words.noFilter]] : []),
    ...(from === undefined && until === null
      ? []
      : [[words.recorded, words.span(from ?? words.fromStart, until ?? words.toEnd)]]),
    [words.read, words.span(begun, ended)],
    ...(facts.dates ? [[words.dates, facts.dates.rule]] : []),
    [words.service, service.address],
    ...(service.account === null ? [] : [[words.account, service.account]]),
    ...totalsLines(facts),
    [],
    ...remarks.map((remark) => [words.note, remark]),
    words.amounts,
    words.columnNames,
  ]
  return lines.map((cells) => summaryLayout.columns.map((_, index) => storedText(cells[index] ?? '')))
}

/** Sums by asset, and fees by the asset that they are paid in; nothing is added across assets or networks. */
function totalsLines({ totals }: ExportFacts): readonly (readonly string[])[] {
  if (totals.groups.length === 0) return []
  const isOfAssets = totals.by.includes('asset_id') && totals.by.includes('network_id')
  if (!isOfAssets) {
    const all = totals.groups.map(({ values, rows }) => [
      values.map((value) => value ?? '').join(' · '),
      countText(rows),
    ])
    return [[], [totals.by.map(headerOf).join(' · '), words.rows], ...all]
  }
  const sums = totals.sums.filter((name) => name !== 'fee')
  const byAsset = regroup(withoutParts(totals), ['asset_id', 'network_id'], sums)
  const lines = [
    [],
    [words.asset, words.network, words.rows, ...sums.map((name) => words.sumOf(headerOf(name)))],
    ...byAsset.groups.map(({ values, rows, sums: own }) => [
      ...values.map((value) => value ?? ''),
      countText(rows),
      ...own.map(sumText),
    ]),
    ...(totals.by.includes('status') ? [words.sums] : []),
  ]
  if (!totals.by.includes('fee_asset')) return lines
  const fees = regroup(totals, ['fee_asset', 'network_id'], ['fee'])
  return [
    ...lines,
    [],
    [words.feesPaidIn, words.network, words.rows, words.sumOfFees],
    ...fees.groups.map(({ values: [asset, network], rows, sums: own }) => [
      asset ?? words.unknownAsset,
      network ?? '',
      countText(rows),
      ...own.map(sumText),
    ]),
  ]
}

/** Where rows have parts, the rows alone: with their parts each amount would be in a sum twice. */
function withoutParts(totals: ExportFacts['totals']): ExportFacts['totals'] {
  const level = totals.by.indexOf('level')
  if (level < 0) return totals
  const first = totals.groups[0]?.values[level]
  return { ...totals, groups: totals.groups.filter(({ values }) => values[level] === first) }
}

function sumText({ sum, unreadable }: ControlSum): string {
  return unreadable === 0 ? sum : words.sumWithout(sum, unreadable)
}
