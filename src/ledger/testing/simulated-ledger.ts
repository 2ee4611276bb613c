/** Ledgers of vaults with what they held at the end of every day, by a simulation of its own: whole units, and none of the product's rules. */
import * as fc from 'fast-check'
import type { Transaction, Vault } from '../../contract/normal-records.ts'
import { normaliseTransaction, normaliseVault } from '../../sync/service/normalise.ts'
import { balancesOf } from '../balances.ts'
import { createMovementLedger } from '../movement-ledger.ts'
import { type BalanceProof, proveBalances } from '../prove-balances.ts'

const vaultIds = ['v1', 'v2', 'v3'] as const
/** Assets by network, the network's own first. What network Q takes its fees in stands in no list. */
export const assetsOf = { ETH: ['ETH', 'USDC_ETH'], BTC: ['BTC'], Q: ['QQ', 'TOKEN_Q'] } as const
export type Network = keyof typeof assetsOf
const networkNames: Readonly<Record<Network, string>> = { ETH: 'Ethereum', BTC: 'Bitcoin', Q: 'Q' }
const networks: readonly Network[] = ['ETH', 'BTC', 'Q']

/** How a service takes fees, as it would say it itself. */
export type Fees = 'sender' | 'sender-same-asset' | 'within-amount' | 'receiver' | 'nobody'
export const allFees: readonly Fees[] = ['sender', 'sender-same-asset', 'within-amount', 'receiver', 'nobody']

const types = ['deposit', 'withdraw', 'rebalance', 'stake', 'unstake', 'claim', 'change pool'] as const
const statuses = ['pending', 'processing', 'confirming', 'rejected', 'cancelled', 'failed'] as const

export interface Step {
  readonly type: (typeof types)[number]
  readonly status: 'completed' | (typeof statuses)[number]
  readonly vault: number
  readonly other: number
  readonly network: Network
  readonly asset: number
  readonly amount: number
  readonly fee: number
  readonly later: number
}

export const steps = fc.array(
  fc.record<Step>({
    type: fc.constantFrom(...types),
    status: fc.oneof(
      { weight: 4, arbitrary: fc.constant('completed' as const) },
      fc.constantFrom(...statuses),
    ),
    vault: fc.nat(2),
    other: fc.nat(2),
    network: fc.constantFrom(...networks),
    asset: fc.nat(1),
    amount: fc.nat(1_000_000),
    fee: fc.nat(50),
    later: fc.nat(3),
  }),
  { maxLength: 60 },
)

export interface SimulatedLedger {
  readonly transactions: readonly { readonly transaction: Transaction; readonly day: number }[]
  readonly vaults: readonly Vault[]
  readonly firstDay: number
  readonly today: number
  /** Thousandths at the end of a day, by `vault asset`. */
  balanceAt(day: number, vault: string, asset: string): bigint
}

export function simulate(list: readonly Step[], fees: Fees): SimulatedLedger {
  const firstDay = 19_000
  let day = firstDay
  const held = new Map<string, bigint>()
  const byDay = new Map<number, ReadonlyMap<string, bigint>>()
  const add = (vault: string, asset: string, amount: bigint) =>
    held.set(`${vault} ${asset}`, (held.get(`${vault} ${asset}`) ?? 0n) + amount)
  const transactions = list.map((step, index) => {
    for (let later = 0; later < step.later; later++) byDay.set(day++, new Map(held))
    if (step.status === 'completed') apply(step, fees, add)
    return { day, transaction: sentTransaction(step, `t${index}`) }
  })
  byDay.set(day, new Map(held))
  return {
    transactions,
    firstDay,
    today: day,
    balanceAt: (at, vault, asset) =>
      (at < firstDay ? undefined : byDay.get(Math.min(at, day)))?.get(`${vault} ${asset}`) ?? 0n,
    vaults: vaultIds.map((vault) =>
      normaliseVault({
        vault_id: vault,
        vault_name: `Vault ${vault}`,
        vault_type: vault === 'v3' ? 'warm' : 'cold',
        assets: networks.flatMap((network_id) =>
          assetsOf[network_id].map((asset_id) => ({
            asset_id,
            network_id,
            network_name: networkNames[network_id],
            // Staked, in processing and claimable make no difference: the rest is available.
            balances: {
              total_balance: thousandthsText((held.get(`${vault} ${asset_id}`) ?? 0n) + 700n),
              available_balance: thousandthsText((held.get(`${vault} ${asset_id}`) ?? 0n) - 500n),
              processing_balance: '0.2',
              staking_balance: '0.3',
              claimable_balance: '0.7',
            },
          })),
        ),
      }),
    ),
  }
}

