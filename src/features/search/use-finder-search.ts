import { useMemo, useState } from 'react'
import { directoryParts, useDirectory } from '../../api/directory.ts'
import { presentTime } from '../../api/pack-source.ts'
import { useTransactionsRead } from '../../api/transactions-read.ts'
import { tidied } from '../../contract/hidden-characters.ts'
import { usePageLink } from '../../list/ListActions.tsx'
import { builtInViews, useSavedViews } from '../../list/saved-views.ts'
import { copyText } from '../../ui/buttons.tsx'
import { announce } from '../../ui/inline.tsx'
import { useBooks, useBooksView, useReading, useReadingState } from '../../work/work.ts'
import {
  checkItems,
  type FinderGroup,
  type FinderItem,
  type FinderSection,
  pageItems,
  recordItems,
  sectionsOf,
  viewItems,
} from './items.ts'
import { meaningsOf, readInTab } from './meanings.ts'
import { namesIn } from './names.ts'
import { taskItems } from './tasks.ts'

export interface FrameActions {
  readonly onShowKeys: () => void
  /** Null where a session cannot be ended. */
  readonly onSignOut: (() => void) | null
}

export interface FinderSearch {
  /** What was searched for: an earlier text until the books answer. */
  readonly text: string
  readonly sections: readonly FinderSection[]
  /** The text has several meanings, or is only a guess, so that Enter asks which. */
  readonly isUnclear: boolean
  /** What is not read yet, or could not be. */
  readonly notes: readonly string[]
  readonly areNamesWaiting: boolean
  /** Records are being read, and may know better. */
  readonly isReading: boolean
  /** How many transactions were searched; null until all are read. */
  readonly rows: number | null
}

/** Searches pages, views, records and actions by name, and transactions by what the text means. */
export function useFinderSearch(typed: string, frame: FrameActions, leads: FinderGroup | null): FinderSearch {
  const [now] = useState(() => new Date(presentTime()))
  const directory = useDirectory(directoryParts)
  const { views } = useSavedViews()
  const actions = useActions(frame)
  const { waiting } = directory
  const { meanings, assets, rows, text: searched, isWaiting, ...reading } = useMeanings(typed, directory, now)
  const areNamesWaiting = waiting.length > 0 || isWaiting
  const items = useMemo(
    () => [
      ...pageItems,
      ...viewItems(builtInViews(now), views),
      ...recordItems(directory, assets),
      ...actions,
    ],
    [now, views, directory, assets, actions],
  )
  const { text } = tidied(searched)
  const results = useMemo(() => {
    const certain = areNamesWaiting ? [] : meanings.filter(({ isGuess }) => !isGuess)
    const all = [...items, ...taskItems(text, now)]
    const sections = sectionsOf(text, all, [...certain, ...checkItems(searched)], leads)
    const guesses = areNamesWaiting ? [] : meanings.filter(({ isGuess }) => isGuess)
    if (sections.length === 0) return { sections: sectionsOf(text, [], guesses), isUnclear: true }
    const [first, second] = sections[0]?.items ?? []
    return { sections, isUnclear: second !== undefined && equalGroups.some((one) => one === first?.group) }
  }, [areNamesWaiting, meanings, searched, text, items, now, leads])
  const failed = [...directory.failed, ...(reading.hasFailed ? ['transactions'] : [])]
  const notes = [
    ...(waiting.length > 0 ? [`Still reading ${waiting.join(', ')}.`] : []),
    ...(reading.note === null ? [] : [reading.note]),
    ...(failed.length > 0 ? [`Not searched, because it could not be read: ${failed.join(', ')}.`] : []),
  ]
  return {
    ...results,
    text: searched,
    notes: text === '' ? [] : notes,
    areNamesWaiting,
    isReading: reading.isReading,
    rows,
  }
}

/** Groups in which no result is more likely than another. */
const equalGroups: readonly FinderGroup[] = ['Addresses', 'Transactions', 'Notes, memos and hashes']

/** What a text means among the transactions of the books, or until those are read, of this tab. */
function useMeanings(typed: string, directory: Parameters<typeof namesIn>[0], now: Date) {
  const { books } = useBooks()
  const reading = useReadingState()
  const { isStopped } = useReading()
  const isTyped = typed.trim() !== ''
  const search = useBooksView('search', isTyped ? books : null, { text: typed, now: now.getTime() })
  const transactions = useTransactionsRead(books === null)
  const names = useMemo(() => namesIn(directory, transactions), [directory, transactions])
  const inTab = useMemo(() => {
    const meanings = books === null ? meaningsOf(typed, names, readInTab(transactions), now) : []
    return { text: typed, meanings, assets: names.assets, rows: null }
  }, [books, typed, names, transactions, now])
  if (books !== null) {
    const isAnswered = isTyped && !search.isError && search.data !== undefined
    return {
      ...(isAnswered ? search.data : inTab),
      ...{ isWaiting: isTyped && search.isPending, isReading: false, hasFailed: search.isError, note: null },
    }
  }
  const { part } = reading.progress
  const progress = part === null ? 'Searching…' : `Searching, ${Math.floor(part * 100)}%`
  const hasFailed = isStopped
  return {
    ...{ ...inTab, isWaiting: false, isReading: !isStopped, hasFailed },
    note: !isStopped ? progress : hasFailed ? null : notSearched,
  }
}

const notSearched =
  'Transactions were not searched by hash, address or amount, because not all of them are read.'

/** What can be done from anywhere. Preferences have their own menu. */
function useActions({ onShowKeys, onSignOut }: FrameActions): readonly FinderItem[] {
  const link = usePageLink()
  return useMemo(() => {
    const action = (label: string, also: readonly string[], run: () => void): FinderItem => ({
      ...{ group: 'Actions', key: `action ${label}`, label, note: '', also, act: { run } },
    })
    const copyLink = async () =>
      announce((await copyText(link)) ? 'Link copied.' : 'The link could not be copied.')
    return [
      action('Copy link to this page', ['share', 'url', 'address'], () => void copyLink()),
      { ...action('Show keyboard shortcuts', ['help'], onShowKeys), shortcut: '?' },
      ...(onSignOut ? [action('Sign out', ['log out', 'leave'], onSignOut)] : []),
    ]
  }, [link, onShowKeys, onSignOut])
}
