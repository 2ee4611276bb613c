/** The names of an account, with which the words of a text are compared. */
import { folded } from '../list/rank.ts'

export interface PartyName {
  readonly kind: 'vault' | 'whitelist' | 'party'
  readonly id: string
  readonly name: string
  readonly type: string | null
}

export interface CodeName {
  readonly id: string
  readonly name: string
}

/** Ids are distinct within each. */
export interface SearchNames {
  readonly parties: readonly PartyName[]
  readonly assets: readonly CodeName[]
  readonly networks: readonly CodeName[]
}

/** By its id or its whole name, in any case. */
export function isCalled({ id, name }: CodeName, text: string): boolean {
  const wanted = folded(text)
  return folded(id) === wanted || folded(name) === wanted
}

/** The assets that a word is the id, the ticker or the name of. USDC is the ticker of USDC_ETH. */
export function assetsCalled(
  text: string,
  { assets }: SearchNames,
  isOrdinary: (word: string) => boolean,
): readonly CodeName[] {
  const wanted = folded(text)
  // An ordinary word is an asset only where it is written like one.
  const isMeant = (name: string) => (isOrdinary(wanted) ? name === text : folded(name) === wanted)
  const ways: readonly ((asset: CodeName) => boolean)[] = [
    ({ id }) => isMeant(id),
    ({ id }) => isMeant(id.split(/[_.-]/)[0] ?? ''),
    ({ name }) => isMeant(name),
  ]
  for (const way of ways) {
    const all = assets.filter(way)
    if (all.length > 0) return all
  }
  return []
}
