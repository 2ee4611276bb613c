import { knownAddresses } from '../../addresses/known-addresses.ts'
import { needsMemo } from '../../addresses/memo.ts'
import type { Books } from '../../books/books.ts'
import { allDays } from '../../books/edges.ts'
import { type BookedTransaction, eachRow } from '../../books/transaction-table.ts'
import type { Validity } from '../../chains/index.ts'
import type { AcceptedFinding } from '../../contract/accepted-findings.ts'
import { counted, countText } from '../../contract/count-text.ts'
import { transactionStatuses, transactionTypes } from '../../contract/enumerations.ts'
import {
  type Report,
  type ReportColumn,
  type ReportRow,
  type ReportTable,
  type ReportTone,
  withParts,
} from '../../contract/report.ts'
import { fileColumns } from '../../reports/columns.ts'
import { reviewHref } from '../../url/hrefs.ts'
import { type ReviewTab, reviewTabs } from '../../url/lists.ts'
import type { ViewControl } from '../../work/views.ts'
import { basisOf } from '../report/report.ts'
import { changesSince, type JudgedFinding, judgedFindings } from './acceptance.ts'
import {
  type FindingRow,
  findingColumnNames,
  findingColumns,
  findingKinds,
  kindsOfFindings,
  type ReviewFinding,
  type Severity,
  severities,
  severityLabels,
  tabTitles,
} from './findings.ts'
import { UnlistedWithdrawals } from './unlisted-withdrawals.ts'
import { whitelistFindings } from './whitelist-findings.ts'
import { WhitelistedAddresses } from './whitelisted-addresses.ts'

declare module '../../work/views.ts' {
  interface BooksViews {
    review: typeof reviewAnswer
  }
}

export interface ReviewAsked {
  readonly isDated: boolean
  readonly accepted: readonly AcceptedFinding[]
}

export async function reviewAnswer(
  books: Books,
  { isDated, accepted }: ReviewAsked,
  { divide }: Pick<ViewControl, 'divide'>,
): Promise<Report> {
  return isDated ? await datedReview(books, divide, accepted) : reviewReport(books, accepted)
}

/** Also finds the days of the withdrawals in findings, which takes a while. */
export async function datedReview(
  books: Books,
  divide: ViewControl['divide'],
  accepted: readonly AcceptedFinding[],
): Promise<Report> {
  const { findings } = reviewOf(books)
  const ids = new Set(findings.flatMap(({ withdrawalIds = [] }) => withdrawalIds))
  return reviewReport(await divide(allDays(books), ids), accepted)
}

