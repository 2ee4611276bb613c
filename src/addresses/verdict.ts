/**
 * The verdict on what could be read. What was not read is no evidence: "not trusted" is said only of an address that was looked for
 * in everything that is trusted.
 */
import { chains } from '../chains/index.ts'
import { countText } from '../contract/count-text.ts'
import {
  described,
  type Evidence,
  everyName,
  inWords,
  namesHere,
  networksOf,
  type Verdict,
} from './evidence.ts'
import type { KnownAddress } from './known.ts'
import { memoNeeded, memoNotListed, needsSeparateMemo, wrongMemo } from './memo.ts'
import { typoInWords } from './typo.ts'

/** How far something that the verdict rests on was read. */
export type Reading = 'waiting' | 'read' | 'failed'

/** What the verdict rests on: the lists of what is trusted, and the transactions of this very address, counted once they are read. */
export interface Readings {
  readonly whitelists: Reading
  readonly transactions: UsageSoFar
}

/** What the transactions of an address come to, or how far they were read. */
export type UsageSoFar = Usage | Exclude<Reading, 'read'>

/** The verdict; null while what it rests on is still being read. */
export function verdictSoFar(found: Evidence, { whitelists, transactions }: Readings): Verdict | null {
  // Names are kept from the reading before; a whitelist that may not have the address any more does not vouch for it.
  const vouching = (names: Evidence['names']) =>
    whitelists === 'failed' ? names.filter(({ kind }) => kind === 'vault') : names
  const names = vouching(found.names)
  const evidence = { ...found, names, elsewhere: vouching(found.elsewhere) }
  const verdict = verdictAtSight(evidence)
  if (verdict?.tone === 'danger' && isCertain(evidence)) return verdict
  if (whitelists === 'waiting' || transactions === 'waiting') return null
  if (verdict?.tone === 'danger' || verdict?.tone === 'good') return verdict
  if (whitelists === 'failed')
    return cannotSay(
      found.names.length > names.length
        ? 'It was on a whitelist, but the whitelists could not be read again to see whether it still is.'
        : 'The whitelists could not be read, so the console cannot tell whether it is on one of them.',
    )
  if (transactions !== 'failed') return verdict ?? verdictByUsage(evidence, transactions)
  if (verdict !== null && evidence.names.length > 0) return verdict
  return cannotSay(
    'It is not on any whitelist, but its transactions could not be read, so the console cannot tell whether it is one of your vaults.',
  )
}

/**
 * Whether no reading changes what is wrong with an address. Without a network, its chain is guessed until it is found where it is known;
 * what is an address of another network may be known there.
 */
function isCertain({ address, networkId, names, lookAlikes, validities }: Evidence): boolean {
  if (isBurnAddress(address)) return true
  const expected = networkId === null ? 'failed' : 'valid'
  return (
    names.length === 0 &&
    lookAlikes.length === 0 &&
    !validities.some(({ chain, validity }) => chain.isKnown && validity.kind === expected)
  )
}

