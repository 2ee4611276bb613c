import { knownAddresses } from '../../addresses/known.ts'
import { needsMemo } from '../../addresses/memo.ts'
import type { Books } from '../../books/books.ts'
import { allDays } from '../../books/edges.ts'
import { type BookedTransaction, eachRow } from '../../books/transaction-table.ts'
import type { Validity } from '../../chains/index.ts'
import { counted, countText } from '../../contract/count-text.ts'
import { transactionStatuses, transactionTypes } from '../../contract/enumerations.ts'
import { reviewHref } from '../../url/hrefs.ts'
import type { ViewControl } from '../../work/views.ts'
import { basisOf, type Report, type ReportTable, type ReportTone } from '../report/logic.ts'
import {
  type FindingColumn,
  type FindingKind,
  type FindingRow,
  findingColumns,
  findingKinds,
  type ReviewFinding,
  type Severity,
  severities,
} from './findings.ts'
import { Listed } from './listed.ts'
import { listedFindings } from './listed-findings.ts'
import { UnlistedWithdrawals } from './unlisted.ts'

declare module '../../work/views.ts' {
  interface BooksViews {
    review: typeof reviewAnswer
  }
}

export async function reviewAnswer(
  books: Books,
  { isDated }: { readonly isDated: boolean },
  { divide }: ViewControl,
): Promise<Report> {
  return isDated ? await datedReview(books, divide) : reviewReport(books)
}

/** Finds the days of withdrawals in findings, which takes a while, and tells the latest of each. */
export async function datedReview(books: Books, divide: ViewControl['divide']): Promise<Report> {
  const { findings } = reviewOf(books)
  const ids = new Set(findings.flatMap(({ withdrawalIds = [] }) => withdrawalIds))
  return reviewReport(await divide(allDays(books), ids))
}

export function reviewReport(books: Books): Report {
  const { findings, whitelists, entries, remarks } = reviewOf(books)
  const worst = severities.find((severity) => findings.some((each) => each.severity === severity))
  return {
    name: 'whitelist-review',
    title: 'Whitelist review',
    headline: { text: headlineOf(findings, whitelists, entries), tone: worst ? tones[worst] : 'good' },
    tables: findingKinds.map((kind) => tableOf(kind, findings)).filter(({ rows }) => rows.length > 0),
    remarks,
    basis: basisOf(books, ['whitelists', 'transactions']),
    parameters: {},
    link: reviewHref(),
  }
}

function reviewOf({ whitelists, transactions }: Books) {
  const listed = new Listed()
  for (const whitelist of whitelists.records) listed.add(whitelist)
  const unlisted = new UnlistedWithdrawals()
  const unclear = { destinations: 0, transactions: 0 }
  eachRow(transactions.table, (transaction, day) => {
    unlisted.learn(transaction)
    const { destination_address: address } = transaction.destination
    const isWithdrawal = isCompletedWithdrawal(transaction)
    if (isWithdrawal === null) unclear.transactions += 1
    if (address === null || address.trim() === '') {
      if (isWithdrawal) unclear.destinations += 1
    } else if (!listed.use(transaction, address, day, isWithdrawal === true) && isWithdrawal)
      unlisted.add(transaction, address, day)
  })
  const addresses = listed.addresses()
  const trusted = knownAddresses(whitelists.records, unlisted.telling)
  const findings = inOrder([
    ...unlisted.findings(trusted, (id) => listed.has(id)),
    ...listedFindings(addresses, unlisted.own()),
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
  const type = transactionTypes.find((known) => known === transaction_type)
  const stage = transactionStatuses.find((known) => known === status)
  if ((type && type !== 'withdraw') || (stage && stage !== 'completed')) return false
  return type && stage ? true : null
}

function isChecked(validity: Validity): boolean {
  return validity.kind === 'failed' || (validity.kind === 'valid' && validity.checksum)
}

/** By kind, then by severity, then by transactions. */
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

function headlineOf(findings: readonly ReviewFinding[], whitelists: number, addresses: number): string {
  const among = `in ${counted(whitelists, 'whitelist')} with ${counted(addresses, 'address', 'addresses')}`
  const critical = findings.filter(({ severity }) => severity === 'critical').length
  if (findings.length === 0)
    return whitelists === 0 ? 'There are no whitelists to review.' : `Nothing found ${among}.`
  return `${counted(findings.length, 'finding')} ${among}${critical > 0 ? `, ${countText(critical)} critical` : ''}.`
}

const tones: Readonly<Record<Severity, ReportTone>> = {
  critical: 'bad',
  high: 'bad',
  medium: 'warning',
  low: 'neutral',
}

const severityLabels: Readonly<Record<Severity, string>> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
}

const kinds: Readonly<Record<FindingKind, readonly [title: string, meaning: string]>> = {
  'unlisted-withdrawal': [
    'Withdrawals to addresses on no whitelist',
    'Completed withdrawals to an address that is on no whitelist and is not known to be your own.',
  ],
  'other-memo': [
    'Withdrawals with a different memo',
    'Completed withdrawals to a whitelisted address, without the entry’s memo or with a different one.',
  ],
  'look-alike': [
    'Entries that look alike',
    'Different addresses that are easily mistaken for one another: they share their first four characters after the fixed prefix and their last four, or differ in only a few characters.',
  ],
  'failed-checksum': [
    'Failed checksums',
    'Entries that are not valid addresses of their network. They may be mistyped, cut off, or meant for another network.',
  ],
  'missing-memo': [
    'Missing memos',
    'Entries without a memo on networks where receivers usually ask for one.',
  ],
  'several-names': [
    'One address under several names',
    'Several whitelists have the same address. Unless memos tell them apart, a payment to one is a payment to all.',
  ],
  'never-used': [
    'Entries never used',
    'No transaction of any status has gone to them. An entry that nobody needs can still be chosen by mistake.',
  ],
}

function tableOf(kind: FindingKind, all: readonly ReviewFinding[]): ReportTable {
  const [title, meaning] = kinds[kind]
  const findings = all.filter((finding) => finding.kind === kind)
  const rows = findings.flatMap(({ severity, because, rows }, index) =>
    rows.map(({ cells, href = null, parts = [] }, at) => ({
      id: `${index}.${at}`,
      cells: { finding: String(index + 1), severity: severityLabels[severity], because, ...cells },
      href,
      tone: tones[severity],
      ...(parts.length > 0 && { parts: parts.map((part, number) => partRow(part, index, number)) }),
    })),
  )
  const isFilled = (name: FindingColumn) =>
    rows.some((row) => [row, ...(row.parts ?? [])].some(({ cells }) => cells[name]))
  return {
    name: kind,
    title: `${title} (${countText(findings.length)})`,
    columns: columnNames.filter(isFilled).map((name) => ({ name, ...findingColumns[name] })),
    levels: ['finding', 'entry'],
    rows,
    remarks: [meaning],
  }
}

const columnNames = Object.keys(findingColumns) as FindingColumn[]

function partRow({ cells, href = null }: FindingRow, index: number, number: number) {
  return { id: String(number), cells: { finding: String(index + 1), ...cells }, href }
}

/** Counts what could not be checked. */
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
