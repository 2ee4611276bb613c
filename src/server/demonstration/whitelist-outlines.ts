import type { WhitelistType } from '../../contract/enumerations.ts'

/** Whom a whitelist stands for, which decides which vaults send to it: none to an idle one, and nothing comes from it. */
export type WhitelistKind = 'exchange' | 'desk' | 'client' | 'fund' | 'vendor' | 'payroll' | 'idle'

/** A whitelist before it has an id and addresses. An asset that is named twice gets two addresses. */
export interface WhitelistOutline {
  readonly name: string
  readonly type: WhitelistType
  readonly kind: WhitelistKind
  /** The exchange behind it: whitelists of one exchange share its addresses and differ in their memos. */
  readonly hub?: string
  readonly assetIds: readonly string[]
}

function own(kind: WhitelistKind, name: string, assetIds: string, hub?: string): WhitelistOutline {
  return outline('my_organization', kind, name, assetIds, hub)
}

function other(kind: WhitelistKind, name: string, assetIds: string, hub?: string): WhitelistOutline {
  return outline('third_party', kind, name, assetIds, hub)
}

function outline(
  type: WhitelistType,
  kind: WhitelistKind,
  name: string,
  assetIds: string,
  hub: string | undefined,
): WhitelistOutline {
  return { type, kind, name, assetIds: assetIds.split(' '), ...(hub === undefined ? {} : { hub }) }
}

/**
 * Forty whitelists as they should be: our own accounts elsewhere, and everybody else. People and small firms are
 * invented. Those that are not as they should be stand in `odd-whitelists.ts`.
 */
export const whitelistOutlines: readonly WhitelistOutline[] = [
  own('exchange', 'Kraken – Settlement', 'BTC ETH USDT_ETH USDC_ETH XRP XLM', 'kraken'),
  own('exchange', 'Kraken – Treasury', 'BTC XRP ADA DOT ATOM SOL', 'kraken'),
  own('exchange', 'Coinbase Prime – Trading', 'BTC ETH USDC_ETH USDC_ARB ETH_ARB SOL', 'coinbase'),
  own('exchange', 'Coinbase Prime – Staking rewards', 'ETH ATOM ADA', 'coinbase'),
  own('exchange', 'Bitstamp – EUR off-ramp', 'BTC XRP XLM USDC_ETH', 'bitstamp'),
  own('exchange', 'Bitfinex – Margin collateral', 'USDT_ETH USDT_TRX TRX LINK_ETH', 'bitfinex'),
  own('exchange', 'LMAX Digital – Collateral', 'BTC ETH USDC_ETH'),
  own('exchange', 'SFOX – Liquidity', 'BTC ETH USDC_ETH LINK_ETH'),
  own('fund', 'Group Treasury Zürich', 'BTC ETH USDC_ETH'),
  own('fund', 'Group Treasury Singapore', 'BTC USDT_ETH USDT_TRX'),
  own('fund', 'Legacy custodian – migration', 'BTC ETH SOL ADA DOT ATOM'),
  own('fund', 'Disaster recovery – sealed wallets', 'BTC ETH SOL XRP'),
  own('fund', 'Own bank – tokenised deposits', 'USDC_ETH USDC_POL'),
  own('vendor', 'Gas station – EVM', 'ETH ETH_ARB POL'),
  other('desk', 'Aldermoor OTC', 'BTC ETH USDT_ETH USDC_ETH'),
  other('desk', 'Brightwater Market Making', 'BTC ETH SOL USDC_SOL USDC_ARB USDT_ETH'),
  other('desk', 'Cormorant Trading', 'ETH USDC_ETH ETH_ARB USDC_ARB LINK_ETH'),
  other('desk', 'Halcyon Block Desk', 'BTC USDT_ETH USDT_TRX'),
  other('desk', 'Kestrel Liquidity', 'SOL USDC_SOL XRP'),
  other('desk', 'Nordhavn OTC', 'BTC USDC_ETH XRP XLM'),
  other('desk', '東京デジタル証券 OTC', 'BTC ETH XRP'),
  other('desk', 'Sete Mares Câmbio', 'USDT_TRX USDC_POL BTC'),
  other('client', 'Arbour Family Office', 'BTC ETH'),
  other('client', 'Castellan Pension Fund', 'BTC ETH ADA DOT'),
  other('client', 'Deltaquist AG', 'BTC USDC_ETH'),
  other('client', 'Ferncliff Capital', 'ETH LINK_ETH USDC_ETH USDT_ETH ATOM'),
  other('client', 'Grupo Aurora', 'USDT_TRX TRX USDC_POL'),
  other('client', 'Jasmine Payments', 'USDT_TRX TRX XLM XRP', 'jasmine'),
  other('client', 'Lindqvist & Söner', 'BTC ADA'),
  other('client', 'Maison Verlaine', 'ETH USDC_ETH'),
  other('client', 'Polaris Validators Fund', 'SOL ATOM DOT ADA'),
  other('client', 'Saguaro Ventures', 'SOL USDC_SOL ETH USDC_ARB'),
  other('client', 'شركة الواحة للاستثمار', 'BTC USDT_TRX USDT_ETH'),
  other('client', '한빛 자산운용', 'BTC ETH XRP'),
  other('vendor', 'Ironbark Cloud', 'USDC_ETH USDC_POL'),
  other('vendor', 'Meridian Audit LLP', 'USDC_ETH'),
  other('vendor', 'Quillon Data Feeds', 'LINK_ETH USDC_POL XLM'),
  other('payroll', 'Payroll – Contractors EMEA', 'USDC_POL USDC_POL USDC_POL USDC_ETH USDC_ETH XLM'),
  other('payroll', 'Payroll – Contractors LATAM', 'USDC_POL USDC_POL USDC_POL USDC_POL'),
  other('payroll', 'Payroll – Contractors APAC', 'USDC_ETH USDC_POL XLM XLM'),
]
