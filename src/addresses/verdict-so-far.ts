/**
 * The verdict on what could be read. What was not read is no evidence: "not trusted" is said only of an address that was looked for
 * in everything that is trusted.
 */

import { countText } from '../contract/count-text.ts'
import type { Evidence, Verdict } from './evidence.ts'
import { needsSeparateMemo } from './memo.ts'
import { isBurnAddress, verdictAtSight } from './verdict.ts'

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
