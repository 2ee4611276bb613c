/**
 * Which asset a network takes its fees in. A record says how much a fee is and not of what; the rule that it is the network's own
 * asset is an assumption, and so is this list. A network whose id is not in it has none: no id of an asset is made up.
 */

/** The id of the asset in which a network takes its fees; null where that is not known. */
export function feeAssetOf(networkId: string | null): string | null {
  return networkId === null ? null : (feeAssets.get(networkId) ?? null)
}

/** How that is known, in a sentence for whoever reads a figure that stands on it. */
export const feeAssetAssumption =
  'No record says what a fee is paid in: it is taken to be the network’s own asset, and left open where the network’s id is not known.'

const ownCoins =
  'BTC ETH POL SOL XRP ADA DOT ATOM TRX XLM LTC BCH DOGE DASH ZEC ETC AVAX NEAR ALGO XTZ KSM SUI APT HBAR TIA INJ SEI'

/** Networks that have a coin of their own are called after it; those that take another's, with the network as its suffix. */
const feeAssets: ReadonlyMap<string, string> = new Map([
  ...ownCoins.split(' ').map((coin) => [coin, coin] as const),
  ['ARB', 'ETH_ARB'],
  ['OP', 'ETH_OP'],
  ['BASE', 'ETH_BASE'],
])
