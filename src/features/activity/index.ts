/** What other features use of activity: the section that shows it, which is loaded once the page it stands on is there. */
import { lazyChunk } from '../../ui/lazy.tsx'

export const loadActivity = lazyChunk(() => import('./Activity.tsx'))
