import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { directoryParts, useDirectory } from '../../api/directory.ts'
import { transactionsRead } from '../../api/transactions-read.ts'
import { knownFrom } from '../find/known.ts'
import { meaningsOf } from '../find/meanings.ts'
import { readPasted } from '../find/pasted.ts'
import { builtInViews } from '../views/built-in-views.ts'
import { useSavedViews } from '../views/view-store.ts'
import {
  meaningItems,
  type PaletteItem,
  type PaletteSection,
  recordItems,
  sectionsOf,
  viewItems,
} from './items.ts'

/** What the palette shows for a text. */
interface PaletteResults {
  readonly sections: readonly PaletteSection[]
  /** What has to be said beside the list: what was not found where, what is not read yet or could not be. */
  readonly notes: readonly string[]
}

/** Finds what fits a typed or pasted text, among all that is known once the palette is open. */
export function usePalette(
  typed: string,
  pages: readonly PaletteItem[],
  actions: readonly PaletteItem[],
): PaletteResults {
  const directory = useDirectory(directoryParts)
  const client = useQueryClient()
  const { views } = useSavedViews()
  const [now] = useState(() => new Date())
  const [transactions] = useState(() => transactionsRead(client))
  const known = useMemo(() => knownFrom(directory, transactions, now), [directory, transactions, now])
  const items = useMemo(
    () => [...pages, ...viewItems(builtInViews(now), views), ...recordItems(directory, known), ...actions],
    [pages, now, views, directory, known, actions],
  )
  return useMemo(() => {
    const { text, hidden } = readPasted(typed)
    const meanings = meaningsOf(typed, known)
    const meant = meaningItems(meanings.filter(({ unsure }) => !unsure))
    const sections = sectionsOf(text, items, meant)
    // A word that nothing is called by may still be an id.
    const found = sections.length > 0 ? sections : sectionsOf(text, [], meaningItems(meanings))
    const notes = [
      ...meanings.flatMap(({ about, note, deed }) => (deed.kind === 'nothing' ? [`${about}: ${note}.`] : [])),
      ...(hidden.length > 0 ? [`Left out of the text: hidden characters ${hidden.join(', ')}.`] : []),
      ...(directory.waiting.length > 0 ? [`Still being read: ${directory.waiting.join(', ')}.`] : []),
      ...(directory.failed.length > 0
        ? [`Could not be read, so that nothing of it is found: ${directory.failed.join(', ')}.`]
        : []),
    ]
    return { sections: found, notes }
  }, [typed, items, known, directory])
}
