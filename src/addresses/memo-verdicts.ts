/** What is to be said of an address on a whitelist because of its memo. */

import { type Evidence, everyName, inWords, namesHere, type Verdict } from './evidence.ts'
import { memoFault, needsMemo, withoutNeededMemo, wrongMemoHarm } from './memo.ts'

/** One address and another memo are another customer of the same exchange. */
export function wrongMemo(evidence: Evidence): Verdict | null {
  const { memo } = evidence
  const memos = memosHere(evidence)
  const fault = memoFault(memo, memos)
  if (fault !== 'zeros' && fault !== 'other') return null
  const listed = listedIn(memos)
  return {
    tone: 'danger',
    title:
      fault === 'zeros'
        ? 'On a whitelist, but the memo lost its leading zeros'
        : 'On a whitelist, but with a different memo',
    sentence: `It is on a whitelist with the memo ${inWords(listed, 'or')}, but came with the memo ${memo}. ${wrongMemoHarm}`,
    action: sendWith(listed),
  }
}

/** The entry has a memo, and none came with the address. */
export function memoNeeded(evidence: Evidence): Verdict | null {
  const memos = memosHere(evidence)
  if (evidence.memo !== null || memoFault('', memos) !== 'missing') return null
  const listed = listedIn(memos)
  return {
    tone: 'warning',
    title: `On a whitelist, but needs ${listed.length === 1 ? `the memo ${listed[0]}` : 'a memo'}`,
    sentence: `It belongs to ${everyName(namesHere(evidence.names, evidence.networkId))}. Without the memo, a payment may be lost.`,
    action: sendWith(listed),
  }
}

/** The network needs a memo and the entry has none; or one came with the address that the entry has not. */
export function memoNotListed(evidence: Evidence): Verdict | null {
  const { networkId, assetId, names, memo } = evidence
  const here = namesHere(names, networkId)
  const isExtra =
    memoFault(memo, memosHere(evidence)) === 'extra' &&
    needsMemo(here[0]?.networkId ?? null, assetId) !== false
  if (isExtra)
    return {
      tone: 'warning',
      title: 'On a whitelist, but without this memo',
      sentence: `It belongs to ${everyName(here)}. The entry has no memo, but the address came with the memo ${memo}.`,
      action: 'Ask its owner whether the memo is right before you send.',
    }
  // Where the same asset stands there with a memo too, that is the one to use.
  const hasMemo = (id: string) =>
    here.some(({ assetIds, memos }) => assetIds.some((one, at) => one === id && memos[at] !== null))
  const lacking = withoutNeededMemo(here, assetId).flatMap(({ assetIds }) => assetIds)
  if (lacking.every(hasMemo)) return null
  return {
    tone: 'warning',
    title: 'On a whitelist, but its memo is missing',
    sentence: `It belongs to ${everyName(here)}. Receivers on this network usually ask for a memo, but the entry has none. Without it, a payment may be lost.`,
    action: 'Ask its owner for the memo before you send.',
  }
}

/** The memos of the entries that a payment may be for; none where it may go to an own vault. */
function memosHere({ names, networkId, assetId }: Evidence): readonly (string | null)[] {
  const here = namesHere(names, networkId)
  if (here.some(({ kind }) => kind === 'vault')) return []
  return here.flatMap(({ memos, assetIds }) =>
    memos.filter((_memo, at) => assetId === null || assetIds[at] === assetId),
  )
}

function listedIn(memos: readonly (string | null)[]): readonly string[] {
  return [...new Set(memos.flatMap((memo) => memo ?? []))]
}

function sendWith(memos: readonly string[]): string {
  return memos.length === 1
    ? `Send with the memo ${memos[0]}.`
    : `Send with the memo of the whitelist you mean: ${inWords(memos, 'or')}.`
}
