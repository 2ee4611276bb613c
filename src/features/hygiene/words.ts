/** How findings are called, why each is one, and what could not be checked. */

import type { MemoFault } from '../../addresses/memo.ts'
import { counted, countText } from '../../contract/count-text.ts'
import type { FindingKind } from '../../url/reviews.ts'
import type { NotChecked, Review, Severity } from './findings.ts'

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

/** The page, and what it is before anything was read. */
export const page = {
  title: 'Whitelist review',
  back: 'All whitelists',
  invitation: 'Review your whitelists',
  introduction: 'Reads every whitelist and every transaction, and looks for:',
  reading: 'Reads every whitelist, then every transaction. Keep this page open until it is done.',
}

/** Where there is nothing to list. */
export const nothing = {
  title: 'No findings',
  text: 'None of these kinds was found.',
  ofKind: 'None found.',
  onPage: 'No findings on this page.',
}
export const doubtsTitle = 'Records may be missing from this review'

/** Over the addresses of a finding, and of more than it shows. */
export const wentTo = 'Where it went'
export const withMemoHere = 'Listed with a memo here:'
export const moreAddresses = (count: number) => `And ${countText(count)} more. The files list all of them.`

/** Among what it was found: "in 43 whitelists with 151 addresses". */
export function sentenceOf({ findings, whitelists, addresses }: Review): string {
  const among = `in ${counted(whitelists, 'whitelist')} with ${counted(addresses, 'address', 'addresses')}`
  if (whitelists === 0 && findings.length === 0) return 'There are no whitelists to review'
  return findings.length === 0 ? `Nothing found ${among}` : `${counted(findings.length, 'finding')} ${among}`
}

/** What nothing is claimed of, one sentence for each that occurs. */
export function notCheckedSentences({
  checksum,
  memo,
  without_address: withoutAddress,
  withdrawals_without_address: withdrawals,
  unclear_transactions: unclear,
}: NotChecked): readonly string[] {
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

/** Why something is a finding: whole sentences, without names from outside. */
export const reasons = {
  /** Of an address on no whitelist: what it looks like, and whom its transactions name. */
  unlisted: (named: 'other-addresses' | 'unlisted-whitelist' | null, likeness: string | null) =>
    `${likeness === null ? '' : `${likeness} `}${
      named === 'other-addresses'
        ? 'The transaction names a whitelist that does not have this address.'
        : named === 'unlisted-whitelist'
          ? 'The transaction names a whitelist that the service does not list.'
          : 'No whitelist has this address.'
    }`,
  nearlyTrusted: (typo: string) => `It is nearly a trusted address: ${typo}.`,
  likeTrusted: 'It looks like a trusted address, but is different.',
  alike: (count: number, isNearlySame: boolean, unused: number) =>
    `${countText(count)} listed addresses ${
      isNearlySame ? 'are nearly the same.' : 'begin and end the same, but differ in between.'
    }${
      unused > 0 && unused < count
        ? ` ${unused === 1 ? 'One' : countText(unused)} of them ${unused === 1 ? 'was' : 'were'} never used.`
        : ''
    }`,
  nearlyOwn: 'A listed address is almost the same as one of your own.',
  likeOwn: 'A listed address begins and ends like one of your own, but differs in between.',
  severalNames: (whitelists: number, toldApart: 'all' | 'some' | 'none', spellings: number) =>
    `${countText(whitelists)} whitelists have this address, and ${
      toldApart === 'all'
        ? 'their memos tell them apart.'
        : toldApart === 'some'
          ? 'their memos do not tell all of them apart.'
          : 'nothing tells them apart.'
    }${spellings > 1 ? ` It is written in ${countText(spellings)} ways.` : ''}`,
  notValid: (reason: string) => `Not a valid address of its network: ${reason}.`,
  missingMemo: (withMemo: number) =>
    withMemo > 0
      ? `The same address is listed ${withMemo === 1 ? 'elsewhere' : counted(withMemo, 'time')} with a memo. Without it, a payment may be credited to nobody.`
      : 'On this network, exchanges and others with a shared address need a memo. Only an address with a single owner does without.',
  otherMemo: (fault: MemoFault, withdrawals: number) =>
    `${counted(withdrawals, 'completed withdrawal')} ${memoFaults[fault]}`,
  neverUsed: (elsewhere: number) =>
    elsewhere === 0
      ? 'No transaction goes to this address.'
      : `No transaction goes to it under this name and in this asset. ${counted(elsewhere, 'goes', 'go')} to the same address under another name or in another asset.`,
}

const memoFaults: Readonly<Record<MemoFault, string>> = {
  missing: 'without the entry’s memo.',
  zeros: 'with the entry’s memo, but without its leading zeros.',
  other: 'with a memo other than the entry’s.',
  extra: 'with a memo, although the entry has none.',
}
