/**
 * Whether a network's addresses are shared, so that a receiver such as an exchange can tell its customers apart only by a memo, tag
 * or comment beside the address.
 */
import { base58xrp } from '@scure/base'
import { familyOf } from './families.ts'
import type { KnownAddress } from './known.ts'
import type { FamilyName } from './network-ids.ts'

/**
 * Whether receivers ask for a memo on this network: true where they usually do, false where the network has none, null where it is
 * not known. Without a network it goes by the asset, whose id may be a network's ('XRP') or end in one ('USDC_XLM').
 */
export function needsMemo(networkId: string | null, assetId: string | null): boolean | null {
  const family = [networkId, assetId, assetId?.split(/[_-]/).at(-1) ?? null]
    .map(familyOf)
    .find(({ isKnown }, at) => isKnown || (at === 0 && networkId !== null))
  return family?.isKnown ? (needs.get(family.name) ?? null) : null
}

/**
 * Whether an address has its memo in it, so that none is needed beside it: Stellar's M… (SEP-23), and the XRP Ledger's X… (XLS-5) but
 * for one that says of itself that it has no tag. No checksum is looked at.
 */
export function holdsMemo(address: string, networkId: string | null): boolean {
  const { name } = familyOf(networkId)
  const text = address.trim()
  return (name === 'Stellar' && text.startsWith('M')) || (name === 'XRP Ledger' && hasTag(text))
}

/** Behind two bytes of prefix and twenty of account, one byte says whether there is a tag. */
function hasTag(address: string): boolean {
  if (!/^X[1-9A-HJ-NP-Za-km-z]{46}$/.test(address)) return address.startsWith('X')
  return base58xrp.decode(address)[22] !== 0
}

/** How the memo of a payment is not that of the entry: it has none, lost its leading zeros, has another, or has one where the entry has none. */
export type MemoFault = 'missing' | 'zeros' | 'other' | 'extra'

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

/**
 * Where memos are usual, by published word: XRP Ledger, xrpl.org, "Require Destination Tags"; Stellar, SEP-29, "Account Memo
 * Requirements"; XRP, Stellar and EOS, Sumsub's "Memo and tag-based network transactions"; EOS, Kava, Sei and Stellar (must), XRP and TON
 * (may), Alchemy Pay's "Memo List". ATOM and HBAR stand in exchanges' own guides; the other chains of Cosmos share its accounts and
 * its memo field. On the rest each customer has an address. Algorand has a note that some ask for and most do not: not known.
 */
const memos: Readonly<Record<FamilyName, boolean | null>> = {
  EVM: false,
  Rootstock: false,
  Bitcoin: false,
  'Bitcoin testnet': false,
  'Bitcoin Cash': false,
  Litecoin: false,
  Dogecoin: false,
  Dash: false,
  Zcash: false,
  Solana: false,
  'XRP Ledger': true,
  Stellar: true,
  TRON: false,
  Cardano: false,
  Polkadot: false,
  Kusama: false,
  Algorand: null,
  Tezos: false,
  TON: true,
  Aptos: false,
  Sui: false,
  NEAR: false,
  Hedera: true,
  EOS: true,
  'Cosmos Hub': true,
  Osmosis: true,
  Celestia: true,
  dYdX: true,
  Injective: true,
  Kava: true,
  Sei: true,
  Juno: true,
  Axelar: true,
  Noble: true,
  Stride: true,
  THORChain: true,
}

const needs = new Map<string, boolean | null>(Object.entries(memos))
