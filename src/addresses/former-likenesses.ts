/**
 * Addresses that were sent to before are trusted no more for it, but one that looks like them is made to: poisoners forge addresses of those who are
 * paid. The source of a deposit is left out, since anybody can send something.
 */
import { type Chain, canonicalAddress, chainOf, plainAddress } from '../chains/index.ts'
import type { FormerDestination } from '../contract/addresses.ts'
import { closeness, LikenessIndex, type Resemblance } from './likeness.ts'
import { formsOf } from './spellings.ts'

export type FormerLookAlike = { readonly former: FormerDestination } & Resemblance

export class FormerLikenesses {
  readonly #indexes = new Map<Chain, LikenessIndex<FormerDestination>>()

  constructor(destinations: readonly FormerDestination[]) {
    for (const former of destinations) {
      const chain = chainOf(former.network_id)
      const index = this.#indexes.get(chain) ?? new LikenessIndex(chain)
      this.#indexes.set(chain, index)
      for (const form of formsOf(former.address, former.network_id, chain)) index.add(form, former)
    }
  }

  /** Closest first, without the address itself. One equal end is left out: among thousands, some share it by chance. Null searches every chain. */
  find(address: string, networkId: string | null): readonly FormerLookAlike[] {
    const [chain, unplaced] = [chainOf(networkId), chainOf(null)]
    const chains = chain === unplaced ? [...this.#indexes.keys()] : [chain, unplaced]
    return chains
      .flatMap((one) => this.#findOn(one, address, one === unplaced ? null : networkId))
      .sort((one, other) => closeness(one) - closeness(other))
  }

  #findOn(chain: Chain, address: string, networkId: string | null): readonly FormerLookAlike[] {
    const texts = new Set([address, plainAddress(address, networkId)])
    const own = new Set([...texts].map((text) => canonicalAddress(text, chain)))
    return [...(this.#indexes.get(chain)?.find(texts) ?? [])].flatMap(([former, resemblance]) =>
      resemblance.likeness === 'one-end' || own.has(canonicalAddress(former.address, chain))
        ? []
        : [{ former, ...resemblance }],
    )
  }
}
