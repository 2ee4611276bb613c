/** What other features use of counting, loaded when it is first shown. */
import { lazyView } from '../../ui/lazy.tsx'

export { useTotals } from './use-totals.tsx'

/** Every transaction of the books with an address. */
export const AddressHistory = lazyView(() => import('./AddressHistory.tsx')).View
