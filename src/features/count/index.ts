/** What other features use of counting, loaded when it is first shown. */
import { lazyView } from '../../ui/lazy.tsx'

export { PartyUseView, usePartyUses } from './PartyUses.tsx'
export { useTotals } from './use-totals.tsx'

/** What else went to and came from the other end of a transaction. */
export const Counterparty = lazyView(() => import('./Counterparty.tsx')).View
