import { type NetworkId, networks } from './networks.ts'
import { type Random, randomFrom } from './prng.ts'
import { recordId } from './record-ids.ts'

/** Whom a vault delegates to: a validator, or on Cardano a stake pool. */
export interface Validator {
  readonly id: string
  readonly name: string
  readonly address: string
  readonly type: 'validator' | 'stake pool'
}

/** The validators and stake pools of the books that belong to a seed, by network id. */
export function buildValidators(seed: number): ReadonlyMap<string, readonly Validator[]> {
  return new Map(
    staked.map((networkId) => {
      const { validator } = networks[networkId]
      if (validator === undefined) throw new RangeError(`nobody validates ${networkId}`)
      const random = randomFrom(seed, `validators/${networkId}`)
      return [networkId, names[networkId].map((name) => build(random, networkId, name, validator(random)))]
    }),
  )
}

type StakedNetwork = Extract<NetworkId, 'ETH' | 'SOL' | 'ADA' | 'DOT' | 'ATOM'>

const staked: readonly StakedNetwork[] = ['ETH', 'SOL', 'ADA', 'DOT', 'ATOM']

/** On Ethereum an operator runs many validators, each with its own key. */
const ethereumOperators = ['Northwind Staking', 'Blockhelm', 'Attestra', 'Quorum Peak']

const names: Readonly<Record<StakedNetwork, readonly string[]>> = {
  ETH: Array.from({ length: 48 }, (_, index) => {
    const operator = ethereumOperators[index % ethereumOperators.length]
    return `${operator} ${String(1 + Math.floor(index / ethereumOperators.length)).padStart(2, '0')}`
  }),
  SOL: ['Northwind Staking', 'Helio Validator', 'Lanternfish', 'Blockhelm', 'Epoch Nine'],
  ADA: ['[FJORD] Fjord Stake Pool', '[OLIVE] Olive Grove', '[KOBE] 神戸プール', '[LYNX] Lynx Pool'],
  DOT: ['Northwind Staking', 'Paralight', 'Relayhaus', 'Dotwright'],
  ATOM: ['Blockhelm', 'Cosmonaut Collective', 'Interchain Orchard', 'Attestra'],
}

function build(random: Random, networkId: StakedNetwork, name: string, address: string): Validator {
  const isPool = networkId === 'ADA'
  return {
    id: recordId(random, isPool ? 'spl' : 'vld'),
    name,
    address,
    type: isPool ? 'stake pool' : 'validator',
  }
}