function partiesOf({ vault, other, network, asset }: Step) {
  const assets = assetsOf[network]
  return {
    vault: vaultIds[vault] ?? 'v1',
    other: vaultIds[other] ?? 'v1',
    own: assets[0],
    asset: assets[asset % assets.length] ?? assets[0],
  }
}

function apply(step: Step, fees: Fees, add: (vault: string, asset: string, amount: bigint) => unknown): void {
  const { type, amount, fee } = step
  const { vault, other, own, asset } = partiesOf(step)
  const value = BigInt(amount)
  if (type === 'deposit' || type === 'claim') add(vault, asset, value)
  if (type === 'withdraw' || type === 'rebalance') add(vault, asset, -value)
  if (type === 'rebalance') add(other, asset, value)
  const isSenderPaying = fees === 'sender' || fees === 'sender-same-asset'
  const payer = type === 'rebalance' && !isSenderPaying ? other : vault
  // Somebody else sends a deposit, and receives a withdrawal.
  const isOfOther = (type === 'deposit' && isSenderPaying) || (type === 'withdraw' && !isSenderPaying)
  if (fees === 'nobody' || isOfOther) return
  add(payer, fees === 'sender' || fees === 'receiver' ? own : asset, -BigInt(fee))
}

function sentTransaction(step: Step, transaction_id: string): Transaction {
  const { type, status, amount, fee, network: network_id } = step
  const { vault, other, asset } = partiesOf(step)
  const partner =
    { deposit: 'external', withdraw: 'whitelist', stake: 'validator' }[type as string] ?? 'network'
  const isIncoming = type === 'deposit' || type === 'claim'
  const [from, to] = isIncoming ? [null, vault] : [vault, type === 'rebalance' ? other : null]
  return normaliseTransaction({
    transaction_id,
    status,
    transaction: {
      ...{ transaction_type: type, asset_id: asset, network_id },
      ...{ amount: thousandthsText(amount), fee: thousandthsText(fee) },
      source: { source_type: from ? 'vault' : partner, source_id: from ?? 'x' },
      destination: { destination_type: to ? 'vault' : partner, destination_id: to ?? 'x' },
    },
  })
}

export function thousandthsText(thousandths: bigint | number): string {
  const digits = BigInt(thousandths)
  const sign = digits < 0n ? '-' : ''
  const all = (digits < 0n ? -digits : digits).toString().padStart(4, '0')
  return `${sign}${all.slice(0, -3)}.${all.slice(-3)}`
}

export interface Simulated {
  readonly vaults: readonly Vault[]
  readonly transactions: readonly { readonly transaction: Transaction; readonly day: number | null }[]
}

/** Settled as of the last reading, with every transaction on its day. */
export function settled({ transactions, vaults }: Simulated): BalanceProof {
  const keeper = createMovementLedger()
  for (const { transaction, day } of transactions) keeper.enter(transaction, day)
  return proveBalances(keeper.book(), balancesOf(vaults))
}

/** Steps that no other rule explains: of tokens, in two vaults, each with a fee of its own. */
export const telling: readonly Step[] = (['deposit', 'withdraw', 'rebalance', 'stake'] as const).flatMap(
  (type, index) =>
    [0, 1].flatMap((vault) =>
      (['ETH', 'Q'] as const).map((network, at) => ({
        type,
        status: 'completed' as const,
        vault,
        other: 1 - vault,
        network,
        asset: 1,
        amount: 1000 + index + 10 * vault,
        fee: 7 ** (index + 1) + at + 3 * vault,
        later: 1,
      })),
    ),
)
