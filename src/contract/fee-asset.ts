/** Records give the amount of a fee, but not its asset: it is decided by what explains the balances. */

export interface FeeDecision {
  readonly rule: {
    readonly payer: 'sender' | 'receiver' | null
    readonly asset: 'network' | 'transaction'
  }
  readonly networks: readonly {
    readonly network_id: string | null
    readonly asset_id: string | null
    /** Set where no balance confirms it, so that it is taken for transactions in that asset alone. */
    readonly isUnconfirmed?: true
  }[]
}

interface OnNetwork {
  readonly asset_id: string | null
  readonly network_id: string | null
}

/** In which asset the fee of a transaction is paid. Null where that is not known, and where no vault pays. */
export function paidFeeAsset(
  { rule, networks }: FeeDecision,
  { asset_id, network_id }: OnNetwork,
): string | null {
  if (rule.payer === null) return null
  if (rule.asset === 'transaction') return asset_id
  const found = networks.find((each) => each.network_id === network_id)
  if (found?.isUnconfirmed && found.asset_id !== asset_id) return null
  return found ? found.asset_id : feeAssetOf(network_id)
}

/** The network's own asset, which is an assumption, and so is this list. */
export function feeAssetOf(networkId: string | null): string | null {
  return networkId === null ? null : (feeAssets.get(networkId) ?? null)
}

const ownCoins =
  'BTC ETH POL SOL XRP ADA DOT ATOM TRX XLM LTC BCH DOGE DASH ZEC ETC AVAX NEAR ALGO XTZ KSM SUI APT HBAR TIA INJ SEI XDC'

/** A network's own coin has the network's id; a borrowed coin gets the network as a suffix. */
const feeAssets: ReadonlyMap<string, string> = new Map([
  ...ownCoins.split(' ').map((coin) => [coin, coin] as const),
  ['ARB', 'ETH_ARB'],
  ['OP', 'ETH_OP'],
  ['BASE', 'ETH_BASE'],
])
