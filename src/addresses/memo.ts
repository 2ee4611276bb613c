/** Customers of an exchange may share one address. Only a memo, tag or comment tells them apart. */
import { chainOf, splitMemo } from '../chains/index.ts'

/** Null if unknown. Without a network, uses the asset's id, which may be or end in a network: 'USDC_XLM'. */
export function needsMemo(networkId: string | null, assetId: string | null): boolean | null {
  const chain = [networkId, assetId, assetId?.split(/[_-]/).at(-1) ?? null]
    .map(chainOf)
    .find(({ isKnown }, at) => isKnown || (at === 0 && networkId !== null))
  return chain?.usesMemo ?? null
}

/** Stellar's M… and the XRP Ledger's X… embed a memo, except an X… that says that it has none. */
export function holdsMemo(address: string, networkId: string | null): boolean {
  return (splitMemo(address, networkId)?.memo ?? null) !== null
}

export function needsSeparateMemo(
  address: string,
  networkId: string | null,
  assetId: string | null,
): boolean {
  return needsMemo(networkId, assetId) === true && !holdsMemo(address, networkId)
}

/** `extra`: the whitelist entry has no memo. */
export type MemoFault = 'missing' | 'zeros' | 'other' | 'extra'

export const wrongMemoHarm = 'With the wrong memo, a payment is credited to somebody else or to nobody.'

/** Compares with every entry that may be meant. Null if one matches, or if no memo was named. */
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