export function reviewReport(books: Books, accepted: readonly AcceptedFinding[]): Report {
  const { findings, whitelists, entries, remarks } = reviewOf(books)
  const judged = judgedFindings(findings, accepted)
  const open = judged.filter(({ acceptance }) => acceptance === null)
  const worst = severities.find((severity) => open.some(({ finding }) => finding.severity === severity))
  const used = [...new Set(judged.flatMap(({ acceptance, earlier }) => acceptance ?? earlier ?? []))]
  const basis = basisOf(books, ['whitelists', 'transactions'])
  return {
    name: 'whitelist-review',
    title: 'Whitelist review',
    headline: {
      text: headlineOf(open, judged.length - open.length, whitelists, entries),
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

function reviewOf({ whitelists, transactions }: Books) {
  const listed = new WhitelistedAddresses()
  for (const whitelist of whitelists.records) listed.add(whitelist)
  const unlisted = new UnlistedWithdrawals()
  const unclear = { destinations: 0, transactions: 0 }
  eachRow(transactions.table, (transaction, day, { before }) => {
    const recorded = { day, before }
    unlisted.learn(transaction)
    const { destination_address: address } = transaction.destination
    const isWithdrawal = isCompletedWithdrawal(transaction)
    if (isWithdrawal === null) unclear.transactions += 1
    if (address === null || address.trim() === '') {
      if (isWithdrawal) unclear.destinations += 1
    } else if (!listed.use(transaction, address, recorded, isWithdrawal === true) && isWithdrawal)
      unlisted.add(transaction, address, recorded)
  })
  const addresses = listed.addresses()
  const trusted = knownAddresses(whitelists.records, unlisted.ownAddresses)
  const findings = inOrder([
    ...unlisted.findings(trusted, (id) => listed.has(id)),
    ...whitelistFindings(addresses, unlisted.own()),
  ])
  const entries = addresses.flatMap((address) => address.entries)
  return {
    findings,
    whitelists: listed.whitelists,
    entries: entries.length,
    remarks: [
      `${counted(transactions.table.rows, 'transaction')} compared with ${counted(entries.length, 'address', 'addresses')} of ${counted(listed.whitelists, 'whitelist')}.`,
      ...unchecked({
        checksum: entries.filter(({ validity }) => !isChecked(validity)).length,
        memo: entries.filter(({ network_id, asset_id }) => needsMemo(network_id, asset_id) === null).length,
        withoutAddress: listed.withoutAddress,
        ...unclear,
      }),
    ],
  }
}

/** Null if the type or status is missing or unknown, and the other does not rule it out. */
function isCompletedWithdrawal({ transaction_type, status }: BookedTransaction): boolean | null {
  const type = transactionTypes.find((one) => one === transaction_type)
  const stage = transactionStatuses.find((one) => one === status)
  if ((type && type !== 'withdraw') || (stage && stage !== 'completed')) return false
  return type && stage ? true : null
}

function isChecked(validity: Validity): boolean {
  return validity.kind === 'failed' || (validity.kind === 'valid' && validity.checksum)
}

function inOrder(findings: readonly ReviewFinding[]): readonly ReviewFinding[] {
  const textOf = ({ rows: [row] }: ReviewFinding) =>
    JSON.stringify([row?.cells.whitelist_name, row?.cells.asset_id, row?.cells.address])
  return findings
    .map((finding) => ({ finding, text: textOf(finding) }))
    .sort(
      ({ finding: one, text }, { finding: other, text: otherText }) =>
        findingKinds.indexOf(one.kind) - findingKinds.indexOf(other.kind) ||
        severities.indexOf(one.severity) - severities.indexOf(other.severity) ||
        other.transactions - one.transactions ||
        (text < otherText ? -1 : 1),
    )
    .map(({ finding }) => finding)
}

function headlineOf(
  open: readonly JudgedFinding[],
  accepted: number,
  whitelists: number,
  addresses: number,
): string {
  const among = `in ${counted(whitelists, 'whitelist')} with ${counted(addresses, 'address', 'addresses')}`
  const critical = open.filter(({ finding }) => finding.severity === 'critical').length
  const changed = open.filter(({ earlier }) => earlier !== null).length
  const others = [
    accepted > 0 && ` ${countText(accepted)} accepted.`,
    changed > 0 && ` ${countText(changed)} accepted before, changed since.`,
  ]
    .filter(Boolean)
    .join('')
  if (open.length === 0 && accepted === 0)
    return whitelists === 0 ? 'The service lists no whitelists.' : `No findings ${among}.`
  if (open.length === 0) return `No open findings ${among}.${others}`
  return `${counted(open.length, 'finding')} ${among}${critical > 0 ? `, ${countText(critical)} critical` : ''}.${others}`
}

const tones: Readonly<Record<Severity, ReportTone>> = {
  critical: 'bad',
  high: 'bad',
  medium: 'warning',
  low: 'neutral',
}

function tabOf({ finding: { kind, severity }, acceptance }: JudgedFinding): ReviewTab {
  if (acceptance) return 'accepted'
  return kind === 'never-used' ? kind : severity
}

function tableOf(tab: ReviewTab, all: readonly JudgedFinding[]): ReportTable {
  const rows = all.filter((one) => tabOf(one) === tab).map((one, index) => findingRow(one, index + 1))
  const isFilled = ({ name, inFile }: ReportColumn) =>
    (inFile === 'only' ? withParts(rows) : rows).some(({ cells }) => cells[name])
  return {
    name: tab,
    title: `${tabTitles[tab]} (${countText(rows.length)})`,
    columns: [...shownColumns, ...detailColumns].filter(isFilled),
    levels: ['finding', 'entry', 'part'],
    rows,
    isLinked: true,
  }
}

const shownColumns: readonly ReportColumn[] = [
  { name: 'severity', label: 'Severity', kind: 'verdict' },
  { name: 'what', label: 'What', kind: 'text' },
  { name: 'whitelist_name', label: 'Name', kind: 'text' },
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
    shownColumns.some((shown) => shown.name === name)
      ? []
      : [{ name, ...findingColumns[name], inFile: 'only' }],
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
      ...{ finding: String(number), finding_id: id, kind, because, severity: severityLabels[severity] },
      what: kindsOfFindings[kind].title,
      // Not a column: acceptances store it.
      subject,
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
function sharedCells(rows: readonly FindingRow[]): FindingRow['cells'] {
  const [first, ...others] = rows
  if (first === undefined || others.length === 0) return first?.cells ?? {}
  const shared = (['whitelist_name', 'named_as', 'address', 'network_id', 'asset_id'] as const).flatMap(
    (name) =>
      others.every(({ cells }) => cells[name] === first.cells[name]) ? [[name, first.cells[name]]] : [],
  )
  const days = rows.map(({ cells }) => cells.recorded_on ?? '')
  return {
    ...Object.fromEntries(shared),
    recorded_on: days.includes('') ? null : (days.toSorted().at(-1) ?? null),
  }
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
    cells: { finding: String(number), ...(because && { because, what: because }), ...cells },
    href,
    ...(parts.length > 0 && { parts: parts.map((part, at) => partRow(part, number, at)) }),
  }
}

function unchecked(counts: {
  readonly checksum: number
  readonly memo: number
  readonly withoutAddress: number
  readonly destinations: number
  readonly transactions: number
}): readonly string[] {
  const { checksum, memo, withoutAddress, destinations, transactions } = counts
  return [
    checksum > 0 &&
      `Not checked: the checksum of ${counted(checksum, 'entry', 'entries')}. ${checksum === 1 ? 'It has' : 'They have'} none as written, or the format is unknown.`,
    memo > 0 &&
      `Not checked: whether ${counted(memo, 'entry needs', 'entries need')} a memo. The console does not know whether the network uses memos.`,
    withoutAddress > 0 && `Not checked: ${counted(withoutAddress, 'entry', 'entries')} without an address.`,
    destinations > 0 &&
      `Not checked: ${counted(destinations, 'completed withdrawal')} without a destination address.`,
    transactions > 0 &&
      `Not checked: ${counted(transactions, 'transaction')} whose type or status is missing or unknown, and which may be ${transactions === 1 ? 'a completed withdrawal' : 'completed withdrawals'}.`,
  ].filter((sentence) => sentence !== false)
}
