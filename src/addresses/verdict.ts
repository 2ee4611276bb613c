/** One verdict on an address: the worst that is true of it, and the one thing to do. */

import { chains } from '../chains/index.ts'
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
import { memoNeeded, memoNotListed, wrongMemo } from './memo-verdicts.ts'
import { typoInWords } from './typo.ts'

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
