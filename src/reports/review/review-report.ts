/** The findings as a report: a table for each severity, for entries never used and for what is accepted. */
import type { AcceptedFinding } from '../../contract/accepted-findings.ts'
import { counted, countText, sentences } from '../../contract/count-text.ts'
import {
  type Basis,
  type Report,
  type ReportColumn,
  type ReportRow,
  type ReportTable,
  withParts,
} from '../../contract/report.ts'
import { reviewHref } from '../../url/hrefs.ts'
import { type ReviewTab, reviewTabs } from '../../url/lists.ts'
import { fileColumns } from '../columns.ts'
import { reportEntry } from '../entry.ts'
import type { ReportRecords } from '../report-records.ts'
import { changesSince, type JudgedFinding, judgedFindings } from './acceptance.ts'
import { type FindingCells, findingColumnNames, findingColumns } from './finding-columns.ts'
import { type FindingRow, kindsOfFindings, severities, severityLabels, tabTitles } from './findings.ts'
import { type Reviewed, reviewFindings } from './review-findings.ts'

const lists = ['whitelists', 'transactions'] as const

/** Its tab and its finding are what the page shows of it: the report has all of them. */
export const reviewEntry = reportEntry({
  name: 'whitelist-review',
  packFiles: () => ({ 'whitelist-review': {} }),
  path: '/review',
  lists,
  parse: () => ({}),
  edges: () => [],
  make: makeReview,
})

/** Webhooks tell of it what is critical. */
export async function makeReview(records: ReportRecords) {
  const { destinations } = records.moment
  const reviewed = await reviewFindings(await records.whitelists(), destinations)
  return reviewReport(reviewed, await records.moment.acceptedFindings(), await records.basis(lists))
}

export function reviewReport(
  { findings, whitelists, entries, remarks }: Reviewed,
  accepted: readonly AcceptedFinding[],
  basis: Basis,
): Report {
  const judged = judgedFindings(findings, accepted)
  const open = judged.filter(({ acceptance }) => acceptance === null)
  const worst = severities.find((severity) => open.some(({ finding }) => finding.severity === severity))
  const used = [...new Set(judged.flatMap(({ acceptance, earlier }) => acceptance ?? earlier ?? []))]
  return {
    name: 'whitelist-review',
    title: 'Whitelist review',
    headline: {
      text: headlineOf(judged, whitelists, entries),
      // Without an address nothing was checked.
      tone: worst ? tones[worst] : basis.doubts.length > 0 ? 'warning' : entries > 0 ? 'good' : 'neutral',
    },
    tables: reviewTabs.map((tab) => tableOf(tab, judged)).filter(({ rows }) => rows.length > 0),
    remarks,
    basis,
    parameters: {},
    link: reviewHref(),
    ...(used.length > 0 && { inputs: { accepted: used } }),
  }
}

/** "1 critical, 16 high, 21 never used · 138 addresses checked". */
function headlineOf(judged: readonly JudgedFinding[], whitelists: number, addresses: number): string {
  if (judged.length === 0 && whitelists === 0) return 'The service lists no whitelists.'
  const countOf = (tab: ReviewTab) => judged.filter((one) => tabOf(one) === tab).length
  const counts = reviewTabs
    .filter((tab) => countOf(tab) > 0)
    .map((tab) => `${countText(countOf(tab))} ${tabTitles[tab].toLowerCase()}`)
  if (countOf('accepted') === judged.length)
    counts.unshift(judged.length === 0 ? 'No findings' : 'No open findings')
  const changed = judged.filter(({ acceptance, earlier }) => acceptance === null && earlier !== null).length
  return sentences(
    counts.join(', '),
    changed > 0 && `${countText(changed)} accepted before, changed since`,
    `${counted(addresses, 'address', 'addresses')} checked`,
  ).join(' · ')
}

const tones = { critical: 'bad', high: 'bad', medium: 'warning', low: 'neutral' } as const

function tabOf({ finding: { kind, severity }, acceptance }: JudgedFinding): ReviewTab {
  if (acceptance) return 'accepted'
  return kind === 'never-used' ? kind : severity
}

function tableOf(tab: ReviewTab, all: readonly JudgedFinding[]): ReportTable {
  const rows = all.filter((one) => tabOf(one) === tab).map((one, index) => findingRow(one, index + 1))
  // Dates may come later, and find their column there.
  const isFilled = ({ name, where }: ReportColumn) =>
    (where === 'file' ? withParts(rows) : rows).some(
      ({ cells }) => cells[name] || (name === 'recorded_on' && cells[name] === null),
    )
  return {
    name: tab,
    title: `${tabTitles[tab]} (${countText(rows.length)})`,
    columns: [...shownColumns(tab, rows), ...detailColumns].filter(isFilled),
    levels: ['finding', 'entry', 'part'],
    rows,
    rowsAreLinks: true,
  }
}

