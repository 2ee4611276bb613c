import { useReader } from '../../api/hooks.ts'
import { type KeptValue, keptValue } from '../kept-value.ts'
import { readViews, type SavedView, writeViews } from './saved-views.ts'

/** The reader's saved views as this browser keeps them. */
export interface KeptViews {
  readonly views: readonly SavedView[]
  /** Something that is kept there cannot be read. */
  readonly isDamaged: boolean
  /** The browser keeps nothing at all for this console. */
  readonly isForbidden: boolean
}

/** The saved views of whoever is signed in, as every open tab has them, and how they are changed. */
export function useSavedViews(): KeptViews & { readonly change: ChangeViews } {
  const reader = useReader()
  const store = storeOf(reader)
  return {
    ...store.useValue(),
    change: (change) => reader !== null && store.keep(writeViews(change(store.load().views))),
  }
}

/** Changes the saved views; false where the browser refuses to keep them, and then nothing has changed. */
type ChangeViews = (change: (views: readonly SavedView[]) => readonly SavedView[]) => boolean

const stores = new Map<string | null, KeptValue<KeptViews>>()

/** Kept apart by service and account: names and filters tell of the books. Of nobody nothing is ever kept. */
function storeOf(reader: string | null): KeptValue<KeptViews> {
  const known = stores.get(reader)
  if (known) return known
  const store = keptValue<KeptViews>(`custody-console.views:${reader ?? ''}`, (stored, isForbidden) => ({
    ...readViews(stored),
    isForbidden,
  }))
  stores.set(reader, store)
  return store
}
