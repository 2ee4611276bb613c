/**
 * Whether a network's addresses are shared, so that a receiver such as an exchange can tell its customers apart only by a memo, tag
 * or comment beside the address.
 */
import { chainOf } from '../chains/index.ts'
import { type Evidence, everyName, inWords, namesHere, type Verdict } from './evidence.ts'
import type { KnownAddress } from './known.ts'

/**
 * Whether receivers ask for a memo on this network: true where they usually do, false where the network has none, null where it is
 * not known. Without a network it goes by the asset, whose id may be a network's ('XRP') or end in one ('USDC_XLM').
 */
export function needsMemo(networkId: string | null, assetId: string | null): boolean | null {
  const chain = [networkId, assetId, assetId?.split(/[_-]/).at(-1) ?? null]
    .map(chainOf)
    .find(({ isKnown }, at) => isKnown || (at === 0 && networkId !== null))
  return chain?.usesMemo ?? null
}

/**
 * Whether an address has its memo in it, so that none is needed beside it: Stellar's M… (SEP-23), and the XRP Ledger's X… (XLS-5) but
 * for one that says of itself that it has no tag. No checksum is looked at.
 */
export function holdsMemo(address: string, networkId: string | null): boolean {
  const { addressWithMemo } = chainOf(networkId)
  const text = address.trim()
  return (
    addressWithMemo !== undefined &&
    text.startsWith(addressWithMemo.prefix) &&
    (addressWithMemo.hasMemo?.(text) ?? true)
  )
}

/** Whether receivers usually ask for a memo beside this address. */
export function needsSeparateMemo(
  address: string,
  networkId: string | null,
  assetId: string | null,
): boolean {
  return needsMemo(networkId, assetId) === true && !holdsMemo(address, networkId)
}

/** How the memo of a payment is not that of the entry: it has none, lost its leading zeros, has another, or has one where the entry has none. */
export type MemoFault = 'missing' | 'zeros' | 'other' | 'extra'

/** Why a memo that is not the entry's matters. */
export const wrongMemoHarm = 'With the wrong memo, a payment is credited to somebody else or to nobody.'

/** Holds the memo of a payment against those of all entries that it may be for. Null where one of them has it, and where nothing was said. */
export function memoFault(sent: string | null, listed: readonly (string | null)[]): MemoFault | null {
  const memos = listed.map((memo) => memo?.trim() ?? '')
  const memo = sent?.trim()
  if (memo === undefined || memos.length === 0 || memos.includes(memo)) return null
  if (memo === '') return 'missing'
  if (memos.every((one) => one === '')) return 'extra'
  return memos.some((one) => /^0+\d/.test(one) && one.replace(/^0+/, '') === memo.replace(/^0+/, ''))
    ? 'zeros'
    : 'other'
}

/** The entries of whitelists that lack a memo which their network needs, each with the assets for which it lacks. */
export function withoutNeededMemo(
  known: readonly KnownAddress[],
  assetId: string | null = null,
): readonly { readonly known: KnownAddress; readonly assetIds: readonly string[] }[] {
  return known.flatMap((one) => {
    if (one.kind !== 'whitelist' || holdsMemo(one.address, one.networkId)) return []
    const lacking = one.assetIds.filter(
      (id, at) =>
        one.memos[at] === null &&
        (assetId === null || id === assetId) &&
        needsMemo(one.networkId, id) === true,
    )
    return lacking.length > 0 ? [{ known: one, assetIds: lacking }] : []
  })
}

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
