import type { AddressFacts } from '../../addresses/book.ts'
import type { LookAlike } from '../../addresses/known.ts'
import { withHiddenNamed } from '../untrusted-text.ts'

/** Why one should look twice before one sends to an address. */
export type Caution =
  /** It is not trusted, and shows the same ends as one that is. */
  | { readonly kind: 'look-alike'; readonly lookAlikes: readonly LookAlike[] }
  /** It is no address of its network; `checksum`: its form is right, so that it is mistyped rather than misplaced. */
  | { readonly kind: 'failed'; readonly checksum: boolean; readonly reason: string }
  /** It is not trusted, and shares one end with one that is: a lesser notice. */
  | { readonly kind: 'one-end'; readonly lookAlikes: readonly LookAlike[] }

/** What is wrong with an address, the worst of it; null where nothing is, and where nothing can be said. */
export function cautionOf(facts: AddressFacts | null): Caution | null {
  if (facts === null) return null
  const { lookAlikes, validity } = facts
  const both = lookAlikes.filter(({ likeness }) => likeness === 'both-ends')
  if (both.length > 0) return { kind: 'look-alike', lookAlikes: both }
  if (validity.kind === 'failed')
    return { kind: 'failed', checksum: validity.checksum, reason: validity.reason }
  return lookAlikes.length > 0 ? { kind: 'one-end', lookAlikes } : null
}

/** Whether copying it asks first: one end alike alone is chance more often than not. */
export function asksBeforeCopy(caution: Caution | null): caution is Exclude<Caution, { kind: 'one-end' }> {
  return caution !== null && caution.kind !== 'one-end'
}

/** What is the matter, for a title and for those who listen. */
export function inOneSentence(caution: Caution): string {
  if (caution.kind === 'failed') return `Not an address of this network: ${caution.reason}`
  const [first, ...others] = caution.lookAlikes
  const name = withHiddenNamed(first?.known.name || first?.known.id || 'a known address')
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  return caution.kind === 'look-alike'
    ? `Looks like ${name}${more}, and is another address`
    : `Shares one end with ${name}${more}, and is another address`
}
