/** How findings are called, and what they mean for whoever reads them. */
import { counted } from '../../contract/count-text.ts'
import type { FindingKind } from '../../url/reviews.ts'
import type { Finding, NotChecked, Severity } from './findings.ts'
import { type ReadReview, reviewLists } from './read.ts'

/** Kinds of findings: name, and what they mean. */
export const kindWords: Readonly<Record<FindingKind, { readonly label: string; readonly meaning: string }>> =
  {
    'unlisted-withdrawal': {
      label: 'Withdrawals to addresses on no whitelist',
      meaning: 'Completed withdrawals to an address that is on no whitelist and is not known to be your own.',
    },
    'other-memo': {
      label: 'Withdrawals with a different memo',
      meaning:
        'Completed withdrawals to a whitelisted address, without the entry’s memo or with a different one.',
    },
    'look-alike': {
      label: 'Entries that look alike',
      meaning:
        'Different addresses that are easily mistaken for one another: they share their first four characters after the fixed prefix and their last four, or differ in only a few characters.',
    },
    'failed-checksum': {
      label: 'Failed checksums',
      meaning:
        'Entries that are not valid addresses of their network. They may be mistyped, cut off, or meant for another network.',
    },
    'missing-memo': {
      label: 'Missing memos',
      meaning: 'Entries without a memo on networks where receivers usually ask for one.',
    },
    'several-names': {
      label: 'One address under several names',
      meaning:
        'Several whitelists have the same address. Unless memos tell them apart, a payment to one is a payment to all.',
    },
    'never-used': {
      label: 'Entries never used',
      meaning:
        'No transaction, whatever its status, has gone to them. An entry that nobody needs can still be chosen by mistake.',
    },
  }

/** How grave a finding is, by name. */
export const severityLabels: Readonly<Record<Severity, string>> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
}

/** Among what it was found: "in 43 whitelists with 151 addresses". */
export function sentenceOf({ findings, whitelists, addresses }: ReadReview): string {
  const among = `in ${counted(whitelists, 'whitelist')} with ${counted(addresses, 'address', 'addresses')}`
  if (whitelists === 0 && findings.length === 0) return 'There are no whitelists to review'
  return findings.length === 0 ? `Nothing found ${among}` : `${counted(findings.length, 'finding')} ${among}`
}

/** Whether both lists are proved to have been read whole. */
export function isWhole({ lists }: ReadReview): boolean {
  return reviewLists.every((list) => lists[list].completeness === 'complete')
}

/** Why they are not, in sentences. */
export function doubtsOf({ lists }: ReadReview): readonly string[] {
  return reviewLists.flatMap((list) =>
    lists[list].doubts.map((doubt) => `${list === 'whitelists' ? 'Whitelists' : 'Transactions'}: ${doubt}`),
  )
}

/** When the last list was read to its end. */
export function asOf({ lists }: ReadReview): string {
  return lists.transactions.ended
}

/** What nothing is claimed of, one sentence for each that occurs. */
export function notCheckedSentences(counts: NotChecked): readonly string[] {
  const { withoutAddress, checksum, memo, withdrawals, unclear } = counts
  return [
    checksum > 0 &&
      `The checksum of ${counted(checksum, 'entry', 'entries')}: ${checksum === 1 ? 'it has' : 'they have'} none as written, or the format is unknown.`,
    memo > 0 &&
      `Whether ${counted(memo, 'entry needs', 'entries need')} a memo: the console does not know whether the network uses memos.`,
    withoutAddress > 0 && `${counted(withoutAddress, 'entry', 'entries')} without an address.`,
    withdrawals > 0 && `${counted(withdrawals, 'completed withdrawal')} without a destination address.`,
    unclear > 0 &&
      `${counted(unclear, 'transaction')} to addresses on no whitelist: the type or status is missing.`,
  ].filter((sentence) => sentence !== false)
}

/** How many findings of each kind there are. */
export function countByKind(findings: readonly Finding[]): ReadonlyMap<FindingKind, number> {
  const counts = new Map<FindingKind, number>()
  for (const { kind } of findings) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return counts
}
