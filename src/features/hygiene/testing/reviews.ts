/** Reviews in short, and addresses for them. */
import type { Transaction, Whitelist } from '../../../api/records.ts'
import type { FindingKind } from '../../../url/reviews.ts'
import type { Finding, Review } from '../findings.ts'
import { beginReview } from '../review.ts'

/** The review of all these. */
export function reviewOf(
  whitelists: readonly Whitelist[],
  transactions: readonly Transaction[] = [],
): Review {
  const review = beginReview()
  review.addWhitelists(whitelists)
  review.addTransactions(transactions)
  return review.result()
}

/** What it finds of one kind. */
export function found(
  kind: FindingKind,
  whitelists: readonly Whitelist[],
  transactions?: readonly Transaction[],
): readonly Finding[] {
  return reviewOf(whitelists, transactions).findings.filter((finding) => finding.kind === kind)
}

/** An address of the EVM in small letters: of those no checksum is claimed. */
export const one = `0xabcd${'0'.repeat(32)}1234`

/** Another that begins and ends like it. */
export const alike = `0xabcd${'7'.repeat(32)}1234`

/** Another that is like neither. */
export const other = `0x${'9'.repeat(40)}`

/** An entry on a network that needs memos, without one. */
export const xrp = { address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', asset: 'XRP', network: 'XRP' }
