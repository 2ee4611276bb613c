/**
 * One clear verdict on an address. The worst that is true of it is said, in this order:
 *
 * 1. it looks like a trusted one at both ends and is another (danger): before a failed checksum, since the one that was meant is named;
 * 2. it is no address of the network, or its checksum fails (danger), trusted or not: nobody should send to what cannot be read;
 * 3. it is trusted, but on other networks of the family only (warning);
 * 4. it is on a whitelist whose entry lacks a memo that the network needs (warning);
 * 5. it is trusted (good);
 * 6. it looks like a trusted one at one end (warning);
 * 7. it is not trusted, and was sent to (warning), or only received from (neutral), or never seen (neutral).
 */
import type { KnownAddress, LookAlike } from './known.ts'
import { holdsMemo, needsMemo, withoutNeededMemo } from './memo.ts'
import { isSameNetwork } from './same-network.ts'
import type { FamilyValidity, Validity } from './validity.ts'

/** What is known of an address at sight, before its transactions are counted. */
export interface Evidence {
  /** Not blank. */
  readonly address: string
  /** The network that it is meant for; null where none was named. */
  readonly networkId: string | null
  /** The asset that is to be sent; null where none was named. */
  readonly assetId: string | null
  readonly names: readonly KnownAddress[]
  readonly lookAlikes: readonly LookAlike[]
  /** What it is on the network that was named. */
  readonly validity: Validity
  /** What it is for each family that says something of it. */
  readonly validities: readonly FamilyValidity[]
}

/** In how many transactions an address is, or `atLeast` in so many. */
export interface Usage {
  /** Completed ones alone: what was rejected is no use of it. */
  readonly sent: number
  readonly received: number
  /** Those in every other status. */
  readonly notCompleted: { readonly sent: number; readonly received: number }
  readonly atLeast: boolean
}

export interface Verdict {
  readonly tone: 'good' | 'warning' | 'danger' | 'neutral'
  readonly title: string
  /** One or two sentences. Names of whitelists and vaults in it came from outside. */
  readonly sentence: string
}

/** What is to be said first of an address, whatever it was used for; null where that alone is left to say. */
export function verdictAtSight(evidence: Evidence): Verdict | null {
  return (
    lookAlike(evidence, 'both-ends') ??
    invalid(evidence) ??
    onOtherNetwork(evidence) ??
    memoMissing(evidence) ??
    trusted(evidence) ??
    lookAlike(evidence, 'one-end')
  )
}

/** What is to be said of an address that is not trusted, and like none that is: how it was used. */
export function verdictOnStranger({ address, networkId, assetId }: Evidence, usage: Usage): Verdict {
  const needed = needsMemo(networkId, assetId) === true && !holdsMemo(address, networkId)
  const memo = needed ? ' Receivers on this network usually ask for a memo.' : ''
  const untrusted = 'It is on no whitelist and is none of our vaults.'
  const { sent, received, notCompleted, atLeast } = usage
  if (sent > 0)
    return {
      tone: 'warning',
      title: 'Not trusted, though it was sent to before',
      sentence: `${untrusted} ${times(sent, atLeast)} sent to it. A payment of the past is no proof that it was right.${memo}`,
    }
  if (received > 0)
    return {
      tone: 'neutral',
      title: 'Not trusted; only received from',
      sentence: `${untrusted} ${times(received, atLeast)} received from it, which anybody can bring about. ${notCompleted.sent > 0 ? 'Of what was to be sent to it, nothing was completed.' : 'Nothing was sent to it.'}${memo}`,
    }
  const others = notCompleted.sent + notCompleted.received
  if (others > 0)
    return {
      tone: 'neutral',
      title: 'Not trusted, and never completed',
      sentence: `${untrusted} ${times(others, atLeast)} ${others === 1 ? 'has' : 'have'} it, none of them completed.${memo}`,
    }
  return { tone: 'neutral', title: 'Never seen', sentence: `${untrusted} No transaction has it.${memo}` }
}

