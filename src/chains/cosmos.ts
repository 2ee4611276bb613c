import { type ChainDefinition, oneOf } from './chain.ts'
import { bech32Bytes } from './encoding.ts'
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

/** 20 bytes for accounts, 32 for contracts and modules. Memos: exchanges' guides for ATOM, Alchemy Pay's "Memo List" for Kava and Sei. */
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