function cannotSay(sentence: string): Verdict {
  return { tone: 'warning', title: 'Cannot say', sentence, action: 'Try again before you send to it.' }
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

/** What is to be said of an address that is not trusted, and like none that is: how it was used. */
export function verdictByUsage({ address, networkId, assetId }: Evidence, usage: Usage): Verdict {
  const memo = needsSeparateMemo(address, networkId, assetId)
    ? ' Receivers on this network usually ask for a memo.'
    : ''
  const untrusted = 'It is not on any whitelist and is not one of your vaults.'
  const action = 'Do not send to it until its owner confirms it.'
  const { sent, received, notCompleted, atLeast } = usage
  if (sent > 0)
    return {
      tone: 'warning',
      title: 'Not trusted, although it was sent to before',
      sentence: `${untrusted} ${times(sent, atLeast)} sent to it. A past payment does not prove that the address is right.${memo}`,
      action,
    }
  if (received > 0)
    return {
      tone: 'neutral',
      title: 'Not trusted, only received from',
      sentence: `${untrusted} ${times(received, atLeast)} received from it, and anybody can send you something. ${notCompleted.sent > 0 ? 'Payments to it were started, but none was completed.' : 'Nothing was sent to it.'}${memo}`,
      action,
    }
  const others = notCompleted.sent + notCompleted.received
  if (others > 0)
    return {
      tone: 'neutral',
      title: 'Not trusted, and nothing completed',
      sentence: `${untrusted} ${times(others, atLeast)} ${others === 1 ? 'involves' : 'involve'} it, but none was completed.${memo}`,
      action,
    }
  return {
    tone: 'neutral',
    title: 'Never seen',
    sentence: `${untrusted} No transaction involves it.${memo}`,
    action,
  }
}

function times(count: number, atLeast: boolean): string {
  if (count === 1) return atLeast ? 'At least one transaction' : 'One transaction'
  return `${atLeast ? 'At least ' : ''}${countText(count)} transactions`
}

/** What may be true of an address, from the worst to the best: the first that is true is the verdict. */
const worstFirst: readonly ((evidence: Evidence) => Verdict | null)[] = [
  burnAddress,
  // Before a failed checksum, since they name the address that was meant.
  typo,
  lookAlike,
  ofOtherChain,
  invalid,
  wrongMemo,
  onOtherNetwork,
  forOtherAsset,
  memoNeeded,
  memoNotListed,
  trusted,
  oneEnd,
]

/** What is to be said first of an address, whatever it was used for; null where that alone is left to say. */
export function verdictAtSight(evidence: Evidence): Verdict | null {
  for (const check of worstFirst) {
    const verdict = check(evidence)
    if (verdict !== null) return verdict
  }
  return null
}

function burnAddress({ address }: Evidence): Verdict | null {
  if (!isBurnAddress(address)) return null
  return {
    tone: 'danger',
    title: 'Nobody’s address',
    sentence: 'Nobody has its key. Anything sent there is lost for good.',
    action: 'Do not send to it.',
  }
}

function typo({ lookAlikes }: Evidence): Verdict | null {
  const found = lookAlikes.find((one) => one.likeness === 'typo')
  if (found === undefined) return null
  return {
    tone: 'danger',
    title: `Almost a trusted address: ${typoInWords(found.typo)}`,
    sentence: `It is almost the address of ${described(found.known)}. This happens when an address is retyped or only partly copied.`,
    action: 'Do not send to it. Copy the address again from where it came from.',
  }
}

function lookAlike({ lookAlikes, networkId, validity }: Evidence): Verdict | null {
  const found = lookAlikes.find(({ likeness }) => likeness === 'both-ends')
  if (found === undefined) return null
  const which = described(found.known)
  if (networkId !== null && validity.kind === 'failed' && !validity.checksum)
    return {
      tone: 'danger',
      title: 'The address is damaged',
      sentence: `It begins and ends like ${which}, but ${validity.reason}.`,
      action: 'Do not send to it. Copy the address again from where it came from.',
    }
  return {
    tone: 'danger',
    title: 'Looks like a trusted address, but is different',
    sentence: `It begins and ends like ${which}, but differs in between. Scammers use such addresses to divert payments.`,
    action: 'Do not send to it.',
  }
}

function ofOtherChain({ networkId, elsewhere, validity }: Evidence): Verdict | null {
  if (networkId === null || elsewhere.length === 0) return null
  return validity.kind === 'failed'
    ? {
        tone: 'danger',
        title: knownOnTitle(elsewhere, networkId),
        sentence: `It belongs to ${everyName(elsewhere)} on ${networksOf(elsewhere)}. On ${networkId} it is not valid: ${validity.reason}.`,
        action: `Do not send to it on ${networkId}.`,
      }
    : onlyElsewhere(elsewhere, networkId)
}

/**
 * With a network, what that network says. Without one, what is wrong with it where it is no address of any: of the chains in which it
 * is known where it is known at all, since what it would be elsewhere is a guess.
 */
function invalid({ networkId, names, validity, validities }: Evidence): Verdict | null {
  const possible =
    names.length === 0
      ? validities
      : validities.filter(({ chain }) => names.some((name) => name.chain === chain))
  const isAny = possible.some((one) => one.validity.kind !== 'failed')
  const wrong =
    networkId === null && !isAny ? possible.find((one) => one.validity.kind === 'failed') : undefined
  const failed = networkId !== null ? validity : wrong?.validity
  if (failed?.kind !== 'failed') return null
  const network =
    networkId !== null ? 'this network' : wrong?.chain.isKnown ? wrong.chain.name : 'any network'
  const valid = networkId === null ? [] : validities.filter((one) => one.validity.kind === 'valid')
  const also =
    valid.length > 0 ? ` It is a valid address of ${inWords(valid.map(({ chain }) => chain.name))}.` : ''
  const meant = names.length > 0 ? ` Written correctly, it would belong to ${everyName(names)}.` : ''
  return {
    tone: 'danger',
    title: failed.checksum ? 'The address is damaged' : `Not an address of ${network}`,
    sentence: `As it stands, ${failed.reason}${failed.checksum ? ': a character is wrong or missing' : ''}.${also}${meant}`,
    action: 'Do not send to it. Copy the address again from where it came from.',
  }
}

function onOtherNetwork({ networkId, names }: Evidence): Verdict | null {
  if (networkId === null || names.length === 0 || namesHere(names, networkId).length > 0) return null
  return onlyElsewhere(names, networkId)
}

/** An entry is for its assets: an exchange may lose what it does not expect at an address. */
function forOtherAsset({ names, networkId, assetId }: Evidence): Verdict | null {
  const here = namesHere(names, networkId)
  if (
    assetId === null ||
    here.length === 0 ||
    here.some(({ kind, assetIds }) => kind === 'vault' || assetIds.includes(assetId))
  )
    return null
  const listed = [...new Set(here.flatMap(({ assetIds }) => assetIds))].filter((id) => id !== '')
  return {
    tone: 'warning',
    title: `On a whitelist, but not for ${assetId}`,
    sentence: `It belongs to ${everyName(here)}, but only for ${listed.join(', ') || 'an asset without a name'}.`,
    action: `Ask its owner before you send ${assetId} to it.`,
  }
}

function trusted({ networkId, names }: Evidence): Verdict | null {
  const here = namesHere(names, networkId)
  if (here.length === 0) return null
  const isOwn = here.every(({ kind }) => kind === 'vault')
  return {
    tone: 'good',
    title: isOwn ? 'One of your vaults' : 'On a whitelist',
    sentence: `It belongs to ${everyName(here)}.`,
    action: `Make sure that this is ${isOwn ? 'the vault' : 'the one'} you mean.`,
  }
}

function oneEnd({ lookAlikes }: Evidence): Verdict | null {
  const found = lookAlikes.find(({ likeness }) => likeness === 'one-end')
  if (found === undefined) return null
  return {
    tone: 'warning',
    title: 'Not trusted, but one end matches a trusted address',
    sentence: `It begins or ends like ${described(found.known)}. Four characters can match by chance.`,
    action: 'Compare the whole address before you send to it.',
  }
}

function onlyElsewhere(names: readonly KnownAddress[], networkId: string): Verdict {
  return {
    tone: 'warning',
    title: knownOnTitle(names, networkId),
    sentence: `It belongs to ${everyName(names)} on ${networksOf(names)}. Only its owner can say whether it also works on ${networkId}.`,
    action: `Ask its owner before you send to it on ${networkId}.`,
  }
}

function knownOnTitle(names: readonly KnownAddress[], networkId: string): string {
  const isOwn = names.every(({ kind }) => kind === 'vault')
  return `${isOwn ? 'One of your vaults' : 'Listed'} on ${networksOf(names)}, not on ${networkId}`
}

/**
 * Whether nobody has the key of an address, so that what is sent to it is lost for good: zero, or made to burn. Whatever the network,
 * since none of them is anything else on another. What only its makers call a place to burn is not among them.
 */
export function isBurnAddress(address: string): boolean {
  const text = address.trim()
  return texts.has(text) || patterns.some((pattern) => pattern.test(text))
}

const burnAddresses = chains.flatMap((chain) => chain.burnAddresses ?? [])
const texts = new Set(burnAddresses.filter((one) => typeof one === 'string'))
const patterns = burnAddresses.filter((one) => typeof one !== 'string')
