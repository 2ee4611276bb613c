import { useFigure } from '../../api/reports.ts'
import type { CounterpartyFigure } from '../../contract/counterparty.ts'
import { counterpartyReportHref, type PartyLink } from '../../url/hrefs.ts'

/** How a party was used, added up by the gateway: every page that shows it counts the same. */
export function useCounterparty(party: PartyLink) {
  return useFigure<CounterpartyFigure>(
    'counterparty-uses',
    counterpartyReportHref(party),
    ({ sent, accounts }) => Boolean(sent && accounts),
  )
}
