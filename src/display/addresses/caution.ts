import type { AddressFacts } from '../../addresses/book.ts'
import type { KnownAddress, LookAlike } from '../../addresses/known-addresses.ts'
import type { Mismatch } from '../../addresses/named-party.ts'
import { isSameNetwork, typoInWords } from '../../addresses/party.ts'
import { withHiddenNamed } from '../untrusted-text.ts'

export interface Caution {
  readonly kind: keyof typeof cautionKinds
  /** Without a full stop. */
  readonly sentence: string
  /** What it means; null where the look-alikes show that. */
  readonly meaning: string | null
  readonly lookAlikes: readonly LookAlike[]
}

/**
 * `danger`: money went, or would go, elsewhere than it seems. Some of them ask before the address is copied. One equal end alone is usually
 * chance.
 */
export const cautionKinds = {
  typo: { tone: 'danger', word: 'Mistyped', asks: true },
  'look-alike': { tone: 'danger', word: 'Look-alike', asks: true },
  /** The form is right, so it is mistyped rather than misplaced. */
  checksum: { tone: 'danger', word: 'Checksum', asks: true },
  form: { tone: 'danger', word: 'Not valid', asks: true },
  'other-address': { tone: 'danger', word: 'Not its address', asks: false },
  'other-network': { tone: 'warning', word: 'Other network', asks: false },
  'other-asset': { tone: 'warning', word: 'Other asset', asks: false },
  memo: { tone: 'danger', word: 'Memo', asks: false },
  gone: { tone: 'neutral', word: 'Not listed', asks: false },
  'new-address': { tone: 'neutral', word: 'New address', asks: false },
  'one-end': { tone: 'neutral', word: 'One end', asks: false },
} as const

/** The worst of what is known of an address, and of the service’s name for it. */
export function cautionOf(facts: AddressFacts | null, mismatch: Mismatch | null = null): Caution | null {
  const { lookAlikes = [], validity = null } = facts ?? {}
  const typos = lookAlikes.filter((one) => one.likeness === 'typo')
  const [typo] = typos
  if (typo)
    return resemblance('typo', `Nearly the address of ${nameOf(typo)}; ${typoInWords(typo.typo)}`, typos)
  const twins = lookAlikes.filter(({ likeness }) => likeness === 'both-ends')
  if (twins.length > 0)
    return resemblance('look-alike', `Looks like ${namesOf(twins)}, but is a different address`, twins)
  if (validity?.kind === 'failed') {
    const sentence = `Not an address of this network: ${validity.reason}`
    return fault(validity.checksum ? 'checksum' : 'form', sentence, 'Do not send to it.')
  }
  if (mismatch) return fault(mismatch.kind, withHiddenNamed(mismatch.sentence), mismatch.meaning)
  if (validity?.kind === 'valid' && validity.sameKey) {
    const { network, here } = validity.sameKey
    const sentence = `Written for ${network}, not for this network`
    return fault('other-network', sentence, `On this network the same key is ${here}.`)
  }
  if (lookAlikes.length === 0) return null
  const sentence = `Shares one end with ${namesOf(lookAlikes)}, but is a different address`
  return resemblance('one-end', sentence, lookAlikes)
}

function resemblance(kind: Caution['kind'], sentence: string, lookAlikes: readonly LookAlike[]): Caution {
  return { kind, sentence, meaning: null, lookAlikes }
}

function fault(kind: Caution['kind'], sentence: string, meaning: string): Caution {
  return { kind, sentence, meaning, lookAlikes: [] }
}

function nameOf({ known }: LookAlike): string {
  return withHiddenNamed(known.name || known.id || 'a known address')
}

function namesOf([first, ...others]: readonly LookAlike[]): string {
  return `${first ? nameOf(first) : ''}${others.length === 0 ? '' : ` and ${others.length} more`}`
}

export function asksBeforeCopy(caution: Caution | null): boolean {
  return caution !== null && cautionKinds[caution.kind].asks
}

export function isAlarm(caution: Caution | null): caution is Caution {
  return caution !== null && cautionKinds[caution.kind].tone === 'danger'
}

interface NameShown {
  readonly known: KnownAddress
  readonly isElsewhere: boolean
}

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
