import { countText } from '../contract/count-text.ts'
import type { Evidence, Verdict } from './evidence.ts'
import { needsSeparateMemo } from './memo.ts'

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
