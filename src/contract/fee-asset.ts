/** Records give the amount of a fee, but not its asset. The network's own asset is an assumption, and so is this list. */

export function feeAssetOf(networkId: string | null): string | null {
  return networkId === null ? null : (feeAssets.get(networkId) ?? null)
}

export const feeAssetAssumption =
  'Records do not say in which asset a fee is paid. The network’s own asset is assumed, and none where the network is not known.'

const ownCoins =
  'BTC ETH POL SOL XRP ADA DOT ATOM TRX XLM LTC BCH DOGE DASH ZEC ETC AVAX NEAR ALGO XTZ KSM SUI APT HBAR TIA INJ SEI XDC'

/** A network's own coin has the network's id; a borrowed coin gets the network as a suffix. */
const feeAssets: ReadonlyMap<string, string> = new Map([
  ...ownCoins.split(' ').map((coin) => [coin, coin] as const),
  ['ARB', 'ETH_ARB'],
  ['OP', 'ETH_OP'],
  ['BASE', 'ETH_BASE'],
])
