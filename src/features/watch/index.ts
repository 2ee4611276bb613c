/** What other features and the frame use of watching. */
import { lazyView } from '../../ui/lazy.tsx'

export { WatchLimit } from './WatchLimit.tsx'
export { WatchLine } from './WatchLine.tsx'

// Few transactions are in flight.
export const WatchButton = lazyView(() => import('./WatchButton.tsx')).View
