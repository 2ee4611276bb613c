import type { MemoFault } from '../../addresses/memo.ts'
import { counted, countText } from '../../contract/count-text.ts'

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
