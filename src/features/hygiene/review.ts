/**
 * A review of the whitelists: records in, findings out. Whitelists first and whole, then the transactions, page after page: what is
 * kept of them grows with the number of addresses, not of transactions.
 */
import type { Transaction, Whitelist } from '../../api/records.ts'
import { findingKinds } from '../../url/reviews.ts'
import { type Finding, type Review, severities } from './findings.ts'
import { createListed } from './listed.ts'
import { listedFindings } from './listed-findings.ts'
import { createUnlisted } from './unlisted.ts'

/** A review while it is made. */
export interface Reviewing {
  addWhitelists(whitelists: readonly Whitelist[]): void
  addTransactions(transactions: readonly Transaction[]): void
  result(): Review
}

/** Begins a review. */
export function beginReview(): Reviewing {
  const listed = createListed()
  const unlisted = createUnlisted()
  const whitelists: Whitelist[] = []
  const counts = { transactions: 0, withdrawals: 0, unclear: 0 }

  function look(transaction: Transaction): void {
    unlisted.learn(transaction)
    const { destination_address: address } = transaction.destination
    const isWithdrawal = isCompletedWithdrawal(transaction)
    if (address === null || address.trim() === '') {
      if (isWithdrawal) counts.withdrawals += 1
    } else if (!listed.use(transaction, address, isWithdrawal === true)) {
      if (isWithdrawal) unlisted.add(transaction, address)
      else if (isWithdrawal === null) counts.unclear += 1
    }
  }

  return {
    addWhitelists(page) {
      for (const whitelist of page) {
        whitelists.push(whitelist)
        listed.add(whitelist)
      }
    },
    addTransactions(page) {
      counts.transactions += page.length
      for (const transaction of page) look(transaction)
    },
    result() {
      const { findings, unchecked } = listedFindings(listed.addresses(), unlisted.own())
      return {
        findings: inOrder([...unlisted.findings(whitelists, listed.has), ...findings]),
        whitelists: listed.whitelists,
        addresses: listed.entries,
        transactions: counts.transactions,
        notChecked: {
          without_address: listed.withoutAddress,
          ...unchecked,
          withdrawals_without_address: counts.withdrawals,
          unclear_transactions: counts.unclear,
        },
      }
    },
  }
}

/** Null where a missing type or status leaves it open. */
function isCompletedWithdrawal({ transaction_type, status }: Transaction): boolean | null {
  const certainlyNot =
    (transaction_type !== null && transaction_type !== 'withdraw') ||
    (status !== null && status !== 'completed')
  if (certainlyNot) return false
  return transaction_type === null || status === null ? null : true
}

function inOrder(findings: readonly Finding[]): readonly Finding[] {
  const keyed = findings.map((finding) => ({ finding, key: sortKey(finding) }))
  return keyed
    .sort(
      ({ key: one }, { key: other }) =>
        one.kind - other.kind ||
        one.severity - other.severity ||
        other.transactions - one.transactions ||
        (one.text < other.text ? -1 : one.text > other.text ? 1 : 0),
    )
    .map(({ finding }) => finding)
}

function sortKey({ kind, severity, subjects: [subject] }: Finding) {
  const [entry] = subject.entries
  const { transactions } = subject.uses
  return {
    kind: findingKinds.indexOf(kind),
    severity: severities.indexOf(severity),
    // What was never used at all comes before what is used under another name.
    transactions: kind === 'never-used' ? -transactions : transactions,
    text: JSON.stringify([entry?.whitelist_name ?? '', entry?.asset_id ?? '', subject.address]),
  }
}
