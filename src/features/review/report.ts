/** A review of whitelists as a report: a table for each kind of finding, what has cost money first. */
import type { KnownAddress } from '../../addresses/known.ts'
import type { Books } from '../../books/books.ts'
import { counted } from '../../contract/count-text.ts'
import { checkHref, reviewHref, transactionsHref, whitelistHref } from '../../url/hrefs.ts'
import {
  basisOf,
  type Report,
  type ReportColumn,
  type ReportRow,
  type ReportTable,
  type ReportTone,
} from '../report/index.ts'
import {
  type AssetSum,
  type FindingKind,
  findingKinds,
  type ListedEntry,
  type NamedDestination,
  type NotChecked,
  type Review,
  type ReviewFinding,
  type Severity,
  severities,
} from './findings.ts'
import { reviewWhitelists } from './review.ts'

/** The review of the whitelists of these books. */
export function reviewReport(books: Books): Report {
  const review = reviewWhitelists(books)
  const worst = severities.find((severity) => review.findings.some((each) => each.severity === severity))
  return {
    name: 'whitelist-review',
    title: 'Whitelist review',
    headline: { text: headlineOf(review), tone: worst ? tones[worst] : 'good' },
    tables: findingKinds.flatMap((kind) => {
      const findings = review.findings.filter((finding) => finding.kind === kind)
      return findings.length > 0 ? [tableOf(kind, findings)] : []
    }),
    remarks: [
      `${counted(review.transactions, 'transaction')} compared with ${counted(review.addresses, 'address', 'addresses')} of ${counted(review.whitelists, 'whitelist')}.`,
      ...notChecked(review.notChecked),
    ],
    basis: basisOf(books, ['whitelists', 'transactions']),
    parameters: {},
    link: reviewHref(),
    more: { not_checked: review.notChecked },
  }
}

