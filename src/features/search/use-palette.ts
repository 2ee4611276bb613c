import { useMemo, useState } from 'react'
import { directoryParts, useDirectory } from '../../api/directory.ts'
import { hiddenRemark, readPasted } from '../../list/find/pasted.ts'
import { readAddress } from '../../list/find/pasted-address.ts'
import { searchResults } from '../../list/find/search-results.ts'
import { notSearched, useKnown } from '../../list/find/use-known.ts'
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
  const directory = useDirectory(directoryParts)
  const { views } = useSavedViews()
  const [now] = useState(() => new Date())
  const { known, waiting } = useKnown(true)
  const items = useMemo(
    () => [
      ...pageItems,
      ...viewItems(builtInViews(now), views),
      ...recordItems(directory, known),
      ...actions,
    ],
    [now, views, directory, known, actions],
  )
  return useMemo(() => {
    const { text, hidden } = readPasted(typed)
    // While names are on their way, a text would be taken for an id that is one of them.
    const results = waiting ? [] : searchResults(typed, known)
    const checks = checkItems(readAddress(typed))
    const sure = [...resultItems(results.filter(({ unsure }) => !unsure)), ...checks]
    const sections = sectionsOf(text, items, sure)
    // A word that nothing is called by may still be an id.
    const found = sections.length > 0 ? sections : sectionsOf(text, [], resultItems(results))
    const notes = [
      ...results.flatMap(({ about, note, action }) =>
        action.kind === 'nothing' ? [`${about}: ${note}.`] : [],
      ),
      ...(hidden.length > 0 ? [hiddenRemark(hidden)] : []),
      ...(text !== '' && waiting ? [stillReading(directory.waiting)] : []),
      ...notSearched(directory.failed),
    ]
    return { sections: found, notes, waiting }
  }, [typed, items, known, waiting, directory])
}
