/** A review as a file to keep: every finding with its evidence, among what it was found, and what was not checked. */
import type { KnownAddress } from '../../addresses/known.ts'
import { endpointPath } from '../../contract/endpoints.ts'
import type { Report } from '../export/index.ts'
import type { Finding, ListedEntry, Subject } from './findings.ts'
import { asOf, doubtsOf, isWhole, type ReadReview } from './read.ts'
import { kindWords, sentenceOf } from './words.ts'

/** What a report is about. */
export interface Reported {
  readonly review: ReadReview
  /** Address of the service, and the account; null where it has none. */
  readonly service: string
  readonly account: string | null
}

/** The report as a file has it: the table of its evidence, and all of it as JSON. */
export function reportOf(reported: Reported, link: string): Report {
  const { review, service, account } = reported
  const { whitelists, transactions } = review.lists
  return {
    list: 'hygiene',
    endpoints: [endpointPath('whitelists'), endpointPath('transactions')],
    parameters: {},
    link,
    service,
    account,
    begun: whitelists.begun,
    ended: asOf(review),
    read: {
      records: whitelists.rows + transactions.rows,
      pages: whitelists.pages + transactions.pages,
    },
    doubts: doubtsOf(review),
    ...reportTable(reported),
    countedBy: ['kind', 'severity'],
    json: asJson(reported),
  }
}

/**
 * The report as a table: of each finding one row for every entry and every sum that speaks for it, told apart by `evidence`, and held
 * together by the number of the finding. What is the same for all of them stands in each row.
 */
function reportTable({ review, service, account }: Reported): Pick<Report, 'columns' | 'rows'> {
  const common = [
    review.lists.whitelists.begun,
    asOf(review),
    isWhole(review) ? 'yes' : 'no',
    service,
    account,
  ]
  return {
    columns: [
      'finding',
      'kind',
      'severity',
      'because',
      'evidence',
      'address',
      'network_id',
      'asset_id',
      'memo',
      'whitelist_id',
      'whitelist_name',
      'transactions',
      'completed',
      'completed_amount',
      'unreadable_amounts',
      'transaction_ids',
      'begun',
      'ended',
      'whole',
      'service',
      'account',
    ],
    rows: review.findings.flatMap((finding, index) =>
      evidenceOf(finding).map((cells) => [
        String(index + 1),
        finding.kind,
        finding.severity,
        finding.because,
        ...cells,
        ...common,
      ]),
    ),
  }
}

type Cells = readonly (string | null)[]

function evidenceOf(finding: Finding): readonly Cells[] {
  return [
    ...finding.subjects.flatMap((subject) => [
      ...subject.entries.map((entry) => entryCells('entry', entry)),
      ...(subject.entries.length === 0 || finding.kind === 'other-memo'
        ? withdrawalCells(subject, finding)
        : []),
    ]),
    ...finding.withMemo.map((entry) => entryCells('entry with memo', entry)),
    ...(finding.resembles ? [resembledCells(finding.resembles)] : []),
  ]
}

/** An entry is about one asset on one network, so that what went to it is one sum. */
function entryCells(evidence: string, entry: ListedEntry): Cells {
  const { uses } = entry
  const [sum] = uses.completed_sums
  return [
    evidence,
    entry.address,
    entry.network_id,
    entry.asset_id,
    entry.memo,
    entry.whitelist_id,
    entry.whitelist_name,
    String(uses.transactions),
    String(uses.completed),
    sum?.amount ?? null,
    sum ? String(sum.unreadable) : null,
    uses.transaction_ids.join(' '),
  ]
}

function withdrawalCells({ address, uses }: Subject, { namedAs, sentMemos }: Finding): readonly Cells[] {
  return uses.completed_sums.map((sum) => [
    'withdrawals',
    address,
    sum.network_id,
    sum.asset_id,
    sentMemos.join(' / ') || null,
    namedAs.map(({ id }) => id ?? '').join(' '),
    namedAs.map(({ name }) => name ?? '').join(' / '),
    String(sum.completed),
    String(sum.completed),
    sum.amount,
    String(sum.unreadable),
    sum.transaction_ids.join(' '),
  ])
}

function resembledCells({ kind, address, networkId, id, name }: KnownAddress): Cells {
  return [
    kind === 'vault' ? 'resembled vault' : 'resembled entry',
    address,
    networkId,
    null,
    null,
    id,
    name,
    null,
    null,
    null,
    null,
    null,
  ]
}

/** The same, with how each list was read and what was not checked. */
function asJson({ review, service, account }: Reported) {
  return {
    format: 'custody-console/hygiene',
    version: 1,
    sentence: sentenceOf(review),
    as_of: asOf(review),
    whole: isWhole(review),
    doubts: doubtsOf(review),
    service,
    account,
    whitelists: review.whitelists,
    addresses: review.addresses,
    transactions: review.transactions,
    lists: review.lists,
    not_checked: review.notChecked,
    findings: review.findings.map(
      ({ kind, severity, because, subjects, withMemo, resembles, namedAs, sentMemos }, index) => ({
        finding: index + 1,
        kind,
        label: kindWords[kind].label,
        severity,
        because,
        addresses: subjects.map(({ address, chain, network_id, spellings, entries, uses }) => ({
          address,
          family: chain.name,
          network_id,
          spellings,
          entries: entries.map(entryFields),
          ...uses,
        })),
        with_memo: withMemo.map(entryFields),
        resembles: resembles && {
          kind: resembles.kind,
          address: resembles.address,
          network_id: resembles.networkId,
          id: resembles.id,
          name: resembles.name,
        },
        named_as: namedAs,
        sent_memos: sentMemos,
      }),
    ),
  }
}

function entryFields(entry: ListedEntry) {
  const { whitelist_id, whitelist_name, whitelist_type, asset_id, network_id, address, memo, uses } = entry
  return { whitelist_id, whitelist_name, whitelist_type, asset_id, network_id, address, memo, ...uses }
}
