import { useEffect, useMemo, useState } from 'react'
import { failureOf, needsAllRecords } from '../../api/failure.ts'
import { presentTime } from '../../api/open-pack.ts'
import { useRevision } from '../../api/revision.ts'
import { useSearch } from '../../api/search.ts'
import type { AnswerBasis } from '../../contract/console-api.ts'
import { countText } from '../../contract/count-text.ts'
import { tidied } from '../../contract/hidden-characters.ts'
import type { Revision } from '../../contract/revision.ts'
import type { SearchAnswer, SearchFigure } from '../../contract/search.ts'
import { usePageLink } from '../../list/ListActions.tsx'
import { folded } from '../../list/rank.ts'
import { builtInViews, useSavedViews } from '../../list/saved-views.ts'
import { expectedRows } from '../../search/filter-in-words.ts'
import { copyText } from '../../ui/buttons.tsx'
import { announce } from '../../ui/inline.tsx'
import { transactionHref } from '../../url/hrefs.ts'
import { answerItems, nothingInWords, notSearchedNotes, readingNotes } from './answers.ts'
import {
  checkItems,
  type FinderGroup,
  type FinderItem,
  type FinderSection,
  isCheck,
  pageItems,
  sectionsOf,
  viewItems,
} from './items.ts'

export interface FrameActions {
  readonly onShowKeys: () => void
  /** Null where a session cannot be ended. */
  readonly onSignOut: (() => void) | null
}

export interface FinderSearch {
  readonly sections: readonly FinderSection[]
  /** Several results are as likely as each other, so that Enter asks which. */
  readonly isUnclear: boolean
  /** The results are for an earlier text, or better ones may come from the records. */
  readonly isWaiting: boolean
  /** What was looked for and not found, where nothing was found. */
  readonly nothing: readonly string[]
  readonly notes: readonly string[]
  /** Over the results; null where nothing asks for a figure. */
  readonly card: FinderCard | null
}

export interface FinderCard {
  /** Null while it is waited for, and where the sentence is not understood. Without rows while the records are read. */
  readonly figure: SearchFigure | null
  readonly basis: AnswerBasis | null
  /** Each way in which the sentence may be meant is a result. */
  readonly isChoice: boolean
  readonly notes: readonly string[]
  /** "Searching, 41%" or "Searching, 12,000 read", while it is waited for. */
  readonly progress: string | null
  /** For so many rows. */
  readonly room: number
}

/** Finds pages, views and actions by name here, and asks the gateway for all that records can tell. */
export function useFinderSearch(typed: string, frame: FrameActions, leads: FinderGroup | null): FinderSearch {
  const [now] = useState(() => new Date(presentTime()))
  const { views } = useSavedViews()
  const actions = useActions(frame)
  const { answer, notes, isWaiting, progress, mayBeAsked } = useAnswer(typed)
  const { text } = tidied(typed)
  const items = useMemo(
    () => [...pageItems, ...viewItems(builtInViews(now), views), ...actions],
    [now, views, actions],
  )
  return useMemo(() => {
    const found = answer ? answerItems(answer) : mayBeAsked ? askItems(text) : []
    const sections = sectionsOf(text, items, [...found, ...checkItems(typed)], leads)
    const [first, second] = sections[0]?.items ?? []
    const isEqual = equalGroups.some((group) => group === first?.group)
    const isPage = items.some((item) => sections.some((section) => section.items.includes(item)))
    const card = cardOf(answer, isWaiting ? progress : null, isPage ? 0 : expectedRows(text, now))
    const isNothing = sections.every((section) => section.items.every(isCheck))
    return {
      sections,
      isUnclear: second !== undefined && isEqual,
      isWaiting: isWaiting && !isCalled(first, text),
      nothing: isNothing && !isWaiting && answer && card === null ? nothingInWords(answer.groups) : [],
      notes:
        text === ''
          ? []
          : [
              ...(card === null ? notes : []),
              ...(answer
                ? [...(card === null && !isPage ? readingNotes(answer) : []), ...notSearchedNotes(answer)]
                : []),
            ],
      card,
    }
  }, [answer, notes, isWaiting, progress, mayBeAsked, text, typed, items, leads, now])
}

/** Where a sentence is not understood, it says so in the room of its figure. */
function cardOf(answer: SearchAnswer | null, progress: string | null, room: number): FinderCard | null {
  if (progress !== null)
    return room > 0 ? { figure: null, basis: null, isChoice: false, notes: [], progress, room } : null
  if (!answer) return null
  const notes = readingNotes(answer)
  return answer.answer !== null || (room > 0 && notes.length > 0)
    ? {
        ...{ figure: answer.answer, basis: answer, isChoice: answer.choices.length > 0 },
        ...{ notes, progress: null, room },
      }
    : null
}

/** No better match can still arrive. */
function isCalled(item: FinderItem | undefined, text: string): boolean {
  return item !== undefined && folded(item.label) === folded(text)
}

/** Groups in which no result is more likely than another. */
const equalGroups: readonly FinderGroup[] = ['Addresses', 'Transactions', 'Notes, memos and hashes']

interface Answered {
  readonly answer: SearchAnswer | null
  readonly notes: readonly string[]
  readonly isWaiting: boolean
  /** "Searching, 41%". */
  readonly progress: string
  /** Nothing is kept: the service can be asked for one id at least. */
  readonly mayBeAsked: boolean
}

const noNotes: readonly string[] = []

/** What the gateway found, of the text before until it answers. */
function useAnswer(typed: string): Answered {
  const text = typed.trim()
  const asked = usePaused(text)
  const query = useSearch(asked, true)
  const { data, error, isPlaceholderData, isPending } = query
  const isAwaited = needsAllRecords(failureOf(query))
  const revision = useRevision()
  return useMemo(() => {
    const progress = progressText(revision?.reading ?? null)
    // The gateway may be too busy reading to say so at once.
    const isReading = isAwaited || (revision?.revision === null && revision.not_kept === null)
    const local = {
      ...{ answer: null, notes: noNotes, progress },
      ...{ isWaiting: false, mayBeAsked: false },
    }
    if (text === '') return local
    const isEarly = isReading && data !== undefined && asked === text && !isPlaceholderData && error === null
    if (isReading && !isEarly) return { ...local, notes: [progress], isWaiting: true }
    if (error && asked === text) {
      const { code = '', details = '' } = error.failure
      return { ...local, notes: [`${notSearched} ${details}`.trim()], mayBeAsked: code === 'GTW-27' }
    }
    const answer = data ?? null
    return { ...local, answer, isWaiting: asked !== text || isPending || isPlaceholderData }
  }, [text, asked, data, error, isAwaited, isPlaceholderData, isPending, revision])
}

/** The whole is not known where the service does not tell it. */
function progressText(reading: Revision['reading']): string {
  if (reading === null) return 'Searching…'
  const { part, records } = reading
  return `Searching, ${part === null ? `${countText(records)} read` : `${Math.floor(100 * part)}%`}`
}

const notSearched = 'Transactions, vaults, whitelists, parties and assets could not be searched.'

/** The text once typing pauses. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}

/** Milliseconds. */
const pause = 150

/** A word with a digit in it may be an id. The service knows. */
function askItems(text: string): readonly FinderItem[] {
  if (!/^[\p{L}\p{N}][\p{L}\p{N}._:/+=@#|-]*$/u.test(text) || !/\d/.test(text) || text.length > 512) return []
  return [
    {
      group: 'Transactions',
      key: `ask ${text}`,
      about: 'Ask the service for transaction',
      label: text,
      note: '',
      act: { href: transactionHref(text) },
    },
  ]
}

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
