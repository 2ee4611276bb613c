/** What other features use of counting, loaded when it is first shown. */
import { lazyView } from '../../ui/lazy.tsx'

/** Counts and totals what a filter lists. */
export const Tally = lazyView(() => import('./Tally.tsx')).View

/** Every transaction of the books with an address. */
export const AddressHistory = lazyView(() => import('./AddressHistory.tsx')).View