function headlineOf({ findings, whitelists, addresses }: Review): string {
  const among = `in ${counted(whitelists, 'whitelist')} with ${counted(addresses, 'address', 'addresses')}`
  const critical = findings.filter(({ severity }) => severity === 'critical').length
  if (findings.length === 0)
    return whitelists === 0 ? 'There are no whitelists to review.' : `Nothing found ${among}.`
  return `${counted(findings.length, 'finding')} ${among}${critical > 0 ? `, ${critical} critical` : ''}.`
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

/** Columns by what they are called in files. */
const columnsByName = {
  finding: { label: 'Finding', kind: 'count', inFile: 'only' },
  severity: { label: 'Severity', kind: 'verdict' },
  whitelist_name: { label: 'Whitelist', kind: 'text' },
  whitelist_id: { label: 'Whitelist id', kind: 'text', inFile: 'only' },
  address: { label: 'Address', kind: 'whole-address' },
  resembles: { label: 'Looks like', kind: 'whole-address' },
  resembles_name: { label: 'Address of', kind: 'text' },
  resembles_id: { label: 'Id of the address that it looks like', kind: 'text', inFile: 'only' },
  asset_id: { label: 'Asset', kind: 'asset' },
  network_id: { label: 'Network', kind: 'network' },
  memo: { label: 'Memo', kind: 'text' },
  sent_memos: { label: 'Sent with', kind: 'text' },
  named_as: { label: 'Named as', kind: 'text' },
  transactions: { label: 'Transactions', kind: 'count' },
  completed_amount: { label: 'Amount sent', kind: 'amount' },
  unreadable_amounts: { label: 'Unreadable amounts', kind: 'count', inFile: 'only' },
  transaction_id: { label: 'Latest', kind: 'transaction' },
  transaction_ids: { label: 'Transactions, the first few', kind: 'text', inFile: 'only' },
  because: { label: 'Why', kind: 'sentence' },
} as const satisfies Readonly<Record<string, Omit<ReportColumn, 'name'>>>
type ColumnName = keyof typeof columnsByName
type Cells = Partial<Record<ColumnName, string | null>>

/** Of each kind: what it is called and means, its columns in their order, and its rows. */
const kinds: Readonly<
  Record<
    FindingKind,
    {
      readonly title: string
      readonly meaning: string
      readonly columns: readonly ColumnName[]
      readonly rows: (finding: ReviewFinding) => readonly Row[]
    }
  >
> = {
  'unlisted-withdrawal': {
    title: 'Withdrawals to addresses on no whitelist',
    meaning: 'Completed withdrawals to an address that is on no whitelist and is not known to be your own.',
    columns: [
      ...['address', 'severity', 'asset_id', 'network_id', 'completed_amount', 'named_as', 'resembles'],
      ...['resembles_name', 'transactions', 'because'],
    ] as ColumnName[],
    rows: withdrawalRows,
  },
  'other-memo': {
    title: 'Withdrawals with a different memo',
    meaning:
      'Completed withdrawals to a whitelisted address, without the entry’s memo or with a different one.',
    columns: [
      ...['whitelist_name', 'severity', 'address', 'network_id', 'asset_id', 'memo', 'sent_memos'],
      ...['completed_amount', 'transaction_id', 'because'],
    ] as ColumnName[],
    rows: (finding) =>
      finding.subjects[0].entries.flatMap((entry) =>
        finding.subjects[0].uses.completed_sums.map((sum) => ({
          cells: {
            ...entryCells(entry),
            ...sumCells(sum),
            sent_memos: finding.sentMemos.map((memo) => memo || 'no memo').join(', '),
          },
          href: hrefOf(entry),
        })),
      ),
  },
  'look-alike': {
    title: 'Entries that look alike',
    meaning:
      'Different addresses that are easily mistaken for one another: they share their first four characters after the fixed prefix and their last four, or differ in only a few characters.',
    columns: [
      ...['whitelist_name', 'severity', 'address', 'resembles', 'resembles_name', 'transactions'],
      ...['network_id', 'because'],
    ] as ColumnName[],
    rows: alikeRows,
  },
  'failed-checksum': {
    title: 'Failed checksums',
    meaning:
      'Entries that are not valid addresses of their network. They may be mistyped, cut off, or meant for another network.',
    columns: ['whitelist_name', 'severity', 'address', 'network_id', 'asset_id', 'transactions', 'because'],
    rows: entryRows,
  },
  'missing-memo': {
    title: 'Missing memos',
    meaning: 'Entries without a memo on networks where receivers usually ask for one.',
    columns: [
      ...['whitelist_name', 'severity', 'address', 'network_id', 'asset_id', 'memo', 'transactions'],
      'because',
    ] as ColumnName[],
    rows: (finding) =>
      entryRows(finding).map((row) => ({
        ...row,
        parts: finding.withMemo.map((entry) => ({
          cells: { ...entryCells(entry), because: 'The same address, listed with a memo.' },
          href: hrefOf(entry),
        })),
      })),
  },
  'several-names': {
    title: 'One address under several names',
    meaning:
      'Several whitelists have the same address. Unless memos tell them apart, a payment to one is a payment to all.',
    columns: [
      ...['address', 'severity', 'whitelist_name', 'network_id', 'asset_id', 'memo', 'transactions'],
      'because',
    ] as ColumnName[],
    rows: ({ subjects: [subject] }) => [
      {
        cells: {
          address: subject.address,
          network_id: subject.network_id,
          whitelist_name: [...new Set(subject.entries.map(nameOf))].join(', '),
          transactions: String(subject.uses.transactions),
        },
        parts: subject.entries.map((entry) => ({ cells: entryCells(entry), href: hrefOf(entry) })),
      },
    ],
  },
  'never-used': {
    title: 'Entries never used',
    meaning:
      'No transaction, whatever its status, has gone to them. An entry that nobody needs can still be chosen by mistake.',
    columns: ['whitelist_name', 'severity', 'asset_id', 'network_id', 'address', 'memo', 'because'],
    rows: entryRows,
  },
}

interface Row {
  readonly cells: Cells
  readonly href?: string | null
  readonly parts?: readonly Row[]
}

function tableOf(kind: FindingKind, findings: readonly ReviewFinding[]): ReportTable {
  const { title, meaning, columns, rows } = kinds[kind]
  const names: readonly ColumnName[] = [
    ...columns,
    ...(Object.keys(columnsByName) as ColumnName[]).filter((name) => 'inFile' in columnsByName[name]),
  ]
  return {
    name: kind,
    title: `${title} (${findings.length})`,
    columns: names.map((name) => ({ name, ...columnsByName[name] })),
    levels: ['finding', 'entry'],
    rows: findings.flatMap((finding, index) =>
      rows(finding).map((row, at) => reportRow(row, `${index}.${at}`, finding, index)),
    ),
    remarks: [meaning],
    empty: '',
  }
}

function reportRow(
  { cells, href = null, parts = [] }: Row,
  id: string,
  finding: ReviewFinding,
  index: number,
): ReportRow {
  const { severity, because } = finding
  return {
    id,
    cells: { finding: String(index + 1), severity: severityLabels[severity], because, ...cells },
    href,
    tone: tones[severity],
    ...(parts.length > 0 && {
      parts: parts.map((part, at) => ({
        id: String(at),
        cells: { finding: String(index + 1), ...part.cells },
        href: part.href ?? null,
        tone: tones[severity],
      })),
    }),
  }
}

/** One row for each asset that went to the address. */
function withdrawalRows({ subjects: [subject], resembles, namedAs }: ReviewFinding): readonly Row[] {
  const { address, uses } = subject
  return uses.completed_sums.map((sum) => ({
    cells: {
      address,
      ...sumCells(sum),
      ...resemblanceCells(resembles),
      named_as: namedAs.map(namedText).filter(Boolean).join(', '),
    },
    href: transactionsHref({
      ...{ transaction_type: 'withdraw', status: 'completed', destination_address: address },
      ...(sum.asset_id && { asset_id: sum.asset_id }),
    }),
  }))
}

function namedText({ id, name }: NamedDestination): string {
  return name || id || ''
}

/** Each beside the one that is used most, or beside your own address. */
function alikeRows({ subjects: [first, ...others], resembles }: ReviewFinding): readonly Row[] {
  const [used] = first.entries
  const alike = resembles ? [first] : others
  return alike.map((subject) => {
    const [entry] = subject.entries
    const { address, network_id } = subject
    return {
      cells: {
        ...(entry && entryCells(entry)),
        ...{ address, network_id, transactions: String(subject.uses.transactions) },
        ...resemblanceCells(
          resembles ?? {
            address: first.address,
            name: used ? nameOf(used) : null,
            id: used?.whitelist_id ?? null,
          },
        ),
      },
      href: checkHref({ address, network_id }),
    }
  })
}

function resemblanceCells(known: Pick<KnownAddress, 'address' | 'name' | 'id'> | null): Cells {
  return {
    resembles: known?.address ?? '',
    resembles_name: known?.name ?? '',
    resembles_id: known?.id ?? '',
  }
}

function entryRows({ subjects: [{ entries }] }: ReviewFinding): readonly Row[] {
  return entries.map((entry) => ({ cells: entryCells(entry), href: hrefOf(entry) }))
}

function entryCells(entry: ListedEntry): Cells {
  const { whitelist_id, address, network_id, asset_id, memo, uses } = entry
  const [sum] = uses.completed_sums
  return {
    ...{ whitelist_id, address, network_id, asset_id, memo },
    whitelist_name: nameOf(entry),
    transactions: String(uses.transactions),
    completed_amount: sum?.amount ?? null,
    unreadable_amounts: sum ? String(sum.unreadable) : null,
    transaction_id: uses.transaction_ids[0] ?? null,
    transaction_ids: uses.transaction_ids.join(' '),
  }
}

function sumCells({ asset_id, network_id, amount, completed, unreadable, transaction_ids }: AssetSum): Cells {
  return {
    ...{ asset_id, network_id },
    completed_amount: amount,
    transactions: String(completed),
    unreadable_amounts: String(unreadable),
    transaction_id: transaction_ids[0] ?? null,
    transaction_ids: transaction_ids.join(' '),
  }
}

function nameOf({ whitelist_name, whitelist_id }: ListedEntry): string {
  return whitelist_name || whitelist_id || 'A whitelist without a name'
}

function hrefOf({ whitelist_id }: ListedEntry): string | null {
  return whitelist_id ? whitelistHref(whitelist_id) : null
}

/** What nothing is claimed of, one sentence for each that occurs. */
function notChecked({
  checksum,
  memo,
  without_address: withoutAddress,
  withdrawals_without_address: withdrawals,
  unclear_transactions: unclear,
}: NotChecked): readonly string[] {
  return [
    checksum > 0 &&
      `Not checked: the checksum of ${counted(checksum, 'entry', 'entries')}. ${checksum === 1 ? 'It has' : 'They have'} none as written, or the format is unknown.`,
    memo > 0 &&
      `Not checked: whether ${counted(memo, 'entry needs', 'entries need')} a memo. The console does not know whether the network uses memos.`,
    withoutAddress > 0 && `Not checked: ${counted(withoutAddress, 'entry', 'entries')} without an address.`,
    withdrawals > 0 &&
      `Not checked: ${counted(withdrawals, 'completed withdrawal')} without a destination address.`,
    unclear > 0 &&
      `Not checked: ${counted(unclear, 'transaction')} to addresses on no whitelist. The type or status is missing.`,
  ].filter((sentence) => sentence !== false)
}