const severity: ReportColumn = {
  ...{ name: 'severity', label: 'Severity', kind: 'verdict' },
  order: severities.map((one) => severityLabels[one]),
}
const whitelistName: ReportColumn = { name: 'whitelist_name', label: 'Name', kind: 'claimed-name' }

/** The name of a tab says the severity of its findings. */
function shownColumns(tab: ReviewTab, rows: readonly ReportRow[]): readonly ReportColumn[] {
  const isClaimed = rows.some(({ cells }) => cells.claimed)
  return [
    tab === 'accepted' ? severity : { ...severity, where: 'file' },
    { name: 'short', label: 'What', kind: 'text', where: 'page' },
    ...fileColumns('text', 'what'),
    isClaimed ? { ...whitelistName, label: 'Named as' } : whitelistName,
    ...otherColumns,
  ]
}

const otherColumns: readonly ReportColumn[] = [
  { name: 'address', label: 'Address', kind: 'short-address' },
  { name: 'asset_id', label: 'Asset', kind: 'asset' },
  { name: 'completed_amount', label: 'Amount', kind: 'amount' },
  { name: 'recorded_on', label: 'Date', kind: 'day' },
  { name: 'accepted_by', label: 'Accepted by', kind: 'text' },
  { name: 'accepted_at', label: 'On', kind: 'instant' },
  { name: 'accepted_reason', label: 'Reason', kind: 'text' },
  { name: 'accepted_before', label: 'Accepted before', kind: 'text' },
]

const detailColumns: readonly ReportColumn[] = [
  ...fileColumns('count', 'finding'),
  ...fileColumns('text', 'kind', 'finding_id', 'reason_before', 'changed_since'),
  ...findingColumnNames.flatMap((name): ReportColumn[] =>
    [whitelistName, ...otherColumns].some((shown) => shown.name === name)
      ? []
      : [{ name, ...findingColumns[name], where: 'file' }],
  ),
]

function findingRow(judged: JudgedFinding, number: number): ReportRow {
  const { finding, id, subject, acceptance, earlier } = judged
  const { kind, severity, because, rows } = finding
  const shared = sharedCells(rows)
  const row = {
    id,
    href: reviewHref({ tab: tabOf(judged), finding: id }),
    tone: tones[severity],
    cells: {
      ...shared,
      whitelist_name: shared.whitelist_name || shared.named_as || null,
      // Not columns: a name that transactions gave to an address which nobody listed under it, and what acceptances store.
      claimed: shared.whitelist_name ? null : (shared.named_as ?? null),
      subject,
      ...{ finding: String(number), finding_id: id, kind, because, severity: severityLabels[severity] },
      what: kindsOfFindings[kind].title,
      short: kindsOfFindings[kind].short,
      ...(acceptance && {
        accepted_by: acceptance.by,
        accepted_at: acceptance.at,
        accepted_reason: acceptance.reason,
      }),
    },
    parts: rows.map((row, index) => partRow(row, number, index, because)),
  }
  if (earlier === null) return row
  const { by, at, reason: reason_before } = earlier
  const accepted_before = `By ${by}, ${at.slice(0, 10)}`
  const changed_since = changesSince(earlier, row)
  return { ...row, cells: { ...row.cells, accepted_before, reason_before, changed_since } }
}

/** What all rows have in common, and the latest day. Amounts of different assets are not added up. */
function sharedCells(rows: readonly FindingRow[]): FindingCells {
  const [first, ...others] = rows
  if (first === undefined || others.length === 0) return first?.cells ?? {}
  const shared = (['whitelist_name', 'named_as', 'address', 'network_id', 'asset_id'] as const).flatMap(
    (name) =>
      others.every(({ cells }) => cells[name] === first.cells[name]) ? [[name, first.cells[name]]] : [],
  )
  // Undefined where no row has a transaction, null where a date is not known.
  const days = rows.flatMap(({ cells: { recorded_on } }) => (recorded_on === undefined ? [] : [recorded_on]))
  const latest = days.includes(null) ? null : days.toSorted().at(-1)
  return { ...Object.fromEntries(shared), ...(latest !== undefined && { recorded_on: latest }) }
}

/** On paper, the reason is in the column of the finding's name. */
function partRow(
  { cells, href = null, parts = [] }: FindingRow,
  number: number,
  index: number,
  because?: string,
): ReportRow {
  return {
    id: String(index),
    cells: { finding: String(number), ...(because && { because, what: because, short: because }), ...cells },
    href,
    ...(parts.length > 0 && { parts: parts.map((part, at) => partRow(part, number, at)) }),
  }
}
