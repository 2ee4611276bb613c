/** Sentences that a statement, a confirmation and a ledger have alike. */

import { counted, sentences } from '../../contract/count-text.ts'
import { instantText } from '../../display/instant.ts'
import type { FeeRule } from '../../ledger/effects.ts'
import type { BalanceProof } from '../../ledger/prove-balances.ts'
import { periodName } from '../../url/periods.ts'
import type { StatementQuery } from '../../url/statements.ts'
import type { Scope } from './scope.ts'

/** "October 2026: 2026-10-01 to 2026-10-31, UTC." */
export function spanTexts({
  query: { period, zone: named },
  whose,
  closesEarlyAt,
}: Pick<Scope, 'query' | 'whose' | 'closesEarlyAt'>): readonly string[] {
  const { kind, first, last } = period
  const zone = named ?? (whose === 'service' ? 'by the service’s own days' : 'UTC')
  const name = kind === 'days' ? '' : `${periodName(period)}: `
  const days = first === last ? first : `${first} to ${last}`
  const readAt = closesEarlyAt && instantText(closesEarlyAt)
  return sentences(
    `${name}${days}, ${zone}.`,
    readAt && `The period is not over. It closes with the balances read at ${readAt}.`,
  )
}

interface DatedScope extends Pick<Scope, 'undated' | 'whose'> {
  readonly query: Pick<StatementQuery, 'zone'>
}

export function basisTexts(scope: DatedScope): readonly string[] {
  return [
    ...dateTexts(scope),
    'Totals leave out transfers between the vaults of the statement: they cancel out.',
    'Balance = available + processing + staking. Claimable rewards are left out: they grow without a transaction.',
  ]
}

/** When a transaction counts. */
export function dateTexts({ undated, whose, query: { zone } }: DatedScope): readonly string[] {
  const it = undated === 1 ? 'it' : 'them'
  return [
    zone === null && whose === 'service'
      ? 'Days are the service’s own: a transaction counts on the day for which its date filter lists it. The service does not say which time zone its days are in, or whether they are days of recording or of completion.'
      : `A transaction counts on the day for which the service’s date filter lists it, in ${zone ?? 'UTC'}. The service does not say whether that is the day of recording or of completion.`,
    ...sentences(
      undated > 0 &&
        `${counted(undated, 'transaction of the account has', 'transactions of the account have')} no certain date: the date filter lists ${it} on no day, or contradicts itself.`,
    ),
  ]
}

export function proofText(entries: number): string {
  return `Proved: the latest balances minus all ${counted(entries, 'amount and fee', 'amounts and fees')} are exactly zero. This proves amounts, not dates.`
}

export function feeTexts({ rule, networks, hasFees }: BalanceProof): readonly string[] {
  if (!hasFees) return ['The transactions record no fees.']
  if (networks.length === 0) return [feeRuleTexts.nobody]
  const counted = networks.filter(({ asset_id }) => rule.asset === 'transaction' || asset_id !== null)
  const assumed = counted.filter(({ isAssumed }) => isAssumed)
  const unknown = networks.filter((network) => !counted.includes(network))
  return [
    ...(counted.length > 0 ? [feeRuleTexts[rule.id]] : []),
    ...(rule.isNegative ? ['The service sends fees with a minus sign.'] : []),
    ...(rule.id === 'sender' || counted.length === 0
      ? []
      : ['No other fee rule that was tried explains more balances.']),
    ...(assumed.length > 0
      ? [`This is assumed for fees on ${namesOf(assumed)}: no balance there confirms it.`]
      : []),
    ...(unknown.length > 0
      ? [`Fees on ${namesOf(unknown)} are in no figure: it is not known in which asset vaults paid them.`]
      : []),
    ...networks
      .filter(({ isFound }) => isFound)
      .map(
        ({ network_id, asset_id }) =>
          `Fees on ${network_id ?? 'an unnamed network'} are assumed to be paid in ${asset_id ?? 'an unnamed asset'}. The service does not say so, but no other asset explains more balances.`,
      ),
  ]
}

function namesOf(networks: BalanceProof['networks']): string {
  return networks.map(({ network_id }) => network_id ?? 'an unnamed network').join(', ')
}

const feeRuleTexts: Readonly<Record<FeeRule['id'], string>> = {
  sender: 'Fees count as paid by the sender, in the network’s own asset.',
  'sender-same-asset': 'Fees count as paid by the sender on top of the amount, in the same asset.',
  'within-amount': 'Fees count as part of the amount: the receiver gets the amount minus the fee.',
  receiver: 'Fees count as paid by the receiver, in the network’s own asset.',
  nobody: 'No vault pays the fees, by the rule that explains the balances.',
}
