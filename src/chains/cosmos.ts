/** The chains of Cosmos: Bech32 with a prefix of the chain's own, and a memo field. */
import { type ChainDefinition, oneOf } from './chain.ts'
import { bech32Bytes, encodeBech32 } from './encoding.ts'
import { evmCheck } from './evm.ts'

export const cosmosChains: readonly ChainDefinition[] = [
  {
    ...chain('Cosmos Hub', 'cosmos', 'atom cosmos cosmoshub cosmoshub4'),
    burnAddresses: ['cosmos1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqnrql8a'],
  },
  chain('Osmosis', 'osmo', 'osmo osmosis osmosis1'),
  chain('Celestia', 'celestia', 'tia celestia'),
  chain('dYdX', 'dydx', 'dydx dydxchain dydxmainnet1'),
  chain('Injective', 'inj', 'inj injective injective1', true),
  chain('Kava', 'kava', 'kava kava222210', true),
  chain('Sei', 'sei', 'sei pacific1', true),
  chain('Juno', 'juno', 'juno juno1'),
  chain('Axelar', 'axelar', 'axl axelar axelardojo1'),
  chain('Noble', 'noble', 'noble noble1'),
  chain('Stride', 'stride', 'strd stride stride1'),
  chain('THORChain', 'thor', 'rune thorchain thorchain1'),
]

/**
 * Accounts have 20 bytes, contracts and module accounts 32. Some chains accept addresses of the EVM, too. Exchanges ask for a memo:
 * their guides for ATOM, and Alchemy Pay's "Memo List" for Kava and Sei.
 */
function chain(name: string, prefix: string, ids: string, withEvm = false): ChainDefinition {
  const accounts = bech32Bytes([prefix], [20, 32])
  const validators = bech32Bytes([`${prefix}valoper`, `${prefix}valcons`], [20])
  return {
    name,
    ids,
    caselessPrefix: new RegExp(`^(?:${prefix}(?:valoper|valcons)?1|0x)?`, 'i'),
    check: oneOf(`${prefix}1`, [
      [new RegExp(`^${prefix}1`, 'i'), accounts],
      [new RegExp(`^${prefix}val(?:oper|cons)1`, 'i'), validators],
      ...(withEvm ? [[/^0x/i, evmCheck] as const] : []),
    ]),
    usesMemo: true,
  }
}

/** A 20-byte account of the Cosmos Hub as `cosmos1…`. */
export function cosmosAddress(account: Uint8Array): string {
  return encodeBech32('cosmos', account)
}

/** The operator address `cosmosvaloper1…` of a validator's 20-byte account. */
export function cosmosValidator(account: Uint8Array): string {
  return encodeBech32('cosmosvaloper', account)
}
