import type { Asset } from './assets.ts'
import { type Holding, openHolding } from './ledger.ts'
import type { Aim, Vault } from './vaults.ts'

/** One asset in one vault: what it is meant to hold, and what it holds now. */
export interface Position extends Aim {
  readonly vault: Vault
  readonly holding: Holding
  /** The position that pays its fees; undefined where it pays them itself. */
  readonly payer: Position | undefined
}

/** Empty positions for all that the vaults are meant to hold; the network's own asset before what it pays for. */
export function openPositions(vaults: readonly Vault[]): readonly Position[] {
  return vaults.flatMap((vault) => {
    const open = (aim: Aim, payer: Position | undefined): Position => ({
      ...aim,
      vault,
      holding: openHolding(vault.id, aim.asset),
      payer,
    })
    const payers = vault.aims.filter((aim) => aim.asset.isNative).map((aim) => open(aim, undefined))
    const tokens = vault.aims
      .filter((aim) => !aim.asset.isNative)
      .map((aim) => open(aim, payerOf(aim.asset, payers)))
    return [...payers, ...tokens]
  })
}

/** Available, processing, staking and claimable together, in base units. */
export function total({ holding }: Position): bigint {
  return holding.available + holding.processing + holding.staking + holding.claimable
}

/** The position that, measured by what it is meant to hold, has the less in all. */
export function emptier(one: Position, other: Position): Position {
  return total(one) * other.target <= total(other) * one.target ? one : other
}

/** The position that, measured by what it is meant to hold, has the more available. */
export function fuller(one: Position, other: Position): Position {
  return one.holding.available * other.target >= other.holding.available * one.target ? one : other
}

function payerOf(asset: Asset, payers: readonly Position[]): Position {
  const payer = payers.find((position) => position.asset.id === asset.network.nativeAssetId)
  if (payer === undefined)
    throw new RangeError(`no ${asset.network.nativeAssetId} to pay the fees of ${asset.id}`)
  return payer
}
