import { useMemo, useState } from 'react'
import { hiddenRemark, readPasted } from '../../list/find/pasted.ts'
import { readAddress } from '../../list/find/pasted-address.ts'
import { useFind } from '../../list/find/use-find.ts'
import { builtInViews } from '../../list/views/built-in-views.ts'
import { useSavedViews } from '../../list/views/saved-views.ts'
import {
  checkItems,
  type PaletteItem,
  type PaletteSection,
  pageItems,
  recordItems,
  resultItems,
  sectionsOf,
  viewItems,
} from './items.ts'
import { stillReading } from './words.ts'

/** What the palette shows for a text. */
interface PaletteResults {
  readonly sections: readonly PaletteSection[]
  /** What has to be said beside the list: what was not found where, what is not read yet or could not be. */
  readonly notes: readonly string[]
  /** More may be found once everything is read. */
  readonly waiting: boolean
}

/** Finds what fits a typed or pasted text, among all that is known once the palette is open. */
export function usePalette(typed: string, actions: readonly PaletteItem[]): PaletteResults {
  const { results, known, directory, notes: unread, waiting, readBooks } = useFind(typed, true)
  const { views } = useSavedViews()
  const [now] = useState(() => new Date())
  const items = useMemo(
    () => [
      ...pageItems,
      ...viewItems(builtInViews(now), views),
      ...(known ? recordItems(directory, known) : []),
      ...actions,
    ],
    [now, views, directory, known, actions],
  )
  return useMemo(() => {
    const { text, hidden } = readPasted(typed)
    // While names are on their way, a text would be taken for an id that is one of them.
    const meant = waiting ? [] : results
    const checks = checkItems(readAddress(typed))
    const sure = [
      ...resultItems(
        meant.filter(({ unsure }) => !unsure),
        readBooks,
      ),
      ...checks,
    ]
    const sections = sectionsOf(text, items, sure)
    // A word that nothing is called by may still be an id.
    const shown = sections.length > 0 ? sections : sectionsOf(text, [], resultItems(meant, readBooks))
    const notes = [
      ...meant.flatMap(({ about, note, action }) =>
        action.kind === 'nothing' ? [`${about}: ${note}.`] : [],
      ),
      ...(hidden.length > 0 ? [hiddenRemark(hidden)] : []),
      ...(text !== '' && directory.waiting.length > 0 ? [stillReading(directory.waiting)] : []),
      ...unread,
    ]
    return { sections: shown, notes, waiting }
  }, [typed, items, results, waiting, directory, unread, readBooks])
}
