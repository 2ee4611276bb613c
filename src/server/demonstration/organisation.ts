import { type Asset, assets } from './assets.ts'
import type { Network } from './networks.ts'
import { type Random, randomFrom } from './prng.ts'
import { buildValidators, type Validator } from './validators.ts'
import { buildVaults, type Vault } from './vaults.ts'
import { buildWhitelists, type Whitelist, type WhitelistAddress } from './whitelists.ts'

/** Everything about the demonstration's organisation that no transaction changes. */
export interface Organisation {
  readonly vaults: readonly Vault[]
  readonly whitelists: readonly Whitelist[]
  /** The whitelisted addresses of one asset. */
  whitelisted(asset: Asset): readonly WhitelistAddress[]
  /** The validators or stake pools of a network on which the organisation stakes. */
  validators(network: Network): readonly Validator[]
  /** The address of somebody unknown; some of them come again and again. */
  outsider(random: Random, network: Network): string
}

/** The organisation of a seed. */
export function buildOrganisation(seed: number): Organisation {
  const whitelists = buildWhitelists(seed)
  const entries = whitelists.flatMap((whitelist) => whitelist.addresses)
  const byAsset = new Map(
    assets.map(({ id }) => [id, entries.filter(({ asset }) => asset.id === id)] as const),
  )
  const validators = buildValidators(seed)
  return {
    vaults: buildVaults(seed),
    whitelists,
    whitelisted: (asset) => byAsset.get(asset.id) ?? [],
    validators: (network) => validators.get(network.id) ?? [],
    outsider: outsiders(seed),
  }
}

/** How many strangers a network has. */
const crowd = 1500

/**
 * Strangers are made when they are first met. Each has a source of chance of its own, so that a stranger's
 * address does not depend on who came before.
 */
function outsiders(seed: number): Organisation['outsider'] {
  const met = new Map<string, string>()
  return (random, network) => {
    // Drawn twice: low numbers are regular customers.
    const key = `outsider/${network.id}/${random.below(random.below(crowd) + 1)}`
    const known = met.get(key)
    if (known !== undefined) return known
    const address = network.address(randomFrom(seed, key))
    met.set(key, address)
    return address
  }
}
