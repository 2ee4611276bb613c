import type { AddressFacts } from '../../addresses/book.ts'
import type { KnownAddress, LookAlike } from '../../addresses/known.ts'
import type { Mismatch } from '../../addresses/named-party.ts'
import { isSameNetwork, typoInWords } from '../../addresses/party.ts'
import type { SameKey } from '../../chains/chain.ts'
import { withHiddenNamed } from '../untrusted-text.ts'

/** Why an address needs a second look before someone pays to it. The worst comes first. */
export type Caution =
  /** Not trusted, and nearly the same as one that is. */
  | { readonly kind: 'typo'; readonly lookAlikes: readonly [Mistyped, ...Mistyped[]] }
  /** Not trusted, with the same ends as one that is. */
  | { readonly kind: 'look-alike'; readonly lookAlikes: readonly LookAlike[] }
  /** No address of its network. `checksum`: the form is right, so it is mistyped rather than misplaced. */
  | { readonly kind: 'failed'; readonly checksum: boolean; readonly reason: string }
  /** The service’s name for it does not belong to it. */
  | Mismatch
  /** Not trusted, with one end of one that is: a lesser notice. */
  | { readonly kind: 'one-end'; readonly lookAlikes: readonly LookAlike[] }

type Mistyped = Extract<LookAlike, { likeness: 'typo' }>

export function cautionOf(facts: AddressFacts | null, mismatch: Mismatch | null = null): Caution | null {
  if (facts === null) return mismatch
  const { lookAlikes, validity } = facts
  const [typo, ...typos] = lookAlikes.filter((one) => one.likeness === 'typo')
  if (typo) return { kind: 'typo', lookAlikes: [typo, ...typos] }
  const both = lookAlikes.filter(({ likeness }) => likeness === 'both-ends')
  if (both.length > 0) return { kind: 'look-alike', lookAlikes: both }
  if (validity.kind === 'failed')
    return { kind: 'failed', checksum: validity.checksum, reason: validity.reason }
  const ofSameKey = validity.kind === 'valid' && validity.sameKey ? otherForm(validity.sameKey) : null
  return mismatch ?? ofSameKey ?? (lookAlikes.length > 0 ? { kind: 'one-end', lookAlikes } : null)
}

function otherForm({ network, here }: SameKey): Mismatch {
  return {
    kind: 'other-network',
    sentence: `Written for ${network}, not for this network`,
    meaning: `On this network the same key is ${here}.`,
  }
}

/** One equal end alone is usually chance. */
export function asksBeforeCopy(caution: Caution | null): boolean {
  return caution !== null && ['typo', 'look-alike', 'failed'].includes(caution.kind)
}

/** Whether money went, or would go, elsewhere than it seems. */
export function isAlarm(caution: Caution | null): caution is Caution {
  return caution !== null && (asksBeforeCopy(caution) || ['other-address', 'memo'].includes(caution.kind))
}

export function inOneSentence(caution: Caution): string {
  if (caution.kind === 'failed') return `Not an address of this network: ${caution.reason}`
  if ('lookAlikes' in caution) {
    const [first, ...others] = caution.lookAlikes
    const name = withHiddenNamed(first?.known.name || first?.known.id || 'a known address')
    const more = others.length === 0 ? '' : ` and ${others.length} more`
    if (caution.kind === 'typo')
      return `Nearly the address of ${name}; ${typoInWords(caution.lookAlikes[0].typo)}`
    return caution.kind === 'look-alike'
      ? `Looks like ${name}${more}, but is a different address`
      : `Shares one end with ${name}${more}, but is a different address`
  }
  return withHiddenNamed(caution.sentence)
}

interface NameShown {
  readonly known: KnownAddress
  /** The name belongs to the address on another network. */
  readonly isElsewhere: boolean
}

/** The name for a row: on this network if there is one. */
export function nameInRow(names: readonly KnownAddress[], networkId: string | null): NameShown | null {
  const known = names.find((name) => isSameNetwork(name.networkId, networkId)) ?? names[0]
  return known ? nameOn(known, networkId) : null
}

/** All names but that of `namedId` on this network. */
export function otherNames(
  names: readonly KnownAddress[],
  networkId: string | null,
  namedId: string | null,
): readonly NameShown[] {
  return names
    .map((known) => nameOn(known, networkId))
    .filter(({ known, isElsewhere }) => isElsewhere || known.id === null || known.id !== namedId)
}

function nameOn(known: KnownAddress, networkId: string | null): NameShown {
  return { known, isElsewhere: !isSameNetwork(known.networkId, networkId) }
}
