/** Memos: on some networks customers of an exchange share its address, and only a memo, tag or comment tells them apart. */
import { chainOf } from '../chains/index.ts'
import type { KnownAddress } from './known.ts'

/** False if the network has no memos, null if it is not known. Without a network, the asset's id may be or end in one: 'USDC_XLM'. */
export function needsMemo(networkId: string | null, assetId: string | null): boolean | null {
  const chain = [networkId, assetId, assetId?.split(/[_-]/).at(-1) ?? null]
    .map(chainOf)
    .find(({ isKnown }, at) => isKnown || (at === 0 && networkId !== null))
  return chain?.usesMemo ?? null
}

/** Whether an address has its memo in it: Stellar's M…, and the XRP Ledger's X… unless it states that it has no tag. */
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

/** What is wrong with the memo of a payment; `extra`: the entry has none. */
export type MemoFault = 'missing' | 'zeros' | 'other' | 'extra'

export const wrongMemoHarm = 'With the wrong memo, a payment is credited to somebody else or to nobody.'

/** Compares the memo of a payment with those of all entries that it may be for. Null if one of them has it, or if no memo was named. */
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

/** Entries of whitelists without a memo that their network needs, with the assets for which it is missing. */
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
