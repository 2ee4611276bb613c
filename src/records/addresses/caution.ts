import type { AddressFacts } from '../../addresses/book.ts'
import type { LookAlike } from '../../addresses/known.ts'
import type { Mismatch } from '../../addresses/named-party.ts'
import { typoInWords } from '../../addresses/typo.ts'
import { withHiddenNamed } from '../untrusted-text.ts'

/** Why one should look twice at an address, before one sends to it or takes it for whose it is said to be. */
export type Caution =
  /** It is not trusted, and nearly one that is: a typo of whoever wrote it. */
  | { readonly kind: 'typo'; readonly lookAlikes: readonly [Mistyped, ...Mistyped[]] }
  /** It is not trusted, and shows the same ends as one that is. */
  | { readonly kind: 'look-alike'; readonly lookAlikes: readonly LookAlike[] }
  /** It is no address of its network; `checksum`: its form is right, so that it is mistyped rather than misplaced. */
  | { readonly kind: 'failed'; readonly checksum: boolean; readonly reason: string }
  /** The name that the service gives to it does not stand on it. */
  | Mismatch
  /** It is not trusted, and shares one end with one that is: a lesser notice. */
  | { readonly kind: 'one-end'; readonly lookAlikes: readonly LookAlike[] }

type Mistyped = Extract<LookAlike, { likeness: 'typo' }>

/** What is wrong with an address and the name on it, the worst of it; null where nothing is, and where nothing can be said. */
export function cautionOf(facts: AddressFacts | null, mismatch: Mismatch | null = null): Caution | null {
  if (facts === null) return mismatch
  const { lookAlikes, validity } = facts
  const [typo, ...typos] = lookAlikes.filter((one) => one.likeness === 'typo')
  if (typo) return { kind: 'typo', lookAlikes: [typo, ...typos] }
  const both = lookAlikes.filter(({ likeness }) => likeness === 'both-ends')
  if (both.length > 0) return { kind: 'look-alike', lookAlikes: both }
  if (validity.kind === 'failed')
    return { kind: 'failed', checksum: validity.checksum, reason: validity.reason }
  return mismatch ?? (lookAlikes.length > 0 ? { kind: 'one-end', lookAlikes } : null)
}

/** Whether copying it asks first: one end alike alone is chance more often than not. */
export function asksBeforeCopy(caution: Caution | null): boolean {
  return caution !== null && ['typo', 'look-alike', 'failed'].includes(caution.kind)
}

/** Whether it stands at the head of a record: money went, or would go, elsewhere than it seems. */
export function isAlarm(caution: Caution | null): caution is Caution {
  return caution !== null && (asksBeforeCopy(caution) || ['other-address', 'memo'].includes(caution.kind))
}

/** What is the matter, for a title and for those who listen. */
export function inOneSentence(caution: Caution): string {
  if (caution.kind === 'failed') return `Not an address of this network: ${caution.reason}`
  if ('lookAlikes' in caution) {
    const [first, ...others] = caution.lookAlikes
    const name = withHiddenNamed(first?.known.name || first?.known.id || 'a known address')
    const more = others.length === 0 ? '' : ` and ${others.length} more`
    if (caution.kind === 'typo')
      return `Almost the address of ${name}: ${typoInWords(caution.lookAlikes[0].typo)}`
    return caution.kind === 'look-alike'
      ? `Looks like ${name}${more}, but is a different address`
      : `Shares one end with ${name}${more}, but is a different address`
  }
  return withHiddenNamed(caution.sentence)
}
