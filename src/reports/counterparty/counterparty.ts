/** One party: what it sent and received, its addresses, and warnings before the next payment. */
import { counted, countOfAll, groupedDecimal, sentences } from '../../contract/count-text.ts'
import { countOf, type Direction, type PartyFlow } from '../../contract/counterparty.ts'
import { dayText } from '../../contract/day.ts'
import type { Outcome } from '../../contract/outcomes.ts'
import type { DayValues } from '../../contract/prices.ts'
import type { LinkRefusal } from '../../contract/report.ts'
import { assetLabel } from '../../display/labels.ts'
import type { PartyQuestion } from '../../store/queries/counterparty.ts'
import { counterpartyParameters, counterpartyReportHref } from '../../url/hrefs.ts'
import { reportEntry } from '../entry.ts'
import { datedAccount } from '../report-records.ts'
import { makeReview, reviewEntry } from '../review/review-report.ts'
import { dayValuation } from '../statements/valuation.ts'
import { accountUses, flowsOf, parseParty } from './party-figures.ts'
import {
  addressTable,
  flowTable,
  mostAccounts,
  type PartyScope,
  restTable,
  usualTable,
} from './party-tables.ts'
import { findingsTable, lookAlikesTable, verdictsOf } from './party-warnings.ts'

const lists = ['vaults', 'whitelists', 'transactions'] as const

export const counterpartyEntry = reportEntry<PartyQuestion>({
  name: 'counterparty',
  path: '/counterparties',
  lists,
  parse: parseParty,
  // Undated transactions are listed separately, so nothing waits for dates.
  edges: () => [],
  takesFrom: reviewEntry,
  async make(records, query, review) {
    const found = await records.moment.party(query)
    if (found === null) return { refusal: noTransactions }
    const { party, sums, usual } = found
    const today = dayText(datedAccount(records.state).today)
    const accounts = accountUses(found)
    const verdicts = await verdictsOf(records, party, accounts.slice(0, mostAccounts))
    const flows = flowsOf(sums)
    const totals = [...flows.sent.totals, ...flows.received.totals]
    const held = totals.map(({ asset_id, amount }) => ({ asset_id, held: amount }))
    const priced = dayValuation(await records.prices([today]), today, held)
    const { values } = priced
    const scope: PartyScope = { party, values, today }
    return {
      name: 'counterparty',
      title: party.name ?? party.id,
      headline: { text: partyHeadline(flows, values), tone: 'neutral' },
      tables: [
        flowTable('sent', sums, scope),
        flowTable('received', sums, scope),
        ...restTable('open', sums, scope),
        ...restTable('not-completed', sums, scope),
        usualTable(usual, scope),
        addressTable(accounts, verdicts, scope),
        findingsTable(review ?? (await makeReview(records)), party, accounts),
        await lookAlikesTable(records, accounts),
      ],
      remarks: [
        'Sums have completed transactions only. Those in flight, and those that did not complete, are counted separately.',
        ...remarksOf[party.kind],
        ...[...priced.priceTexts, ...priced.sourceTexts],
      ],
      basis: await records.basis(lists),
      parameters: counterpartyParameters(query),
      link: counterpartyReportHref(query),
      ...(priced.inputs && { inputs: priced.inputs }),
    }
  },
})

const noTransactions: LinkRefusal = {
  title: 'No transactions with this counterparty',
  text: 'No transaction, whitelist or vault in the records has this id or address. It may still exist.',
}

const remarksOf = {
  whitelist: [
    'A transaction counts if the service names this whitelist, or names nobody and it is with one of its addresses: for a shared address, with its memo.',
  ],
  vault: ['A transaction counts if the service names this vault.'],
  address: ['All transactions with this address, in any spelling and under any name.'],
  other: ['A transaction counts if the service names this party.'],
} as const

/** "Sent 2,872,103.30 USDC_ETH in 23 · nothing received · 2 did not complete". */
function partyHeadline(flows: Readonly<Record<Direction, PartyFlow>>, values: DayValues | null): string {
  const { sent, received } = flows
  const both = (outcome?: Outcome) => countOf(sent, outcome) + countOf(received, outcome)
  const notCompleted = both('failed') + both('cancelled')
  const [open, unknown] = [both('open'), both('unknown')]
  if (both() === 0) return 'No transactions with this counterparty'
  return sentences(
    flowText('Sent', sent, values),
    countOf(received) > 0 && flowText('received', received, values),
    open > 0 && `${open} in flight`,
    notCompleted > 0 && `${notCompleted} did not complete`,
    unknown > 0 && `${unknown} of unknown status`,
  ).join(' · ')
}

function flowText(verb: 'Sent' | 'received', { totals }: PartyFlow, values: DayValues | null): string {
  const [only, ...others] = totals
  if (only === undefined) return verb === 'Sent' ? 'Nothing sent' : 'nothing received'
  const times = counted(countOfAll(totals), 'transaction')
  if (others.length === 0) {
    const without = only.amountless > 0 ? `, without ${counted(only.amountless, 'unreadable amount')}` : ''
    return `${verb} ${groupedDecimal(only.amount)} ${assetLabel(only)} in ${times}${without}`
  }
  const held = totals.map(({ asset_id, amount }) => ({ asset_id, held: amount }))
  const priced = values ? held.filter((asset) => values.exact(asset) !== null) : []
  const unpriced = held.length - priced.length
  const worth =
    values && priced.length > 0
      ? `, worth ${values.sumText(priced)}${unpriced > 0 ? ` without ${counted(unpriced, 'asset')} that ${unpriced === 1 ? 'has' : 'have'} no price` : ''}`
      : ''
  return `${verb} ${counted(totals.length, 'asset')} in ${times}${worth}`
}
