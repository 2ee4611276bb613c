/**
 * Whether a network's addresses are shared, so that a receiver such as an exchange can tell its customers apart only by a memo, tag
 * or comment beside the address.
 */
import { chainOf } from '../chains/index.ts'
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
