/** What other features use of counting, loaded when it is first shown. */
import { lazyView } from '../../ui/lazy.tsx'

export { PartyFlowView } from './PartyFlowView.tsx'
export type { PartyAsked, PartyUses } from './party.ts'
export { useTotals } from './use-totals.tsx'

/** What else went to and came from the other end of a transaction. */
export const Counterparty = lazyView(() => import('./Counterparty.tsx')).View

/** Every transaction of the books with an address. */
export const AddressHistory = lazyView(() => import('./AddressHistory.tsx')).View
