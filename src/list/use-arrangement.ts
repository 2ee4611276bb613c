import { keepPreferences, usePreferences } from '../records/preferences.ts'
import type { ListPatch, ListView } from '../url/list-view.ts'
import type { TableCodec } from '../url/table-view.ts'
import {
  type Arrangement,
  arrangementOf,
  asOwn,
  productArrangement,
  spellArrangement,
} from './arrangement.ts'

/** How a list page's table is arranged, and the ways to arrange it otherwise. */
export interface UseArrangement {
  readonly arrangement: Arrangement
  /** Changes it in the address, in place: arranging a table is no step that Back should undo. */
  readonly arrange: (change: Partial<Arrangement>) => void
  /** Makes it the reader's own, which holds wherever a link says nothing; false where the browser refuses to keep it. */
  readonly keep: () => boolean
  /** Gives back the product's own, here and as the reader's own; false where the browser refuses to keep that. */
  readonly reset: () => boolean
  readonly isOwn: boolean
  readonly isProduct: boolean
}

/** The arrangement of the table of a list page, derived from the address and the reader's preferences. */
export function useArrangement<F extends string, X extends string>(
  codec: TableCodec<F, X>,
  view: ListView<F, X>,
  patch: (patch: ListPatch<F, X>, options?: { replace?: boolean }) => void,
): UseArrangement {
  const preferences = usePreferences()
  const arrangement = arrangementOf(codec, view, preferences)
  const spelled = spellArrangement(codec, arrangement, preferences)
  const makeOwn = (own: Arrangement) => {
    const { compact, look } = asOwn(codec, own)
    const isKept = keepPreferences({ compact, tables: { [codec.table]: look } })
    // What is not kept stays in the link, which is all that holds it.
    if (isKept) patch(codec.arranging({ columns: null, widths: null, density: null }), { replace: true })
    return isKept
  }
  const { look: kept, compact } = asOwn(codec, arrangement)
  return {
    arrangement,
    arrange: (change) =>
      patch(codec.arranging(spellArrangement(codec, { ...arrangement, ...change }, preferences)), {
        replace: true,
      }),
    keep: () => makeOwn(arrangement),
    reset: () => makeOwn(productArrangement(codec)),
    isOwn: Object.values(spelled).every((text) => text === null),
    isProduct: Object.keys(kept).length === 0 && !compact,
  }
}
