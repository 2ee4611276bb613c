/** What a check says besides its verdict. The verdicts stand in `src/addresses`: verdict.ts, memo-verdicts.ts, verdict-so-far.ts. */

import type { LookAlike } from '../../addresses/known.ts'
import { typoInWords } from '../../addresses/typo.ts'
import type { Validity } from '../../chains/index.ts'
import { counted, countText } from '../../contract/count-text.ts'

/** The page before anything was pasted. */
export const introduction = {
  title: 'Paste an address before anybody sends to it',
  text: 'Shows whether an address is on a whitelist or one of your vaults, or only looks like one, whether its format is valid, and whether it was used before. Only the custody service is asked.',
}

/** Under the empty field. */
export const nothingEntered = 'Paste or type an address first.'

/** Of an address that has its memo in it, such as X… of the XRP Ledger. */
export function takenApart(entered: string, memo: string | null): string {
  return `${entered} contains this address and ${memo === null ? 'says that it has no memo' : `the memo ${memo}`}.`
}

/** In place of the verdict while it is not there. */
export const checking = { title: 'Checking …', text: 'Reading whitelists and transactions.' }

/** How alike the addresses are, over the comparison. */
export function likenessInWords(lookAlike: LookAlike): string {
  switch (lookAlike.likeness) {
    case 'typo':
      return `It is nearly the same: ${typoInWords(lookAlike.typo)}.`
    case 'both-ends':
      return 'It begins and ends the same, but is a different address:'
    case 'one-end':
      return 'It begins or ends the same, but is a different address:'
  }
}

/** Where nobody has the address. */
export const unknownOwner = {
  waiting: 'Whitelists are being read.',
  failed: 'The whitelists could not be read.',
  read: (comparedWith: number, whitelists: number) =>
    `It is not among the ${countText(comparedWith)} known addresses: those of ${counted(whitelists, 'whitelist')}, and those of your vaults that transactions show.`,
}

/** What went to it, and what came from it. */
export const historyEnds = {
  sent: { title: 'Sent to it', never: 'The service lists no transactions to it.' },
  received: { title: 'Received from it', never: 'The service lists no transactions from it.' },
}

/** Whether a memo is needed beside the address. */
export const memoNeed = {
  within: 'The address includes its memo. No separate memo is needed.',
  usual: 'On this network, receivers such as exchanges usually ask for a memo.',
  onSome:
    'On some of the networks it may belong to, receivers usually ask for a memo. Choose the network to be sure.',
  none: 'This network does not use memos.',
  unknown: 'The console does not know whether this network needs a memo.',
}

/** What entries of whitelists have as memo, beside the one that came with the address. */
export const memoEntries = {
  listed: (name: string, memo: string) => `${name} has it with the memo ${memo}.`,
  lacking: (name: string, assetIds: readonly string[]) =>
    `${name} has no memo for ${assetIds.join(', ')}, but receivers on its network usually ask for one.`,
  same: (memo: string) => `The address came with the memo ${memo}, which the whitelist has too.`,
  other: (memo: string, hasEntries: boolean) =>
    `The address came with the memo ${memo}${hasEntries ? ', which no entry has' : ''}.`,
}

/** Whether it is an address of a network. */
export function validityInWords(validity: Validity): string {
  if (validity.kind === 'unchecked') return 'Not checked: the console does not know this format.'
  if (validity.kind === 'failed') return `Not valid: ${validity.reason}.`
  return validity.checksum
    ? 'Valid format and checksum.'
    : 'Valid format. Written this way, it has no checksum that would reveal a mistake.'
}

/** Of an address of none of the networks that are known. */
export const unknownFormat =
  'Its format matches none of the networks that the console knows. It may belong to another network.'

/** For which spellings of the address the service was asked; the spellings follow where there are several. */
export function spellingsInWords(count: number): string {
  return count === 1
    ? 'The service compares addresses exactly. It was asked for this one exactly as written.'
    : `The service compares addresses exactly. It was asked for ${count} spellings of this one:`
}

/** Where the service did not keep to the filter. */
export const otherTransactions = {
  leftOut: 'The service also returned transactions without this address. They were left out.',
  unread: 'It has more that were not read, and some of those may have this address.',
}