function lookAlike({ lookAlikes }: Evidence, wanted: LookAlike['likeness']): Verdict | null {
  const found = lookAlikes.find(({ likeness }) => likeness === wanted)
  if (found === undefined) return null
  const which = described(found.known)
  return wanted === 'both-ends'
    ? {
        tone: 'danger',
        title: 'Looks like a trusted address, and is another',
        sentence: `It begins and ends like ${which}, and differs between. Do not send to it: this is how payments are led astray.`,
      }
    : {
        tone: 'warning',
        title: 'Not trusted; one end is like a trusted address',
        sentence: `It shares its beginning or its end with ${which}, which happens by chance as well. Compare all of it.`,
      }
}

/**
 * With a network, what that network says. Without one, a wrong checksum where it is no address of any: of the families in which it is
 * known where it is known at all, since what it would be elsewhere is a guess.
 */
function invalid({ networkId, names, validity, validities }: Evidence): Verdict | null {
  const possible =
    names.length === 0
      ? validities
      : validities.filter(({ family }) => names.some((name) => name.family === family))
  const isAny = possible.some((one) => one.validity.kind === 'valid')
  const failed =
    networkId !== null
      ? validity
      : isAny
        ? null
        : possible.find((one) => one.validity.kind === 'failed')?.validity
  if (failed?.kind !== 'failed') return null
  const elsewhere = familiesIn(validities)
  const also =
    networkId !== null && elsewhere.length > 0 ? ` It is a valid address of ${inWords(elsewhere)}.` : ''
  return failed.checksum
    ? {
        tone: 'danger',
        title: 'The address is damaged',
        sentence: `As it stands, ${failed.reason}: a character is wrong or missing. Do not send to it.${also}`,
      }
    : {
        tone: 'danger',
        title: `Not an address of ${networkId === null ? 'any network' : 'this network'}`,
        sentence: `As it stands, ${failed.reason}. Do not send to it.${also}`,
      }
}

function onOtherNetwork({ networkId, names }: Evidence): Verdict | null {
  if (networkId === null || names.length === 0) return null
  if (names.some((name) => isSameNetwork(name.networkId, networkId))) return null
  const networks = [...new Set(names.map((name) => name.networkId ?? 'a network that was not named'))]
  return {
    tone: 'warning',
    title: 'Trusted on another network only',
    sentence: `It is ${everyName(names)}, on ${inWords(networks)}. Whether it can be reached on this network as well, only its owner can say.`,
  }
}

function memoMissing({ networkId, assetId, names }: Evidence): Verdict | null {
  const here = namesHere(names, networkId)
  // Where the same asset stands there with a memo too, that is the one to use.
  const hasMemo = (id: string) =>
    here.some(({ assetIds, memos }) => assetIds.some((one, at) => one === id && memos[at] !== null))
  const lacking = withoutNeededMemo(here, assetId).flatMap(({ assetIds }) => assetIds)
  if (lacking.every(hasMemo)) return null
  return {
    tone: 'warning',
    title: 'Trusted, but its memo is missing',
    sentence: `It is ${everyName(here)}. Receivers on this network usually ask for a memo, and the entry has none: without it the payment may be lost.`,
  }
}

function trusted({ networkId, names }: Evidence): Verdict | null {
  const here = namesHere(names, networkId)
  const [first] = here
  if (first === undefined) return null
  const isOwn = here.every(({ kind }) => kind === 'vault')
  return {
    tone: 'good',
    title: isOwn ? 'One of our vaults' : 'On a whitelist',
    sentence: `It is ${everyName(here)}.`,
  }
}

/** Those on the network that was named; all where none was. */
export function namesHere(names: readonly KnownAddress[], networkId: string | null): readonly KnownAddress[] {
  return networkId === null ? names : names.filter((name) => isSameNetwork(name.networkId, networkId))
}

/** "the whitelist Kraken settlement", "our vault Treasury cold": both where it has several names. */
function everyName(names: readonly KnownAddress[]): string {
  return inWords([...new Set(names.map(described))])
}

function described({ kind, name, id }: KnownAddress): string {
  const called = name || id || 'without a name'
  return kind === 'vault' ? `our vault ${called}` : `the whitelist ${called}`
}

function familiesIn(validities: readonly FamilyValidity[]): readonly string[] {
  return validities.filter(({ validity }) => validity.kind === 'valid').map(({ family }) => family.name)
}

function inWords(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}

function times(count: number, atLeast: boolean): string {
  if (count === 1) return atLeast ? 'At least one transaction' : 'One transaction'
  return `${atLeast ? 'At least ' : ''}${count} transactions`
}
