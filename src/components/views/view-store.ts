import { keptValue } from '../kept-value.ts'
import { readViews, type SavedView, writeViews } from './saved-views.ts'

/** The reader's saved views as this browser keeps them. */
export interface KeptViews {
  readonly views: readonly SavedView[]
  /** Something that is kept there cannot be read. */
  readonly isDamaged: boolean
  /** The browser keeps nothing at all for this console. */
  readonly isForbidden: boolean
}

const kept = keptValue<KeptViews>('custody-console.views', (stored, isForbidden) => ({
  ...readViews(stored),
  isForbidden,
}))

/** The saved views, as every open tab has them. */
export const useSavedViews = kept.useValue

/** Changes the saved views; false where the browser refuses to keep them, and then nothing has changed. */
export function changeViews(change: (views: readonly SavedView[]) => readonly SavedView[]): boolean {
  return kept.keep(writeViews(change(kept.load().views)))
}
