/** Loads hash functions, so a page's first rows must not need it. */

import { bitcoinChains } from './bitcoin.ts'
import { cardano } from './cardano.ts'
import {
  asciiLowerCase,
  type Chain,
  type ChainDefinition,
  canonicalAddress,
  memoApart,
  type SplitAddress,
} from './chain.ts'
import { cosmosChains } from './cosmos.ts'
import { evmChains } from './evm.ts'
import { polkadotChains } from './polkadot.ts'
import { algorand, eos, hedera, moveChains, near, solana, tezos, tron } from './single-chains.ts'
import { stellar } from './stellar.ts'
import { ton } from './ton.ts'
import { xrp } from './xrp.ts'

export {
  type Chain,
  canonicalAddress,
  fixedPrefix,
  foldedAddress,
  type Validity,
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

/** Takes ids and usual aliases in any case. Same chain, same object, as far as the console knows it. */
export function chainOf(networkId: string | null): Chain {
  const id = networkId?.trim() ?? ''
  const name = asciiLowerCase(id)
  if (name === '') return withoutNetwork
  const known = cached.get(name)
  if (known) return known
  const chain = byNetworkId.get(plainId(id)) ?? unknownChain(id)
  // Names are the services' own, and the gateway meets those of all accounts.
  if (cached.size >= mostCached) cached.clear()
  cached.set(name, chain)
  return chain
}

const byNetworkId = new Map(
  chains.flatMap((chain) =>
    [chain.name, ...chain.ids.split(/\s+/)].map((id) => [plainId(id), chain] as const),
  ),
)

/** Without a network, an address with a memo in it is still one. */
const withoutNetwork: Chain = {
  ...unknownChain(''),
  canonical: (address) => unknownAccount(splitMemo(address, null)?.address ?? address),
}

/** Every address of every page asks. */
const cached = new Map<string, Chain>()
const mostCached = 1000

/** "ETH-Mainnet" and "eth" are one network. CAIP-2 calls EVM chains "eip155:1" and so on. */
function plainId(networkId: string): string {
  if (/^eip155[:-]\d{1,20}$/i.test(networkId)) return 'evm'
  return asciiLowerCase(networkId)
    .replace(/[ _.:/-]+/g, '')
    .replace(/mainnet$/, '')
}

/** May be an EVM chain, so EVM-shaped accounts compare without case. */
function unknownChain(name: string): Chain {
  return {
    name,
    ids: '',
    isKnown: false,
    caselessPrefix: /^0x(?=[0-9a-f]{40}$)/i,
    canonical: unknownAccount,
    usesMemo: null,
  }
}

function unknownAccount(address: string): string {
  const [, account] = /^(?:[a-z][a-z0-9-]{0,31}:)?(0x[0-9a-f]{40})$/i.exec(address) ?? []
  return account === undefined ? address : asciiLowerCase(account)
}

/** Splits an address with an embedded memo. Null for any other, and for a damaged one. Null network: tries every chain. */
export function splitMemo(address: string, networkId: string | null): SplitAddress | null {
  const text = address.trim()
  for (const chain of networkId === null ? chains : [chainOf(networkId)]) {
    const apart = memoApart(text, chain)
    if (apart) return apart
  }
  return null
}

export function plainAddress(address: string, networkId: string | null): string {
  return splitMemo(address, networkId)?.address ?? address
}

/** Tells whether an address on a network is this one, however it is spelled. Remembers what it compared. */
export function sameAccount(address: string): (other: string | null, networkId: string | null) => boolean {
  const verdicts = new Map<Chain, Map<string, boolean>>()
  return (other, networkId) => {
    if (other === null || other === '') return false
    if (other === address) return true
    const chain = chainOf(networkId)
    const compared = verdicts.get(chain) ?? new Map<string, boolean>()
    verdicts.set(chain, compared)
    const verdict = compared.get(other) ?? canonicalAddress(other, chain) === canonicalAddress(address, chain)
    compared.set(other, verdict)
    return verdict
  }
}
