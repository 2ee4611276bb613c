/** Short forms of the records of a review. What is left out has its most common value. */

import type { AcceptedFinding } from '../../contract/accepted-findings.ts'
import { dayLength } from '../../contract/day.ts'
import type { Transaction, Whitelist } from '../../contract/normal-records.ts'
import type { Basis, Report, ReportRow } from '../../contract/report.ts'
import { openEither } from '../../database/testing/databases.ts'
import { normaliseTransaction, normaliseWhitelist } from '../../sync/service/normalise.ts'
import type { FindingKind } from '../review/findings.ts'
import { reviewFindings } from '../review/review-findings.ts'
import { reviewReport } from '../review/review-report.ts'
import { type KeptItem, keptAccount } from './kept-account.ts'

export interface EntryInShort {
  readonly address: string | null
  readonly asset?: string | null
  readonly network?: string | null
  readonly memo?: string | null
}

/** A whitelist with its id as its name. */
export function reviewWhitelist(id: string | null, ...entries: readonly EntryInShort[]): Whitelist {
  return normaliseWhitelist({
    ...{ whitelist_id: id, whitelist_name: id, whitelist_type: 'third_party' },
    assets: entries.map(({ address, asset = 'ETH', network = 'ETH', memo = '' }) => ({
      ...{ asset_id: asset, network_id: network, address, memo },
    })),
  })
}

/** A transaction in short: `to` is its destination address, `named` the destination's id. */
export interface TransactionInShort {
  readonly id?: string
  readonly to: string | null
  readonly named?: string | null
  readonly kind?: string
  readonly from?: string
  readonly fromKind?: string
  readonly asset?: string | null
  readonly network?: string | null
  readonly amount?: string
  readonly type?: string | null
  readonly status?: string | null
  readonly memo?: string | null
}

/** A completed withdrawal of 1 ETH from a vault, unless the fields say otherwise. */
export function withdrawal({
  id = nextId(),
  to,
  named = '',
  kind = 'whitelist',
  from = 'own',
  fromKind = 'vault',
  asset = 'ETH',
  network = 'ETH',
  amount = '1',
  type = 'withdraw',
  status = 'completed',
  memo = null,
}: TransactionInShort): Transaction {
  return normaliseTransaction({
    ...{ transaction_id: id, status },
    transaction: {
      ...{ transaction_type: type, asset_id: asset, network_id: network, amount },
      source: { source_type: fromKind, source_id: 'vlt', source_name: 'Vault', source_address: from },
      destination: {
        ...{ destination_type: kind, destination_id: named, destination_name: named },
        ...{ destination_address: to, memo },
      },
    },
  })
}

export type Recorded = KeptItem[1]

export interface SpannedTransaction {
  readonly transaction: Transaction
  readonly recorded: Recorded
}

export function dayOfTests(day: number | null): Recorded {
  return day === null ? null : { from: day * dayLength, before: (day + 1) * dayLength }
}

/** Reviews of records that are kept in a database of this file of tests. */
export async function openReviews() {
  const database = await openEither()
  async function datedReviewOf(
    whitelists: readonly Whitelist[],
    transactions: readonly SpannedTransaction[],
    accepted: readonly AcceptedFinding[] = [],
    basis: Basis = completeBasis,
  ): Promise<Report> {
    const items = transactions.map(
      ({ transaction, recorded }): KeptItem => [transaction.received as object, recorded],
    )
    const account = await keptAccount(database, items, {
      whitelists: whitelists.map(({ received }) => received as object),
    })
    return await account.readMoment(async ({ destinations }) =>
      reviewReport(await reviewFindings(whitelists, destinations), accepted, basis),
    )
  }
  /** All of one day. */
  function reviewOf(
    whitelists: readonly Whitelist[],
    transactions: readonly Transaction[] = [],
    accepted: readonly AcceptedFinding[] = [],
  ): Promise<Report> {
    const recorded = dayOfTests(20_000)
    return datedReviewOf(
      whitelists,
      transactions.map((transaction) => ({ transaction, recorded })),
      accepted,
    )
  }
  const findingEvidence = async (
    kind: FindingKind,
    whitelists: readonly Whitelist[],
    transactions?: readonly Transaction[],
  ): Promise<readonly ReportRow[]> => evidenceIn(await reviewOf(whitelists, transactions), kind)
  return { datedReviewOf, reviewOf, findingEvidence }
}

export const completeBasis: Basis = {
  ...{ service: 'http://service.test', account: null, endpoints: [], doubts: [] },
  ...{ as_of: '2026-01-01T00:00:00.000Z', read_whole: null, read: { records: 0 } },
}

export function evidenceIn({ tables }: Report, kind: FindingKind): readonly ReportRow[] {
  return tables.flatMap(({ rows }) =>
    rows.flatMap(({ cells: { severity = null, kind: own }, parts = [] }) =>
      own === kind ? parts.map((part) => ({ ...part, cells: { severity, ...part.cells } })) : [],
    ),
  )
}

let made = 0

function nextId(): string {
  made += 1
  return `txn-${made}`
}

/** An EVM address in lower case, which has no checksum. */
export const one = `0xabcd${'0'.repeat(32)}1234`

export const alike = `0xabcd${'7'.repeat(32)}1234`

export const other = `0x${'9'.repeat(40)}`

/** An entry on a network that needs memos, without one. */
export const xrpEntry = { address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', asset: 'XRP', network: 'XRP' }
