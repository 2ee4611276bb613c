/** Loads hash functions, so a page's first rows must not need it. */

import { bitcoinChains } from './bitcoin.ts'
import { cardano } from './cardano.ts'
import { asciiLowerCase, type Chain, type ChainDefinition } from './chain.ts'
import { cosmosChains } from './cosmos.ts'
import { evmChains } from './evm.ts'
import { algorand, eos, hedera, moveChains, near, solana, tezos, tron } from './others.ts'
import { polkadotChains } from './polkadot.ts'
import { stellar } from './stellar.ts'
import { ton } from './ton.ts'
import { xrp } from './xrp.ts'

export type { Validity } from './chain.ts'
export {
  type Chain,
  canonicalAddress,
  fixedPrefix,
  foldedAddress,
  isCaseless,
  type SplitAddress,
} from './chain.ts'

const definitions: readonly ChainDefinition[] = [
  ...evmChains,
  ...bitcoinChains,
  solana,
  xrp,
  stellar,
  tron,
  cardano,
  ...polkadotChains,
  algorand,
  tezos,
  ton,
  ...moveChains,
  near,
  hedera,
  eos,
  ...cosmosChains,
]

/** In display order. */
export const chains: readonly Chain[] = definitions.map((chain) => ({ ...chain, isKnown: true }))

/** Takes ids and usual aliases in any case. Same chain, same object. */
export function chainOf(networkId: string | null): Chain {
  const id = networkId?.trim() ?? ''
  if (id === '') return withoutNetwork
  const met = metIds.get(id)
  if (met !== undefined) return met
  const name = asciiLowerCase(id)
  const chain = byNetworkId.get(plainId(id)) ?? unknownChains.get(name) ?? unknownChain(id)
  if (!chain.isKnown) unknownChains.set(name, chain)
  metIds.set(id, chain)
  return chain
}

/** Cached by spelling: every address of every page asks. */
const metIds = new Map<string, Chain>()

const withoutNetwork = unknownChain('')

const unknownChains = new Map<string, Chain>()

const byNetworkId = new Map(
  chains.flatMap((chain) =>
    [chain.name, ...chain.ids.split(/\s+/)].map((id) => [plainId(id), chain] as const),
  ),
)

/** "ETH-Mainnet" and "eth" are one network. CAIP-2 calls EVM chains "eip155:1" and so on. */
function plainId(networkId: string): string {
  if (/^eip155[:-]\d{1,20}$/i.test(networkId)) return 'evm'
  return asciiLowerCase(networkId)
    .replace(/[ _.:/-]+/g, '')
    .replace(/mainnet$/, '')
}

/** May be an EVM chain, so EVM-shaped accounts compare without case. */
function unknownChain(name: string): Chain {
  return { name, ids: '', isKnown: false, caselessPrefix: /^0x(?=[0-9a-f]{40}$)/i, usesMemo: null }
}
